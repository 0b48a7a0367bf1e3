import {
  type Asked,
  anyService,
  type ConstraintRules,
  type EngineRequest,
  type EngineVehicle,
  type ExclusionReason,
  endsBeforePickup,
  exclusionsOf,
  isOutside,
} from './dispatch.constraints.rules.ts'
import { costedOf } from './dispatch.costed-vehicles.ts'

const nobody: ReadonlySet<string> = new Set()
const nobodyOf: ReadonlySet<number> = new Set()

/** What the vehicles lack for requests with the same needs, apart from rejections and reservations for a request. */
interface Findings {
  /** By vehicle, its first reason. */
  reasons: (ExclusionReason | null)[]
  /** Vehicles by their first reason; those without one would only be too far. */
  counts: Map<ExclusionReason, number>
  /** When the shifts of the drivers of vehicles without a reason end, the first before the others. */
  ends: number[]
}

const numerically = (a: number, b: number) => a - b
/** How many of the sorted times are before this one. */
function countBefore(times: readonly number[], time: number): number {
  let [from, to] = [0, times.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((times[middle] as number) < time) from = middle + 1
    else to = middle
  }
  return from
}

/** The hard constraints of all vehicles of a round, computed once for requests with the same needs. */
export interface Permits {
  /** Indexes of the vehicles that some request may get. */
  readonly members: readonly number[]
  /** @returns whether a request may get the vehicle with this index */
  of(request: Asked): (member: number) => boolean
  /**
   * How many vehicles each constraint removed; a vehicle counts under its first reason, the compared ones not at all.
   * @param ending vehicles without a reason whose driver's shift ends before the arrival that is known
   */
  count(
    request: Asked,
    compared: ReadonlySet<number>,
    ending?: ReadonlySet<number>,
  ): { reason: ExclusionReason; vehicles: number }[]
}

export function permitsOf(
  vehicles: readonly EngineVehicle[],
  rules: ConstraintRules,
  costed = costedOf(vehicles),
): Permits {
  const byNeeds = new Map<string, Findings>()
  const byName = new Map<string, number[]>()
  const byService = new Map<string, number[]>()
  const note = (members: Map<string, number[]>, key: string, member: number) =>
    members.set(key, [...(members.get(key) ?? []), member])
  for (const [member, { vehicleId, driverId, reservedServices = [] }] of vehicles.entries()) {
    for (const name of [vehicleId, driverId]) if (name != null) note(byName, name, member)
    for (const serviceId of reservedServices) note(byService, serviceId, member)
  }

  function findings(needs: EngineRequest['needs']): Findings {
    const key = JSON.stringify(needs)
    const known = byNeeds.get(key)
    if (known) return known
    const found: Findings = { reasons: [], counts: new Map(), ends: [] }
    for (const vehicle of vehicles) {
      const reason = exclusionsOf(vehicle, { needs, rejectedBy: nobody }, rules)[0] ?? null
      found.reasons.push(reason)
      found.counts.set(reason ?? 'too_far', (found.counts.get(reason ?? 'too_far') ?? 0) + 1)
      const endsIn = vehicle.driver?.shiftEndsIn
      if (reason === null && endsIn != null) found.ends.push(endsIn)
    }
    found.ends.sort(numerically)
    byNeeds.set(key, found)
    return found
  }
  const limited = [...vehicles.entries()].filter(([, { zones = [] }]) => zones.length > 0)
  const outsideOf = new Map<string, ReadonlySet<number>>()
  /** The vehicles that are limited to other zones than those of the request. */
  function outside({ zones }: Asked): ReadonlySet<number> {
    if (zones === undefined || limited.length === 0) return nobodyOf
    const key = zones.join()
    const known = outsideOf.get(key)
    if (known) return known
    const found = new Set(limited.flatMap(([member, one]) => (isOutside(one, { zones }) ? [member] : [])))
    outsideOf.set(key, found)
    return found
  }
  const outsideFindings = new Map<string, { vehicles: number; ends: number[] }>()
  /** Those of them without another reason, and when the shifts of their drivers end. */
  function findOutside({ reasons }: Findings, request: Asked) {
    const key = JSON.stringify([request.needs, request.zones])
    const known = outsideFindings.get(key)
    if (known) return known
    const members = [...outside(request)].filter((member) => reasons[member] === null)
    const ends = members.flatMap((member) => vehicles[member]?.driver?.shiftEndsIn ?? []).sort(numerically)
    const found = { vehicles: members.length, ends }
    outsideFindings.set(key, found)
    return found
  }
  /** The vehicles whose reasons are not those of every request with the same needs. */
  const special = ({ rejectedBy, serviceId }: Asked) =>
    new Set([
      ...[...rejectedBy].flatMap((name) => byName.get(name) ?? []),
      ...(serviceId === undefined ? [] : (byService.get(serviceId) ?? [])),
    ])
  const firstReason = (member: number, request: Asked) =>
    exclusionsOf(vehicles[member] as EngineVehicle, request, rules)[0] ?? null

  return {
    members: findings(anyService.needs).reasons.flatMap((reason, member) =>
      reason === null || reason === 'reserved' ? [member] : [],
    ),
    of(request) {
      const { reasons } = findings(request.needs)
      const others = special(request)
      const elsewhere = outside(request)
      return (member) =>
        (others.has(member) ? firstReason(member, request) : reasons[member]) === null &&
        !elsewhere.has(member) &&
        !endsBeforePickup(costed(member), request, 0)
    },
    count(request, compared, ending = nobodyOf) {
      const found = findings(request.needs)
      const { reasons } = found
      const counts = new Map(found.counts)
      const others = special(request)
      const add = (reason: ExclusionReason | null | undefined, amount: number) =>
        counts.set(reason ?? 'too_far', (counts.get(reason ?? 'too_far') ?? 0) + amount)
      const elsewhere = outside(request)
      // A shift that ends before the window is a reason before the zone is.
      const windowStart = request.windowStart ?? 0
      const far = findOutside(found, request)
      const endingFirst = countBefore(found.ends, windowStart)
      const inZone = far.vehicles - countBefore(far.ends, windowStart)
      add('shift_ends', endingFirst)
      add('zone', inZone)
      add(null, -endingFirst - inZone)
      const sharedReason = (member: number): ExclusionReason | null => {
        if (reasons[member] != null) return reasons[member]
        if (endsBeforePickup(costed(member), request, 0)) return 'shift_ends'
        return elsewhere.has(member) ? 'zone' : null
      }
      for (const member of new Set([...compared, ...others, ...ending])) {
        add(sharedReason(member), -1)
        if (compared.has(member)) continue
        add(firstReason(member, request) ?? (ending.has(member) ? 'shift_ends' : null), 1)
      }
      return [...counts].flatMap(([reason, amount]) => (amount > 0 ? [{ reason, vehicles: amount }] : []))
    },
  }
}
