import type { Closeout, OpenCash } from '@rumbo/contract/payments.cash.contract'
import type { PaymentEntry } from '@rumbo/contract/payments.contract'

/** A payment in cash that a driver received just now, for tests. */
export function someEntry(some: Partial<PaymentEntry> = {}): PaymentEntry {
  const now = new Date().toISOString()
  return {
    id: 'p1',
    kind: 'payment',
    serviceId: 's1',
    serviceNumber: 20431,
    contactId: 'k1',
    contactName: 'Elena Torres',
    method: 'cash',
    amount: '100.00',
    currency: 'MXN',
    driverId: 'd1',
    driverName: 'Iván Mora',
    receivedAt: now,
    note: null,
    voids: null,
    isVoided: false,
    recordedAt: now,
    recordedBy: 'Ana Guerrero',
    closeoutNumber: null,
    ...some,
  }
}

/** 220.50 pesos that a driver has to hand over, for tests. */
export function someOpenCash(some: Partial<OpenCash> = {}): OpenCash {
  const now = new Date().toISOString()
  return {
    fleetId: 'f1',
    companyId: 'c1',
    driverId: 'd1',
    driverName: 'Iván Mora',
    currency: 'MXN',
    owed: '220.50',
    entries: 2,
    firstAt: now,
    lastAt: now,
    runningServices: [],
    ...some,
  }
}

/** A close-out in which 20.50 pesos were missing, for tests. */
export function someCloseout(some: Partial<Closeout> = {}): Closeout {
  const now = new Date().toISOString()
  return {
    id: 'x1',
    companyId: 'c1',
    fleetId: 'f1',
    closeoutNumber: 12,
    driverId: 'd1',
    driverName: 'Iván Mora',
    entries: 2,
    firstAt: now,
    lastAt: now,
    currency: 'MXN',
    expected: '220.50',
    counted: '200.00',
    difference: '-20.50',
    corrected: '0.00',
    note: 'Faltó cambio',
    closedAt: now,
    closedBy: 'Marta Ruiz',
    ...some,
  }
}
