import type { ReviewedStop } from '@rumbo/contract/services.imports.contract'
import { v7 as uuid } from 'uuid'
import type { Transaction } from '../../platform/database/transaction.ts'
import { takeRows } from './services.import.repository.ts'
import type { NewService } from './services.import.rules.ts'

/**
 * Adds an imported row whose one address has two candidates, for tests and the demo.
 * @returns its id
 */
export async function buildReview(
  tx: Transaction,
  given: Partial<NewService> & { companyId: string; fleetId: string },
  stops?: ReviewedStop[],
  number = 2,
): Promise<string> {
  const { companyId, ...some } = given
  const candidate = (name: string, latitude: number, longitude: number) => ({
    name,
    detail: null,
    latitude,
    longitude,
    kind: 'address' as const,
    precision: 'exact' as const,
  })
  const asked = stops ?? [
    {
      stopType: 'pickup' as const,
      address: 'Reforma 222',
      latitude: null,
      longitude: null,
      doubt: 'address_ambiguous' as const,
      candidates: [
        candidate('Paseo de la Reforma 222', 19.4286, -99.1617),
        candidate('Calle Reforma 222', 19.3901, -99.0512),
      ],
    },
  ]
  const body: NewService = {
    serviceType: 'taxi',
    priorityLevel: 'medium',
    customerName: 'Elena Torres',
    customerPhone: '+52 55 5512 3456',
    customerEmail: null,
    requesterContactId: null,
    dispatchTime: new Date(tx.now.getTime() + 3_600_000).toISOString(),
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
    plannedStops: asked.map(({ stopType, address }) => ({
      stopType,
      address,
      latitude: 0,
      longitude: 0,
      timeWindowStart: null,
      timeWindowEnd: null,
      reference: null,
      contactName: null,
      contactPhone: null,
      extraCost: null,
      serviceMinutes: null,
    })),
    areStopsConfirmed: false,
    ...some,
  }
  const taken = await takeRows(tx, { companyId, importId: uuid() }, [
    {
      number,
      fleetId: given.fleetId,
      reference: null,
      fingerprint: `content ${uuid()}`,
      review: { body, stops: asked },
    },
  ])
  return taken.get(number) ?? ''
}
