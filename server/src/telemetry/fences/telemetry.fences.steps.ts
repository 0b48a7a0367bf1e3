import type { FenceTrigger } from '@rumbo/contract/geofences.triggers.contract'
import { isScheduledAt } from '@rumbo/contract/schedules'
import { secondMs } from '@rumbo/contract/time-units'
import { type Coordinates, distanceMetres } from '@rumbo/geo'
import type { Crossing, FenceFix } from '@rumbo/geo/fences/crossing-state'
import { sensitivities } from '@rumbo/geo/fences/sensitivity'
import type { Effects, PipelineStep, VehicleState } from '../intake/telemetry.state.ts'
import { movesVehicle } from '../intake/telemetry.steps.ts'
import { isOverruled, speedLimitsOf } from './telemetry.fences.limits.rules.ts'
import { followFence, type Happened } from './telemetry.fences.rules.ts'
import type { FenceInForce, FenceState, FencesInForce } from './telemetry.fences.ts'

/** A less accurate fix is evaluated in no fence. */
const leastAccuracyMetres = Math.max(...Object.values(sensitivities).map((numbers) => numbers.accuracyMetres))
/** Between fixes farther apart the way says nothing of fences passed on it. */
const longestWay = { ms: 180 * secondMs, metres: 3_000 }

/** The fix before: the last of the vehicle, unless that was not accurate enough. */
function lastFixOf({ lastFenceFix, latitude, longitude, asOf }: VehicleState): Crossing | null {
  if (lastFenceFix) return lastFenceFix
  return latitude === null || longitude === null ? null : { time: asOf, place: { latitude, longitude } }
}

/** Where the way to the fix begins, if it is short enough to say which fences lie on it. */
export function wayFrom(last: Crossing | null, { time, place }: FenceFix): Coordinates | undefined {
  if (!last || time - last.time > longestWay.ms) return undefined
  return distanceMetres(last.place, place) > longestWay.metres ? undefined : last.place
}

/**
 * Evaluates live fixes in the fences near them and in those the vehicle has a state in. Between `measureMovement`, which
 * finds suspect fixes, and `replaceState`, until which the state has the fix before.
 */
export const evaluateFences =
  (fences: FencesInForce): PipelineStep =>
  (context, effects, companyOf) => {
    const { vehicle, report } = context
    if (!vehicle || !report.fix || report.isDecodedAgain || !movesVehicle(context)) return
    const { latitude, longitude, accuracyMetres, speedKmh, headingDegrees } = report.fix
    const fix: FenceFix = {
      time: report.fix.time.getTime(),
      place: { latitude, longitude },
      accuracyMetres,
      speedKmh,
      // An unknown heading is against no direction.
      headingDegrees: headingDegrees ?? Number.NaN,
    }
    const last = lastFixOf(vehicle)
    const isBlurred = (accuracyMetres ?? 0) > leastAccuracyMetres
    const known = vehicle.fences
    const near = isBlurred ? [] : fences.near(vehicle.fleetId, fix.place, wayFrom(last, fix))
    const lastFenceFix = isBlurred ? last : null
    let isChanged = vehicle.lastFenceFix !== lastFenceFix
    vehicle.lastFenceFix = lastFenceFix
    if (near.length === 0 && known.length === 0) return
    const next: FenceState[] = []
    const { timeZone } = companyOf(vehicle.companyId)
    const isScheduled = (trigger: FenceTrigger) => isScheduledAt(trigger.schedule, fix.time, timeZone)
    const inside = known.flatMap(
      (state) => (state.inside && fences.get(vehicle.fleetId, state.fenceId)) || [],
    )
    const limits = speedLimitsOf(
      inside.filter((fence) => fence.concerns(vehicle.vehicleId)),
      isScheduled,
    )
    const follow = (fence: FenceInForce, state: FenceState | null) => {
      const counts = (trigger: FenceTrigger) =>
        isScheduled(trigger) && !isOverruled(trigger, fence.id, limits)
      const followed = followFence(fence, state, last, fix, counts)
      if (followed.state) next.push(followed.state)
      if (followed.state !== state) isChanged = true
      note(effects, vehicle, fence, followed.happened, timeZone, report.fix)
    }
    for (const state of known) {
      const fence = fences.get(vehicle.fleetId, state.fenceId)
      // Deleted, inactive, of another fleet, or of other vehicles now: left without an event.
      if (!fence?.concerns(vehicle.vehicleId)) isChanged = true
      // Another gateway already evaluates a newer shape.
      else if (state.shapeVersion > fence.shapeVersion) next.push(state)
      else follow(fence, state)
    }
    for (const fence of near) {
      if (!fence.concerns(vehicle.vehicleId)) continue
      if (!known.some(({ fenceId }) => fenceId === fence.id)) follow(fence, null)
    }
    if (!isChanged) return
    vehicle.fences = next
    effects.fenceStates.set(vehicle.vehicleNo, vehicle)
  }

function note(
  { fenceOccurrences }: Effects,
  { vehicleId, companyId, fleetId }: VehicleState,
  { id: fenceId, name: fenceName, shapeVersion, isWorkshop, triggers }: FenceInForce,
  happened: readonly Happened[],
  timeZone: string,
  fix: { speedKmh: number; headingDegrees: number | null } | null,
): void {
  for (const { event, trigger } of happened) {
    const wanted = trigger ? [trigger] : triggers.filter(({ kind }) => kind === event.type)
    const counting = wanted.filter((one) => isScheduledAt(one.schedule, event.time, timeZone))
    // Entries and exits are kept, the rest is only for events.
    if (trigger && counting.length === 0) continue
    fenceOccurrences.push({
      vehicleId,
      companyId,
      fleetId,
      fenceId,
      fenceName,
      shapeVersion,
      isWorkshop,
      event,
      triggers: counting,
      speedKmh: fix?.speedKmh ?? 0,
      heading: fix?.headingDegrees ?? null,
    })
  }
}
