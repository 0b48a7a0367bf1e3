import type { RunPoint } from '@rumbo/contract/planning.runs.contract'

const mostPoints = 600

/** A cost curve with another point; of too many every second one is left out, the first and the latest stay. */
export function withPoint(points: readonly RunPoint[], point: RunPoint): RunPoint[] {
  const all = [...points, point]
  if (all.length <= mostPoints) return all
  return all.filter((_, at) => at % 2 === 0 || at === all.length - 1)
}
