import { rates, type Tariff } from '@rumbo/contract/billing.contract'
import type { Zone } from '@rumbo/contract/places.zones.contract'

/** A taxi tariff for tests, in force since January. */
export function someTariff(some: Partial<Tariff> = {}): Tariff {
  return {
    id: 't1',
    companyId: 'c1',
    fleetId: 'f1',
    serviceType: 'taxi',
    name: 'Taxi ciudad',
    validFrom: '2026-01-01',
    validUntil: null,
    state: 'current',
    currency: 'MXN',
    rates: rates.parse({
      base: '30',
      perKm: '10',
      perMinute: '2',
      waitingPerMinute: '3',
      surcharges: [
        {
          name: 'Nocturna',
          kind: 'percent',
          percent: 20,
          when: 'hours',
          windows: [{ days: [1, 2, 3, 4, 5, 6, 7], from: '22:00', to: '06:00' }],
        },
      ],
      extras: [{ key: 'equipaje', name: 'Equipaje', amount: '20' }],
    }),
    version: 1,
    updatedAt: '2026-01-01T12:00:00.000Z',
    updatedBy: 'Marta Ruiz',
    ...some,
  }
}

/** A zone of four corners for tests. */
export function someZone(some: Partial<Zone> = {}): Zone {
  return {
    id: 'z1',
    companyId: 'c1',
    fleetId: 'f1',
    name: 'Centro',
    corners: [
      [-99.15, 19.42],
      [-99.12, 19.42],
      [-99.12, 19.45],
      [-99.15, 19.45],
    ],
    version: 1,
    ...some,
  }
}
