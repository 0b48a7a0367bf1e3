import type { RulePhase } from '@rumbo/contract/events.custom.rules'
import { hourMs } from '@rumbo/contract/time-units'
import type { CustomRuleInForce, CustomRuleState } from './telemetry.custom.ts'

/** Between reports farther apart nothing is known: what holds in both is counted from the second on. */
const longestGapMs = hourMs

/** When a report came, and its fix by the device's clock; epoch ms. */
export interface ReportTime {
  at: number
  fixAt: number | null
}

/** How far a rule is with a vehicle, by what is kept of them. */
export const phaseOf = (state: CustomRuleState | null): RulePhase =>
  state === null || state.since === null ? 'idle' : state.isRaised ? 'raised' : 'waiting'

/**
 * Takes a report into what is known of a vehicle and a rule.
 * @param isMet whether the conditions hold now, judged for the phase of `known`
 * @returns what is to be kept, `known` itself where nothing changed, and whether an event is to be raised
 */
export function followRule(
  {
    id: ruleId,
    version,
    seconds,
    cooldownSeconds,
  }: Pick<CustomRuleInForce, 'id' | 'version' | 'seconds' | 'cooldownSeconds'>,
  known: CustomRuleState | null,
  { at, fixAt }: ReportTime,
  isMet: boolean,
): { state: CustomRuleState | null; isFound: boolean } {
  const raisedAt = known?.raisedAt ?? null
  const isCooling = raisedAt !== null && at < raisedAt + cooldownSeconds * 1000
  if (!isMet) {
    if (!isCooling) return { state: null, isFound: false }
    const state = { ruleId, version, since: null, fixSince: null, seenAt: at, isRaised: false, raisedAt }
    return { state: known?.since === null ? known : state, isFound: false }
  }
  if (known?.isRaised) return { state: known, isFound: false }
  const goesOn = known !== null && known.since !== null && at - known.seenAt <= longestGapMs
  const since = goesOn ? (known.since ?? at) : at
  const fixSince = goesOn ? known.fixSince : fixAt
  // A device that sends its backlog at once has waited by its own clock.
  const waited = Math.max(at - since, fixAt === null || fixSince === null ? 0 : fixAt - fixSince)
  const isFound = waited >= seconds * 1000 && !isCooling
  return {
    state: {
      ruleId,
      version,
      since,
      fixSince,
      seenAt: at,
      isRaised: isFound,
      raisedAt: isFound ? at : raisedAt,
    },
    isFound,
  }
}
