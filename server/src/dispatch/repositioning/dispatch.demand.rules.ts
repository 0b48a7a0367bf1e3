// How many requests each area of a fleet may expect, from past days that were like today.

/** The requests of a fleet by area and quarter hour, up to now. */
export interface DemandHistory {
  areas: number
  /** Area by area, `quarters` for each: the requests that came in each quarter hour, the latest last. */
  counts: ArrayLike<number>
  /** Complete quarter hours, up to the present. */
  quarters: number
  /** Of the quarter hour that begins now: 0 is Monday. */
  weekday: number
  /** Only quarter hours before this one are examples; later ones only say what today is like. Default: all. */
  learnedUntil?: number
}

export const quarterMs = 15 * 60_000
export const quartersOfDay = 96
/** Today is compared with past days over the last so many quarter hours. */
const comparedQuarters = 16
/** How long the compared hours are. */
export const comparedMs = comparedQuarters * quarterMs
const similarDays = 12
/** The weight of the quarter hours beside those asked for: few requests say little about a single one. */
const nextTo = 0.5
/** Past days differ at least this much, so that none alone decides. */
const leastDistance = 0.15
/** How much farther days of another kind are: another working day, or a working day and one of the weekend. */
const otherWeekday = 0.3
const otherKind = 1.5
/** The level of today counts against that of the similar days as if so many requests had come as expected. */
const levelPrior = 40

interface PastDay {
  /** Quarter hours before now. */
  back: number
  weight: number
}

const isWeekend = (weekday: number) => weekday >= 5

/** The requests of all areas in each of the compared quarter hours that end `back` before now. */
function totalsBefore({ areas, counts, quarters }: DemandHistory, back: number): Float64Array {
  const totals = new Float64Array(comparedQuarters)
  const first = quarters - back - comparedQuarters
  for (let area = 0; area < areas; area += 1)
    for (let at = 0; at < comparedQuarters; at += 1)
      totals[at] = (totals[at] as number) + (counts[area * quarters + first + at] as number)
  return totals
}

/** How unlike two stretches are, in standard deviations of what chance alone would make. */
function distanceOf(a: Float64Array, b: Float64Array): number {
  let sum = 0
  let weights = 0
  for (let at = 0; at < comparedQuarters; at += 1) {
    const [x, y] = [a[at] as number, b[at] as number]
    const weight = (at + 1) / comparedQuarters
    sum += (weight * (x - y) ** 2) / (x + y + 1)
    weights += weight
  }
  return Math.sqrt(sum / weights)
}

/** The past days that were most like the last hours, the nearest first, with weights that add up to 1. */
export function similarDaysOf(history: DemandHistory, ahead: number): PastDay[] {
  const { quarters, weekday, learnedUntil } = history
  const now = totalsBefore(history, 0)
  const days: { back: number; distance: number }[] = []
  const known = quarters - firstOf(history)
  const until = learnedUntil ?? quarters
  for (let day = 1; day * quartersOfDay + comparedQuarters <= known; day += 1) {
    const back = day * quartersOfDay
    if (quarters - back + ahead + 1 > until) continue
    const then = (((weekday - day) % 7) + 7) % 7
    const kind = isWeekend(then) !== isWeekend(weekday) ? otherKind : then === weekday ? 0 : otherWeekday
    days.push({ back, distance: leastDistance + kind + distanceOf(now, totalsBefore(history, back)) })
  }
  const nearest = days.sort((a, b) => a.distance - b.distance).slice(0, similarDays)
  const total = nearest.reduce((sum, { distance }) => sum + 1 / distance, 0)
  return nearest.map(({ back, distance }) => ({ back, weight: 1 / distance / total }))
}

/**
 * The requests each area may expect in the next quarter hours: what came at the same hour on the most similar past
 * days, nearer ones counting more, at the level of the last hours.
 * @param ahead quarter hours from now; may be a fraction
 * @returns by area; null where no day of the past is known
 */
export function predictDemand(history: DemandHistory, ahead: number): Float64Array | null {
  const { areas, counts, quarters } = history
  const days = similarDaysOf(history, Math.ceil(ahead))
  if (days.length === 0) return null
  const expected = new Float64Array(areas)
  for (let area = 0; area < areas; area += 1) {
    let sum = 0
    for (const { back, weight } of days)
      sum += weight * windowOf(counts, area * quarters, quarters - back, ahead, quarters)
    expected[area] = sum
  }
  const level = levelOf(history, days)
  return expected.map((value) => value * level)
}

/** The requests of an area from a quarter hour on; those before and after count half as much. */
function windowOf(
  counts: ArrayLike<number>,
  row: number,
  from: number,
  ahead: number,
  quarters: number,
): number {
  let sum = 0
  let width = 0
  for (let at = from - 1; at < from + ahead + 1; at += 1) {
    if (at < 0 || at >= quarters) continue
    const inside = Math.max(0, Math.min(at + 1, from + ahead) - Math.max(at, from))
    const beside = Math.min(at + 1, from + ahead + 1) - at - inside
    const share = inside + nextTo * beside
    sum += share * (counts[row + at] as number)
    width += share
  }
  return width === 0 ? 0 : (sum * ahead) / width
}

/** The first quarter hour with a request: the fleet is not older. */
function firstOf({ areas, counts, quarters }: DemandHistory): number {
  for (let at = 0; at < quarters; at += 1)
    for (let area = 0; area < areas; area += 1) if ((counts[area * quarters + at] as number) > 0) return at
  return quarters
}

/** How the last hours compare with the same hours of the similar days. */
function levelOf(history: DemandHistory, days: readonly PastDay[]): number {
  const sum = (values: Float64Array) => values.reduce((total, value) => total + value, 0)
  const today = sum(totalsBefore(history, 0))
  const before = days.reduce(
    (total, { back, weight }) => total + weight * sum(totalsBefore(history, back)),
    0,
  )
  return (today + levelPrior) / (before + levelPrior)
}
