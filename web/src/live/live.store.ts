import type { LimitRefusal, LiveVehicle, LiveVehicleChange } from '@rumbo/contract/live.contract'
import { type LiveConnection, silenceMs } from './live.socket.ts'
import { sortByNumber } from './number-order.ts'

/** `paused`: this tab exceeded a limit; no updates arrive until the user continues here. */
export type LiveState = 'live' | 'delayed' | 'offline' | 'paused'
export interface LiveStatus {
  state: LiveState
  /** The limit that paused it; null unless it is paused. */
  limit: LimitRefusal | null
  /** When the last message arrived, on the server's clock; null before the first one. */
  lastMessageAt: number | null
}

/** The changes of one frame. With `isReset`, `changed` contains all vehicles. */
export interface LiveChanges {
  fleetId: string
  changed: readonly LiveVehicle[]
  gone: readonly string[]
  isReset: boolean
}

/** After this many milliseconds without a message and a connection, the data on screen is outdated. */
const offlineAfterMs = 30_000

/** No updates arrive, and none are expected soon. */
export const isCutOff = (state: LiveState): boolean => state === 'offline' || state === 'paused'

/** Live while messages arrive; Delayed during silence or reconnection; Offline afterwards. */
export function liveState(
  connection: LiveConnection,
  lastMessageAtMs: number | null,
  nowMs: number,
  hasNetwork = true,
): LiveState {
  if (connection === 'paused') return 'paused'
  const ageMs = lastMessageAtMs === null ? Number.POSITIVE_INFINITY : nowMs - lastMessageAtMs
  if (connection === 'open' && ageMs <= silenceMs) return 'live'
  if (!hasNetwork || ageMs > offlineAfterMs)
    return connection === 'connecting' && hasNetwork ? 'delayed' : 'offline'
  return 'delayed'
}

interface FleetVehicles {
  vehicles: Map<string, LiveVehicle>
  list: readonly LiveVehicle[] | null
  /** Ids sorted by number; null when one was added, removed or renumbered. */
  order: readonly string[] | null
  changed: Set<string>
  gone: Set<string>
  isReset: boolean
}

export interface LiveStoreOptions {
  /** Schedules work before the next paint; `requestAnimationFrame` in a browser. */
  schedule: (work: () => void) => void
}

const noVehicles: readonly LiveVehicle[] = []

export type LiveStore = ReturnType<typeof createLiveStore>

/**
 * The latest state of the vehicles of each watched fleet, outside React. Messages are applied at once; listeners are
 * notified once per animation frame; lists are the same arrays until something in them changed.
 */
export function createLiveStore({ schedule }: LiveStoreOptions) {
  const fleets = new Map<string, FleetVehicles>()
  const listListeners = new Set<() => void>()
  const vehicleListeners = new Map<string, Set<() => void>>()
  const changeListeners = new Set<(changes: LiveChanges) => void>()
  /** Fleets dropped since the last frame, with the vehicles they had. */
  const dropped = new Map<string, readonly string[]>()
  let isScheduled = false

  function fleetOf(fleetId: string): FleetVehicles {
    const found = fleets.get(fleetId)
    if (found) return found
    const made = {
      vehicles: new Map(),
      list: null,
      order: null,
      changed: new Set<string>(),
      gone: new Set<string>(),
      isReset: false,
    }
    fleets.set(fleetId, made)
    return made
  }

  function flush(): void {
    isScheduled = false
    const touched = new Set<string>()
    // Processed first: a fleet that was dropped and watched again in one frame must end with its new snapshot.
    for (const [fleetId, gone] of [...dropped]) {
      dropped.delete(fleetId)
      for (const id of gone) touched.add(id)
      for (const listener of changeListeners) listener({ fleetId, changed: [], gone, isReset: true })
    }
    for (const [fleetId, fleet] of fleets) {
      if (fleet.changed.size === 0 && fleet.gone.size === 0 && !fleet.isReset) continue
      fleet.list = null
      const changed = [...(fleet.isReset ? fleet.vehicles.keys() : fleet.changed)]
        .map((id) => fleet.vehicles.get(id))
        .filter((vehicle) => vehicle !== undefined)
      const changes = { fleetId, changed, gone: [...fleet.gone], isReset: fleet.isReset }
      for (const id of [...fleet.changed, ...fleet.gone]) touched.add(id)
      if (fleet.isReset) for (const id of vehicleListeners.keys()) touched.add(id)
      fleet.changed.clear()
      fleet.gone.clear()
      fleet.isReset = false
      for (const listener of changeListeners) listener(changes)
    }
    for (const id of touched) for (const listener of vehicleListeners.get(id) ?? []) listener()
    for (const listener of listListeners) listener()
  }

  function soon(): void {
    if (isScheduled) return
    isScheduled = true
    schedule(flush)
  }

  const find = (vehicleId: string): LiveVehicle | undefined => {
    for (const fleet of fleets.values()) {
      const vehicle = fleet.vehicles.get(vehicleId)
      if (vehicle) return vehicle
    }
    return undefined
  }

  return {
    applySnapshot: (fleetId: string, vehicles: readonly LiveVehicle[]) => {
      const fleet = fleetOf(fleetId)
      fleet.vehicles = new Map(vehicles.map((vehicle) => [vehicle.id, vehicle]))
      fleet.order = null
      fleet.isReset = true
      soon()
    },
    applyChanges: (fleetId: string, changed: readonly LiveVehicleChange[], gone: readonly string[]) => {
      const fleet = fleetOf(fleetId)
      for (const change of changed) {
        const before = fleet.vehicles.get(change.id)
        // A vehicle new to the fleet arrives complete; partial data of an unknown one cannot be shown.
        if (before === undefined && change.vehicleNumber === undefined) continue
        const after = { ...before, ...change } as LiveVehicle
        if (before?.vehicleNumber !== after.vehicleNumber) fleet.order = null
        fleet.vehicles.set(change.id, after)
        fleet.changed.add(change.id)
        fleet.gone.delete(change.id)
      }
      for (const id of gone) {
        if (!fleet.vehicles.delete(id)) continue
        fleet.changed.delete(id)
        fleet.gone.add(id)
        fleet.order = null
      }
      soon()
    },
    /** Removes the fleets that are no longer watched. */
    retainOnly: (fleetIds: readonly string[]) => {
      for (const [fleetId, fleet] of fleets) {
        if (fleetIds.includes(fleetId)) continue
        // Vehicles removed in this frame have listeners to notify, too.
        dropped.set(fleetId, [...fleet.vehicles.keys(), ...fleet.gone, ...(dropped.get(fleetId) ?? [])])
        fleets.delete(fleetId)
      }
      soon()
    },

    vehicle: find,
    /** All vehicles of a fleet sorted by number; the same array until something changed. */
    vehiclesOf: (fleetId: string | null): readonly LiveVehicle[] => {
      const fleet = fleetId === null ? undefined : fleets.get(fleetId)
      if (fleet === undefined) return noVehicles
      if (fleet.list !== null) return fleet.list
      fleet.order ??= sortByNumber([...fleet.vehicles.values()]).map(({ id }) => id)
      fleet.list = fleet.order.flatMap((id) => fleet.vehicles.get(id) ?? [])
      return fleet.list
    },
    /** The number of loaded vehicles of a fleet, without sorting. */
    sizeOf: (fleetId: string | null): number =>
      fleetId === null ? 0 : (fleets.get(fleetId)?.vehicles.size ?? 0),
    /** Whether the fleet's snapshot has arrived. */
    hasFleet: (fleetId: string | null) => fleetId !== null && fleets.has(fleetId),

    subscribe: (listener: () => void) => {
      listListeners.add(listener)
      return () => listListeners.delete(listener)
    },
    subscribeVehicle: (vehicleId: string, listener: () => void) => {
      const listeners = vehicleListeners.get(vehicleId) ?? new Set()
      vehicleListeners.set(vehicleId, listeners.add(listener))
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) vehicleListeners.delete(vehicleId)
      }
    },
    /** For the map: the changes since the last frame, without comparing lists. */
    subscribeChanges: (listener: (changes: LiveChanges) => void) => {
      changeListeners.add(listener)
      return () => changeListeners.delete(listener)
    },
  }
}
