import type { Plan } from '@rumbo/contract/planning.contract'
import type { PlanRun, RunMode, RunPoint } from '@rumbo/contract/planning.runs.contract'

export const isActive = ({ status }: Pick<PlanRun, 'status'>): boolean =>
  status === 'waiting' || status === 'travel' || status === 'searching'

/** The modes that a plan offers: repair only within its hours, which may end after midnight. */
export function modesOf({ from, until }: Pick<Plan, 'from' | 'until'>, nowMs: number): RunMode[] {
  const isUnderWay = nowMs >= Date.parse(from) && nowMs < Date.parse(until)
  return ['replan', 'insert', 'fill_idle', ...(isUnderWay ? (['repair'] as const) : [])]
}

/** Seconds that the search goes on at most, rounded up; null while it did not begin. */
export function secondsLeft({ searchingSince, seconds }: PlanRun, nowMs: number): number | null {
  if (searchingSince === null) return null
  const passed = (nowMs - Date.parse(searchingSince)) / 1_000
  return Math.min(seconds, Math.max(0, Math.ceil(seconds - passed)))
}

/** The path of a curve of costs as steps, in a box of this size; empty below two points. */
export function curvePath(
  points: readonly RunPoint[],
  seconds: number,
  { width, height }: { width: number; height: number },
): string {
  const first = points[0]
  if (first === undefined || points.length < 2) return ''
  const most = Math.max(...points.map(({ cost }) => cost))
  const least = Math.min(...points.map(({ cost }) => cost))
  const x = (at: number) => ((Math.min(at, seconds) / Math.max(1, seconds)) * width).toFixed(1)
  const y = (cost: number) =>
    (most === least ? height / 2 : ((most - cost) / (most - least)) * (height - 4) + 2).toFixed(1)
  return points
    .map(({ at, cost }, index) => (index === 0 ? `M${x(at)} ${y(cost)}` : `H${x(at)}V${y(cost)}`))
    .join('')
}
