import { matches, type ReadingsNow } from '@rumbo/contract/events.custom.rules'
import { isScheduledAt } from '@rumbo/contract/schedules'
import { dayMs, minuteMs } from '@rumbo/contract/time-units'
import { followRule, phaseOf, type ReportTime } from './telemetry.custom.rules.ts'
import type { CustomRuleInForce, CustomRuleState } from './telemetry.custom.ts'

/** A reading that was stated longer ago is unknown: its sensor may be gone. Some are stated at their changes only. */
export const oldestReadingMs = dayMs
/** The same of what belongs to the place. */
export const oldestFixMs = 15 * minuteMs

/** Whether a reading that was stated at a moment still counts at another; epoch ms. */
export const isReadingKnown = (statedAt: number, at: number): boolean => at - statedAt <= oldestReadingMs
/** The same of the speed and altitude of a fix. */
export const isFixKnown = (fixAt: number, at: number): boolean => at - fixAt <= oldestFixMs

/** The readings of a vehicle with those of the report at hand, and as they were before it. */
export interface ReadingsAround {
  now: ReadingsNow
  before: ReadingsNow
}

/** A rule that a report raises, with the values that met it, by reading. */
export interface RuleFound {
  rule: CustomRuleInForce
  figures: Record<string, number | string>
}

/** Longer texts are cut: they only show what met a rule. */
const mostShown = 100
/** A text as JSON of the database accepts it; devices send any bytes. */
const shownText = (text: string) => text.slice(0, mostShown).replaceAll(/\p{Cc}|\p{Cs}/gu, '\ufffd')

function figuresOf({ conditions }: CustomRuleInForce, now: ReadingsNow): RuleFound['figures'] {
  const figures: RuleFound['figures'] = {}
  for (const { reading } of conditions) {
    const value = now(reading)
    if (value !== undefined) figures[reading] = typeof value === 'number' ? value : shownText(String(value))
  }
  return figures
}

/** What is kept of a vehicle and a rule; of a rule that was edited since, only when it was raised. */
function stateOf(known: readonly CustomRuleState[], rule: CustomRuleInForce): CustomRuleState | null {
  const state = known.find(({ ruleId }) => ruleId === rule.id) ?? null
  if (!state || state.version === rule.version) return state
  return { ...state, version: rule.version, since: null, fixSince: null, isRaised: false }
}

/**
 * Judges a report of a vehicle, live or recorded, by rules.
 * @param known what is kept of the vehicle and rules from the report before
 * @param timeZone the company's, for the hours of rules
 * @returns what is to be kept, and the rules that the report raises
 */
export function judgeRules(
  rules: readonly CustomRuleInForce[],
  vehicleId: string,
  known: readonly CustomRuleState[],
  { now, before }: ReadingsAround,
  time: ReportTime,
  timeZone: string,
): { states: CustomRuleState[]; found: RuleFound[] } {
  const states: CustomRuleState[] = []
  const found: RuleFound[] = []
  for (const rule of rules) {
    if (!rule.concerns(vehicleId)) continue
    const state = stateOf(known, rule)
    const isMet =
      matches(rule, now, before, phaseOf(state)) && isScheduledAt(rule.schedule, time.at, timeZone)
    const followed = followRule(rule, state, time, isMet)
    if (followed.state) states.push(followed.state)
    if (followed.isFound) found.push({ rule, figures: figuresOf(rule, now) })
  }
  return { states, found }
}
