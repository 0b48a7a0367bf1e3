import { isPositionReading } from '@rumbo/contract/events.custom.readings'
import type { ReadingsNow } from '@rumbo/contract/events.custom.rules'
import type { ReadingValue } from '@rumbo/contract/telemetry.readings.contract'
import { foundIn, isNothing } from '../conditions/telemetry.conditions.steps.ts'
import { noConditions } from '../conditions/telemetry.conditions.ts'
import type { Effects, PipelineStep, ReportContext, VehicleState } from '../intake/telemetry.state.ts'
import { movesVehicle } from '../intake/telemetry.steps.ts'
import { readingsOf } from '../readings/telemetry.reading-steps.ts'
import {
  isFixKnown,
  isReadingKnown,
  judgeRules,
  type ReadingsAround,
  type RuleFound,
} from './telemetry.custom.judgement.rules.ts'
import type { CustomRuleState, CustomRulesInForce } from './telemetry.custom.ts'

const noneKnown: ReadingsNow = () => undefined

/** The values of the vehicle's position before this report: the state has the fix before. */
function positionBefore(vehicle: VehicleState, at: number): ReadingsNow {
  if (!isFixKnown(vehicle.asOf, at)) return noneKnown
  const { speedKmh, altitude } = vehicle
  return (name) => (name === 'speedKmh' ? speedKmh : altitude) ?? undefined
}

/** The readings of a vehicle with those of the report at hand, and as they were before it. */
function readingsAround(context: ReportContext, vehicle: VehicleState): ReadingsAround {
  const { report } = context
  const at = (report.fix?.time ?? report.receivedAt).getTime()
  const kept = readingsOf(vehicle)
  const keptNow: ReadingsNow = (name) => {
    const place = kept.places.get(name)
    if (place === undefined || !isReadingKnown(kept.times[place] as number, at)) return undefined
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

function raise(effects: Effects, context: ReportContext, { rule, figures }: RuleFound): void {
  const { id, name, severity } = rule
  const found = foundIn(context, { kind: null, detail: figures, rule: { id, name, severity } })
  if (found) effects.conditions.push(found)
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
    const around = readingsAround(context, vehicle)
    const judged = judgeRules(inForce, vehicle.vehicleId, known, around, { at, fixAt }, timeZone)
    for (const found of judged.found) raise(effects, context, found)
    const next = judged.states
    // States of rules that are no longer in force for the vehicle are dropped.
    if (isSameList(known, next)) return
    const conditions = { ...(vehicle.conditions ?? noConditions), custom: next.length > 0 ? next : null }
    vehicle.conditions = isNothing(conditions) ? null : conditions
  }
