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

const nobody: ReadonlySet<string> = new Set()
const nobodyOf: ReadonlySet<number> = new Set()

/** What the vehicles lack for requests with the same needs, apart from rejections and reservations for a request. */
interface Findings {
  /** By vehicle, its first reason. */
  reasons: (ExclusionReason | null)[]
  /** Vehicles by their first reason; those without one would only be too far. */
  counts: Map<ExclusionReason, number>
  /** Vehicles without a reason whose driver is on a shift, the one that ends first before the others. */
  onShift: { member: number; endsIn: number }[]
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

export function permitsOf(vehicles: readonly EngineVehicle[], rules: ConstraintRules): Permits {
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
    const found: Findings = { reasons: [], counts: new Map(), onShift: [] }
    for (const [member, vehicle] of vehicles.entries()) {
      const reason = exclusionsOf(vehicle, { needs, rejectedBy: nobody }, rules)[0] ?? null
      found.reasons.push(reason)
      found.counts.set(reason ?? 'too_far', (found.counts.get(reason ?? 'too_far') ?? 0) + 1)
      const endsIn = vehicle.driver?.shiftEndsIn
      if (reason === null && endsIn != null) found.onShift.push({ member, endsIn })
    }
    found.onShift.sort((a, b) => a.endsIn - b.endsIn)
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
  const outsideCounts = new Map<string, number>()
  /** How many of those have no other reason. */
  function countOutside({ reasons }: Findings, request: Asked): number {
    const members = outside(request)
    if (members.size === 0) return 0
    const key = JSON.stringify([request.needs, request.zones])
    const known = outsideCounts.get(key) ?? [...members].filter((member) => reasons[member] === null).length
    outsideCounts.set(key, known)
    return known
  }
  /** The vehicles whose reasons are not those of every request with the same needs. */
  const special = ({ rejectedBy, serviceId }: Asked) =>
    new Set([
      ...[...rejectedBy].flatMap((name) => byName.get(name) ?? []),
      ...(serviceId === undefined ? [] : (byService.get(serviceId) ?? [])),
    ])
  const firstReason = (member: number, request: Asked) =>
    exclusionsOf(vehicles[member] as EngineVehicle, request, rules)[0] ?? null
  /** Vehicles without a reason whose driver's shift ends before the window of this request begins. */
  function* endingFirst({ onShift }: Findings, { windowStart }: Asked) {
    for (const { member, endsIn } of onShift) {
      if (endsIn >= (windowStart ?? 0)) return
      yield member
    }
  }

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
        !endsBeforePickup(vehicles[member] as EngineVehicle, request, 0)
    },
    count(request, compared, ending = nobodyOf) {
      const found = findings(request.needs)
      const { reasons } = found
      const counts = new Map(found.counts)
      const others = special(request)
      const add = (reason: ExclusionReason | null | undefined, amount: number) =>
        counts.set(reason ?? 'too_far', (counts.get(reason ?? 'too_far') ?? 0) + amount)
      const elsewhere = outside(request)
      const isElsewhere = countOutside(found, request)
      add(null, -isElsewhere)
      add('zone', isElsewhere)
      for (const member of new Set([...compared, ...others, ...ending, ...endingFirst(found, request)])) {
        add(reasons[member] ?? (elsewhere.has(member) ? 'zone' : null), -1)
        if (compared.has(member)) continue
        add(firstReason(member, request) ?? (ending.has(member) ? 'shift_ends' : null), 1)
      }
      return [...counts].flatMap(([reason, amount]) => (amount > 0 ? [{ reason, vehicles: amount }] : []))
    },
  }
}
