import type { Service } from '@rumbo/contract/services.contract'
import type { Transaction } from '../platform/database/transaction.ts'
import { readServiceOf } from './services.actions.ts'
import { insertService } from './services.repository.ts'
import type { ServiceBody } from './services.rows.ts'

export const zocalo = { latitude: 19.4326, longitude: -99.1332 }
export const angel = { latitude: 19.427, longitude: -99.1677 }

const stop = (stopType: 'pickup' | 'drop', address: string, at: { latitude: number; longitude: number }) => ({
  stopType,
  address,
  ...at,
  timeWindowStart: null,
  timeWindowEnd: null,
  reference: null,
  contactName: null,
  contactPhone: null,
  extraCost: null,
  serviceMinutes: null,
})

/** Creates a taxi ride from the Zócalo to the Ángel, for tests and the demo. */
export async function buildService(
  tx: Transaction,
  given: Partial<ServiceBody> & { companyId: string; fleetId: string; requesterContactId: string },
): Promise<Service> {
  const { companyId, ...body } = given
  const id = await insertService(tx, companyId, {
    serviceType: 'taxi',
    priorityLevel: 'medium',
    customerName: 'Elena Torres',
    customerPhone: '+52 55 5512 3456',
    customerEmail: null,
    dispatchTime: tx.now.toISOString(),
    notes: null,
    estimatedCost: '120.00',
    currency: 'MXN',
    paymentMethod: 'cash',
    paymentStatus: 'pending',
    plannedStops: [
      stop('pickup', 'Plaza de la Constitución', zocalo),
      stop('drop', 'Paseo de la Reforma y Florencia', angel),
    ],
    ...body,
  })
  return readServiceOf(tx, id)
}
