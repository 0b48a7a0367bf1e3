import type { CustomCondition, CustomRule } from './events.custom.contract.ts'
import { comparedReading } from './events.custom.readings.ts'
import {
  holdsOf,
  isEmptySet,
  isWholeSet,
  meetOf,
  type ReadingSet,
  setOf,
  unionOf,
} from './events.custom.sets.ts'
import type { ReadingKind } from './telemetry.readings.catalogue.ts'
import type { ReadingValue } from './telemetry.readings.contract.ts'

export const conditionProblems = ['reading_unknown', 'wrong_kind', 'condition_never', 'rule_never'] as const
export interface ConditionProblem {
  /** Of the condition; null for the rule as a whole. */
  at: number | null
  code: (typeof conditionProblems)[number]
}

function isOfKind(condition: CustomCondition, kind: ReadingKind): boolean {
  switch (condition.operator) {
    case 'is':
      return kind === 'boolean'
    case 'between':
      return kind === 'number'
    case 'changes_to':
      return typeof condition.value === (kind === 'text' ? 'string' : kind)
    case 'equals':
    case 'differs':
      return kind !== 'boolean' && typeof condition.value === (kind === 'text' ? 'string' : 'number')
    default:
      return kind === 'number' && typeof condition.value === 'number'
  }
}

/** The values of each reading that a group of conditions leaves, combined in one way. */
function byReading(
  conditions: readonly CustomCondition[],
  combine: (one: ReadingSet, other: ReadingSet) => ReadingSet,
): ReadingSet[] {
  const sets = new Map<string, ReadingSet>()
  for (const condition of conditions) {
    const set = setOf(condition)
    const before = sets.get(condition.reading)
    sets.set(condition.reading, before ? combine(before, set) : set)
  }
  return [...sets.values()]
}

/**
 * Why conditions make no rule: a reading of no meaning, a comparison that does not suit it, one that no value of its range
 * meets, or several that no value meets together. Empty for those that can hold.
 */
export function problemsOfConditions(
  conditions: readonly CustomCondition[],
  match: CustomRule['match'],
): ConditionProblem[] {
  const found = conditions.flatMap((condition, at): ConditionProblem[] => {
    const reading = comparedReading(condition.reading)
    if (!reading) return [{ at, code: 'reading_unknown' }]
    if (!isOfKind(condition, reading.kind)) return [{ at, code: 'wrong_kind' }]
    return isEmptySet(setOf(condition)) ? [{ at, code: 'condition_never' }] : []
  })
  if (found.length > 0 || match === 'any') return found
  return byReading(conditions, meetOf).some(isEmptySet) ? [{ at: null, code: 'rule_never' }] : []
}

/**
 * Whether conditions hold whatever the readings are, once there are any. A change happens at moments only, so it never
 * does. For conditions without problems.
 */
export function areAlwaysMet(conditions: readonly CustomCondition[], match: CustomRule['match']): boolean {
  const lasting = conditions.filter(({ operator }) => operator !== 'changes_to')
  if (match === 'any') return byReading(lasting, unionOf).some(isWholeSet)
  return lasting.length === conditions.length && lasting.every((condition) => isWholeSet(setOf(condition)))
}

/**
 * How far a rule is with a vehicle: not met before, met and waiting for its seconds, or raised and waiting for its end. A
 * change counts at its moment first, then for as long as the value stays; the margin counts once the rule is raised.
 */
export type RulePhase = 'idle' | 'waiting' | 'raised'

/** A value that a vehicle states; undefined for a reading without one. */
export type ReadingsNow = (name: string) => ReadingValue | undefined

function isMet(
  condition: CustomCondition,
  now: ReadingValue | undefined,
  before: ReadingValue | undefined,
  phase: RulePhase,
): boolean {
  if (now === undefined) return false
  if (condition.operator !== 'changes_to') return holdsOf(condition, now, phase === 'raised')
  if (now !== condition.value) return false
  return phase !== 'idle' || (before !== undefined && before !== now)
}

/**
 * Whether the conditions of a rule hold.
 * @param now the readings of a report, merged with the vehicle's latest values
 * @param before the values before the report
 */
export function matches(
  { conditions, match }: Pick<CustomRule, 'conditions' | 'match'>,
  now: ReadingsNow,
  before: ReadingsNow,
  phase: RulePhase,
): boolean {
  const met = (condition: CustomCondition) =>
    isMet(condition, now(condition.reading), before(condition.reading), phase)
  return match === 'all' ? conditions.every(met) : conditions.some(met)
}
