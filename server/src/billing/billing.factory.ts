import { type Rates, rates } from '@rumbo/contract/billing.contract'
import { v7 as uuid } from 'uuid'
import type { Transaction } from '../platform/database/transaction.ts'
import { insertTariff } from './billing.repository.ts'

/** Rates of a taxi in Mexico City, for tests and the demo. */
export const someRates = (given: Partial<Rates> = {}): Rates =>
  rates.parse({
    base: '30.00',
    perKm: '9.50',
    perMinute: '2.00',
    waitingPerMinute: '3.00',
    freeWaitingMinutes: 5,
    minimum: '55.00',
    ...given,
  })

export async function buildTariff(
  tx: Transaction,
  given: { companyId: string; fleetId: string } & Partial<Parameters<typeof insertTariff>[1]>,
): Promise<string> {
  const id = uuid()
  await insertTariff(tx, {
    id,
    serviceType: 'taxi',
    name: 'Taxi',
    validFrom: '2026-01-01',
    validUntil: null,
    currency: 'MXN',
    rates: someRates(),
    ...given,
  })
  return id
}
