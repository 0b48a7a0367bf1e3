import type { DispatchSettings } from '@rumbo/contract/dispatch.engine.contract'
import { foldText } from '@rumbo/contract/fold-text'
import { vehicleNeedsOf } from '@rumbo/contract/services.requirements.rules'
import { isBusyStatus } from '@rumbo/contract/vehicles.contract'
import type { Coordinates } from '@rumbo/geo'
import { findZonesOfFleet } from '../../places/index.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import {
  findWaiting,
  findWithoutVehicle,
  type RunningRoute,
  type WaitingService,
} from '../../services/index.ts'
import { findDriversOnDuty } from '../../shifts/index.ts'
import { findVehicleLimits, findVehiclesToDispatch } from '../../vehicles/index.ts'
import { findHolds } from '../bulk/dispatch.holds.repository.ts'
import {
  findOfferedVehicles,
  type OfferHistory,
  readOfferHistory,
} from '../offers/dispatch.offers.repository.ts'
import type { DrivenRoute, PublishedRoutes } from '../planned/dispatch.published-routes.ts'
import { findDrivenRoutes, readPublishedRoutes } from '../planned/dispatch.routes.actions.ts'
import { findReservedVehicles } from '../reservations/dispatch.reserved.repository.ts'
import type { EngineRequest, EngineVehicle } from './dispatch.constraints.rules.ts'
import { freeAfter } from './dispatch.estimate.rules.ts'
import type { Remaining } from './dispatch.remaining.ts'
import { findReservations, type StoredReservation } from './dispatch.reservations.repository.ts'
import { freeWithinSeconds } from './dispatch.round.rules.ts'
import { findSettings } from './dispatch.settings.repository.ts'
import { type ZonesAt, zonesAtOf } from './dispatch.zones.rules.ts'

/** The most pressing services of a fleet that one round matches. */
const mostServices = 1_000

export interface FleetVehicle extends EngineVehicle {
  vehicleNumber: string
  plateNumber: string
  driverId: string | null
  driverName: string | null
}

/** A service that is due, and the vehicle that a person or plan reserved for it. */
export interface Reserved {
  service: WaitingService
  reservation: StoredReservation
}

/** What a round knows of a fleet. */
export interface FleetState {
  now: Date
  settings: DispatchSettings
  /** Without those that people or plans reserved a vehicle for. */
  waiting: WaitingService[]
  /** Those, by vehicle in their order. */
  reserved: Reserved[]
  vehicles: FleetVehicle[]
  /** Of each vehicle one at most. */
  routes: DrivenRoute[]
  published: PublishedRoutes
  offers: OfferHistory
  reservations: StoredReservation[]
  zonesAt: ZonesAt
}

/** @returns null where the vehicles are only wanted for a service that the round may match, and there is none */
export async function readFleet(
  tx: Transaction,
  place: { fleetId: string; companyId: string },
  { isImmediate }: { isImmediate: boolean },
): Promise<FleetState | null> {
  const { fleetId } = place
  const held = new Set((await findHolds(tx, [fleetId])).map(({ serviceId }) => serviceId))
  const reservations = await findReservations(tx, [fleetId])
  const byPeople = reservations.filter(({ reservedBy }) => reservedBy !== null)
  const reservedIds = byPeople.map(({ serviceId }) => serviceId)
  const plannedIds = byPeople.flatMap(({ planId, serviceId }) => (planId === null ? [] : serviceId))
  const due = (await findWaiting(tx, fleetId, mostServices + held.size, reservedIds)).filter(
    ({ id }) => !held.has(id),
  )
  const isReserved = new Set(reservedIds)
  const waiting = due.filter(({ id }) => !isReserved.has(id))
  const planned = plannedIds.length > 0 ? await findWithoutVehicle(tx, plannedIds) : []
  const serviceOf = new Map([...due, ...planned].map((service) => [service.id, service]))
  const offers = await readOfferHistory(tx, [...serviceOf.keys()])
  const settings = await findSettings(tx, fleetId)
  const hasOpen = settings.mode !== 'manual' && openOf({ waiting, offers }).length > 0
  if (isImmediate && !hasOpen) return null
  const vehicles = await readVehicles(tx, place)
  const published = await readPublishedRoutes(tx, plannedIds.length > 0 ? [fleetId] : [])
  return {
    now: tx.now,
    settings,
    waiting,
    reserved: byPeople.flatMap((reservation) => {
      const service = serviceOf.get(reservation.serviceId)
      return service && isServedNow(reservation, published) ? [{ service, reservation }] : []
    }),
    routes: await findDrivenRoutes(tx, [fleetId]),
    published,
    reservations,
    offers,
    vehicles,
    zonesAt: await readZonesAt(tx, fleetId, vehicles),
  }
}

/** Whether the time has come for what a person or plan reserved: by its plan also early, where the route goes on with it. */
const isServedNow = (
  { isDue, mayBeDue, planId, vehicleId, serviceId }: StoredReservation,
  published: PublishedRoutes,
): boolean =>
  isDue ||
  (planId !== null &&
    mayBeDue &&
    published.hasBegun(vehicleId, planId) &&
    published.isNext(vehicleId, serviceId))

/** The zones of a fleet are read only where vehicles are limited to some. */
export const readZonesAt = async (
  tx: Transaction,
  fleetId: string,
  vehicles: readonly EngineVehicle[],
): Promise<ZonesAt> =>
  zonesAtOf(
    vehicles,
    vehicles.some(({ zones = [] }) => zones.length > 0) ? await findZonesOfFleet(tx, fleetId) : [],
  )

/** The waiting services that a round may match: no driver is asked about them, and none is left to a person. */
export const openOf = ({ waiting, offers }: Pick<FleetState, 'waiting' | 'offers'>): WaitingService[] =>
  waiting.filter(({ id }) => !offers.offeredServices.has(id) && !offers.held.has(id))

/** The vehicles of a fleet as the rules see them, with their drivers on duty. */
export async function readVehicles(
  tx: Transaction,
  { fleetId, companyId }: { fleetId: string; companyId: string },
): Promise<FleetVehicle[]> {
  const now = tx.now.getTime()
  // First: a vehicle whose driver accepts meanwhile would otherwise look free and not asked.
  const offered = await findOfferedVehicles(tx, fleetId)
  const reserved = await findReservedVehicles(tx, fleetId)
  const live = await findVehiclesToDispatch(tx, fleetId)
  const limits = await findVehicleLimits(tx, fleetId)
  const drivers = await findDriversOnDuty(
    tx,
    { companyId, fleetId },
    live.map(({ id }) => id),
  )
  const secondsFrom = (time: number) => (time - now) / 1000
  return live.map(
    ({
      id,
      vehicleNumber,
      plateNumber,
      type,
      status,
      seats,
      loadKg,
      loadM3,
      skills,
      latitude,
      longitude,
      at,
      standSince,
    }) => {
      const driver = drivers.get(id)
      return {
        vehicleId: id,
        vehicleNumber,
        plateNumber,
        type,
        status,
        seats,
        loadKg,
        loadM3,
        skills: skills.map(foldText),
        place: latitude === null || longitude === null ? null : { latitude, longitude },
        fixAgeMs: at === null ? null : now - at,
        freeIn: isBusyStatus(status) ? null : 0,
        idle: standSince === null ? 0 : Math.max(0, -secondsFrom(standSince)),
        isOffered: offered.has(id),
        reservedServices: reserved.get(id) ?? [],
        ...limits.get(id),
        driver: driver
          ? { reasons: driver.reasons, shiftEndsIn: secondsFrom(driver.endsAt.getTime()) }
          : null,
        driverId: driver?.driverId ?? null,
        driverName: driver?.name ?? null,
      }
    },
  )
}

/** The vehicles with the time until the busy ones are free, at their last stop. */
export function withRemaining<V extends EngineVehicle>(
  vehicles: readonly V[],
  routes: readonly RunningRoute[],
  remaining: ReadonlyMap<string, Remaining>,
): V[] {
  const byVehicle = new Map(routes.map(({ serviceId, vehicleId }) => [vehicleId, remaining.get(serviceId)]))
  return vehicles.map((vehicle) => {
    const left = byVehicle.get(vehicle.vehicleId)
    return vehicle.freeIn === 0 || !left
      ? vehicle
      : { ...vehicle, place: left.place, freeIn: left.seconds, idle: 0 }
  })
}

/** The vehicles with the time until the busy ones are free, by the estimate: no road engine is asked. */
export function withEstimated<V extends EngineVehicle>(
  vehicles: readonly V[],
  routes: readonly RunningRoute[],
): V[] {
  const places = new Map(vehicles.map(({ vehicleId, place }) => [vehicleId, place]))
  const remaining = routes.flatMap(({ serviceId, vehicleId, stops }): [string, Remaining][] => {
    const from = places.get(vehicleId)
    if (!from) return []
    const { place, freeIn } = freeAfter(from, stops)
    return [[serviceId, { place, seconds: freeIn, isEstimate: true }]]
  })
  return withRemaining(vehicles, routes, new Map(remaining))
}

/**
 * The vehicles with where and when the busy ones are free soon, by the estimate: no road engine is asked.
 * @param routes of their services
 */
export function withNext<V extends EngineVehicle>(
  vehicles: readonly V[],
  routes: readonly RunningRoute[],
): V[] {
  const byVehicle = new Map(routes.map((route) => [route.vehicleId, route]))
  return vehicles.map((vehicle) => {
    const route = vehicle.freeIn === null ? byVehicle.get(vehicle.vehicleId) : undefined
    if (!route || !vehicle.place) return vehicle
    const { place, freeIn } = freeAfter(vehicle.place, route.stops)
    return freeIn > freeWithinSeconds ? vehicle : { ...vehicle, next: { place, freeIn } }
  })
}

const none: ReadonlySet<string> = new Set()

/** What the rules compare of a waiting service. */
export function requestOf(
  service: WaitingService,
  {
    now,
    offers,
    reservations,
    zonesAt,
  }: Pick<FleetState, 'now' | 'zonesAt'> & {
    reservations: readonly Pick<StoredReservation, 'serviceId' | 'vehicleId'>[]
    offers: Pick<OfferHistory, 'rejectedBy'>
  },
): EngineRequest {
  const { id, latitude, longitude, waitingSince, priority, duration, windowStart, windowEnd } = service
  const secondsTo = (time: Date | null) => (time === null ? null : (time.getTime() - now.getTime()) / 1000)
  return {
    serviceId: id,
    pickup: { latitude, longitude },
    age: Math.max(0, (now.getTime() - waitingSince.getTime()) / 1000),
    priority,
    windowStart: secondsTo(windowStart),
    windowEnd: secondsTo(windowEnd),
    duration,
    needs: vehicleNeedsOf(service),
    zones: zonesAt({ latitude, longitude }),
    rejectedBy: offers.rejectedBy.get(id) ?? none,
    reservedFor: reservations.find(({ serviceId }) => serviceId === id)?.vehicleId ?? null,
  }
}

export const lastStopOf = ({ lastLatitude, lastLongitude }: WaitingService): Coordinates => ({
  latitude: lastLatitude,
  longitude: lastLongitude,
})
