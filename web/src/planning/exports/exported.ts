import type { Plan } from '@rumbo/contract/planning.contract'
import type { Order, OrderStop, PlanVehicle } from '@rumbo/contract/planning.workspace.contract'

/** A stop of a route that is exported; times are seconds of the plan. A reload at the depot has no order. */
export interface ExportedVisit {
  /** From 1 in its route; 0 for a reload. */
  number: number
  order: Order | null
  stop: OrderStop | null
  place: { latitude: number; longitude: number } | null
  /** Null until they are known. */
  times: { arrives: number; begins: number; departs: number } | null
}
/** A route that is exported, as the screen shows it. */
export interface ExportedRoute {
  vehicleId: string
  /** Null where it left the fleet. */
  vehicle: PlanVehicle | null
  timed: { starts: number; ends: number; metres: number } | null
  visits: readonly ExportedVisit[]
}
/** The plan that is exported. */
export interface ExportedPlan {
  id: string
  name: string
  /** The day, `YYYY-MM-DD`. */
  date: string
  version: number
  /** The instant that counts as second 0. */
  origin: string
  timeZone: string
  routes: readonly ExportedRoute[]
}

export interface PlanExportProps {
  /** With the routes that are exported: all of the plan, or one. */
  plan: ExportedPlan
  status: Plan['status']
  isEstimate: boolean
}

/** Routes with stops. */
export const routesWithStops = ({ routes }: ExportedPlan): ExportedRoute[] =>
  routes.filter(({ visits }) => visits.some(({ stop }) => stop !== null))

/** How many stops have no times, and so no place in a calendar. */
export const untimedStops = (plan: ExportedPlan): number =>
  routesWithStops(plan).reduce(
    (sum, { visits }) => sum + visits.filter(({ stop, times }) => stop !== null && times === null).length,
    0,
  )

/** The instant of a second of the plan. */
export const instantAt = ({ origin }: Pick<ExportedPlan, 'origin'>, second: number): string =>
  new Date(Date.parse(origin) + Math.round(second) * 1_000).toISOString()
