import { stalePredictionMinutes } from '@rumbo/contract/dispatch.lateness.contract'
import type { OutputOf } from '@rumbo/contract/endpoint'
import type { readLivePlan } from '@rumbo/contract/planning.publish.contract'
import { minuteMs } from '@rumbo/contract/time-units'
import { type Actor, requireCan } from '../../platform/access/access.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { problem } from '../../platform/problem.ts'
import { findLiveVehicles } from '../../vehicles/index.ts'
import { findOutOfService, findPublication, findStopsOfPlan } from './planning.live.repository.ts'
import { visitOf } from './planning.live.rules.ts'

/**
 * A published plan against what happened. Predictions are those that were last stored, so that all screens show the same.
 * @throws Problem `plan_not_found`, `plan_not_published`
 */
export async function readLivePlanOf(
  tx: Transaction,
  actor: Actor,
  planId: string,
): Promise<OutputOf<typeof readLivePlan>> {
  const plan = await findPublication(tx, planId)
  if (!plan) throw problem('plan_not_found')
  requireCan(actor, 'planning.read', plan)
  if (plan.publishedAt === null) throw problem('plan_not_published')
  const stops = await findStopsOfPlan(tx, planId)
  const vehicleIds = [...new Set(stops.map(({ vehicleId }) => vehicleId))]
  const vehicles = await findLiveVehicles(tx, [plan.fleetId], vehicleIds)
  const nowMs = tx.now.getTime()
  const fleet = {
    vehicles: new Map(vehicles.map((vehicle) => [vehicle.id, vehicle])),
    outOfService: await findOutOfService(tx, plan.fleetId),
    nowMs,
    since: nowMs - stalePredictionMinutes * minuteMs,
  }
  return { now: tx.now.toISOString(), visits: stops.map((stop) => visitOf(stop, fleet)) }
}
