import type { LiveVehicle, LiveVehicleChange, StaleHint } from '@rumbo/contract/live.contract'
import type { Logger } from 'pino'
import { createFleetChannel, type FleetChannel } from './fleet-channel.ts'
import type { ServicesSource } from './followed-fleets.ts'
import type { InboxSource } from './inboxes.ts'
import type { Viewer } from './viewer.ts'

/** Reads for the live stream that the domains provide. */
export interface LiveSource {
  /** The current state of every vehicle of a fleet. */
  snapshot(fleetId: string): Promise<LiveVehicle[]>
  /** The given vehicles, where they belong to the fleet. Without it the whole fleet is read. */
  vehicles?(fleetId: string, ids: readonly string[]): Promise<LiveVehicle[]>
  /** Domains whose hints about a fleet require reading its vehicles again. */
  domains: readonly string[]
  /** Default: nobody may follow services. */
  services?: ServicesSource
  /** Default: nobody is sent what waits for them. */
  inboxes?: InboxSource
}

interface OpenFleet {
  channel: FleetChannel
  /** Vehicles to read, or the whole fleet. */
  wanted: Set<string> | 'all'
  isReading: boolean
  /** Earliest time of the next read. */
  notBefore: number
  idleRounds: number
}

/** However many vehicles change, those of a fleet are read once in this time; positions need no reading. */
const readIntervalMs = 500
/** Whole fleets are read at most once in this time, also after a failure. */
const fullReadIntervalMs = 1_000

/** The watched fleets: opened with the first viewer, kept up to date, and closed some time after the last one left. */
export function createFleets(options: { source: LiveSource; log: Logger; onEncode: () => void }) {
  const { source, log } = options
  const fleets = new Map<string, OpenFleet>()

  async function read(fleet: OpenFleet): Promise<void> {
    const { channel, wanted } = fleet
    const { fleetId } = channel
    fleet.isReading = true
    fleet.wanted = new Set()
    const isWhole = wanted === 'all' || !source.vehicles
    fleet.notBefore = performance.now() + (isWhole ? fullReadIntervalMs : readIntervalMs)
    try {
      if (isWhole) channel.merge(await source.snapshot(fleetId), null)
      else if (source.vehicles) channel.merge(await source.vehicles(fleetId, [...wanted]), wanted)
    } catch (error) {
      log.warn({ err: error, fleetId }, 'could not read a fleet for the live stream; retrying')
      fleet.wanted = 'all'
      fleet.notBefore = performance.now() + fullReadIntervalMs
    } finally {
      fleet.isReading = false
    }
  }

  function readWhereDue(fleet: OpenFleet): void {
    const isWanted = fleet.wanted === 'all' || fleet.wanted.size > 0
    if (isWanted && !fleet.isReading && performance.now() >= fleet.notBefore) void read(fleet)
  }

  const want = (fleet: OpenFleet, id: string | undefined) => {
    if (id === undefined) fleet.wanted = 'all'
    else if (fleet.wanted !== 'all') fleet.wanted.add(id)
  }

  return {
    size: () => fleets.size,
    isOpen: (fleetId: string) => fleets.has(fleetId),
    open(fleetId: string): FleetChannel {
      const known = fleets.get(fleetId)
      if (known) return known.channel
      const fleet: OpenFleet = {
        channel: createFleetChannel(fleetId, options.onEncode),
        wanted: 'all',
        isReading: false,
        notBefore: 0,
        idleRounds: 0,
      }
      fleets.set(fleetId, fleet)
      readWhereDue(fleet)
      return fleet.channel
    },
    apply(change: LiveVehicleChange & { fleetId: string }) {
      const fleet = fleets.get(change.fleetId)
      if (fleet && !fleet.channel.apply(change)) want(fleet, change.id)
    },
    remove: (fleetId: string, id: string) => fleets.get(fleetId)?.channel.remove(id),
    markStale(hint: StaleHint & { fleetId: string }) {
      const fleet = fleets.get(hint.fleetId)
      if (!fleet) return
      fleet.channel.markStale(hint)
      if (source.domains.includes(hint.domain)) want(fleet, hint.id)
    },
    readAllAgain() {
      for (const fleet of fleets.values()) fleet.wanted = 'all'
    },
    /** Starts the reads that are due and closes a step of every changed fleet. */
    flush() {
      for (const fleet of fleets.values()) {
        readWhereDue(fleet)
        fleet.channel.flush()
      }
    },
    /** Called at a fixed interval; closes fleets without a viewer for more than `rounds` calls. */
    forget(viewers: readonly Viewer[], rounds: number) {
      for (const [fleetId, fleet] of fleets) {
        const isWatched = viewers.some((viewer) => viewer.subscriptions.has(fleetId))
        fleet.idleRounds = isWatched ? 0 : fleet.idleRounds + 1
        if (fleet.idleRounds > rounds) fleets.delete(fleetId)
      }
    },
  }
}
