import type { MoveTarget } from './move.ts'

/*
 * What a page draws of a plan says where orders may be dropped, by attributes:
 * - `data-plan-route`: the vehicle of a route, on its row or list;
 * - `data-plan-index`: on each visit in it, the index among the stops to come;
 * - `data-plan-down`: on a route whose visits are below each other, not side by side;
 * - `data-plan-scroll`: what scrolls while a drag is near one of its edges, with the pixels that are covered at its left;
 * - `data-plan-head`: what has the focus in place of a route without stops, with its vehicle;
 * - `data-plan-pool`: what is dropped there is unplanned.
 */

/** The target under a point of the window, in pixels; null where nothing can be dropped. */
export function targetAt(under: Element | null, x: number, y: number): MoveTarget | null {
  if (under?.closest('[data-plan-pool]')) return { kind: 'pool' }
  const route = under?.closest<HTMLElement>('[data-plan-route]')
  const vehicleId = route?.dataset.planRoute
  if (!route || !vehicleId) return null
  const isDown = route.dataset.planDown !== undefined
  let index = 0
  for (const visit of visitsIn(route)) {
    const { left, top, width, height } = visit.getBoundingClientRect()
    const isBefore = isDown ? top + height / 2 < y : left + width / 2 < x
    if (isBefore) index = Math.max(index, Number(visit.dataset.planIndex) + 1)
  }
  return { kind: 'gap', vehicleId, index }
}

/** The visits that a route draws, in order. */
export const visitsIn = (route: Element): HTMLElement[] =>
  [...route.querySelectorAll<HTMLElement>('[data-plan-index]')].sort(
    (one, other) => Number(one.dataset.planIndex) - Number(other.dataset.planIndex),
  )
