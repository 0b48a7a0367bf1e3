import type { Shift } from '@rumbo/contract/shifts.contract'
import type { Driver, DriverDocument } from '@rumbo/contract/shifts.drivers.contract'

/** A planned shift from 7:00 to 15:00 in Mexico City, for tests. */
export function someShift(some: Partial<Shift> = {}): Shift {
  return {
    id: 't1',
    companyId: 'c1',
    fleetId: 'f1',
    seriesId: null,
    driverId: 'd1',
    driverName: 'Iván Mora',
    vehicleId: 'v118',
    vehicleNumber: '118',
    startsAt: '2026-03-02T13:00:00.000Z',
    endsAt: '2026-03-02T21:00:00.000Z',
    breaks: [],
    status: 'planned',
    startedAt: null,
    endedAt: null,
    note: null,
    updatedAt: '2026-03-01T12:00:00.000Z',
    version: 1,
    ...some,
  }
}

/** An eligible driver without a shift, for tests. */
export function someDriver(some: Partial<Driver> = {}): Driver {
  return {
    id: 'd1',
    companyId: 'c1',
    name: 'Iván Mora',
    phone: '+52 55 5512 3456',
    status: 'active',
    licence: { number: 'A-4471', class: 'B', expiresOn: '2030-01-31' },
    documents: 1,
    nextExpiry: '2030-01-31',
    dayMinutes: 0,
    weekMinutes: 0,
    shift: null,
    reasons: ['no_shift'],
    ...some,
  }
}

/** A driving licence, for tests. */
export function someDocument(some: Partial<DriverDocument> = {}): DriverDocument {
  return {
    id: 'doc1',
    companyId: 'c1',
    driverId: 'd1',
    kind: 'driving_licence',
    title: null,
    number: 'A-4471',
    class: 'B',
    expiresOn: '2030-01-31',
    note: null,
    updatedAt: '2026-03-01T12:00:00.000Z',
    version: 1,
    ...some,
  }
}
