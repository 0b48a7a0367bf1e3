import { isPositionReading } from '@rumbo/contract/events.custom.readings'
import { matches, type ReadingsNow } from '@rumbo/contract/events.custom.rules'
import { isScheduledAt } from '@rumbo/contract/schedules'
import type { ReadingValue } from '@rumbo/contract/telemetry.readings.contract'
import { dayMs, minuteMs } from '@rumbo/contract/time-units'
import { foundIn } from '../conditions/telemetry.conditions.steps.ts'
import { type FoundCondition, noConditions } from '../conditions/telemetry.conditions.ts'
import type { Effects, PipelineStep, ReportContext, VehicleState } from '../intake/telemetry.state.ts'
import { movesVehicle } from '../intake/telemetry.steps.ts'
import { readingsOf } from '../readings/telemetry.reading-steps.ts'
import { followRule, phaseOf } from './telemetry.custom.rules.ts'
import type { CustomRuleInForce, CustomRuleState, CustomRulesInForce } from './telemetry.custom.ts'

/** A reading that was stated longer ago is unknown: its sensor may be gone. Some are stated at their changes only. */
const oldestMs = dayMs
/** The same of what belongs to the place. */
const oldestFixMs = 15 * minuteMs

const noneKnown: ReadingsNow = () => undefined

/** The values of the vehicle's position before this report: the state has the fix before. */
function positionBefore(vehicle: VehicleState, at: number): ReadingsNow {
  if (at - vehicle.asOf > oldestFixMs) return noneKnown
  const { speedKmh, altitude } = vehicle
  return (name) => (name === 'speedKmh' ? speedKmh : altitude) ?? undefined
}

/** The readings of a vehicle with those of the report at hand, and as they were before it. */
function readingsAround(
  context: ReportContext,
  vehicle: VehicleState,
): { now: ReadingsNow; before: ReadingsNow } {
  const { report } = context
  const at = (report.fix?.time ?? report.receivedAt).getTime()
  const kept = readingsOf(vehicle)
  const keptNow: ReadingsNow = (name) => {
    const place = kept.places.get(name)
    if (place === undefined || at - (kept.times[place] as number) > oldestMs) return undefined
    return kept.readings[place]?.value ?? undefined
  }
  let former: Map<string, ReadingValue | null> | undefined
  const keptBefore: ReadingsNow = (name) => {
    former ??= new Map(context.changedReadings().map((changed) => [changed.name.name, changed.previous]))
    const previous = former.get(name)
    return previous === undefined ? keptNow(name) : (previous ?? undefined)
  }
  const positionWas = positionBefore(vehicle, at)
  const fix = movesVehicle(context) ? report.fix : null
  const positionIs: ReadingsNow = fix
    ? (name) => (name === 'speedKmh' ? fix.speedKmh : fix.altitudeMetres) ?? undefined
    : positionWas
  return {
    now: (name) => (isPositionReading(name) ? positionIs(name) : keptNow(name)),
    before: (name) => (isPositionReading(name) ? positionWas(name) : keptBefore(name)),
  }
}

/** Longer texts are cut: they only show what met a rule. */
const mostShown = 100
/** A text as JSON of the database accepts it; devices send any bytes. */
const shownText = (text: string) => text.slice(0, mostShown).replaceAll(/\p{Cc}|\p{Cs}/gu, '\ufffd')

/** The values that met a rule, by reading. */
function figuresOf({ conditions }: CustomRuleInForce, now: ReadingsNow): FoundCondition['detail'] {
  const figures: FoundCondition['detail'] = {}
  for (const { reading } of conditions) {
    const value = now(reading)
    if (value !== undefined) figures[reading] = typeof value === 'number' ? value : shownText(String(value))
  }
  return figures
}

function raise(effects: Effects, context: ReportContext, rule: CustomRuleInForce, now: ReadingsNow): void {
  const { id, name, severity } = rule
  const found = foundIn(context, { kind: null, detail: figuresOf(rule, now), rule: { id, name, severity } })
  if (found) effects.conditions.push(found)
}

/** What is kept of a vehicle and a rule; of a rule that was edited since, only when it was raised. */
function stateOf(known: readonly CustomRuleState[], rule: CustomRuleInForce): CustomRuleState | null {
  const state = known.find(({ ruleId }) => ruleId === rule.id) ?? null
  if (!state || state.version === rule.version) return state
  return { ...state, version: rule.version, since: null, fixSince: null, isRaised: false }
}

/** Whether two lists have the same elements; states are replaced, never changed. */
const isSameList = (some: readonly CustomRuleState[], others: readonly CustomRuleState[]) =>
  some.length === others.length && some.every((state, at) => state === others[at])

/**
 * Judges a report by the custom rules of its vehicle's fleet; late reports are judged by none. After `keepReadings` and
 * `measureMovement`, and before `replaceState`, until which the state has the fix before.
 */
export const judgeByRules =
  (rules: CustomRulesInForce): PipelineStep =>
  (context, effects, companyOf) => {
    const { vehicle, report, timing } = context
    if (!vehicle || report.isDecodedAgain || (timing !== 'live' && timing !== 'none')) return
    const known = vehicle.conditions?.custom ?? []
    const inForce = rules.of(vehicle.fleetId)
    if (inForce.length === 0 && known.length === 0) return
    const at = report.receivedAt.getTime()
    const fixAt = report.fix && movesVehicle(context) ? report.fix.time.getTime() : null
    const { timeZone } = companyOf(vehicle.companyId)
    const { now, before } = readingsAround(context, vehicle)
    const next: CustomRuleState[] = []
    for (const rule of inForce) {
      if (!rule.concerns(vehicle.vehicleId)) continue
      const state = stateOf(known, rule)
      const isMet = matches(rule, now, before, phaseOf(state)) && isScheduledAt(rule.schedule, at, timeZone)
      const followed = followRule(rule, state, { at, fixAt }, isMet)
      if (followed.state) next.push(followed.state)
      if (followed.isFound) raise(effects, context, rule, now)
    }
    // States of rules that are no longer in force for the vehicle are dropped.
    if (isSameList(known, next)) return
    const conditions = { ...(vehicle.conditions ?? noConditions), custom: next.length > 0 ? next : null }
    vehicle.conditions = Object.values(conditions).every((value) => value === null) ? null : conditions
  }
