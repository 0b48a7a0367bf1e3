import type { CostPart } from '@rumbo/contract/dispatch.contract'
import type { CostedVehicle, EngineRequest } from './dispatch.constraints.rules.ts'

/** How a fleet weighs what matters. All costs are in seconds of waiting, so that a person can read them. */
export interface CostWeights {
  /** For each second of driving without a passenger. */
  empty: number
  /** For each second after the pickup's window. */
  lateness: number
  /** For each second that the service would last beyond the end of the shift. */
  shiftRisk: number
  /** Deducted for each second the vehicle has been idle, and at most in all. */
  idle: number
  idleCap: number
  /** Deducted for each second the service has waited. */
  age: number
  /** Added for each second until the pickup and each second the service has waited, up to `mostUrgentAfter`. */
  urgency: number
  /** Added for each second until the pickup, the more the shorter the service is. */
  brevity: number
  /** For each second that other vehicles would need to the place of this one. */
  cover: number
  /** For taking a service away from the vehicle it is reserved for. */
  swap: number
  /** Deducted for each level of priority above low. */
  priority: number
}

/** The parts of a cost in seconds; those that are zero are left out. */
export type CostParts = Partial<Record<CostPart, number>>

const lowestPriority = 3
/** A service that has waited this long, in seconds, is as urgent as one can be. */
const mostUrgentAfter = 375
/** From this length, in seconds, a service counts as long. */
const longService = 2_300

function note(parts: CostParts, name: CostPart, seconds: number): void {
  if (seconds !== 0) parts[name] = seconds
}

/**
 * The cost of giving the service to the vehicle.
 * @param drive seconds by road from the vehicle's place to the pickup
 * @param parts filled in where given: rounds need them only of the few pairs they explain
 */
export function costOf(
  vehicle: CostedVehicle,
  { age, priority, windowStart, windowEnd, duration, reservedFor }: EngineRequest,
  drive: number,
  weights: CostWeights,
  parts?: CostParts,
): { cost: number; arrival: number } {
  const { freeIn, idle, cover, driver } = vehicle
  const arrival = (freeIn ?? 0) + drive
  const pickedUp = Math.max(arrival, windowStart ?? 0)
  const endsIn = pickedUp + duration
  const overrun = driver?.shiftEndsIn == null ? 0 : Math.max(0, endsIn - driver.shiftEndsIn)
  const empty = weights.empty * drive
  // What is late already is the same for all vehicles.
  const late = windowEnd === null ? 0 : Math.max(0, arrival - Math.max(0, windowEnd))
  const lateness = weights.lateness * late
  const risk = weights.shiftRisk * overrun
  const idleness = -Math.min(weights.idleCap, weights.idle * idle)
  const longWait = weights.urgency * Math.min(mostUrgentAfter, Math.max(0, age)) * arrival
  // An unknown duration, 0, is not a short one.
  const shortness = duration > 0 ? Math.max(0, 1 - duration / longService) : 0
  const brevity = weights.brevity * shortness * pickedUp
  const uncovered = weights.cover * (cover ?? 0)
  const waited = -weights.age * Math.max(0, age)
  const swap = reservedFor === null || reservedFor === vehicle.vehicleId ? 0 : weights.swap
  const preference = -weights.priority * Math.max(0, lowestPriority - priority)
  if (parts) {
    note(parts, 'arrival', pickedUp)
    note(parts, 'empty', empty)
    note(parts, 'lateness', lateness)
    note(parts, 'shift_risk', risk)
    note(parts, 'idle', idleness)
    note(parts, 'age', waited)
    note(parts, 'swap', swap)
    note(parts, 'urgency', longWait)
    note(parts, 'brevity', brevity)
    note(parts, 'cover', uncovered)
    note(parts, 'priority', preference)
  }
  const bonuses = idleness + waited + preference
  const cost = pickedUp + empty + lateness + risk + longWait + brevity + uncovered + swap + bonuses
  return { cost, arrival }
}

const shared = { lateness: 2, shiftRisk: 1, swap: 10, priority: 240, urgency: 1 / 150, brevity: 0, cover: 0 }
/** What balances the weight of the arrival of a short service. */
const weightedArrival = { lateness: 8, shiftRisk: 4, priority: 960 }
export const presets = {
  /** The passengers who are reached soonest; the kilometres come second. */
  fastest_pickup: {
    ...shared,
    ...weightedArrival,
    empty: 0.5,
    idle: 0,
    idleCap: 0,
    age: 0.25,
    brevity: 6,
    cover: 2,
  },
  /** Who waited longest, passenger or driver, comes first. */
  fair_queue: { ...shared, empty: 0.5, idle: 0.25, idleCap: 300, age: 2 },
  /** The fewest kilometres without a passenger. */
  least_empty: { ...shared, empty: 4, idle: 0, idleCap: 0, age: 0.25 },
  /** The vehicle that has been idle longest, among those near enough. */
  longest_idle: { ...shared, empty: 0, idle: 1, idleCap: 3_600, age: 1 },
} as const satisfies Record<string, CostWeights>
