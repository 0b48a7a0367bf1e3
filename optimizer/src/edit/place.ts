import type { Model } from '../model/model.ts'
import { betterScore, type Score, scoreOf } from './score.ts'

/** The order of a vehicle while requests are put into it. */
export interface Draft {
  vehicle: number
  nodes: number[]
  /** Nothing comes before this many nodes. */
  frozen: number
  startsAt?: number
}

/** Stops of a request that go to a gap together: from the first to the last of them, as indices within the request. */
export interface Block {
  request: number
  from: number
  until: number
  /** Whether the stops outside the block are in the draft already and stay where they are. */
  isAlone: boolean
}

/** Rounds of looking for better places for the other stops; with one other stop, one round finds the best. */
const mostRounds = 3

/**
 * Puts blocks behind each other into the gap before `at`, and the other stops of their requests where they break and cost
 * least. The next block comes directly behind the stops of the one before, or behind the whole request where that breaks
 * less. Changes the nodes of the draft.
 */
export function placeBlocks(model: Model, draft: Draft, at: number, blocks: readonly Block[]) {
  let direct = at
  let behind = at
  for (const block of blocks) {
    let chosen = placeBlock(model, draft, direct, block)
    if (behind !== direct) {
      const other = placeBlock(model, draft, behind, block)
      if (other.score.broken < chosen.score.broken) chosen = other
    }
    draft.nodes = chosen.nodes
    const first = model.firstStop[block.request]!
    direct = chosen.nodes.indexOf(first + block.until) + 1
    behind = block.isAlone ? direct : chosen.nodes.indexOf(first + model.stopsOf[block.request]! - 1) + 1
  }
}

function placeBlock(model: Model, draft: Draft, at: number, { request, from, until, isAlone }: Block) {
  const first = model.firstStop[request]!
  const stops = model.stopsOf[request]!
  const [begin, end] = isAlone ? [from, until] : [0, stops - 1]
  const nodes = [...draft.nodes]
  nodes.splice(at, 0, ...Array.from({ length: end - begin + 1 }, (_, index) => first + begin + index))
  const route = { vehicle: draft.vehicle, nodes, length: nodes.length, startsAt: draft.startsAt }
  let best = scoreOf(model, route)
  const betterThan = (other: Score) => betterScore(model, route, other)
  const others: number[] = []
  for (let stop = from - 1; stop >= begin; stop--) others.push(first + stop)
  for (let stop = until + 1; stop <= end; stop++) others.push(first + stop)
  const rounds = others.length > 1 ? mostRounds : others.length
  for (let round = 0; round < rounds; round++) {
    let isImproved = false
    for (const node of others) {
      const low = node > first ? nodes.indexOf(node - 1) + 1 : draft.frozen
      const high = node < first + stops - 1 ? nodes.indexOf(node + 1) - 1 : nodes.length - 1
      const found = bestPlace(nodes, node, { low, high, best, betterThan })
      if (found) {
        best = found
        isImproved = true
      }
    }
    if (!isImproved) break
  }
  return { nodes, score: best }
}

interface Places {
  low: number
  high: number
  /** The score of the order as it is. */
  best: Score
  betterThan: (other: Score) => Score | undefined
}

/** Moves a node to its best place from `low` to `high`; undefined where it is there already. */
function bestPlace(
  nodes: number[],
  node: number,
  { low, high, best, betterThan }: Places,
): Score | undefined {
  const began = nodes.indexOf(node)
  let place = began
  let found: Score | undefined
  move(nodes, began, low)
  for (let at = low; at <= high; at++) {
    if (at > low) move(nodes, at - 1, at)
    if (at === began) continue
    const better = betterThan(found ?? best)
    if (better) {
      found = better
      place = at
    }
  }
  move(nodes, high, place)
  return found
}

/** Moves one node; those between make room. */
function move(nodes: number[], from: number, to: number) {
  const node = nodes[from]!
  const step = to > from ? 1 : -1
  for (let at = from; at !== to; at += step) nodes[at] = nodes[at + step]!
  nodes[to] = node
}
