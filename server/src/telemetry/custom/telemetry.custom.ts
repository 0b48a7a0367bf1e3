import type { CustomRule } from '@rumbo/contract/events.custom.contract'

/** A custom rule as reports are judged by it. */
export interface CustomRuleInForce
  extends Pick<
    CustomRule,
    | 'id'
    | 'version'
    | 'name'
    | 'severity'
    | 'match'
    | 'conditions'
    | 'seconds'
    | 'schedule'
    | 'cooldownSeconds'
  > {
  /** Whether the vehicle is in the rule's scope. */
  concerns(vehicleId: string): boolean
}

/** The active rules of all fleets, as last read. */
export interface CustomRulesInForce {
  of(fleetId: string): readonly CustomRuleInForce[]
}

/**
 * What is kept of a vehicle and a rule: only while its conditions hold, or its cool-down lasts. An element of
 * `Conditions.custom`. Times are epoch ms of arrival, except where stated.
 */
export interface CustomRuleState {
  readonly ruleId: string
  /** Of the rule as it was judged. */
  readonly version: number
  /** Since when the conditions hold; null while only the cool-down lasts. */
  readonly since: number | null
  /** The same by the device's clock; null where the report had no usable fix. */
  readonly fixSince: number | null
  /** Of the last report in which they held, before the rule is raised. */
  readonly seenAt: number
  /** An event was raised, and the conditions hold still. */
  readonly isRaised: boolean
  /** When an event was raised last. */
  readonly raisedAt: number | null
}
