import type { LatenessCause } from '@rumbo/contract/dispatch.lateness.contract'
import type { LiveVehicle } from '@rumbo/contract/live.contract'
import type { LiveVisit, PlanObstacle } from '@rumbo/contract/planning.publish.contract'
import { dispatchFixMs } from '@rumbo/contract/telemetry.freshness'
import { minuteMs } from '@rumbo/contract/time-units'
import type { Coordinates } from '@rumbo/geo'
import { arrivalsOf, type StopAhead, standSeconds } from '@rumbo/planning/arrivals'
import { toleranceOf } from '@rumbo/planning/problem'
import type { RunningRoute } from '../../services/index.ts'
import type { StoredLeg, TravelLeg } from '../travel/planning.travel.repository.ts'
import type { PublishedStop } from './planning.live.repository.ts'

/** A stop that a vehicle will make. */
export type StopToCome = StopAhead & Coordinates & { serviceId: string }
export interface VehicleAhead {
  vehicleId: string
  place: Coordinates
  /** Seconds since it last moved. */
  standsFor: number
  /** Its position is old. */
  isEstimate: boolean
  stops: StopToCome[]
}
export interface PlannedArrival {
  stopId: string
  serviceId: string
  vehicleId: string
  /** Milliseconds; not finite where no road leads there. */
  arrivesAt: number
  windowEnd: number | null
  isEstimate: boolean
  cause: LatenessCause
}

/** Not done yet: also while the vehicle is at the stop. */
export const isLeft = ({ departed, isCancelled, isOver }: PublishedStop): boolean =>
  departed === null && !isCancelled && !isOver

const msOf = (time: Date | string | null): number | null => (time === null ? null : new Date(time).getTime())

/**
 * What each vehicle has ahead of it: first what it was given beside its plan, then the stops of its plans in their order. A
 * service that another vehicle has counts with that one. A vehicle without a position, or one out of service for what it has
 * not begun, is left out.
 */
export function aheadOf(
  stops: readonly PublishedStop[],
  running: readonly RunningRoute[],
  vehicles: readonly LiveVehicle[],
  { outOfService, nowMs }: { outOfService: ReadonlySet<string>; nowMs: number },
): VehicleAhead[] {
  const planned = new Set(stops.map(({ serviceId }) => serviceId))
  const ahead = new Map<string, { beside: StopToCome[]; own: StopToCome[] }>()
  const of = (vehicleId: string) => {
    const known = ahead.get(vehicleId) ?? { beside: [], own: [] }
    ahead.set(vehicleId, known)
    return known
  }
  for (const route of running)
    if (!planned.has(route.serviceId))
      of(route.vehicleId).beside.push(
        ...route.stops.map(({ windowStart, windowEnd, serviceMinutes, ...stop }) => ({
          ...stop,
          serviceId: route.serviceId,
          windowStart: msOf(windowStart),
          windowEnd: msOf(windowEnd),
          serviceSeconds: serviceMinutes === null ? undefined : serviceMinutes * 60,
        })),
      )
  const begun = new Set(
    stops.flatMap(({ planId, vehicleId, departed }) => (departed === null ? [] : `${planId} ${vehicleId}`)),
  )
  for (const stop of stops.filter(isLeft)) {
    const carrier = stop.assignedVehicleId ?? stop.vehicleId
    if (stop.assignedVehicleId === null && outOfService.has(carrier)) continue
    of(carrier)[carrier === stop.vehicleId ? 'own' : 'beside'].push({
      id: stop.stopId,
      serviceId: stop.serviceId,
      latitude: stop.latitude,
      longitude: stop.longitude,
      windowStart: msOf(stop.windowStart),
      windowEnd: msOf(stop.windowEnd),
      serviceSeconds: stop.serviceMinutes * 60 || standSeconds,
      arrived: msOf(stop.arrived),
      notBefore:
        stop.assignedVehicleId !== null
          ? null
          : // A vehicle leaves as planned, and afterwards as soon as the stop before is done.
            msOf(begun.has(`${stop.planId} ${carrier}`) ? stop.dispatchTime : stop.arrivesAt),
    })
  }
  return vehicles.flatMap(({ id, latitude, longitude, at, standSince }) => {
    const found = ahead.get(id)
    if (!found || latitude === null || longitude === null) return []
    return [
      {
        vehicleId: id,
        place: { latitude, longitude },
        standsFor: standSince === null ? 0 : Math.max(0, (nowMs - standSince) / 1000),
        isEstimate: at === null || nowMs - at > dispatchFixMs,
        stops: [...found.beside, ...found.own],
      },
    ]
  })
}

/** The ways of a vehicle to its first stop, then from stop to stop. */
export const waysOf = ({ place, stops }: Pick<VehicleAhead, 'place' | 'stops'>): TravelLeg[] =>
  stops.map((to, at) => ({ from: stops[at - 1] ?? place, to }))

/** @param legs to the first stop, then from stop to stop */
export function predictedOf(
  vehicle: VehicleAhead,
  legs: readonly StoredLeg[],
  nowMs: number,
): PlannedArrival[] {
  const seconds = legs.map((leg) => leg.seconds)
  let isEstimate = vehicle.isEstimate
  return arrivalsOf(vehicle.stops, seconds, { nowMs, standsFor: vehicle.standsFor }).map(
    (prediction, index) => {
      isEstimate ||= legs[index]?.isEstimate === true
      const serviceId = vehicle.stops[index]?.serviceId ?? ''
      return { ...prediction, serviceId, vehicleId: vehicle.vehicleId, isEstimate }
    },
  )
}

/** The vehicles of a plan as they are now. */
export interface FleetNow {
  vehicles: ReadonlyMap<string, LiveVehicle>
  outOfService: ReadonlySet<string>
  nowMs: number
  /** Predictions before it are too old. */
  since: number
}

const obstacleOf = (
  { vehicleId, assignedVehicleId }: PublishedStop,
  { vehicles, outOfService }: FleetNow,
): PlanObstacle | null => {
  if (assignedVehicleId !== null && assignedVehicleId !== vehicleId) return 'elsewhere'
  const vehicle = vehicles.get(vehicleId)
  if (!vehicle || outOfService.has(vehicleId)) return 'out_of_service'
  return vehicle.latitude === null ? 'no_position' : null
}

const iso = (time: Date | null) => time?.toISOString() ?? null

/** Until when the vehicle has to be there, as the plan was searched with; null: whenever. */
function promiseOf(stop: PublishedStop): Date | null {
  const { windowStart, windowEnd, dispatchTime, serviceType } = stop
  if (windowEnd !== null || windowStart !== null || dispatchTime === null) return windowEnd
  const tolerance = toleranceOf(serviceType, stop)
  return tolerance === null ? null : new Date(dispatchTime.getTime() + tolerance * minuteMs)
}

/** A stop as the live day shows it. */
export function visitOf(stop: PublishedStop, fleet: FleetNow): LiveVisit {
  const { nowMs, since } = fleet
  const { vehicleId, serviceId, stopId, sequence, windowEnd, arrived, departed, isCancelled } = stop
  const isAhead = isLeft(stop) && arrived === null
  const isKnown = isAhead && stop.predictedAt !== null && stop.predictedAt.getTime() > since
  const predicted = isKnown ? stop.predictedArrival : null
  const promise = promiseOf(stop)
  // What nobody can predict is late from then on.
  const reached = arrived ?? departed ?? predicted ?? (isAhead ? new Date(nowMs) : null)
  const late = promise === null || reached === null || isCancelled ? 0 : reached.getTime() - promise.getTime()
  return {
    vehicleId,
    serviceId,
    stopId,
    sequence,
    plannedArrival: stop.arrivesAt.toISOString(),
    plannedBegin: stop.beginsAt.toISOString(),
    plannedDeparture: stop.departsAt.toISOString(),
    windowEnd: iso(windowEnd),
    arrived: iso(arrived),
    departed: iso(departed),
    isCancelled,
    predictedArrival: iso(predicted),
    isEstimate: predicted !== null && stop.isEstimate,
    obstacle: isAhead ? obstacleOf(stop, fleet) : null,
    lateSeconds: Math.max(0, Math.round(late / 1000)),
  }
}
