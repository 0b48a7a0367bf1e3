import type { ParsedOf } from '@rumbo/contract/endpoint'
import { dayOf } from '@rumbo/contract/holidays'
import type { createServiceSeries } from '@rumbo/contract/services.series.contract'
import { v7 as uuid } from 'uuid'
import type { Transaction } from '../../platform/database/transaction.ts'
import { straightPlan } from '../charges/services.charges.plan.ts'
import { angel, zocalo } from '../services.factory.ts'
import { insertSeries, type SeriesContent } from './services.series.repository.ts'

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

/**
 * Creates a series of rides from the Zócalo to the Ángel on all weekdays, without services yet, for tests and the demo.
 * @returns its id
 */
export async function buildSeries(
  tx: Transaction,
  given: Partial<SeriesContent> & { companyId: string; fleetId: string; requesterContactId: string },
  repeat: Partial<ParsedOf<typeof createServiceSeries>['body']['repeat']> = {},
  timeZone = 'America/Mexico_City',
): Promise<string> {
  const { companyId, ...some } = given
  const id = uuid()
  const content: SeriesContent = {
    serviceType: 'taxi',
    priorityLevel: 'medium',
    customerName: 'Elena Torres',
    customerPhone: '+52 55 5512 3456',
    customerEmail: null,
    dispatchTime: tx.now.toISOString(),
    notes: null,
    estimatedCost: null,
    extras: [],
    requiredVehicleType: null,
    requiredSeats: null,
    requiredLoadKg: null,
    requiredLoadM3: null,
    requiredSkills: [],
    requiredProofs: [],
    paymentMethod: 'cash',
    paymentStatus: 'pending',
    plannedStops: [
      stop('pickup', 'Plaza de la Constitución', zocalo),
      stop('drop', 'Paseo de la Reforma y Florencia', angel),
    ],
    areStopsConfirmed: false,
    ...some,
  }
  const anchorDay = dayOf(new Date(content.dispatchTime), timeZone)
  await insertSeries(
    tx,
    { id, companyId },
    {
      content,
      anchorDay,
      plan: straightPlan(content.plannedStops),
      weekdays: [1, 2, 3, 4, 5],
      until: null,
      skipsHolidays: true,
      coveredUntil: anchorDay,
      ...repeat,
    },
  )
  return id
}
