import type { FenceShape } from '@rumbo/contract/geofences.shapes.contract'
import { id } from '@rumbo/contract/lists'
import type { Logger } from 'pino'
import * as z from 'zod'
import { asSystem } from '../../platform/access/access.ts'
import type { Bus } from '../../platform/bus.ts'
import type { Database } from '../../platform/database/database.ts'
import { createFollower, type Follower } from '../../platform/follower.ts'
import type { FenceInForce, FencesInForce } from '../../telemetry/index.ts'
import { findWatched, findWatchedShapes, type WatchedFence } from './geofences.watch.repository.ts'
import { changedFleet, emptyFleet, type WatchedFleet, withOtherShape } from './geofences.watched-fleet.ts'

export type FenceWatch = FencesInForce & Follower

const notice = z.object({ fenceId: id, fleetId: id })
/** Shapes that are read at once: those of 10,000 vertices have 300 kB each. */
const shapesAtOnce = 200
/** What a notification says has changed; null where it cannot be read. */
function changedBy(payload: string): [fenceId: string, fleetId: string] | null {
  try {
    const { fenceId, fleetId } = notice.parse(JSON.parse(payload))
    return [fenceId, fleetId]
  } catch {
    return null
  }
}

function byFleet(fences: readonly WatchedFence[]): Map<string, WatchedFence[]> {
  const fleets = new Map<string, WatchedFence[]>()
  for (const fence of fences) {
    const others = fleets.get(fence.fleetId)
    if (others) others.push(fence)
    else fleets.set(fence.fleetId, [fence])
  }
  return fleets
}

/** The fences of a gateway process: all fleets in memory, each with an index of its own. */
export function createFenceWatch(options: {
  database: Database
  bus: Pick<Bus, 'listen' | 'onReconnect'>
  log: Pick<Logger, 'warn'>
}): FenceWatch {
  const { database, bus, log } = options
  const fleets = new Map<string, WatchedFleet>()

  async function readShapes(fences: readonly WatchedFence[]): Promise<Map<string, FenceShape>> {
    const shapes = new Map<string, FenceShape>()
    for (let from = 0; from < fences.length; from += shapesAtOnce) {
      const some = fences.slice(from, from + shapesAtOnce)
      const found = await database.transaction(
        asSystem('shapes of fences'),
        (tx) => findWatchedShapes(tx, some),
        { readOnly: true },
      )
      for (const [id, shape] of found) shapes.set(id, shape)
    }
    return shapes
  }

  /** @param asked the fences that were to be read, with their fleets; null: all */
  async function read(asked: ReadonlyMap<string, string> | null): Promise<void> {
    const found = await database.transaction(
      asSystem('fences'),
      (tx) => findWatched(tx, asked && [...asked.keys()]),
      { readOnly: true },
    )
    const foundIds = new Set(found.map(({ id }) => id))
    const now = byFleet(found)
    const goneFrom = (fleetId: string) =>
      asked
        ? [...asked].flatMap(([id, of]) => (of === fleetId && !foundIds.has(id) ? [id] : []))
        : [...(fleets.get(fleetId)?.fences.keys() ?? [])].filter((id) => !foundIds.has(id))
    for (const fleetId of new Set([...now.keys(), ...(asked ? asked.values() : fleets.keys())])) {
      const fences = now.get(fleetId) ?? []
      const shapes = await readShapes(withOtherShape(fleets.get(fleetId), fences))
      const next = changedFleet(fleets.get(fleetId) ?? emptyFleet, fences, goneFrom(fleetId), shapes)
      if (next.fences.size > 0) fleets.set(fleetId, next)
      else fleets.delete(fleetId)
    }
  }

  return {
    near(fleetId, place, before) {
      const fleet = fleets.get(fleetId)
      if (!fleet) return []
      const found: FenceInForce[] = []
      for (const { id } of fleet.index.near(place, before)) {
        const fence = fleet.inForce.get(id)
        if (fence) found.push(fence)
      }
      return found
    },
    get: (fleetId, fenceId) => fleets.get(fleetId)?.inForce.get(fenceId),
    ...createFollower({ bus, log, channel: 'rumbo_fences', what: 'geofences', changedBy, read }),
  }
}
