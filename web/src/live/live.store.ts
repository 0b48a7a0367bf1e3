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

/** Fleets read as one list. */
export interface FleetGroup {
  /** The id of their company. */
  id: string
  fleetIds: readonly string[]
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
  let group: FleetGroup | null = null
  let groupOrder: readonly string[] | null = null
  let groupList: readonly LiveVehicle[] | null = null
  let isScheduled = false

  function reorder(fleet: FleetVehicles): void {
    fleet.order = null
    groupOrder = null
  }

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
    groupList = null
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

  const partsOf = (id: string | null): readonly string[] =>
    id === null ? [] : id === group?.id ? group.fleetIds : [id]

  function listGroup({ fleetIds }: FleetGroup): readonly LiveVehicle[] {
    // A vehicle that moves to another fleet may be in both for a moment.
    const all = new Map(fleetIds.flatMap((fleetId) => [...(fleets.get(fleetId)?.vehicles ?? [])]))
    groupOrder ??= sortByNumber([...all.values()]).map(({ id }) => id)
    return groupOrder.flatMap((id) => all.get(id) ?? [])
  }

  return {
    applySnapshot: (fleetId: string, vehicles: readonly LiveVehicle[]) => {
      const fleet = fleetOf(fleetId)
      fleet.vehicles = new Map(vehicles.map((vehicle) => [vehicle.id, vehicle]))
      reorder(fleet)
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
        if (before?.vehicleNumber !== after.vehicleNumber) reorder(fleet)
        fleet.vehicles.set(change.id, after)
        fleet.changed.add(change.id)
        fleet.gone.delete(change.id)
      }
      for (const id of gone) {
        if (!fleet.vehicles.delete(id)) continue
        fleet.changed.delete(id)
        fleet.gone.add(id)
        reorder(fleet)
      }
      soon()
    },
    /** Removes the fleets that are no longer watched. Those of `together` can be read as one by its id. */
    retainOnly: (fleetIds: readonly string[], together: FleetGroup | null = null) => {
      if (together && group?.id === together.id && `${group.fleetIds}` !== `${together.fleetIds}`)
        for (const id of together.fleetIds) if (fleets.has(id)) fleetOf(id).isReset = true
      group = together
      groupOrder = null
      groupList = null
      for (const [fleetId, fleet] of fleets) {
        if (fleetIds.includes(fleetId)) continue
        // Vehicles removed in this frame have listeners to notify, too.
        dropped.set(fleetId, [...fleet.vehicles.keys(), ...fleet.gone, ...(dropped.get(fleetId) ?? [])])
        fleets.delete(fleetId)
      }
      soon()
    },

    vehicle: find,
    /** Whether this is the fleet, or a group it is part of. */
    covers: (id: string | null, fleetId: string): boolean => partsOf(id).includes(fleetId),
    /** All vehicles of a fleet or group sorted by number; the same array until something changed. */
    vehiclesOf: (id: string | null): readonly LiveVehicle[] => {
      if (id !== null && id === group?.id) {
        groupList ??= listGroup(group)
        return groupList
      }
      const fleet = id === null ? undefined : fleets.get(id)
      if (fleet === undefined) return noVehicles
      if (fleet.list !== null) return fleet.list
      fleet.order ??= sortByNumber([...fleet.vehicles.values()]).map(({ id }) => id)
      fleet.list = fleet.order.flatMap((id) => fleet.vehicles.get(id) ?? [])
      return fleet.list
    },
    /** The number of loaded vehicles of a fleet or group, without sorting. */
    sizeOf: (id: string | null): number =>
      partsOf(id).reduce((sum, fleetId) => sum + (fleets.get(fleetId)?.vehicles.size ?? 0), 0),
    /** Whether the snapshots of the fleet or of the whole group have arrived. */
    hasFleet: (id: string | null): boolean =>
      partsOf(id).length > 0 && partsOf(id).every((fleetId) => fleets.has(fleetId)),

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
