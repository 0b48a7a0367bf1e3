import type { Model } from '../model/model.ts'

/** The cheapest way found so far to put a request into a route. */
export interface Insertion {
  /** By how much the plan gets more expensive; before anything is found, what an insertion must cost less than. */
  cost: number
  /** -1 where nothing is found. */
  vehicle: number
  /** For each stop of the request, the index in the route it comes before; of its reload, the route with that. */
  before: Int32Array
  /** A reload that is inserted first, -1 for none, and the index it comes before. */
  reload: number
  reloadBefore: number
}

/** Decides at random which places are passed over, so that the same greedy insertion gives different plans. */
export interface Blink {
  /** How many places until the next one is passed over. */
  left: number
  next: () => number
}

/** Passes over no place. */
export const noBlink: Blink = { left: Infinity, next: () => Infinity }

/** Where insertions of any request of the problem are noted; nothing is found yet. */
export function createInsertion(model: Model): Insertion {
  let longest = 1
  for (const count of model.stopsOf) longest = Math.max(longest, count)
  return { cost: Infinity, vehicle: -1, before: new Int32Array(longest), reload: -1, reloadBefore: -1 }
}
