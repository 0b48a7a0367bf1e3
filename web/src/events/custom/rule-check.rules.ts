import type { CustomCondition, CustomRule } from '@rumbo/contract/events.custom.contract'
import { areAlwaysMet, problemsOfConditions } from '@rumbo/contract/events.custom.rules'
import { longestStretchMinutes } from '@rumbo/contract/schedules'
import { conditionOf, numberOf, type RuleDraft } from './rule-draft.rules.ts'

type WordKey =
  | 'fields.required'
  | 'customRules.valid.number'
  | 'customRules.valid.condition'
  | 'customRules.valid.windows'
  | `fields.${'reading_unknown' | 'wrong_kind' | 'condition_never' | 'rule_never'}`

export interface RuleCheck {
  /** What the server takes; null while something is wrong. */
  fields: Pick<
    CustomRule,
    | 'name'
    | 'isActive'
    | 'severity'
    | 'match'
    | 'conditions'
    | 'seconds'
    | 'schedule'
    | 'cooldownSeconds'
    | 'scope'
  > | null
  name?: WordKey
  seconds?: WordKey
  cooldownMinutes?: WordKey
  windows?: WordKey
  vehicleIds?: WordKey
  /** Of each condition. */
  conditions: readonly (WordKey | undefined)[]
  /** Of all conditions together. */
  together?: WordKey
  /** The conditions hold whatever the readings are. */
  isAlwaysMet: boolean
  /** Its hours end before the conditions have held long enough: no report that comes in time raises it. */
  outlastsHours: boolean
}

/** Whole units up to a day; empty is none. */
function wholeOf(typed: string, secondsEach: number): number {
  const value = typed.trim() === '' ? 0 : numberOf(typed)
  return Number.isInteger(value) && value >= 0 && value * secondsEach <= 86_400
    ? value * secondsEach
    : Number.NaN
}

/** What is wrong with a draft, by field, and what is to be saved. The server judges conditions by the same rules. */
export function checkRule(draft: RuleDraft): RuleCheck {
  const conditions = draft.conditions.map(conditionOf)
  const whole = conditions.filter((one): one is CustomCondition => one !== null)
  const isWhole = whole.length === conditions.length
  const problems = isWhole ? problemsOfConditions(whole, draft.match) : []
  const byCondition = conditions.map((condition, at): WordKey | undefined => {
    if (condition === null) return 'customRules.valid.condition'
    const code = problems.find((one) => one.at === at)?.code
    return code && `fields.${code}`
  })
  const together = problems.find(({ at }) => at === null)?.code
  const seconds = wholeOf(draft.seconds, 1)
  const cooldownSeconds = wholeOf(draft.cooldownMinutes, 60)
  const windows = [...draft.windows]
  const wrong: Partial<RuleCheck> = {}
  if (draft.name.trim() === '') wrong.name = 'fields.required'
  if (Number.isNaN(seconds)) wrong.seconds = 'customRules.valid.number'
  if (Number.isNaN(cooldownSeconds)) wrong.cooldownMinutes = 'customRules.valid.number'
  if (windows.some(({ days, from, to }) => days.length === 0 || from === '' || to === ''))
    wrong.windows = 'customRules.valid.windows'
  if (draft.scope === 'vehicles' && draft.vehicleIds.length === 0) wrong.vehicleIds = 'fields.required'
  if (together) wrong.together = `fields.${together}`
  const isRight = Object.keys(wrong).length === 0 && isWhole && problems.length === 0
  const { isActive, severity, match, holidays } = draft
  return {
    ...wrong,
    conditions: byCondition,
    outlastsHours: wrong.windows === undefined && seconds > longestStretchMinutes({ windows }) * 60,
    isAlwaysMet: isWhole && problems.length === 0 && areAlwaysMet(whole, match),
    fields: isRight
      ? {
          name: draft.name.trim(),
          isActive,
          severity,
          match,
          conditions: whole,
          seconds,
          schedule: { windows, holidays },
          cooldownSeconds,
          scope:
            draft.scope === 'fleet'
              ? { kind: 'fleet' }
              : { kind: 'vehicles', vehicleIds: [...draft.vehicleIds] },
        }
      : null,
  }
}
