import type { AlarmKind, DeviceFix } from '@rumbo/contract/telemetry.device-report.contract'
import { minuteMs } from '@rumbo/contract/time-units'
import { isAllowedAt, wallClock } from '@rumbo/contract/vehicles.hours'
import type { Effects, PipelineStep, ReportContext, VehicleState } from '../intake/telemetry.state.ts'
import { lastKnownPlaceOf, movesVehicle } from '../intake/telemetry.steps.ts'
import { type Conditions, type FoundCondition, noConditions } from './telemetry.conditions.ts'
import { followStop, type HardStop, judgeStop } from './telemetry.crash.rules.ts'
import { followHarsh, trustDevice } from './telemetry.harsh.rules.ts'
import { followLevel } from './telemetry.levels.rules.ts'
import { followSpeeding } from './telemetry.speeding.rules.ts'
import { followUse } from './telemetry.use.rules.ts'

/** Formatting a time costs more than all rules together, and many positions have the same minute. */
const remembered = { timeZone: '', minute: Number.NaN, clock: { day: 1, minute: 0 } }
function clockAt(timeZone: string, at: number) {
  const minute = Math.floor(at / minuteMs)
  if (remembered.minute !== minute || remembered.timeZone !== timeZone)
    Object.assign(remembered, { timeZone, minute, clock: wallClock(new Date(at), timeZone) })
  return remembered.clock
}

type Found = Pick<FoundCondition, 'kind' | 'detail' | 'rule'> & { since?: number }

/** What was found in a report; null for a report of no vehicle. */
export function foundIn({ vehicle, report, isUsable }: ReportContext, found: Found): FoundCondition | null {
  if (!vehicle) return null
  const { vehicleId, companyId, fleetId } = vehicle
  const fix = isUsable ? report.fix : null
  return {
    vehicleId,
    companyId,
    fleetId,
    kind: found.kind,
    detail: found.detail,
    rule: found.rule,
    fixTime: fix?.time.toISOString() ?? null,
    receivedAt: report.receivedAt.toISOString(),
    latitude: fix?.latitude ?? null,
    longitude: fix?.longitude ?? null,
    speedKmh: fix?.speedKmh ?? null,
    heading: fix?.headingDegrees ?? null,
    lastKnown: fix ? null : lastKnownPlaceOf(vehicle),
    since: found.since === undefined ? null : new Date(found.since).toISOString(),
  }
}

function add(effects: Effects, context: ReportContext, found: Found): void {
  const condition = foundIn(context, found)
  if (condition) effects.conditions.push(condition)
}

/** The finding of a hard stop that was a crash: where and when it stopped, however much later that is clear. */
export const crashOf = (
  vehicle: Pick<VehicleState, 'vehicleId' | 'companyId' | 'fleetId'>,
  stop: HardStop,
): FoundCondition => ({
  vehicleId: vehicle.vehicleId,
  companyId: vehicle.companyId,
  fleetId: vehicle.fleetId,
  kind: 'crash',
  fixTime: new Date(stop.at).toISOString(),
  receivedAt: new Date(stop.arrivedAt).toISOString(),
  latitude: stop.latitude,
  longitude: stop.longitude,
  speedKmh: stop.fromKmh,
  heading: null,
  lastKnown: null,
  detail: { fromKmh: stop.fromKmh, seconds: stop.seconds },
  since: null,
})

/** Conditions while a report is followed. */
type Draft = { -readonly [Name in keyof Conditions]: Conditions[Name] }

/** What the device found out by itself is not found again. */
function heedAlarm(next: Draft, alarm: AlarmKind, at: number): void {
  if (alarm === 'harsh_braking' || alarm === 'harsh_acceleration') next.harsh = trustDevice(at)
  else if (alarm === 'crash') next.crash = null
  else if (alarm === 'overspeed' && next.speeding) next.speeding = { ...next.speeding, isRaised: true }
}

/** Follows a fix: writes what is remembered after it into `next`. */
function followFix(
  next: Draft,
  context: ReportContext,
  fix: DeviceFix,
  vehicle: VehicleState,
  effects: Effects,
  timeZone: string,
): void {
  const at = fix.time.getTime()
  const arrivedAt = context.report.receivedAt.getTime()
  const { latitude, longitude, speedKmh } = fix
  const now = { at, speedKmh, arrivedAt, latitude, longitude }
  const previous = vehicle.speedKmh === null ? null : { at: vehicle.asOf, speedKmh: vehicle.speedKmh }
  const speeding = followSpeeding(next.speeding, now, vehicle.speedLimitKmh)
  next.speeding = speeding.state
  if (speeding.found && !next.road?.speeding?.isRaised)
    add(effects, context, { kind: 'overspeed', detail: { ...speeding.found, limitOf: 'vehicle' } })
  // What the limit of the road found is not found again, but remains to be found once that is over.
  else if (speeding.found && speeding.state) next.speeding = { ...speeding.state, isRaised: false }
  const harsh = followHarsh(next.harsh, previous, now)
  next.harsh = harsh.state
  if (harsh.found) {
    const { kind, at: _, ...detail } = harsh.found
    add(effects, context, { kind, detail })
  }
  next.crash = followStop(next.crash, previous, now)
  if (vehicle.allowedHours.length === 0) {
    next.outOfHours = null
    return
  }
  const isAllowed = () =>
    isAllowedAt(vehicle.allowedHours, clockAt(timeZone, arrivedAt)) ||
    isAllowedAt(vehicle.allowedHours, clockAt(timeZone, at))
  const use = followUse(next.outOfHours, now, isAllowed)
  next.outOfHours = use.state
  if (use.since !== null) add(effects, context, { kind: 'out_of_hours', detail: {}, since: use.since })
}

/** Follows the levels that a report states: writes what is remembered after it into `next`. */
function followReadings(next: Draft, context: ReportContext, effects: Effects): void {
  const { vehicle, telemetry, report } = context
  const at = report.receivedAt.getTime()
  const fuel = followLevel(next.fuel, at, telemetry.fuelPercent)
  next.fuel = fuel.state
  if (fuel.found !== null) add(effects, context, { kind: 'low_fuel', detail: { percent: fuel.found } })
  const battery = followLevel(next.battery, at, telemetry.batteryPercent, vehicle?.isCharging === true)
  next.battery = battery.state
  if (battery.found !== null)
    add(effects, context, { kind: 'low_battery', detail: { percent: battery.found } })
}

const names = Object.keys(noConditions) as (keyof Conditions)[]
export const isNothing = (conditions: Conditions) => names.every((name) => conditions[name] === null)

/**
 * Finds what readings and movements say: speeding, harsh driving, low levels, crashes, use outside the hours. Late reports
 * find nothing. After `measureMovement`, which finds suspect fixes, and before `replaceState`, until which the state has the
 * fix before.
 */
export const findConditions: PipelineStep = (context, effects, companyOf) => {
  const { vehicle, report, timing } = context
  if (!vehicle || report.isDecodedAgain || (timing !== 'live' && timing !== 'none')) return
  const arrivedAt = report.receivedAt.getTime()
  const before = vehicle.conditions ?? noConditions
  const next: Draft = { ...before }
  followReadings(next, context, effects)
  if (report.fix && movesVehicle(context))
    followFix(next, context, report.fix, vehicle, effects, companyOf(vehicle.companyId).timeZone)
  const judged = judgeStop(next.crash, arrivedAt, vehicle.ignition)
  if (judged.found) effects.conditions.push(crashOf(vehicle, judged.found))
  next.crash = judged.state
  if (report.alarm !== null) heedAlarm(next, report.alarm, report.fix?.time.getTime() ?? arrivedAt)
  if (names.some((name) => next[name] !== before[name])) vehicle.conditions = isNothing(next) ? null : next
}
