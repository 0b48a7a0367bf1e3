import type { DeviceFix, DeviceTelemetry } from '@rumbo/contract/telemetry.device-report.contract'
import { silentAfterMs } from '@rumbo/contract/telemetry.freshness'
import { dayMs } from '@rumbo/contract/time-units'
import { distanceMetres } from '@rumbo/geo'
import { localDay } from '../history/telemetry.days.rules.ts'
import {
  alarmId,
  degreesToStored,
  disbeliefOf,
  drivenMetres,
  headingAfter,
  isUsableFix,
  positionFlag,
  timingOf,
  whole,
} from '../telemetry.rules.ts'
import { advance } from './telemetry.movement.rules.ts'
import type { MovementEvent } from './telemetry.movement.ts'
import { ownerAt, rejectedOf } from './telemetry.owner.rules.ts'
import type {
  Effects,
  LastKnownPlace,
  PipelineStep,
  PositionOwner,
  RejectionReason,
  ReportContext,
  VehicleState,
} from './telemetry.state.ts'
import type { Belief } from './telemetry.suspects.rules.ts'

/** Counts reports of devices without a vehicle or without their secret; they have no other effect. */
export const identify: PipelineStep = (context, effects) => {
  const { report, vehicle } = context
  // The HTTP endpoint has compared the secret; other protocols cannot send one.
  if (vehicle?.hasSecret && report.protocol !== 'osmand') {
    effects.rejected.push(rejectedOf(report, vehicle, 'wrong_secret'))
    context.vehicle = null
  }
  if (vehicle) return
  const known = effects.unknown.get(report.deviceIdentifier)
  effects.unknown.set(report.deviceIdentifier, { report, count: (known?.count ?? 0) + 1 })
}

/** Stores the frame of a message that could not be decoded completely. Those of unknown devices are only counted. */
export const storeUnread: PipelineStep = ({ report, vehicle }, { rejected }) => {
  if (vehicle && report.unreadFrame) rejected.push(rejectedOf(report, vehicle, 'unread'))
}

/** Decides the timing of the report and the vehicle its fix belongs to, and rejects a fix that cannot be used. */
export const classify: PipelineStep = (context, effects, companyOf) => {
  const { report, vehicle } = context
  const { fix } = report
  context.owner = vehicle
  if (!vehicle) return
  const reject = (reason: RejectionReason, detail?: string) => {
    effects.rejected.push(rejectedOf(report, vehicle, reason, detail))
    context.isUsable = false
  }
  const oldestMs = report.receivedAt.getTime() - companyOf(vehicle.companyId).historyDays * dayMs
  context.timing = timingOf(report, vehicle, oldestMs)
  context.isUsable = fix !== null && isUsableFix(fix)
  if (fix === null) return
  if (context.timing === 'future' || context.timing === 'too_old') {
    reject(context.timing)
    return
  }
  context.owner = ownerAt(vehicle, fix.time.getTime())
  if (context.owner === null) {
    context.timing = 'too_old'
    reject('too_old', 'The device had no vehicle at the time of the fix.')
    return
  }
  if (context.owner !== vehicle) context.timing = 'late'
  const disbelief = fix.isValid ? disbeliefOf(fix) : null
  if (disbelief) reject(disbelief)
}

/** Whether the report's fix becomes the vehicle's last one. */
export const movesVehicle = ({ timing, isUsable, isSuspect }: ReportContext) =>
  timing === 'live' && isUsable && !isSuspect

/** Applies readings other than the position; those of late reports are outdated. */
export const applyTelemetry: PipelineStep = ({ vehicle, timing, telemetry }) => {
  if (!vehicle || (timing !== 'live' && timing !== 'none')) return
  vehicle.ignition = telemetry.ignition ?? vehicle.ignition
  vehicle.isCharging = telemetry.isCharging ?? vehicle.isCharging
  vehicle.isEngineBlocked = telemetry.isEngineBlocked ?? vehicle.isEngineBlocked
  vehicle.batteryPercent = whole(telemetry.batteryPercent, 0, 100) ?? vehicle.batteryPercent
  vehicle.fuelPercent = whole(telemetry.fuelPercent, 0, 100) ?? vehicle.fuelPercent
  vehicle.signalPercent = whole(telemetry.signalPercent, 0, 100) ?? vehicle.signalPercent
  vehicle.powerVolts = telemetry.powerVolts ?? vehicle.powerVolts
}

const speedTenthsOf = (speedKmh: number) => whole(speedKmh * 10, 0, 32_767) ?? 0

/** Uses the device's odometer where it reports one; a confirmed jump adds no distance. */
function measureOdometer(
  vehicle: VehicleState,
  telemetry: DeviceTelemetry,
  fix: DeviceFix,
  belief: Belief,
): void {
  if (telemetry.odometerMetres !== undefined) {
    vehicle.odometerMetres = telemetry.odometerMetres
  } else if (vehicle.latitude !== null && vehicle.longitude !== null && belief !== 'confirmed') {
    const step = distanceMetres({ latitude: vehicle.latitude, longitude: vehicle.longitude }, fix)
    vehicle.odometerMetres += drivenMetres(step, (fix.time.getTime() - vehicle.asOf) / 1000, fix.speedKmh)
  }
}

/** Checks whether the fix is plausible, and updates trips, stays, the day's sums and the odometer. */
export const measureMovement: PipelineStep = (context, effects, companyOf) => {
  const { vehicle, report } = context
  const { fix } = report
  if (!vehicle || !fix || !movesVehicle(context)) return
  const at = fix.time.getTime()
  const { day } = localDay(companyOf(vehicle.companyId).timeZone, at)
  const { suspectAt } = vehicle.movement
  // Recomputing in time order may decide differently about suspect fixes.
  if (suspectAt !== null && at <= suspectAt)
    effects.dirty.set(`${vehicle.vehicleNo} ${day}`, { vehicleNo: vehicle.vehicleNo, day })
  const events: MovementEvent[] = []
  const belief = advance(
    vehicle.movement,
    {
      at,
      latitude: degreesToStored(fix.latitude),
      longitude: degreesToStored(fix.longitude),
      speedTenths: speedTenthsOf(fix.speedKmh),
      ignition: vehicle.ignition,
    },
    day,
    events,
  )
  if (belief === 'suspect') {
    context.isSuspect = true
    effects.rejected.push(rejectedOf(report, vehicle, 'jump'))
    return
  }
  for (const event of events) effects.movements.push({ vehicle, event })
  measureOdometer(vehicle, context.telemetry, fix, belief)
}

function flagsOf({ vehicle, timing, isUsable, isSuspect, telemetry }: ReportContext): number {
  const { isCharging, isEngineBlocked } = telemetry
  // Some devices report the ignition only on changes: the last value applies.
  const ignition = telemetry.ignition ?? (timing === 'live' ? vehicle?.ignition : undefined) ?? null
  return (
    (isUsable ? 0 : positionFlag.invalid) |
    (isSuspect ? positionFlag.suspect : 0) |
    (timing === 'late' ? positionFlag.late : 0) |
    (ignition === null ? 0 : positionFlag.ignitionKnown) |
    (ignition ? positionFlag.ignitionOn : 0) |
    (isCharging ? positionFlag.charging : 0) |
    (isEngineBlocked ? positionFlag.engineBlocked : 0)
  )
}

/** Counts a stored position for the current day; any other day is marked for recomputation. */
function countRecord(
  context: ReportContext,
  owner: PositionOwner,
  fixTime: number,
  effects: Effects,
  timeZone: string,
): void {
  const { vehicle, timing } = context
  const { day } = localDay(timeZone, fixTime)
  const isOfNow = owner === vehicle && vehicle.movement.day === day
  // A second report with the newest time adds no movement.
  const isInOrder = timing === 'live' || (vehicle !== null && fixTime === vehicle.asOf) || !context.isUsable
  // A repeated report may be stored already, unless its fix is newer than all stored ones.
  const isNew = !context.isRepeated || movesVehicle(context)
  if (isOfNow && isInOrder && isNew) vehicle.movement.sums.records += 1
  else effects.dirty.set(`${owner.vehicleNo} ${day}`, { vehicleNo: owner.vehicleNo, day })
}

/** Stores every fix that can be stored; late and invalid ones with a flag. */
export const storePosition: PipelineStep = (context, effects, companyOf) => {
  const { report, vehicle, owner, timing, telemetry } = context
  const { fix } = report
  if (!vehicle || !owner || !fix || timing === 'future' || timing === 'too_old' || timing === 'duplicate')
    return
  const { positions } = effects
  const fixTime = fix.time.getTime()
  const isOnEarth = Math.abs(fix.latitude) <= 90 && Math.abs(fix.longitude) <= 180
  countRecord(context, owner, fixTime, effects, companyOf(owner.companyId).timeZone)
  positions.vehicleNo.push(owner.vehicleNo)
  positions.fixTime.push(fixTime)
  positions.reportHash.push(report.reportHash)
  positions.receivedAt.push(report.receivedAt.getTime())
  positions.latitude.push(isOnEarth ? degreesToStored(fix.latitude) : 0)
  positions.longitude.push(isOnEarth ? degreesToStored(fix.longitude) : 0)
  positions.odometerMetres.push(
    whole(timing === 'live' ? vehicle.odometerMetres : telemetry.odometerMetres, 0, 2_147_483_647),
  )
  positions.speedTenths.push(speedTenthsOf(fix.speedKmh))
  positions.heading.push(whole(fix.headingDegrees, 0, 360))
  positions.altitude.push(whole(fix.altitudeMetres, -32_768, 32_767))
  positions.flags.push(flagsOf(context))
  positions.satellites.push(whole(fix.satellites, 0, 255))
  // Many devices report these without a fix: a live position gets the last known values, as for the ignition.
  const lastKnown = timing === 'live' ? vehicle : null
  positions.batteryPercent.push(whole(telemetry.batteryPercent ?? lastKnown?.batteryPercent, 0, 100))
  positions.fuelPercent.push(whole(telemetry.fuelPercent ?? lastKnown?.fuelPercent, 0, 100))
  positions.signalPercent.push(whole(telemetry.signalPercent ?? lastKnown?.signalPercent, 0, 100))
}

/** Updates the state: any report makes the vehicle active, only a newer usable fix moves it. */
export const replaceState: PipelineStep = (context, effects) => {
  const { report, vehicle } = context
  if (!vehicle || (report.isDecodedAgain && !movesVehicle(context))) return
  const receivedAt = report.receivedAt.getTime()
  // Another process may have marked it silent, so a long pause is enough to check.
  if (vehicle.isSilent || receivedAt - vehicle.lastReportAt > silentAfterMs - 30_000) {
    effects.awake.add(vehicle.vehicleId)
    vehicle.isSilent = false
  }
  if (receivedAt > vehicle.lastReportAt) vehicle.lastReportAt = receivedAt
  vehicle.protocol = report.protocol
  if (!report.fix || !movesVehicle(context)) return
  vehicle.asOf = report.fix.time.getTime()
  vehicle.lastReportHash = report.reportHash
  vehicle.latitude = report.fix.latitude
  vehicle.longitude = report.fix.longitude
  vehicle.speedKmh = report.fix.speedKmh
  vehicle.heading = headingAfter(report.fix, vehicle.heading)
  vehicle.altitude = whole(report.fix.altitudeMetres, -32_768, 32_767)
  vehicle.satellites = whole(report.fix.satellites, 0, 255) ?? vehicle.satellites
}

/** Raises every alarm, whether the fix is valid or not, and marks late ones and those without a place. */
export const raiseAlarms: PipelineStep = (context, effects: Effects) => {
  const { report, vehicle, owner, timing, isUsable } = context
  if (!vehicle || report.alarm === null) return
  const { vehicleId } = owner ?? vehicle
  // An alarm with the time of the newest fix is not late, even if its own fix arrives second.
  const isOfNow = owner === vehicle && report.fix?.time.getTime() === vehicle.asOf
  const isLate = (timing === 'late' && !isOfNow) || timing === 'too_old' || report.isDecodedAgain === true
  const alarm = {
    id: alarmId(vehicleId, report.alarm, report),
    vehicleId,
    kind: report.alarm,
    report,
    isLate,
  }
  const lastKnown = isUsable || isLate || owner !== vehicle ? null : lastKnownPlaceOf(vehicle)
  effects.alarms.push({ ...alarm, lastKnown })
}

export function lastKnownPlaceOf({ latitude, longitude, asOf }: VehicleState): LastKnownPlace | null {
  return latitude === null || longitude === null ? null : { latitude, longitude, at: asOf }
}

/** Collects answers for the commands domain, which records them in the batch's transaction. */
export const collectAnswers: PipelineStep = ({ report, vehicle }, { answers }) => {
  const { answer, deviceIdentifier, receivedAt } = report
  if (!vehicle || answer === null) return
  const isTrusted = answer.isTrusted ?? false
  answers.push({ vehicleId: vehicle.vehicleId, deviceIdentifier, answer, receivedAt, isTrusted })
}
