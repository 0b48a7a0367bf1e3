import type { Plan } from '@rumbo/contract/planning.contract'
import { encodeTravel } from '@rumbo/planning/travel'
import type { Transaction } from '../../platform/database/transaction.ts'
import { buildPlan } from '../planning.factory.ts'
import { writeTravel } from '../travel/planning.travel.repository.ts'

interface PublishedGiven {
  companyId: string
  fleetId: string
  vehicleId: string
  /** In their order. */
  stops: readonly { serviceId: string; stopId: string; arrivesAt: string; departsAt: string }[]
}

/** Creates a plan of today that is published with one route, without reservations, for tests. */
export async function buildPublishedPlan(
  tx: Transaction,
  { companyId, fleetId, vehicleId, stops }: PublishedGiven,
): Promise<Plan> {
  const visits = stops.map(({ serviceId, stopId }) => ({ serviceId, stopId, lock: null }))
  const content = { routes: [{ vehicleId, visits, startsAt: null, isLocked: false }] }
  const plan = await buildPlan(tx, { companyId, fleetId, content })
  await tx.sql('update planning.plans set published_at = $2, published_version = version where id = $1', [
    plan.id,
    tx.now,
  ])
  for (const [at, { stopId, serviceId, arrivesAt, departsAt }] of stops.entries())
    await tx.sql(
      `insert into planning.published_stops (stop_id, service_id, plan_id, company_id, fleet_id, vehicle_id, sequence,
         arrives_at, begins_at, departs_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9)`,
      [stopId, serviceId, plan.id, companyId, fleetId, vehicleId, at + 1, arrivesAt, departsAt],
    )
  return plan
}

/** Stores travel between all places of a plan, for tests. @param seconds of every leg, or by the indexes of its places */
export async function buildTravel(
  tx: Transaction,
  plan: Pick<Plan, 'id' | 'companyId' | 'fleetId'>,
  places: readonly { latitude: number; longitude: number }[],
  seconds: number | ((from: number, to: number) => number),
  isEstimate = false,
): Promise<void> {
  const locations = places.length
  const legs = places.flatMap((_, from) =>
    places.map((__, to) => (from === to ? 0 : typeof seconds === 'number' ? seconds : seconds(from, to))),
  )
  const cells = Float64Array.from(legs)
  const bytes = encodeTravel({ locations, seconds: cells, metres: cells })
  await writeTravel(tx, plan, {
    coordinates: places.flatMap(({ latitude, longitude }) => [latitude, longitude]),
    seconds: Buffer.from(bytes.seconds),
    metres: Buffer.from(bytes.metres),
    engine: 'portable',
    isEstimate,
  })
}
