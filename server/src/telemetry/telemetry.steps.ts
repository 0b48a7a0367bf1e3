import { distanceMetres } from '@rumbo/geo'
import {
  alarmId,
  degreesToStored,
  drivenMetres,
  isUsableFix,
  positionFlag,
  silentAfterMs,
  timingOf,
  whole,
} from './telemetry.rules.ts'
import type { Effects, PipelineStep, Sighting, VehicleState } from './telemetry.state.ts'

/** A device that no vehicle has is counted, and nothing else follows from its report. */
export const identify: PipelineStep = ({ report, vehicle }, effects) => {
  if (vehicle) return
  const known = effects.unknown.get(report.deviceIdentifier)
  effects.unknown.set(report.deviceIdentifier, { report, count: (known?.count ?? 0) + 1 })
}

/** Decides how the report stands to what is known, and puts aside a fix that cannot be taken. */
export const classify: PipelineStep = (sighting, effects, { oldestMs }) => {
  const { report, vehicle } = sighting
  if (!vehicle) return
  sighting.timing = timingOf(report, vehicle, oldestMs)
  sighting.isUsable = report.fix !== null && isUsableFix(report.fix)
  if (sighting.timing === 'future' || sighting.timing === 'too_old') {
    effects.rejected.push({ report, vehicleNo: vehicle.vehicleNo, reason: sighting.timing, detail: null })
    sighting.isUsable = false
  }
}

const movesVehicle = ({ timing, isUsable }: Sighting) => timing === 'live' && isUsable

/** Brings the odometer on: what the device states, else the metres between two fixes. */
export const measureMovement: PipelineStep = (sighting) => {
  const { vehicle, report } = sighting
  const { fix } = report
  if (!vehicle || !fix || !movesVehicle(sighting)) return
  if (report.telemetry.odometerMetres !== undefined) {
    vehicle.odometerMetres = report.telemetry.odometerMetres
  } else if (vehicle.latitude !== null && vehicle.longitude !== null) {
    const step = distanceMetres({ latitude: vehicle.latitude, longitude: vehicle.longitude }, fix)
    vehicle.odometerMetres += drivenMetres(step, (fix.time.getTime() - vehicle.asOf) / 1000, fix.speedKmh)
  }
}

function flagsOf({ report, timing, isUsable }: Sighting): number {
  const { ignition, isCharging, isEngineBlocked } = report.telemetry
  return (
    (isUsable ? 0 : positionFlag.invalid) |
    (timing === 'late' ? positionFlag.late : 0) |
    (ignition === undefined ? 0 : positionFlag.ignitionKnown) |
    (ignition ? positionFlag.ignitionOn : 0) |
    (isCharging ? positionFlag.charging : 0) |
    (isEngineBlocked ? positionFlag.engineBlocked : 0)
  )
}

/** Keeps every fix that can be stored, late and invalid ones with their mark. */
export const storePosition: PipelineStep = (sighting, effects) => {
  const { report, vehicle, timing } = sighting
  const { fix, telemetry } = report
  if (!vehicle || !fix || timing === 'future' || timing === 'too_old' || timing === 'duplicate') return
  const { positions } = effects
  const fixTime = fix.time.getTime()
  const isOnEarth = Math.abs(fix.latitude) <= 90 && Math.abs(fix.longitude) <= 180
  positions.vehicleNo.push(vehicle.vehicleNo)
  positions.fixTime.push(fixTime)
  positions.reportHash.push(report.reportHash)
  positions.receivedAt.push(report.receivedAt.getTime())
  positions.latitude.push(isOnEarth ? degreesToStored(fix.latitude) : 0)
  positions.longitude.push(isOnEarth ? degreesToStored(fix.longitude) : 0)
  positions.odometerMetres.push(
    whole(timing === 'live' ? vehicle.odometerMetres : telemetry.odometerMetres, 0, 2_147_483_647),
  )
  positions.speedTenths.push(whole(fix.speedKmh * 10, 0, 32_767) ?? 0)
  positions.heading.push(whole(fix.headingDegrees, 0, 360))
  positions.altitude.push(whole(fix.altitudeMetres, -32_768, 32_767))
  positions.flags.push(flagsOf(sighting))
  positions.satellites.push(whole(fix.satellites, 0, 255))
  positions.batteryPercent.push(whole(telemetry.batteryPercent, 0, 100))
  positions.fuelPercent.push(whole(telemetry.fuelPercent, 0, 100))
  positions.signalPercent.push(whole(telemetry.signalPercent, 0, 100))
  for (const _ in report.extras) {
    effects.extras.push({
      vehicleNo: vehicle.vehicleNo,
      fixTime,
      reportHash: report.reportHash,
      extras: report.extras,
    })
    break
  }
}

function takeTelemetry(vehicle: VehicleState, { telemetry }: Sighting['report']): void {
  vehicle.ignition = telemetry.ignition ?? vehicle.ignition
  vehicle.isCharging = telemetry.isCharging ?? vehicle.isCharging
  vehicle.isEngineBlocked = telemetry.isEngineBlocked ?? vehicle.isEngineBlocked
  vehicle.batteryPercent = whole(telemetry.batteryPercent, 0, 100) ?? vehicle.batteryPercent
  vehicle.fuelPercent = whole(telemetry.fuelPercent, 0, 100) ?? vehicle.fuelPercent
  vehicle.signalPercent = whole(telemetry.signalPercent, 0, 100) ?? vehicle.signalPercent
  vehicle.powerVolts = telemetry.powerVolts ?? vehicle.powerVolts
}

/** Brings the state on: any report ends silence, only a newer usable fix moves the vehicle. */
export const replaceState: PipelineStep = (sighting, effects) => {
  const { report, vehicle, timing } = sighting
  if (!vehicle) return
  const receivedAt = report.receivedAt.getTime()
  // Another process may have marked it silent: a long pause is reason enough to look.
  if (vehicle.isSilent || receivedAt - vehicle.lastReportAt > silentAfterMs - 30_000) {
    effects.awake.add(vehicle.vehicleId)
    vehicle.isSilent = false
  }
  if (receivedAt > vehicle.lastReportAt) vehicle.lastReportAt = receivedAt
  if (timing === 'live' || timing === 'none') takeTelemetry(vehicle, report)
  if (!report.fix || !movesVehicle(sighting)) return
  vehicle.asOf = report.fix.time.getTime()
  vehicle.lastReportHash = report.reportHash
  vehicle.latitude = report.fix.latitude
  vehicle.longitude = report.fix.longitude
  vehicle.speedKmh = report.fix.speedKmh
  vehicle.heading = whole(report.fix.headingDegrees, 0, 360)
  vehicle.altitude = whole(report.fix.altitudeMetres, -32_768, 32_767)
  vehicle.satellites = whole(report.fix.satellites, 0, 255) ?? vehicle.satellites
}

/** An alarm belongs to the report, not to the fix: it always raises, marked late or without fix. */
export const raiseAlarms: PipelineStep = ({ report, vehicle, timing }, effects: Effects) => {
  if (!vehicle || report.alarm === null) return
  effects.alarms.push({
    id: alarmId(vehicle.vehicleId, report.alarm, report),
    vehicleId: vehicle.vehicleId,
    kind: report.alarm,
    report,
    isLate: timing === 'late' || timing === 'too_old',
  })
}

/** What a device answered goes to the domain of commands, in the batch's transaction. */
export const collectAnswers: PipelineStep = ({ report, vehicle }, { answers }) => {
  const { answer, deviceIdentifier, receivedAt } = report
  if (!vehicle || answer === null) return
  const isTrusted = answer.isTrusted ?? false
  answers.push({ vehicleId: vehicle.vehicleId, deviceIdentifier, answer, receivedAt, isTrusted })
}
