import type { CustomCondition } from './events.custom.contract.ts'
import { comparedReading } from './events.custom.readings.ts'
import type { ReadingValue } from './telemetry.readings.contract.ts'

interface Interval {
  low: number
  high: number
  hasLow: boolean
  hasHigh: boolean
}

/**
 * The values of one reading that meet a condition: intervals within its range, in order and apart from each other, or
 * named values, or all but those.
 */
export type ReadingSet =
  | { kind: 'numbers'; whole: Interval; intervals: readonly Interval[] }
  | { kind: 'values'; isComplement: boolean; values: ReadonlySet<ReadingValue> }

const isInterval = ({ low, high, hasLow, hasHigh }: Interval) =>
  low < high || (low === high && hasLow && hasHigh)

function common(one: Interval, other: Interval): Interval {
  const low = Math.max(one.low, other.low)
  const high = Math.min(one.high, other.high)
  const includes = (at: number, { low: from, high: to, hasLow, hasHigh }: Interval) =>
    (at > from || (at === from && hasLow)) && (at < to || (at === to && hasHigh))
  return {
    low,
    high,
    hasLow: includes(low, one) && includes(low, other),
    hasHigh: includes(high, one) && includes(high, other),
  }
}

const meetOfIntervals = (some: readonly Interval[], others: readonly Interval[]): Interval[] =>
  some.flatMap((one) => others.map((other) => common(one, other))).filter(isInterval)

function unionOfIntervals(given: readonly Interval[]): Interval[] {
  const joined: Interval[] = []
  const byLow = (one: Interval, other: Interval) =>
    one.low - other.low || Number(other.hasLow) - Number(one.hasLow)
  for (const next of [...given].sort(byLow)) {
    const last = joined.at(-1)
    const touches =
      last && (next.low < last.high || (next.low === last.high && (next.hasLow || last.hasHigh)))
    if (!touches) joined.push({ ...next })
    else if (next.high > last.high) Object.assign(last, { high: next.high, hasHigh: next.hasHigh })
    else if (next.high === last.high) last.hasHigh ||= next.hasHigh
  }
  return joined
}

const everything = { low: -Infinity, high: Infinity, hasLow: false, hasHigh: false }
const upTo = (high: number, hasHigh: boolean): Interval => ({ ...everything, high, hasHigh })
const from = (low: number, hasLow: boolean): Interval => ({ ...everything, low, hasLow })
const only = (value: number): Interval => ({ low: value, high: value, hasLow: true, hasHigh: true })

type Compared = Exclude<CustomCondition, { operator: 'is' | 'between' }>
function intervalsOf({ operator }: Compared, value: number): Interval[] {
  switch (operator) {
    case 'below':
      return [upTo(value, false)]
    case 'at_most':
      return [upTo(value, true)]
    case 'at_least':
      return [from(value, true)]
    case 'above':
      return [from(value, false)]
    case 'differs':
      return [upTo(value, false), from(value, false)]
    default:
      return [only(value)]
  }
}

/** The values that meet a condition, for one that suits its reading. A change has those of the value it changes to. */
export function setOf(condition: CustomCondition): ReadingSet {
  const { min = -Infinity, max = Infinity } = comparedReading(condition.reading) ?? {}
  const whole = { low: min, high: max, hasLow: true, hasHigh: true }
  const within = (intervals: readonly Interval[]): ReadingSet => ({
    kind: 'numbers',
    whole,
    intervals: meetOfIntervals(intervals, [whole]),
  })
  if (condition.operator === 'between')
    return within([{ low: condition.low, high: condition.high, hasLow: true, hasHigh: true }])
  const { value } = condition
  if (condition.operator !== 'is' && typeof value === 'number') return within(intervalsOf(condition, value))
  return { kind: 'values', isComplement: condition.operator === 'differs', values: new Set([value]) }
}

const without = (some: ReadonlySet<ReadingValue>, others: ReadonlySet<ReadingValue>) =>
  new Set([...some].filter((value) => !others.has(value)))
const complementOf = (set: ReadingSet & { kind: 'values' }): ReadingSet & { kind: 'values' } => ({
  ...set,
  isComplement: !set.isComplement,
})

/** The values that are in both sets of one reading. */
export function meetOf(one: ReadingSet, other: ReadingSet): ReadingSet {
  if (one.kind === 'numbers' && other.kind === 'numbers')
    return { ...one, intervals: meetOfIntervals(one.intervals, other.intervals) }
  if (one.kind !== 'values' || other.kind !== 'values') throw new Error('Sets of one reading have one kind.')
  if (one.isComplement && other.isComplement)
    return { kind: 'values', isComplement: true, values: new Set([...one.values, ...other.values]) }
  if (one.isComplement) return meetOf(other, one)
  const values = other.isComplement
    ? without(one.values, other.values)
    : new Set([...one.values].filter((value) => other.values.has(value)))
  return { kind: 'values', isComplement: false, values }
}

/** The values that are in either set of one reading. */
export function unionOf(one: ReadingSet, other: ReadingSet): ReadingSet {
  if (one.kind === 'numbers' && other.kind === 'numbers')
    return { ...one, intervals: unionOfIntervals([...one.intervals, ...other.intervals]) }
  if (one.kind !== 'values' || other.kind !== 'values') throw new Error('Sets of one reading have one kind.')
  const none = meetOf(complementOf(one), complementOf(other))
  return none.kind === 'values' ? complementOf(none) : none
}

export function isEmptySet(set: ReadingSet): boolean {
  if (set.kind === 'numbers') return set.intervals.length === 0
  // There are more texts than a rule can name.
  return set.isComplement ? isBoth(set.values) : set.values.size === 0
}

export function isWholeSet(set: ReadingSet): boolean {
  if (set.kind === 'values') return set.isComplement ? set.values.size === 0 : isBoth(set.values)
  const { whole } = set
  const [first, ...others] = unionOfIntervals(set.intervals)
  if (!first || others.length > 0) return false
  return first.low === whole.low && first.high === whole.high && first.hasLow && first.hasHigh
}

/** Yes and no are all there is of a boolean. */
const isBoth = (values: ReadonlySet<ReadingValue>) => values.has(true) && values.has(false)

/**
 * Whether a value meets a condition that looks at one moment.
 * @param isRaised numbers meet it also within its margin
 */
export function holdsOf(
  condition: Exclude<CustomCondition, { operator: 'changes_to' }>,
  now: ReadingValue,
  isRaised: boolean,
): boolean {
  if (condition.operator === 'is') return now === condition.value
  const margin = isRaised ? condition.margin : 0
  if (condition.operator === 'between')
    return typeof now === 'number' && now >= condition.low - margin && now <= condition.high + margin
  const { operator, value } = condition
  if (typeof now !== 'number' || typeof value !== 'number')
    return (
      typeof now === typeof value &&
      (operator === 'equals' ? now === value : operator === 'differs' && now !== value)
    )
  switch (operator) {
    case 'below':
      return now < value + margin
    case 'at_most':
      return now <= value + margin
    case 'at_least':
      return now >= value - margin
    case 'above':
      return now > value - margin
    case 'equals':
      return Math.abs(now - value) <= margin
    case 'differs':
      return now !== value
  }
}
