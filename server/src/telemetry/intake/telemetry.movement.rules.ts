import { drivenMetres } from '../telemetry.rules.ts'
import { type Movement, type MovementEvent, type MovementFix, noSums } from './telemetry.movement.ts'
import { type Belief, believe, metresBetween } from './telemetry.suspects.rules.ts'

// A trip begins with the first fix at speed and away from the stay; its start is the previous fix if that is less than
// three minutes older. It ends with a stop of three minutes; a gap of that length without a change of place counts as a
// stop. Only usable fixes in time order count, so recomputing from the first fix of a trip or stay gives the same result.

const movingTenths = 50
const staySeconds = 180
const departureMetres = 50
const nearMetres = 200
const towedMetres = 500
/** For devices that report no speed: moving this far between two fixes counts as driving. */
const impliedMetres = 100
const impliedMetresPerSecond = 2.8
/** A jump faster than this is a receiver error. */
const jumpMetresPerSecond = 90
/** After a longer gap without a fix, engine time and distance are unknown. */
const knownGapSeconds = 900

interface Place {
  latitude: number
  longitude: number
}
const secondsBetween = (from: number, to: number) => Math.floor(to / 1000) - Math.floor(from / 1000)

function stand(movement: Movement, { at, latitude, longitude }: Place & { at: number }): void {
  movement.standSince = at
  movement.standLatitude = latitude
  movement.standLongitude = longitude
  movement.standIdleSeconds = 0
}

function beginTrip(movement: Movement, from: Place & { at: number }, events: MovementEvent[]): void {
  movement.tripStartedAt = from.at
  movement.tripDistanceMetres = 0
  movement.tripStandMetres = 0
  movement.tripMaxSpeedTenths = 0
  movement.tripMovingSeconds = 0
  movement.standSince = null
  const { at: startedAt, latitude, longitude } = from
  events.push({ kind: 'trip_began', startedAt, latitude, longitude })
}

/** Ends the trip at the start of a stop that lasted three minutes, and begins the stay there. */
function endTrip(movement: Movement, startedAt: number, standSince: number, events: MovementEvent[]): void {
  const { standLatitude: latitude, standLongitude: longitude } = movement
  events.push(
    {
      kind: 'trip_ended',
      startedAt,
      endedAt: standSince,
      latitude,
      longitude,
      distanceMetres: Math.round(movement.tripStandMetres),
      maxSpeedTenths: movement.tripMaxSpeedTenths,
      movingSeconds: movement.tripMovingSeconds,
    },
    { kind: 'stay_began', startedAt: standSince, latitude, longitude },
  )
  movement.tripStartedAt = null
}

const anchorOf = ({ standLatitude: latitude, standLongitude: longitude }: Movement): Place => ({
  latitude,
  longitude,
})
const hasLasted = (from: number, to: number) => secondsBetween(from, to) >= staySeconds

function announceStay(movement: Movement, startedAt: number, events: MovementEvent[]): void {
  const { standLatitude: latitude, standLongitude: longitude } = movement
  events.push({ kind: 'stay_began', startedAt, latitude, longitude })
}

/** A stay of less than three minutes before the first trip is not recorded. */
function endStay(movement: Movement, endedAt: number, events: MovementEvent[]): void {
  const { standSince: startedAt, standIdleSeconds: idleSeconds } = movement
  if (startedAt === null || !hasLasted(startedAt, endedAt)) return
  if (!hasLasted(startedAt, movement.at)) announceStay(movement, startedAt, events)
  events.push({ kind: 'stay_ended', startedAt, endedAt, idleSeconds })
}

interface Step {
  seconds: number
  metres: number
  driven: number
  isMoving: boolean
  isJump: boolean
  /** A move to a place confirmed by several fixes; the route is unknown. */
  isRelocation: boolean
  /** Seconds since the previous fix; 0 after a gap that is too long. */
  known: number
  idle: number
}

function stepTo(movement: Movement, fix: MovementFix): Step {
  const seconds = secondsBetween(movement.at, fix.at)
  const metres = metresBetween(movement, fix)
  const isJump = metres > nearMetres && metres > jumpMetresPerSecond * Math.max(1, seconds)
  const isImplied = !isJump && metres >= impliedMetres && metres >= impliedMetresPerSecond * seconds
  const known = seconds <= knownGapSeconds ? seconds : 0
  return {
    seconds,
    metres,
    driven: drivenMetres(metres, seconds, fix.speedTenths / 10),
    isMoving: fix.speedTenths >= movingTenths || isImplied,
    isJump,
    isRelocation: false,
    known,
    idle: movement.ignition === true ? known : 0,
  }
}

/** The step to a confirmed place that was suspect before. */
function relocate(step: Step, fix: MovementFix): void {
  step.isRelocation = true
  step.isJump = false
  step.driven = 0
  step.isMoving = fix.speedTenths >= movingTenths
}

/** The stop that may end the trip: started at this or the previous fix, continued, or moved. */
function noticeStop(movement: Movement, fix: MovementFix, step: Step): void {
  const distanceBefore = movement.tripDistanceMetres
  movement.tripDistanceMetres += step.driven
  if (movement.standSince === null) {
    if (step.seconds >= staySeconds && step.metres < nearMetres) {
      stand(movement, movement)
      if (!step.isMoving) movement.standIdleSeconds = step.idle
      movement.tripStandMetres = distanceBefore
    } else if (!step.isMoving) {
      stand(movement, fix)
      movement.tripStandMetres = movement.tripDistanceMetres
    }
  } else if (!step.isMoving) {
    movement.standIdleSeconds += step.idle
    if (metresBetween(anchorOf(movement), fix) < towedMetres || step.isJump) return
    stand(movement, fix)
    movement.tripStandMetres = movement.tripDistanceMetres
  }
}

function goOn(movement: Movement, fix: MovementFix, step: Step, events: MovementEvent[]): void {
  noticeStop(movement, fix, step)
  const { standSince, tripStartedAt } = movement
  if (standSince !== null && tripStartedAt !== null && hasLasted(standSince, fix.at)) {
    const isStillThere = step.seconds >= staySeconds && metresBetween(anchorOf(movement), fix) < nearMetres
    if (!step.isMoving || isStillThere) {
      endTrip(movement, tripStartedAt, standSince, events)
      return
    }
  }
  movement.tripMaxSpeedTenths = Math.max(movement.tripMaxSpeedTenths, fix.speedTenths)
  if (!step.isMoving) return
  movement.standSince = null
  movement.tripMovingSeconds += step.known
}

/** @param isArrival whether the fix ended a trip; it may also begin the next one */
function stay(
  movement: Movement,
  fix: MovementFix,
  step: Step,
  events: MovementEvent[],
  isArrival = false,
): void {
  const metres = metresBetween(anchorOf(movement), fix)
  if (step.isMoving && metres >= departureMetres) {
    const isKnown = step.seconds < staySeconds && !isArrival && !step.isRelocation
    const from = isKnown ? movement : fix
    endStay(movement, step.isRelocation ? movement.at : from.at, events)
    beginTrip(movement, { at: from.at, latitude: from.latitude, longitude: from.longitude }, events)
    if (!isKnown) return
    movement.tripMaxSpeedTenths = fix.speedTenths
    movement.tripDistanceMetres = step.driven
    movement.tripMovingSeconds = step.known
  } else if (metres >= towedMetres && !step.isJump) {
    // The vehicle stands at another place, and no fix shows the drive.
    endStay(movement, movement.at, events)
    stand(movement, fix)
  } else {
    movement.standIdleSeconds += step.idle
    const { standSince } = movement
    if (
      !isArrival &&
      standSince !== null &&
      hasLasted(standSince, fix.at) &&
      !hasLasted(standSince, movement.at)
    )
      announceStay(movement, standSince, events)
  }
}

/** Restarts at the first fix of a trip or stay that is known to begin there. */
export function beginAt(
  movement: Movement,
  fix: MovementFix,
  kind: 'trip' | 'stay',
  events: MovementEvent[],
): void {
  movement.at = fix.at
  movement.latitude = fix.latitude
  movement.longitude = fix.longitude
  movement.ignition = fix.ignition
  movement.sums.firstAt ??= fix.at
  movement.sums.maxSpeedTenths = Math.max(movement.sums.maxSpeedTenths, fix.speedTenths)
  if (kind === 'trip') {
    beginTrip(movement, fix, events)
  } else {
    movement.tripStartedAt = null
    stand(movement, fix)
  }
}

/** Ends the current day and begins the next one. */
export function turnDay(movement: Movement, day: string, events: MovementEvent[]): void {
  if (movement.day !== null)
    events.push({ kind: 'day_ended', day: movement.day, sums: movement.sums, lastAt: movement.at })
  movement.day = day
  movement.sums = noSums()
}

/**
 * Updates a vehicle's movement with one usable fix, later than the last believed one, and adds started and ended trips
 * and stays to `events`. Time and distance since the previous fix count towards the day of this fix.
 * @param day of the fix, in the company's time zone
 * @returns `suspect` if the vehicle cannot be there: then only the count of suspect fixes has changed
 */
export function advance(movement: Movement, fix: MovementFix, day: string, events: MovementEvent[]): Belief {
  if (!Number.isFinite(movement.at)) {
    if (movement.day !== day) turnDay(movement, day, events)
    beginAt(movement, fix, 'stay', events)
    return 'believed'
  }
  const step = stepTo(movement, fix)
  const belief = believe(movement, fix, step.metres)
  if (belief === 'suspect') return belief
  if (belief === 'confirmed') relocate(step, fix)
  if (movement.day !== day) turnDay(movement, day, events)
  if (movement.tripStartedAt !== null) {
    goOn(movement, fix, step, events)
    // A stop of three minutes may end with this fix.
    if (movement.tripStartedAt === null && step.isMoving) stay(movement, fix, step, events, true)
  } else stay(movement, fix, step, events)
  const { sums } = movement
  const isDriving = movement.tripStartedAt !== null && step.isMoving
  sums.distanceMetres += step.driven
  sums.maxSpeedTenths = Math.max(sums.maxSpeedTenths, fix.speedTenths)
  sums.firstAt ??= fix.at
  if (isDriving) sums.movingSeconds += step.known
  else sums.idleSeconds += step.idle
  sums.engineSeconds += step.idle
  movement.engineSeconds += step.idle
  movement.at = fix.at
  movement.latitude = fix.latitude
  movement.longitude = fix.longitude
  movement.ignition = fix.ignition ?? movement.ignition
  return belief
}
