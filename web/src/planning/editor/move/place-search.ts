import type { Judgement, MoveTarget } from './move.ts'

export interface PlaceSearch {
  /** Looks at all places of the next vehicle. @returns false where there is none left */
  next: () => boolean
  /** The best place so far, the same object until there is a better one; null before the first vehicle. */
  best: () => MoveTarget | null
}

/** Looks for the place that breaks least, then takes least time, one vehicle after the other; of equal ones the first stays. */
export function createPlaceSearch(
  vehicleIds: readonly string[],
  { judge, visitsOf }: { judge: (target: MoveTarget) => Judgement; visitsOf: (vehicleId: string) => number },
): PlaceSearch {
  let at = 0
  let best: { target: MoveTarget; rank: number } | null = null
  return {
    best: () => (best === null ? null : best.target),
    next() {
      const vehicleId = vehicleIds[at]
      if (vehicleId === undefined) return false
      at += 1
      for (let index = 0; index <= visitsOf(vehicleId); index++) {
        const target: MoveTarget = { kind: 'gap', vehicleId, index }
        const rank = rankOf(judge(target))
        if (best === null || rank < best.rank) best = { target, rank }
      }
      return true
    },
  }
}

const rankOf = ({ refusal, violations, seconds }: Judgement): number =>
  (refusal === null ? 0 : 1e9) + violations.length * 1e6 + seconds

/** Does some work when the browser has nothing else to do. @returns takes it back */
export function whenIdle(work: () => void): () => void {
  if (typeof window.requestIdleCallback === 'function') {
    const idle = window.requestIdleCallback(work, { timeout: longestWaitMs })
    return () => window.cancelIdleCallback(idle)
  }
  const timer = setTimeout(work)
  return () => clearTimeout(timer)
}

/** Work waits so many milliseconds at most for an idle browser. */
const longestWaitMs = 200
