import type { Effects, PipelineStep, VehicleState } from '../intake/telemetry.state.ts'
import { movesVehicle } from '../intake/telemetry.steps.ts'
import { isNothing } from './telemetry.conditions.steps.ts'
import { noConditions } from './telemetry.conditions.ts'
import { followRoadSpeeding, type RoadFix, type RoadSpeeding } from './telemetry.road-speeding.rules.ts'
import type { RoadSpeeds } from './telemetry.road-speeds.ts'
import type { SpeedingFound } from './telemetry.speeding.rules.ts'
import { roadSpeedingThresholds } from './telemetry.thresholds.rules.ts'

const { longestGapMs, leastAccuracyMetres } = roadSpeedingThresholds

function add(effects: Effects, vehicle: VehicleState, fix: RoadFix, found: SpeedingFound): void {
  effects.conditions.push({
    vehicleId: vehicle.vehicleId,
    companyId: vehicle.companyId,
    fleetId: vehicle.fleetId,
    kind: 'overspeed',
    fixTime: new Date(fix.at).toISOString(),
    receivedAt: new Date(fix.receivedAt).toISOString(),
    latitude: fix.latitude,
    longitude: fix.longitude,
    speedKmh: fix.speedKmh,
    heading: fix.heading,
    lastKnown: null,
    detail: { ...found, limitOf: 'road' },
    since: null,
  })
}

/** Judges the fixes whose roads are known by now; what the vehicle's own limit found is not found again. */
function judge(speeds: RoadSpeeds, vehicle: VehicleState, before: RoadSpeeding | null, effects: Effects) {
  let road = before
  for (const fix of speeds.after(vehicle.vehicleNo, before?.judgedUntil ?? Number.NEGATIVE_INFINITY)) {
    const { state, found } = followRoadSpeeding(road?.speeding ?? null, fix)
    if (found && !vehicle.conditions?.speeding?.isRaised) add(effects, vehicle, fix, found)
    road = { judgedUntil: fix.at, speeding: state }
  }
  return road
}

/** Whether fixes after the last judged one still wait for their roads: a device may send a long backlog at once. */
function isWaiting(speeds: RoadSpeeds, vehicle: VehicleState, road: RoadSpeeding, nowMs: number): boolean {
  const since = speeds.waitingSince(vehicle.vehicleNo, road.judgedUntil)
  return since !== null && nowMs - since <= longestGapMs
}

/**
 * Finds speeding above the limits of roads, for companies that want it. Limits are looked up beside the pipeline, so a fix is
 * judged with a later report of its vehicle; without an answer it is not. After `findConditions`, and before `replaceState`.
 */
export const judgeByRoads =
  (speeds: RoadSpeeds): PipelineStep =>
  (context, effects, companyOf) => {
    const { vehicle, report } = context
    const { fix } = report
    if (!vehicle || !fix || report.isDecodedAgain || !movesVehicle(context)) return
    const before = vehicle.conditions?.road ?? null
    const isWanted = companyOf(vehicle.companyId).roadSpeedLimits
    if (!isWanted) speeds.forget(vehicle.vehicleNo)
    if (!isWanted && before === null) return
    const at = fix.time.getTime()
    let road = isWanted ? judge(speeds, vehicle, before, effects) : null
    if (road?.speeding && report.alarm === 'overspeed')
      road = { ...road, speeding: { ...road.speeding, isRaised: true } }
    const receivedAt = report.receivedAt.getTime()
    if (road && at - road.judgedUntil > longestGapMs && !isWaiting(speeds, vehicle, road, receivedAt)) {
      road = null
      speeds.forget(vehicle.vehicleNo)
    }
    if (road !== before) {
      const conditions = { ...(vehicle.conditions ?? noConditions), road }
      vehicle.conditions = isNothing(conditions) ? null : conditions
    }
    if (!isWanted || (fix.accuracyMetres ?? 0) > leastAccuracyMetres) return
    const { latitude, longitude, speedKmh, headingDegrees: heading } = fix
    speeds.note(vehicle.vehicleNo, { at, speedKmh, latitude, longitude, heading, receivedAt }, road)
  }
