import { randomBytes } from 'node:crypto'
import type { LiveVehicle, LiveVehicleChange, StaleHint } from '@rumbo/contract/live.contract'

/** Ids of the vehicles and other records a viewer may see of a fleet; null for everything. */
export type VehicleFilter = ReadonlySet<string> | null

interface Step {
  previous: number
  vehicles: readonly LiveVehicleChange[]
  gone: readonly string[]
  stale: readonly StaleHint[]
}

/** Several steps merged: the latest state of what changed. */
interface Difference {
  vehicles: LiveVehicleChange[]
  gone: string[]
  stale: StaleHint[]
}

const maxSteps = 300
const maxChanges = 20_000
/** Fields that come with a fix; for all others the database is authoritative. */
const ofTheFix = [
  'at',
  'latitude',
  'longitude',
  'speedKmh',
  'heading',
  'ignition',
  'fuelLevel',
  'batteryLevel',
  'gpsSignal',
  'satellites',
] as const satisfies readonly (keyof LiveVehicle)[]

const isSame = (one: unknown, other: unknown): boolean =>
  one === other ||
  (Array.isArray(one) &&
    Array.isArray(other) &&
    one.length === other.length &&
    one.every((item, index) => item === other[index]))

export type FleetChannel = ReturnType<typeof createFleetChannel>

/**
 * The live state of one fleet and its recent numbered steps. The epoch is random, so that numbers of another process or
 * of an earlier start never match. Messages are encoded once for all viewers.
 */
export function createFleetChannel(fleetId: string, onEncode: () => void) {
  const epoch = randomBytes(9).toString('base64url')
  const vehicles = new Map<string, LiveVehicle>()
  let number = 0
  let isLoaded = false
  /** The latest change of each vehicle received while the first state is being read. */
  let early = new Map<string, LiveVehicleChange>()
  let dirty = new Map<string, LiveVehicleChange>()
  let gone = new Set<string>()
  let stale = new Map<string, StaleHint>()
  const steps: Step[] = []
  let stepChanges = 0
  /** Encoded messages up to the current number, by the number they start from. */
  let encodedFrom = new Map<number, Buffer>()
  let encodedSnapshot: Buffer | null = null

  function encode(message: unknown): Buffer {
    onEncode()
    return Buffer.from(JSON.stringify(message))
  }

  function change(known: LiveVehicle, fields: Partial<LiveVehicle>): void {
    const changed = Object.fromEntries(
      Object.entries(fields).filter(
        ([field, value]) => value !== undefined && !isSame(known[field as keyof LiveVehicle], value),
      ),
    )
    if (Object.keys(changed).length === 0) return
    vehicles.set(known.id, { ...known, ...changed })
    dirty.set(known.id, { ...dirty.get(known.id), ...changed, id: known.id })
  }

  function add(vehicle: LiveVehicle): void {
    vehicles.set(vehicle.id, vehicle)
    dirty.set(vehicle.id, vehicle)
    gone.delete(vehicle.id)
  }

  function remove(id: string): void {
    if (!vehicles.delete(id)) return
    dirty.delete(id)
    gone.add(id)
  }

  /** @returns false for an unknown vehicle, which must be read */
  function apply(update: LiveVehicleChange): boolean {
    if (!isLoaded) {
      const before = early.get(update.id)
      if ((update.at ?? 0) >= (before?.at ?? 0)) early.set(update.id, { ...before, ...update })
      return true
    }
    const known = vehicles.get(update.id)
    if (!known) return false
    const isOld = typeof update.at === 'number' && known.at !== null && update.at < known.at
    if (!isOld) change(known, update)
    return true
  }

  /**
   * Merges vehicles read from the database.
   * @param asked the requested vehicles, null for the whole fleet; those not in `read` have left the fleet
   */
  function merge(read: readonly LiveVehicle[], asked: ReadonlySet<string> | null): void {
    const found = new Set<string>()
    for (const vehicle of read) {
      if (vehicle.fleetId !== fleetId) continue
      found.add(vehicle.id)
      const known = vehicles.get(vehicle.id)
      if (!known) add(vehicle)
      else if (known.at !== null && (vehicle.at ?? 0) < known.at) {
        const { ...record } = vehicle as Partial<LiveVehicle>
        for (const field of ofTheFix) delete record[field]
        change(known, record)
      } else change(known, vehicle)
    }
    for (const id of [...(asked ?? vehicles.keys())]) if (!found.has(id)) remove(id)
    if (isLoaded) return
    isLoaded = true
    dirty = new Map()
    gone = new Set()
    const waiting = early
    early = new Map()
    for (const update of waiting.values()) apply(update)
  }

  /** Closes a step with the changes since the last one. @returns false when nothing changed */
  function flush(): boolean {
    if (dirty.size + gone.size + stale.size === 0) return false
    steps.push({
      previous: number,
      vehicles: [...dirty.values()],
      gone: [...gone],
      stale: [...stale.values()],
    })
    stepChanges += dirty.size
    while (steps.length > maxSteps || (stepChanges > maxChanges && steps.length > 1))
      stepChanges -= steps.shift()?.vehicles.length ?? 0
    number += 1
    dirty = new Map()
    gone = new Set()
    stale = new Map()
    encodedFrom = new Map()
    encodedSnapshot = null
    return true
  }

  /** The changes from a number to the current one; null when the kept steps do not reach back that far. */
  function difference(from: number): Difference | null {
    const first = steps[0]?.previous ?? number
    if (from < first || from > number) return null
    const changed = new Map<string, LiveVehicleChange>()
    const left = new Set<string>()
    const hints = new Map<string, StaleHint>()
    for (const step of steps.slice(from - first)) {
      for (const vehicle of step.vehicles) {
        changed.set(vehicle.id, { ...changed.get(vehicle.id), ...vehicle })
        left.delete(vehicle.id)
      }
      for (const id of step.gone) {
        changed.delete(id)
        left.add(id)
      }
      for (const hint of step.stale) hints.set(JSON.stringify(hint), hint)
    }
    return { vehicles: [...changed.values()], gone: [...left], stale: [...hints.values()] }
  }

  const changesMessage = (previous: number, now: number, what: Difference) =>
    encode({ type: 'changes', channel: fleetId, epoch, previous, number, now, ...what })

  /** The whole state at the current number, encoded. */
  function snapshot(now: number, filter: VehicleFilter): Buffer {
    const whole = () => ({ type: 'snapshot', channel: fleetId, epoch, number, now })
    if (filter)
      return encode({ ...whole(), vehicles: [...vehicles.values()].filter(({ id }) => filter.has(id)) })
    encodedSnapshot ??= encode({ ...whole(), vehicles: [...vehicles.values()] })
    return encodedSnapshot
  }

  /**
   * The message that brings a viewer to the current number.
   * @param held the number the viewer has; `seen` the number up to which changes were considered for it
   * @returns null when a snapshot is needed, `nothing` when no change concerns this viewer
   */
  function changesSince(
    held: number,
    seen: number,
    now: number,
    filter: VehicleFilter,
  ): Buffer | 'nothing' | null {
    if (seen === number) return 'nothing'
    if (!filter) {
      const known = encodedFrom.get(held)
      if (known) return known
      const what = difference(held)
      if (!what) return null
      const message = changesMessage(held, now, what)
      encodedFrom.set(held, message)
      return message
    }
    const what = difference(seen)
    if (!what) return null
    const mine = {
      vehicles: what.vehicles.filter(({ id }) => filter.has(id)),
      gone: what.gone.filter((id) => filter.has(id)),
      stale: what.stale.filter(
        ({ id, vehicleId }) =>
          id === undefined || filter.has(id) || (vehicleId !== undefined && filter.has(vehicleId)),
      ),
    }
    if (mine.vehicles.length + mine.gone.length + mine.stale.length === 0) return 'nothing'
    return changesMessage(held, now, mine)
  }

  return {
    fleetId,
    epoch,
    number: () => number,
    isLoaded: () => isLoaded,
    apply,
    remove,
    merge,
    markStale: (hint: StaleHint) => void stale.set(JSON.stringify(hint), hint),
    flush,
    snapshot,
    changesSince,
  }
}
