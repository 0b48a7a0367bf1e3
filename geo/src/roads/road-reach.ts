import type { Metres, Seconds } from '../units.ts'
import type { RoadLeg, RoadRouter } from './road-router.ts'
import type { RoadPlace } from './road-snap.ts'

/** What a search around a place found, kept for later questions about the same place. */
export interface RoadReach {
  /** Junctions kept, the nearest ones; 20 bytes each. */
  readonly nodeCount: number
  /** As `legs` of the router; searches only where a place lies beyond what is kept. Calls must not overlap. */
  legs(many: readonly (RoadPlace | null)[]): (RoadLeg | null)[]
}

/** At most so many junctions around a place are kept: a few minutes of driving in a city. */
const mostReached = 4_096

/** Creates the reach of one place, in which nothing is kept yet. */
export function createRoadReach(
  router: Pick<RoadRouter, 'legs' | 'direct' | 'accessNodes' | 'search'>,
  one: RoadPlace,
  which: 'from' | 'to',
): RoadReach {
  const { search, direct, accessNodes } = router
  const access = which === 'from' ? 'in' : 'out'
  let nodes = new Uint32Array()
  let seconds = new Float32Array()
  let metres = new Float32Array()
  /** A hash table with open addressing: by node, its place in the columns above plus one. */
  let slots = new Uint16Array(1)
  /** Nodes beyond those kept cannot be reached at all. */
  let isWhole = false

  /** Where a node is kept; -1 if it is not. */
  function indexOf(node: number): number {
    const mask = slots.length - 1
    for (let slot = hashOf(node) & mask; ; slot = (slot + 1) & mask) {
      const at = (slots[slot] as number) - 1
      if (at < 0 || nodes[at] === node) return at
    }
  }
  const isKept = (place: RoadPlace) => accessNodes(place, access).every(({ node }) => indexOf(node) >= 0)

  /** Keeps the nearest of what the last search settled. */
  function keep() {
    const count = Math.min(search.settledCount, mostReached)
    if (count <= nodes.length) return
    nodes = search.settled.slice(0, count)
    seconds = new Float32Array(count)
    metres = new Float32Array(count)
    const size = 2 ** Math.ceil(Math.log2(2 * count))
    slots = new Uint16Array(size)
    for (let at = 0; at < count; at += 1) {
      const node = nodes[at] as number
      seconds[at] = search.weightOf(node)
      metres[at] = search.metresOf(node)
      let slot = hashOf(node) & (size - 1)
      while (slots[slot] !== 0) slot = (slot + 1) & (size - 1)
      slots[slot] = at + 1
    }
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
      isWhole = nodes.length < mostReached && many.some((place) => place !== null && !isKept(place))
      return answers
    },
  }
}

/** Neighbours in the graph have neighbouring numbers; this spreads them over the table. */
const hashOf = (node: number) => Math.imul(node, 0x9e3779b1) >>> 16
