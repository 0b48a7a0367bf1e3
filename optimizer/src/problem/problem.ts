import type { Legs, Travel } from './travel.ts'

/** What is to be planned: requests, vehicles and the travel between their locations. Plain data, ready to be sent to a worker. */
export interface Problem<Kind extends Travel | Legs = Travel> {
  /** Travel between locations, one entry per kind of vehicle; at least one. */
  travel: Kind[]
  requests: PlanRequest[]
  vehicles: PlanVehicle[]
}

/** A problem whose routes are edited: its travel need not be matrices, which the solver needs. */
export type EditProblem = Problem<Travel | Legs>

/** Seconds since any instant that is the same for the whole problem. */
export interface Window {
  from: number
  until: number
}

/** What one vehicle must do as a whole: its stops in this order. A single stop is a delivery from, or a collection for, the depot. */
export interface PlanRequest {
  id: string
  stops: PlanStop[]
  /** What it costs to leave it out; absent where it must be served if any plan can. */
  penalty?: number
  /** Decides which requests are left out when not all can be served: the higher, the later. Default 1. */
  priority?: number
  /** Every skill that the vehicle must have. */
  skills?: string[]
  /** The only vehicles it may go to; absent for all. */
  vehicleIds?: string[]
}

export interface PlanStop {
  /** Index of a row of the travel matrices. */
  location: number
  /** When its service may begin, ascending and apart; absent for any time. */
  windows?: Window[]
  /** Seconds. */
  service: number
  /** What is taken on board (positive) or leaves (negative), one number per dimension of capacity. */
  load?: number[]
  /** Beginning later than this costs the objective `punctuality`; no route waits at its start until after it. */
  due?: number
}

export interface PlanVehicle {
  id: string
  /** Index into `travel`. */
  travel: number
  /** The location where it starts. */
  start: number
  /** The location where it ends; absent where it may stay at its last stop. */
  end?: number
  /** It starts and ends within it. */
  shift: Window
  /** It leaves when its shift begins, not as late as its route allows. */
  isStartFixed?: boolean
  /** The most of each dimension; all vehicles have the same number of dimensions. */
  capacity: number[]
  skills?: string[]
  /** In their order. */
  breaks?: PlanBreak[]
  /** Where it may reload during its shift, how many seconds that takes, and how often at most. */
  reload?: { location: number; service: number; most: number }
  /** From its start to its end. */
  maxSeconds?: number
  maxMetres?: number
  /** Reloads count as stops. */
  maxStops?: number
  /** Of using it at all, and of travel. Only their relation to each other and to penalties matters. */
  costs: { fixed: number; perMetre: number; perSecond: number }
}

/** A pause between two stops that begins within `window`. */
export interface PlanBreak {
  window: Window
  seconds: number
}

/** The order in which a vehicle does its work, and when. Times are in the seconds of the problem. */
export interface PlannedRoute {
  vehicleId: string
  /** When it leaves its start: as late as the rest of the route allows without a later end or more lateness. */
  starts: number
  ends: number
  visits: Visit[]
  breaks: TakenBreak[]
  metres: number
  /** Seconds of travel, of service, and of waiting for a window or a break to begin. */
  travelling: number
  serving: number
  waiting: number
}

/** A stop of a request, or a reload where `requestId` is absent. */
export interface Visit {
  requestId?: string
  /** Index of the stop within its request. */
  stop?: number
  arrives: number
  /** When service begins. */
  begins: number
  departs: number
}

export interface TakenBreak {
  begins: number
  ends: number
  /** It follows this many visits. */
  after: number
}

export interface Plan {
  /** Of the vehicles with stops. */
  routes: PlannedRoute[]
  /** The requests that are left out. */
  unassigned: string[]
}

/**
 * What a plan is judged by, beside the costs of its vehicles: `distance` adds nothing, `fewest_vehicles` compares plans by
 * vehicles first, `punctuality` adds what begins after `due`, `balance` the squares of the working hours of routes.
 */
export type Objective = 'fewest_vehicles' | 'distance' | 'punctuality' | 'balance'
