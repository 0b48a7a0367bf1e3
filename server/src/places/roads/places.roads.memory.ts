import type { RoadReach } from '@rumbo/geo/roads/road-reach'
import type { RoadLeg } from '@rumbo/geo/roads/road-router'
import type { RoadPlace } from '@rumbo/geo/roads/road-snap'
import type { OpenRoads, RoadFooting } from '@rumbo/geo/roads/roads'
import { LRUCache } from 'lru-cache'

/** Roads that remember where places stand and what searches around them found: vehicles stand, and pickups do not move. */
export interface RememberedRoads extends Omit<OpenRoads, 'reach'> {
  /** From one place to many, or from many to one; null for unreachable ones. */
  legsAround(one: RoadPlace, many: readonly (RoadPlace | null)[], which: 'from' | 'to'): (RoadLeg | null)[]
}

/** About 10 MB. */
const mostStands = 20_000
const mostReaches = 20_000
/** Junctions of all of them: 80 MB. */
const mostNodes = 4_000_000

/**
 * Creates the memory of a process; what was used longest ago is forgotten first.
 * @returns opens roads with it; the key names their region and version
 */
export function createRoadMemory(
  limits: { nodes: number } = { nodes: mostNodes },
): (roads: OpenRoads, region: string) => RememberedRoads {
  const stands = new LRUCache<string, RoadFooting>({ max: mostStands })
  const reaches = new LRUCache<string, RoadReach>({ max: mostReaches, maxSize: limits.nodes })
  return ({ reach, stand, ...roads }, region) => ({
    ...roads,
    stand(place, maxMetres) {
      if (maxMetres !== undefined) return stand(place, maxMetres)
      const key = `${region} ${place.latitude},${place.longitude}`
      const known = stands.get(key)
      if (known) return known
      const found = stand(place)
      stands.set(key, found)
      return found
    },
    legsAround(one, many, which) {
      const key = `${region} ${which} ${one.piece} ${one.share}`
      const around = reaches.get(key) ?? reach(one, which)
      const before = around.nodeCount
      const legs = around.legs(many)
      if (around.nodeCount !== before) {
        // The size of a value that is there already would not be counted again.
        reaches.delete(key)
        reaches.set(key, around, { size: around.nodeCount })
      }
      return legs
    },
  })
}
