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
