import type { EditProblem } from '../problem/problem.ts'
import { isMatrices, type Legs, legsOf } from '../problem/travel.ts'

/** A vehicle with its travel; what is not limited is Infinity. */
export interface VehicleModel {
  /** Locations. */
  start: number
  /** -1 where the route ends at its last stop. */
  end: number
  /** The shift. */
  earliest: number
  /** It leaves at `earliest`. */
  isStartFixed: boolean
  latest: number
  capacity: Float64Array
  fixed: number
  perMetre: number
  perSecond: number
  maxMetres: number
  maxSeconds: number
  maxStops: number
  /** For editing, which needs no matrices. */
  legs: Legs
  /** Rows of the matrices. */
  locations: number
  /** Matrices in row order; empty where travel is computed leg by leg. */
  seconds: Float64Array
  metres: Float64Array
  /** Cost of travel by the matrices, row order. */
  cost: Float64Array
  /** Each begins between `from` and `until`. */
  breaks: { from: number; until: number; seconds: number }[]
  /** Whether it may reload. */
  reload: boolean
}

const noMatrices = { seconds: new Float64Array(0), metres: new Float64Array(0) }

/** @param perVehicle what using a vehicle costs beside its own fixed costs */
export function vehicleModels({ vehicles, travel }: EditProblem, perVehicle: number): VehicleModel[] {
  const costs = new Map<string, Float64Array>()
  const legs = travel.map(legsOf)
  return vehicles.map((vehicle) => {
    const own = travel[vehicle.travel]!
    const { locations, seconds, metres } = isMatrices(own) ? own : { ...noMatrices, locations: own.locations }
    const { fixed, perMetre, perSecond } = vehicle.costs
    const key = `${vehicle.travel} ${perMetre} ${perSecond}`
    let cost = costs.get(key)
    if (!cost) {
      cost = new Float64Array(metres.length)
      // Much quicker than `from` for millions of cells.
      for (let i = 0; i < cost.length; i++)
        cost[i] = seconds[i] === Infinity ? Infinity : metres[i]! * perMetre + seconds[i]! * perSecond
      costs.set(key, cost)
    }
    return {
      start: vehicle.start,
      end: vehicle.end ?? -1,
      earliest: vehicle.shift.from,
      isStartFixed: vehicle.isStartFixed ?? false,
      latest: vehicle.shift.until,
      capacity: Float64Array.from(vehicle.capacity),
      fixed: fixed + perVehicle,
      perMetre,
      perSecond,
      maxMetres: vehicle.maxMetres ?? Infinity,
      maxSeconds: vehicle.maxSeconds ?? Infinity,
      maxStops: vehicle.maxStops ?? Infinity,
      legs: legs[vehicle.travel]!,
      locations,
      seconds,
      metres,
      cost,
      breaks: (vehicle.breaks ?? []).map(({ window, seconds }) => ({
        from: window.from,
        until: window.until,
        seconds,
      })),
      reload: Boolean(vehicle.reload),
    }
  })
}

/** `request * vehicles + vehicle`: 1 where skills and the list of vehicles allow it. */
export function allowedVehicles({ requests, vehicles }: EditProblem) {
  const allowed = new Uint8Array(requests.length * vehicles.length)
  const skills = vehicles.map((vehicle) => new Set(vehicle.skills))
  requests.forEach((request, r) => {
    const only = request.vehicleIds && new Set(request.vehicleIds)
    vehicles.forEach((vehicle, v) => {
      const hasSkills = (request.skills ?? []).every((skill) => skills[v]!.has(skill))
      if (hasSkills && (!only || only.has(vehicle.id))) allowed[r * vehicles.length + v] = 1
    })
  })
  return allowed
}

/** By vehicle a number, which vehicles share that are the same in everything, so that one idle one is tried for all. */
export function vehicleClasses({ vehicles, requests }: EditProblem) {
  const named = new Set(requests.flatMap((request) => request.vehicleIds ?? []))
  const numbers = new Map<string, number>()
  return Int32Array.from(vehicles, (vehicle) => {
    const { id, ...rest } = vehicle
    const key = JSON.stringify(named.has(id) ? vehicle : { ...rest, skills: [...(rest.skills ?? [])].sort() })
    if (!numbers.has(key)) numbers.set(key, numbers.size)
    return numbers.get(key)!
  })
}
