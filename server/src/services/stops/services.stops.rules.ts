import { type Coordinates, distanceMetres } from '@rumbo/geo'
import { type DrivenPath, drive, drivenTo, type StopFix } from './services.stops.distance.rules.ts'

/**
 * Nearer than `enter`, a vehicle may have arrived; farther than `leave`, it has departed. Between the two nothing
 * changes, so that a receiver that wanders by 30 m causes neither a departure nor a second arrival.
 */
export const stopRadius = { enterMetres: 100, leaveMetres: 180 }
/** Time near a stop that is an arrival, and the speed between the first and last place that still counts as standing. */
const dwell = { seconds: 20, metresPerSecond: 4 }
/** Time at a stop that is not the next one, for an arrival out of order. */
const strayDwellSeconds = 60
/** Stops nearer to each other are one place; only stops farther from all earlier ones are visited out of order. */
const samePlaceMetres = 30
const apartMetres = 300
/** A vehicle this slow stands; one this fast passes. Both in km/h, where the receiver reports speeds. */
const [standingKmh, passingKmh] = [5, 25]
/** Farther than this from the last place, plus this speed, is a jump: only a second place near the first confirms it. */
const jump = { metres: 200, metresPerSecond: 45 }
/** A single place farther than this off the way, there and back, is an error of the receiver. */
const spikeMetres = 250
/** Speed of a vehicle between reports, to estimate whether it had time to stop. */
const betweenReports = { metresPerSecond: 25, seconds: 20 }

/** A planned stop. */
export interface WatchedStop extends Coordinates {
  isPickup: boolean
  /** When a person says it was reached or cancelled, epoch ms: from then on it is not waited for. */
  settledAt: number | null
  /** It was reached then, and the way to the next stop begins. */
  isReached: boolean
}

/** Times in epoch ms; metres driven since the previous arrival, or since the watch began. */
export interface StopVisit {
  arrivedAt: number
  departedAt: number | null
  distanceMetres: number
}

interface Approach {
  index: number
  before: StopFix | null
  /** Near the stop, at least one. */
  fixes: readonly StopFix[]
  /** The first of the fixes since then that were not near. */
  after: StopFix | null
  slowestKmh: number | null
  /** Until the first fix. */
  metres: number
}

/** How the visits of a service's stops stand after the last fix. */
export interface StopWatch {
  /** By index of the stop. */
  visits: Map<number, StopVisit>
  last: StopFix | null
  suspect: StopFix | null
  path: DrivenPath
  approach: Approach | null
  stray: Approach | null
  /** The stops at the place where the vehicle stands. */
  present: readonly number[]
  lastNear: StopFix | null
  outside: StopFix | null
  /** Whether the receiver ever reported a speed: 0 of others means nothing. */
  hasSpeed: boolean
}

export const newWatch = (): StopWatch => ({
  visits: new Map(),
  last: null,
  suspect: null,
  path: { metres: 0, from: null },
  approach: null,
  stray: null,
  present: [],
  lastNear: null,
  outside: null,
  hasSpeed: false,
})

const seconds = (from: StopFix, to: StopFix) => (to.at - from.at) / 1000

const isReachable = (from: StopFix, to: StopFix) =>
  distanceMetres(from, to) <= jump.metres + jump.metresPerSecond * seconds(from, to)

/** A person may confirm a stop a little before the vehicle reports that it is there. */
const confirmedEarlyMs = 60_000

/** Whether a stop is not visited, and nobody recorded it otherwise by then. */
const isWaitedFor = (watch: StopWatch, stop: WatchedStop, index: number, at: number) =>
  !watch.visits.has(index) &&
  (stop.settledAt === null || stop.settledAt + (stop.isReached ? confirmedEarlyMs : 0) > at)

const slower = (a: number | null, b: number | null) => (a === null ? b : b === null ? a : Math.min(a, b))

const firstOf = ({ fixes }: Approach) => fixes[0] as StopFix
const lastOf = ({ fixes }: Approach) => fixes.at(-1) as StopFix

/** Begins an approach, or continues the one to the same stop. */
function approach(watch: StopWatch, so: Approach | null, index: number, fix: StopFix): Approach {
  if (so?.index === index)
    return { ...so, fixes: [...so.fixes, fix], after: null, slowestKmh: slower(so.slowestKmh, fix.speedKmh) }
  const metres = drivenTo(watch.path, fix)
  return { index, before: watch.last, fixes: [fix], after: null, slowestKmh: fix.speedKmh, metres }
}

/** Whether the vehicle stood for at least so many seconds until the last fix. */
function hasStood(so: Approach, least: number): boolean {
  const last = lastOf(so)
  const from = so.fixes.findLast((fix) => seconds(fix, last) >= least)
  return from !== undefined && distanceMetres(from, last) <= dwell.metresPerSecond * dwell.seconds
}

const hasArrived = (so: Approach) =>
  hasStood(so, dwell.seconds) ||
  (so.fixes.length > 1 && so.slowestKmh !== null && so.slowestKmh <= standingKmh)

/** Whether a vehicle that reports rarely had the time to stop there unseen; a single place off its way is a jump. */
function mayHaveStopped(so: Approach, after: StopFix): boolean {
  const { before, fixes, slowestKmh } = so
  if (slowestKmh !== null && slowestKmh >= passingKmh) return false
  // The watch may begin when the vehicle is there already.
  const earlier = before ?? firstOf(so)
  const [to, from] = [distanceMetres(earlier, firstOf(so)), distanceMetres(lastOf(so), after)]
  const least = Math.min(to, from)
  const isSpike = fixes.length === 1 && least > spikeMetres && distanceMetres(earlier, after) < 0.3 * least
  const unseen = seconds(earlier, firstOf(so)) + seconds(lastOf(so), after)
  return !isSpike && unseen - (to + from) / betweenReports.metresPerSecond >= betweenReports.seconds
}

function depart(watch: StopWatch, at: number): void {
  for (const index of watch.present) {
    const visit = watch.visits.get(index)
    if (visit) watch.visits.set(index, { ...visit, departedAt: Math.max(at, visit.arrivedAt) })
  }
  watch.present = []
  watch.outside = null
  watch.lastNear = null
}

/** Records the arrival at a stop, and at those after it in the same place. */
function arrive(watch: StopWatch, stops: readonly WatchedStop[], so: Approach): void {
  const near = watch.lastNear
  const place = stops[so.index] as WatchedStop
  const arrivedAt = firstOf(so).at
  depart(watch, near && near.at < firstOf(so).at ? near.at : firstOf(so).at)
  const present: number[] = []
  for (let index = so.index; index < stops.length; index += 1) {
    const stop = stops[index]
    if (!stop || distanceMetres(place, stop) > samePlaceMetres) break
    if (!isWaitedFor(watch, stop, index, arrivedAt)) continue
    const driven = index === so.index ? so.metres : 0
    watch.visits.set(index, { arrivedAt, departedAt: null, distanceMetres: driven })
    present.push(index)
  }
  watch.present = present
  watch.lastNear = lastOf(so)
  watch.path = { metres: 0, from: firstOf(so) }
  watch.approach = null
  watch.stray = null
}

/** Follows a vehicle away from the stops it stands at. One far place after a long pause is enough, else two in a row. */
function noticeDeparture(watch: StopWatch, stops: readonly WatchedStop[], fix: StopFix): void {
  const place = stops[watch.present[0] ?? -1]
  if (!place) return
  const metres = distanceMetres(place, fix)
  if (metres <= stopRadius.enterMetres) watch.lastNear = fix
  if (metres <= stopRadius.leaveMetres) {
    watch.outside = null
    return
  }
  const near = watch.lastNear ?? fix
  const isCertain = watch.outside !== null || seconds(near, fix) >= dwell.seconds
  if (isCertain) depart(watch, near.at)
  else watch.outside = fix
}

/** The stop that the vehicle drives to: the first that is waited for. */
const nextOf = (watch: StopWatch, stops: readonly WatchedStop[], at: number) =>
  stops.findIndex((stop, index) => isWaitedFor(watch, stop, index, at))

/** Whether a person says that the vehicle reached the stop by then. */
const isConfirmed = (stop: WatchedStop | undefined, { at }: StopFix) =>
  stop?.isReached === true && stop.settledAt !== null && stop.settledAt <= at

/** The vehicle went away from its next stop before it was certain that it stood there. */
function endApproach(watch: StopWatch, stops: readonly WatchedStop[], over: Approach, after: StopFix): void {
  watch.approach = null
  if (!isConfirmed(stops[over.index], after) && !mayHaveStopped(over, after)) return
  arrive(watch, stops, over)
  noticeDeparture(watch, stops, after)
}

function noticeNext(watch: StopWatch, stops: readonly WatchedStop[], fix: StopFix): void {
  // An approach that began before somebody recorded the stop is still followed to its end.
  const index = nextOf(watch, stops, watch.approach ? firstOf(watch.approach).at : fix.at)
  const stop = stops[index]
  if (!stop) return
  const metres = distanceMetres(stop, fix)
  const here = stops[watch.present[0] ?? -1]
  if (metres <= stopRadius.enterMetres && !(here && distanceMetres(here, fix) <= metres)) {
    watch.approach = approach(watch, watch.approach, index, fix)
    if (isConfirmed(stop, fix) || hasArrived(watch.approach)) arrive(watch, stops, watch.approach)
  } else if (watch.approach) {
    const { after } = watch.approach
    // One place between the radii may be an error of the receiver.
    if (after === null && metres <= stopRadius.leaveMetres) watch.approach = { ...watch.approach, after: fix }
    else endApproach(watch, stops, watch.approach, after ?? fix)
  }
}

/** A later stop may be visited first if nobody is still to be picked up before it, and no earlier stop is near it. */
const mayComeFirst = (watch: StopWatch, stops: readonly WatchedStop[], index: number, at: number) =>
  stops.slice(0, index).every((earlier, place) => {
    const stop = stops[index]
    if (!stop || distanceMetres(earlier, stop) < apartMetres) return false
    return !(earlier.isPickup && isWaitedFor(watch, earlier, place, at))
  })

function noticeStray(watch: StopWatch, stops: readonly WatchedStop[], fix: StopFix): void {
  const next = nextOf(watch, stops, fix.at)
  const index = stops.findIndex(
    (stop, place) =>
      next !== -1 &&
      place > next &&
      isWaitedFor(watch, stop, place, fix.at) &&
      distanceMetres(stop, fix) <= stopRadius.enterMetres &&
      mayComeFirst(watch, stops, place, fix.at),
  )
  if (index === -1) {
    const stop = stops[watch.stray?.index ?? -1]
    if (stop && distanceMetres(stop, fix) > stopRadius.leaveMetres) watch.stray = null
    return
  }
  watch.stray = approach(watch, watch.stray, index, fix)
  if (hasStood(watch.stray, strayDwellSeconds)) arrive(watch, stops, watch.stray)
}

/** Whether a person says that the vehicle reached a stop since the last fix. */
const wasReached = ({ last }: StopWatch, stops: readonly WatchedStop[], { at }: StopFix) =>
  stops.some(
    ({ isReached, settledAt }) =>
      isReached && settledAt !== null && settledAt <= at && (last === null || settledAt > last.at),
  )

function believe(watch: StopWatch, stops: readonly WatchedStop[], fix: StopFix): void {
  if (wasReached(watch, stops, fix)) watch.path = { metres: 0, from: watch.last ?? fix }
  if (watch.present.length === 0 || watch.outside !== null) watch.path = drive(watch.path, fix)
  noticeDeparture(watch, stops, fix)
  noticeNext(watch, stops, fix)
  noticeStray(watch, stops, fix)
  watch.last = fix
}

/**
 * Adds the next usable fix of the vehicle, in order of time, to the watch of a service's stops (in planned order).
 * `visits` then says when it arrived and departed. A single jump changes nothing: it counts once a second fix
 * confirms it, and the way to it is not driven distance.
 */
export function watchStops(watch: StopWatch, stops: readonly WatchedStop[], reported: StopFix): void {
  const { last, suspect } = watch
  if (last && reported.at <= last.at) return
  watch.hasSpeed ||= (reported.speedKmh ?? 0) > 0
  const fix = watch.hasSpeed ? reported : { ...reported, speedKmh: null }
  if (!last || isReachable(last, fix)) {
    watch.suspect = null
    believe(watch, stops, fix)
  } else if (suspect && fix.at > suspect.at && isReachable(suspect, fix)) {
    watch.suspect = null
    watch.path = { metres: watch.path.metres, from: null }
    believe(watch, stops, suspect)
    believe(watch, stops, fix)
  } else watch.suspect = fix
}
