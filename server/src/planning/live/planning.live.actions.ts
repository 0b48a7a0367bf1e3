import { stalePredictionMinutes } from '@rumbo/contract/dispatch.lateness.contract'
import type { OutputOf } from '@rumbo/contract/endpoint'
import type { PlaceQuery } from '@rumbo/contract/lists'
import type { listRoutesAhead, readVehicleRoute } from '@rumbo/contract/planning.ahead.contract'
import type { readLivePlan } from '@rumbo/contract/planning.publish.contract'
import { minuteMs } from '@rumbo/contract/time-units'
import { findFleetIds } from '../../organisation/index.ts'
import { type Actor, requireCan } from '../../platform/access/access.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { problem } from '../../platform/problem.ts'
import { findLiveVehicles, findVehicle } from '../../vehicles/index.ts'
import {
  findOutOfService,
  findPublication,
  findRoutesAhead,
  findStopsAhead,
  findStopsOfPlan,
} from './planning.live.repository.ts'
import { type FleetNow, visitOf } from './planning.live.rules.ts'

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
  const fleet = await fleetNow(tx, plan.fleetId, vehicleIds)
  return { now: tx.now.toISOString(), visits: stops.map((stop) => visitOf(stop, fleet)) }
}

/** What is known of these vehicles of a fleet now. */
async function fleetNow(tx: Transaction, fleetId: string, vehicleIds: readonly string[]): Promise<FleetNow> {
  const vehicles = await findLiveVehicles(tx, [fleetId], vehicleIds)
  const nowMs = tx.now.getTime()
  return {
    vehicles: new Map(vehicles.map((vehicle) => [vehicle.id, vehicle])),
    outOfService: await findOutOfService(tx, fleetId),
    nowMs,
    since: nowMs - stalePredictionMinutes * minuteMs,
  }
}

/** How many services published plans still give each vehicle of a fleet or company. */
export const listRoutesAheadOf = async (
  tx: Transaction,
  place: PlaceQuery,
): Promise<OutputOf<typeof listRoutesAhead>> => ({
  items: await findRoutesAhead(tx, await findFleetIds(tx, place)),
})

/**
 * The stops that are left of a vehicle in published plans, with the predictions that were last stored.
 * @throws Problem `vehicle_not_found`, `forbidden`, `feature_off`
 */
export async function readVehicleRouteOf(
  tx: Transaction,
  actor: Actor,
  vehicleId: string,
): Promise<OutputOf<typeof readVehicleRoute>> {
  const vehicle = await findVehicle(tx, vehicleId)
  if (!vehicle) throw problem('vehicle_not_found')
  const { companyId, fleetId } = vehicle
  requireCan(actor, 'planning.read', { companyId, fleetId })
  const stops = await findStopsAhead(tx, vehicle)
  const fleet = await fleetNow(tx, fleetId, [vehicleId])
  const plans = new Map(
    stops.map(({ planId, planName, planDate }) => [planId, { id: planId, name: planName, date: planDate }]),
  )
  return {
    now: tx.now.toISOString(),
    plans: [...plans.values()],
    stops: stops.map((stop) => {
      const { planId, serviceNumber, serviceStatus, customerName, stopType, address } = stop
      const {
        vehicleId: _vehicle,
        departed: _departed,
        isCancelled: _cancelled,
        ...visit
      } = visitOf(stop, fleet)
      return {
        ...visit,
        planId,
        serviceNumber,
        serviceStatus,
        customerName,
        stopType,
        address,
      }
    }),
  }
}
