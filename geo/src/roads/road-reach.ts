import type { Metres, Seconds } from '../units.ts'
import type { RoadLeg, RoadRouter } from './road-router.ts'
import type { RoadPlace } from './road-snap.ts'

/** What a search around a place found, kept for later questions about the same place. */
export interface RoadReach {
  /** Junctions kept; 16 bytes each. */
  readonly nodeCount: number
  /** As `legs` of the router; searches only where a place lies beyond what is kept. Calls must not overlap. */
  legs(many: readonly (RoadPlace | null)[]): (RoadLeg | null)[]
}

/** Creates the reach of one place, in which nothing is kept yet. */
export function createRoadReach(
  router: Pick<RoadRouter, 'legs' | 'direct' | 'accessNodes' | 'search'>,
  one: RoadPlace,
  which: 'from' | 'to',
): RoadReach {
  const { search, direct, accessNodes } = router
  const access = which === 'from' ? 'in' : 'out'
  /** In ascending order. */
  let nodes = new Uint32Array()
  let seconds = new Float64Array()
  let metres = new Float32Array()
  /** Nodes beyond those kept cannot be reached at all. */
  let isWhole = false

  /** Where a node is kept; -1 if it is not. */
  function indexOf(node: number): number {
    let [low, high] = [0, nodes.length - 1]
    while (low <= high) {
      const middle = (low + high) >> 1
      const found = nodes[middle] as number
      if (found === node) return middle
      if (found < node) low = middle + 1
      else high = middle - 1
    }
    return -1
  }
  const isKept = (place: RoadPlace) => accessNodes(place, access).every(({ node }) => indexOf(node) >= 0)

  /** Keeps what the last search settled. */
  function keep() {
    nodes = search.reached
      .subarray(0, search.reachedCount)
      .filter((node) => search.isSettled(node))
      .sort()
    seconds = Float64Array.from(nodes, search.weightOf)
    metres = Float32Array.from(nodes, search.metresOf)
  }

  function recall(place: RoadPlace): RoadLeg | null {
    let best = which === 'from' ? direct(one, place) : direct(place, one)
    for (const { node, ...part } of accessNodes(place, access)) {
      const at = indexOf(node)
      if (at < 0) continue
      const durationSeconds = ((seconds[at] as number) + part.seconds) as Seconds
      if (best !== null && durationSeconds >= best.durationSeconds) continue
      best = { durationSeconds, distanceMetres: ((metres[at] as number) + part.metres) as Metres }
    }
    return best
  }

  return {
    get nodeCount() {
      return nodes.length
    },
    legs(many) {
      const isKnown = isWhole || many.every((place) => place === null || isKept(place))
      if (isKnown) return many.map((place) => place && recall(place))
      const answers = router.legs(one, many, which)
      keep()
      isWhole = many.some((place) => place !== null && !isKept(place))
      return answers
    },
  }
}
