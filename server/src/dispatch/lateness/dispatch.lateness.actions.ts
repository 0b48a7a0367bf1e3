import { distanceMetres } from '@rumbo/geo/geometry/distance'
import { arrivalsOf, gravestOf, horizonMs } from '@rumbo/planning/arrivals'
import type { Logger } from 'pino'
import { findFleetsWithFindings } from '../../events/index.ts'
import type { Roads } from '../../places/index.ts'
import {
  findPlannedFleets,
  type PlannedArrival,
  predictPublished,
  readPublished,
  storePublished,
} from '../../planning/index.ts'
import { asSystem } from '../../platform/access/access.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { enqueueJob, type JobTask } from '../../platform/jobs/jobs.ts'
import {
  findRunningRoutes,
  findWaiting,
  type RunningRoute,
  type WaitingService,
} from '../../services/index.ts'
import { readRequests } from '../dispatch.actions.ts'
import { type EngineRequest, endsBeforePickup, exclusionsOf } from '../engine/dispatch.constraints.rules.ts'
import { legsOf } from '../engine/dispatch.drives.ts'
import { type FleetVehicle, readVehicles, readZonesAt } from '../engine/dispatch.fleet-state.actions.ts'
import type { StoredReservation } from '../engine/dispatch.reservations.repository.ts'
import { findSettings } from '../engine/dispatch.settings.repository.ts'
import { findExpected } from '../reservations/dispatch.expected.actions.ts'
import { recordDelays } from './dispatch.delays.actions.ts'
import {
  findBusyFleets,
  findPredictions,
  lockPredictions,
  type NewPrediction,
  replacePredictions,
} from './dispatch.lateness.repository.ts'

interface LatenessDeps {
  database: Database
  roads: Pick<Roads, 'table'>
}
interface Place {
  companyId: string
  fleetId: string
}

const identity = asSystem('predict lateness')
/** Waiting services that are looked at; their arrival is that of the nearest of so many vehicles. */
const mostWaiting = 200
const nearestVehicles = 5

async function predictRunning(
  { roads }: LatenessDeps,
  place: Place,
  { serviceId, vehicleId, stops }: RunningRoute,
  vehicle: FleetVehicle | undefined,
  nowMs: number,
): Promise<NewPrediction | null> {
  if (!vehicle?.place || stops.length === 0) return null
  const places = stops.map(({ latitude, longitude }) => ({ latitude, longitude }))
  const legs = await legsOf(roads, vehicle.place, places)
  const found = gravestOf(
    arrivalsOf(
      stops.map(({ id, windowStart, windowEnd, serviceMinutes }) => ({
        id,
        windowStart: windowStart === null ? null : Date.parse(windowStart),
        windowEnd: windowEnd === null ? null : Date.parse(windowEnd),
        serviceSeconds: serviceMinutes === null ? undefined : serviceMinutes * 60,
      })),
      legs.seconds,
      { nowMs, standsFor: vehicle.idle },
    ),
    nowMs,
  )
  if (!found || !Number.isFinite(found.arrivesAt)) return null
  return {
    ...place,
    serviceId,
    stopId: found.stopId,
    vehicleId,
    plannedVehicleId: null,
    windowEnd: found.windowEnd === null ? null : new Date(found.windowEnd),
    arrivesAt: new Date(found.arrivesAt),
    isEstimate: legs.isEstimate,
    cause: found.cause,
  }
}

/**
 * A service whose window ends soon and that has no vehicle yet: with the vehicle that a person reserved for it, or without
 * one as if the nearest free one were assigned now.
 */
async function predictWaiting(
  { roads }: LatenessDeps,
  place: Place,
  service: WaitingService,
  {
    vehicles,
    requiresShift,
    request,
    reservation,
    nowMs,
  }: {
    vehicles: readonly FleetVehicle[]
    requiresShift: boolean
    request: EngineRequest
    reservation: StoredReservation | undefined
    nowMs: number
  },
): Promise<NewPrediction | null> {
  const { id: serviceId, firstStopId, windowEnd } = service
  const { pickup } = request
  if (windowEnd === null || windowEnd.getTime() > nowMs + horizonMs) return null
  const base = {
    ...place,
    serviceId,
    stopId: firstStopId,
    vehicleId: null,
    plannedVehicleId: null,
    windowEnd,
  }
  // Without any vehicle it is late from the end of its window on, and later with every minute.
  const none: NewPrediction = {
    ...base,
    arrivesAt: new Date(Math.max(nowMs, windowEnd.getTime()) + horizonMs),
    isEstimate: true,
    cause: 'no_vehicle',
  }
  if (reservation) {
    const { arrivesAt, isEstimate, place: rank, vehicleId } = reservation
    const isFree = vehicles.find((vehicle) => vehicle.vehicleId === vehicleId)?.freeIn === 0
    const cause = isFree && rank === 1 ? 'distance' : 'earlier_stop'
    return arrivesAt === null ? none : { ...base, arrivesAt, isEstimate, cause }
  }
  const near = vehicles
    .filter((vehicle) => exclusionsOf(vehicle, request, { requiresShift, freeWithin: 0 }).length === 0)
    .flatMap((vehicle) => {
      const { place: at } = vehicle
      return at ? [{ vehicle, at, metres: distanceMetres(at, pickup) }] : []
    })
    .sort((a, b) => a.metres - b.metres)
    .slice(0, nearestVehicles)
  if (near.length === 0) return none
  const table = await roads.table(
    near.map(({ at }) => at),
    [pickup],
  )
  const seconds = near.reduce((least, { vehicle }, row) => {
    const drive = table.seconds[row] ?? Number.NaN
    return drive < least && !endsBeforePickup(vehicle, request, drive) ? drive : least
  }, Number.POSITIVE_INFINITY)
  if (!Number.isFinite(seconds)) return none
  return {
    ...base,
    arrivesAt: new Date(nowMs + seconds * 1000),
    isEstimate: table.isEstimated.some((one) => one === true),
    cause: 'no_vehicle',
  }
}

/**
 * Services of published plans: those under way by their gravest stop, and those that wait for the vehicle of their plan where
 * that will be late soon.
 */
function predictPlanned(
  place: Place,
  arrivals: readonly PlannedArrival[],
  running: ReadonlyMap<string, RunningRoute>,
  nowMs: number,
): NewPrediction[] {
  return [...new Set(arrivals.map(({ serviceId }) => serviceId))].flatMap((serviceId) => {
    const stops = arrivals.filter((arrival) => arrival.serviceId === serviceId)
    const found = gravestOf(stops, nowMs)
    const at = stops.find(({ stopId }) => stopId === found?.stopId)
    if (!found || !at || !Number.isFinite(found.arrivesAt)) return []
    const { stopId, windowEnd, arrivesAt, cause } = found
    const isRunning = running.has(serviceId)
    if (!isRunning && (windowEnd === null || windowEnd > nowMs + horizonMs)) return []
    return [
      {
        ...place,
        serviceId,
        stopId,
        vehicleId: isRunning ? at.vehicleId : null,
        plannedVehicleId: isRunning ? null : at.vehicleId,
        windowEnd: windowEnd === null ? null : new Date(windowEnd),
        arrivesAt: new Date(arrivesAt),
        isEstimate: at.isEstimate,
        cause,
      },
    ]
  })
}

/** Predicts when the vehicles of a fleet will be at the stops of its services. */
async function predictFleet(deps: LatenessDeps, place: Place): Promise<void> {
  const { database } = deps
  const { vehicles, requests, settings, reservations, routes, waiting, published, now } =
    await database.transaction(
      identity,
      async (tx) => {
        const read = await readVehicles(tx, place)
        const due = await findWaiting(tx, place.fleetId, mostWaiting)
        const zonesAt = await readZonesAt(tx, place.fleetId, read)
        const running = await findRunningRoutes(tx, [place.fleetId])
        return {
          vehicles: read,
          requests: await readRequests(tx, { zonesAt }, due),
          settings: await findSettings(tx, place.fleetId),
          reservations: await findExpected(tx, [place.fleetId]),
          routes: running,
          published: await readPublished(tx, place.fleetId, running),
          waiting: due,
          now: tx.now,
        }
      },
      { readOnly: true },
    )
  const nowMs = now.getTime()
  const byId = new Map(vehicles.map((vehicle) => [vehicle.vehicleId, vehicle]))
  const arrivals = await predictPublished(deps.roads, published)
  const running = new Map(routes.map((route) => [route.serviceId, route]))
  const predictions: NewPrediction[] = predictPlanned(place, arrivals, running, nowMs)
  const expected = new Set(arrivals.map(({ serviceId }) => serviceId))
  const predicted = new Set(predictions.map(({ serviceId }) => serviceId))
  for (const route of routes) {
    if (predicted.has(route.serviceId)) continue
    const found = await predictRunning(deps, place, route, byId.get(route.vehicleId), nowMs)
    if (found) predictions.push(found)
  }
  const byPeople = new Map(
    reservations
      .filter(({ isDue, reservedBy }) => isDue && reservedBy !== null)
      .map((one) => [one.serviceId, one]),
  )
  for (const service of waiting) {
    // In its plan it is in time, or so late that it is predicted already.
    if (expected.has(service.id)) continue
    const request = requests.get(service.id)
    const known = { vehicles, reservation: byPeople.get(service.id), nowMs, ...settings }
    const found = request && (await predictWaiting(deps, place, service, { ...known, request }))
    if (found) predictions.push(found)
  }
  await database.transaction(identity, async (tx) => {
    await lockPredictions(tx, place.fleetId)
    const { hasChanged, delays } = await replacePredictions(tx, place.fleetId, predictions)
    if (hasChanged) tx.stale({ domain: 'dispatch', ...place })
    await storePublished(tx, published, arrivals)
    await recordDelays(tx, place, delays)
  })
}

/** Predicts the lateness of all services; one fleet's failure does not stop the others. */
export async function predictLateness(deps: LatenessDeps, log: Logger): Promise<void> {
  const fleets = await deps.database.transaction(
    identity,
    // The last service of a fleet may have ended with an open event.
    async (tx) => [
      ...(await findBusyFleets(tx)),
      ...(await findPlannedFleets(tx)),
      ...(await findFleetsWithFindings(tx, 'service_delay')),
    ],
    { readOnly: true },
  )
  for (const place of new Map(fleets.map((fleet) => [fleet.fleetId, fleet])).values())
    await predictFleet(deps, place).catch((error: Error) =>
      log.warn({ err: error, fleetId: place.fleetId }, 'could not predict the lateness of a fleet; retrying'),
    )
}

/** The predictions for open services of fleets; none outside the caller's scopes. */
export const predictionsOf = findPredictions

const fleetTask = 'dispatch:fleet-lateness'
/** Predicts for one fleet as soon as the transaction commits, rather than within a minute. */
export const enqueuePrediction = (tx: Transaction, { companyId, fleetId }: Place): Promise<void> =>
  enqueueJob(tx, { task: fleetTask, payload: { companyId, fleetId }, key: `${fleetTask}:${fleetId}` })

/** Jobs of predicted lateness; idempotent. */
export const latenessTasks = (deps: LatenessDeps & { log: Logger }): Record<string, JobTask> => ({
  'dispatch:lateness': () => predictLateness(deps, deps.log),
  [fleetTask]: (payload) => predictFleet(deps, payload as Place),
})
export const latenessCrontab = '* * * * * dispatch:lateness ?max=1&jobKey=dispatch:lateness'
