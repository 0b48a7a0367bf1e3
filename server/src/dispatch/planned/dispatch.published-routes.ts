import type { Coordinates } from '@rumbo/geo'
import { distanceMetres } from '@rumbo/geo/geometry/distance'
import { groupBy } from '../../platform/group-by.ts'
import type { RunningRoute, SharedRoute } from '../../services/index.ts'

/** A stop in the published route of a vehicle, of a service that is not over. */
export interface RouteStop extends Coordinates {
  planId: string
  vehicleId: string
  serviceId: string
  stopId: string
  isDone: boolean
}

/** What a vehicle is driving: the stops that are left of all its services. */
export interface DrivenRoute extends RunningRoute {
  serviceIds: string[]
}

/** Stops nearer to each other are one place: what is loaded there belongs to one visit. */
const samePlaceMetres = 30

/** The published routes of vehicles. */
export interface PublishedRoutes {
  /** Whether the stop that the vehicle is to make next, or one at the same place, is of this service. */
  isNext(vehicleId: string, serviceId: string): boolean
  /** Whether the vehicle left a stop of its route in this plan. */
  hasBegun(vehicleId: string, planId: string): boolean
  /** The services of the vehicle in this plan that are not over. */
  sharedBy(vehicleId: string, planId: string): SharedRoute
  /** The stops of routes under way as vehicles make them: of one that carries out several services in the published order. */
  joined(running: readonly RunningRoute[]): DrivenRoute[]
}

const vehicleOf = ({ vehicleId }: { vehicleId: string }) => vehicleId

/** @param stops by vehicle in their order */
export function publishedRoutes(
  stops: readonly RouteStop[],
  begun: readonly { planId: string; vehicleId: string }[],
): PublishedRoutes {
  const byVehicle = groupBy(stops, vehicleOf)
  const order = new Map(stops.map(({ stopId }, at) => [stopId, at]))
  const left = new Set(begun.map(({ planId, vehicleId }) => `${planId} ${vehicleId}`))
  const stopsOf = (vehicleId: string) => byVehicle.get(vehicleId) ?? []
  return {
    isNext(vehicleId, serviceId) {
      const [first, ...rest] = stopsOf(vehicleId).filter(({ isDone }) => !isDone)
      if (!first) return false
      const away = rest.findIndex((stop) => distanceMetres(first, stop) > samePlaceMetres)
      return [first, ...(away < 0 ? rest : rest.slice(0, away))].some((stop) => stop.serviceId === serviceId)
    },
    hasBegun: (vehicleId, planId) => left.has(`${planId} ${vehicleId}`),
    sharedBy(vehicleId, planId) {
      const own = stopsOf(vehicleId).filter((stop) => stop.planId === planId)
      return { planId, serviceIds: [...new Set(own.map(({ serviceId }) => serviceId))] }
    },
    joined(running) {
      return [...groupBy(running, vehicleOf).values()].map((routes) => {
        const [first] = routes as [RunningRoute, ...RunningRoute[]]
        const last = order.size
        const place = ({ id }: RunningRoute['stops'][number]) => order.get(id) ?? last
        return {
          ...first,
          serviceIds: routes.map(({ serviceId }) => serviceId),
          stops: routes.flatMap((route) => route.stops).sort((a, b) => place(a) - place(b)),
        }
      })
    },
  }
}
