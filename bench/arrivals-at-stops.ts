import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Coordinates, distanceMetres } from '@rumbo/geo'
import { projectRoot } from '@rumbo/server/platform/process/project-root'
import type { StopFix } from '@rumbo/server/services/stops/services.stops.distance.rules'
import {
  newWatch,
  stopRadius,
  type WatchedStop,
  watchStops,
} from '@rumbo/server/services/stops/services.stops.rules'
import { percentile } from './harness/calls.ts'
import { atMost, type Metric, recorded, report } from './harness/report.ts'

// Real journeys of two cabs and eight buses. The stops are taken from the clean trace (where a cab became occupied or
// free; where a bus stood): it arrives as it comes within the radius. The vehicle is then followed on a trace with
// noise. Once as reported (every 20 to 60 s), and once with a report every 10 s on the lines between, for stops at which
// it stayed 40 s. Of the latter the time is only recorded: where a line creeps along the edge of the radius, as it does
// between two places where the vehicle stood, there is no time of arrival to compare with.

/** Standard deviation of the noise, in each direction. */
const noiseMetres = 30
const runs = 10
const stopsOfRound = 4
/** A vehicle is at a stop while the clean trace is this near. */
const atStopMetres = stopRadius.enterMetres
const leastApartMetres = 150
/** Shorter rides are a switched flag. */
const leastRideMetres = 250
const denseSeconds = 10

type Trace = StopFix[]
interface Stop extends Coordinates {
  arrivedAt: number
  departedAt: number
}

/** Gaussian noise from a fixed seed, so that every run measures the same. */
let seed = 20_261_123
function random(): number {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
  return (seed + 1) / 4_294_967_297
}
const gaussian = () => Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random())

const noisy = (trace: Trace): Trace =>
  trace.map((fix) => ({
    ...fix,
    latitude: fix.latitude + (gaussian() * noiseMetres) / 111_320,
    longitude:
      fix.longitude + (gaussian() * noiseMetres) / (111_320 * Math.cos((fix.latitude * Math.PI) / 180)),
  }))

const data = process.env.RUMBO_TEST_DATA ?? join(projectRoot(), '../shared/data')
const folder = join(data, 'gps')
if (!existsSync(folder)) {
  console.log(`Skipped: the traces are missing in ${folder}.`)
  process.exit(0)
}

/** Journeys without pauses of more than five minutes. */
function journeysOf<Fix extends StopFix>(fixes: Fix[]): Fix[][] {
  const journeys: Fix[][] = []
  let last: Fix | undefined
  for (const fix of fixes.sort((a, b) => a.at - b.at)) {
    if (last && fix.at === last.at) continue
    const isGap =
      !last ||
      fix.at - last.at > 300_000 ||
      distanceMetres(last, fix) > 40 * ((fix.at - last.at) / 1000) + 200
    if (isGap) journeys.push([])
    journeys.at(-1)?.push(fix)
    last = fix
  }
  return journeys.filter(({ length }) => length > 20)
}

/** The time around a fix in which the clean trace stays near it. */
function visitAt(trace: Trace, at: number, place: Coordinates = trace[at] as StopFix): Stop {
  const isNear = (index: number) => {
    const fix = trace[index]
    return fix !== undefined && distanceMetres(fix, place) <= atStopMetres
  }
  let [first, last] = [at, at]
  while (isNear(first - 1)) first -= 1
  while (isNear(last + 1)) last += 1
  const { latitude, longitude } = place
  return {
    latitude,
    longitude,
    arrivedAt: (trace[first] as StopFix).at,
    departedAt: (trace[last] as StopFix).at,
  }
}

/** Keeps stops that follow each other in time and differ in place, and that the vehicle had not passed just before. */
function distinct(stops: Stop[]): Stop[] {
  const kept: Stop[] = []
  for (const stop of stops) {
    const last = kept.at(-1)
    if (last && (stop.arrivedAt <= last.departedAt || distanceMetres(last, stop) < leastApartMetres)) continue
    kept.push(stop)
  }
  return kept
}

type CabFix = StopFix & { isOccupied: boolean }
const readCab = (file: string): CabFix[][] =>
  journeysOf(
    readFileSync(join(folder, file), 'utf8')
      .trim()
      .split('\n')
      .map((line) => {
        const [latitude = 0, longitude = 0, occupied, at = 0] = line.split(' ').map(Number)
        return { latitude, longitude, at: at * 1000, speedKmh: null, isOccupied: occupied === 1 }
      }),
  )
interface Journey {
  /** When the service was assigned, epoch ms. */
  from: number
  stops: Stop[]
}
const confirmedAfterMs = 120_000
const assignedBeforeMs = 300_000

/** Rides: from where the cab became occupied to where it became free, assigned some minutes before. */
function ridesOf(trace: CabFix[]): Journey[] {
  const rides: Journey[] = []
  let [pickup, free]: [Stop | null, number] = [null, 0]
  for (const [at, fix] of trace.entries()) {
    const before = trace[at - 1]
    if (!before || before.isOccupied === fix.isOccupied) continue
    const stop = visitAt(trace, at)
    if (fix.isOccupied) {
      pickup = stop
      continue
    }
    const isRide =
      pickup &&
      stop.arrivedAt > pickup.departedAt &&
      distanceMetres(pickup, stop) >= leastRideMetres &&
      pickup.arrivedAt > free &&
      (trace.at(-1) as StopFix).at >= stop.departedAt + 120_000
    if (pickup && isRide)
      rides.push({ from: Math.max(free, pickup.arrivedAt - assignedBeforeMs), stops: [pickup, stop] })
    ;[pickup, free] = [null, stop.departedAt]
  }
  return rides
}

function readBuses(): Trace[] {
  const [, ...lines] = readFileSync(join(folder, 'liverpool_bus_route14.csv'), 'utf8').trim().split('\n')
  const byBus = new Map<string, Trace>()
  for (const line of lines) {
    const cells = line.split(',').map((cell) => cell.replaceAll('"', ''))
    const [, bus = '', , time = '', latitude, longitude] = cells
    const fix = {
      latitude: Number(latitude),
      longitude: Number(longitude),
      at: Date.parse(`${time.replace(' ', 'T')}Z`),
      speedKmh: null,
    }
    byBus.set(bus, [...(byBus.get(bus) ?? []), fix])
  }
  return [...byBus.values()].flatMap(journeysOf)
}
/** Rounds of four stops: where two reports in a row are within 15 m of each other. */
function roundsOf(trace: Trace): Journey[] {
  const stops = distinct(
    trace.flatMap((fix, at) => {
      const before = trace[at - 1]
      const stands = before && distanceMetres(before, fix) < 15 && fix.at - before.at >= 15_000
      return stands ? [visitAt(trace, at)] : []
    }),
  )
  const rounds: Journey[] = []
  for (let at = 1; at + stopsOfRound <= stops.length; at += stopsOfRound)
    rounds.push({ from: (stops[at - 1] as Stop).departedAt, stops: stops.slice(at, at + stopsOfRound) })
  return rounds
}

/** The trace with a report every ten seconds, along straight lines. */
function dense(trace: Trace): Trace {
  const filled: Trace = []
  for (const [at, fix] of trace.entries()) {
    const next = trace[at + 1]
    filled.push(fix)
    if (!next) break
    const steps = Math.floor((next.at - fix.at) / (denseSeconds * 1000))
    for (let step = 1; step < steps; step += 1) {
      const part = step / steps
      filled.push({
        at: Math.round(fix.at + part * (next.at - fix.at)),
        latitude: fix.latitude + part * (next.latitude - fix.latitude),
        longitude: fix.longitude + part * (next.longitude - fix.longitude),
        speedKmh: null,
      })
    }
  }
  return filled
}

const lengthOf = (trace: Trace) =>
  trace.reduce((sum, fix, at) => sum + (at === 0 ? 0 : distanceMetres(trace[at - 1] as StopFix, fix)), 0)

interface Tally {
  stops: number
  missed: number
  extra: number
  /** Seconds. */
  errors: number[]
  /** Seconds beyond the larger of 20 s and one report. */
  excess: number[]
  /** Percent. */
  distance: number[]
}
const newTally = (): Tally => ({ stops: 0, missed: 0, extra: 0, errors: [], excess: [], distance: [] })

/** The pause between the clean reports around an arrival. */
function reportGap(trace: Trace, at: number): number {
  const index = trace.findIndex((fix) => fix.at >= at)
  const gap = (from: number) =>
    from >= 0 && from + 1 < trace.length
      ? ((trace[from + 1] as StopFix).at - (trace[from] as StopFix).at) / 1000
      : 0
  return Math.max(gap(index - 1), gap(index))
}

/** The same journey with its visits by the more frequent reports of the trace. */
function retimed(trace: Trace, { from, stops }: Journey): Journey {
  const at = ({ arrivedAt }: Stop) => trace.findIndex((fix) => fix.at >= arrivedAt)
  return {
    from,
    stops: stops.map((stop) => ({
      ...visitAt(trace, at(stop), stop),
      latitude: stop.latitude,
      longitude: stop.longitude,
    })),
  }
}

/** Follows one service: as many planned stops as it has, from its first minutes to a while after the last departure. */
function follow(trace: Trace, { from, stops: planned }: Journey, tally: Tally): void {
  const last = planned.at(-1) as Stop
  const stops: WatchedStop[] = planned.map(({ latitude, longitude }, index) => ({
    latitude,
    longitude,
    isPickup: index === 0,
    isReached: false,
    // The driver confirms the pickup, whether or not an arrival was noticed.
    settledAt:
      index === 0 && planned.length === 2 ? (planned[0] as Stop).departedAt + confirmedAfterMs : null,
  }))
  const clean = trace.filter(({ at }) => at >= from && at <= last.departedAt + 300_000)
  const watch = newWatch()
  for (const fix of noisy(clean)) watchStops(watch, stops, fix)
  tally.stops += planned.length
  for (const [index, stop] of planned.entries()) {
    const visit = watch.visits.get(index)
    // An arrival on another passage, before or after the real visit, is a missed one and one too many.
    const gap = Math.max(20, reportGap(clean, stop.arrivedAt))
    const isOther =
      visit && (visit.arrivedAt < stop.arrivedAt - 300_000 || visit.arrivedAt > stop.departedAt + gap * 1000)
    if (!visit || isOther) tally.missed += 1
    if (isOther) tally.extra += 1
    if (!visit || isOther) continue
    const error = Math.abs(visit.arrivedAt - stop.arrivedAt) / 1000
    tally.errors.push(error)
    tally.excess.push(Math.max(0, error - gap))
    const before = planned[index - 1]
    if (!before) continue
    const driven = lengthOf(clean.filter(({ at }) => at >= before.arrivedAt && at <= stop.arrivedAt))
    if (driven > 1_000) tally.distance.push((100 * Math.abs(visit.distanceMetres - driven)) / driven)
  }
}

const metrics: Record<string, Metric> = {}
function measure<T extends Trace>(
  name: string,
  traces: T[],
  journeysIn: (trace: T) => Journey[],
  fill?: (trace: T) => Trace,
): void {
  const tally = newTally()
  for (const trace of traces) {
    const journeys = journeysIn(trace)
    const reported = fill ? fill(trace) : trace
    for (let run = 0; run < runs; run += 1)
      for (const journey of journeys) follow(reported, retimed(reported, journey), tally)
  }
  metrics[`${name}: visits`] = recorded(tally.stops, 'visits')
  metrics[`${name}: missed or duplicate`] = atMost((100 * (tally.missed + tally.extra)) / tally.stops, '%', 1)
  metrics[`${name}: missed`] = recorded(tally.missed, 'visits')
  metrics[`${name}: time of arrival, p50`] = recorded(percentile(tally.errors, 0.5), 's')
  metrics[`${name}: time of arrival, p95`] = recorded(percentile(tally.errors, 0.95), 's')
  const excess = percentile(tally.excess, 0.95)
  metrics[`${name}: beyond 20 s or one report, p95`] = fill ? recorded(excess, 's') : atMost(excess, 's', 0)
  metrics[`${name}: driven distance, p50`] = recorded(percentile(tally.distance, 0.5), '%')
  metrics[`${name}: driven distance, p95`] = recorded(percentile(tally.distance, 0.95), '%')
}

const cabs = ['sf_cabspotting_abboip.txt', 'sf_cabspotting_ugthfu.txt'].flatMap(readCab)
const buses = readBuses()
measure('cabs as reported', cabs, ridesOf)
measure('buses as reported', buses, roundsOf)
const stayed = ({ stops }: Journey) => stops.every((stop) => stop.departedAt - stop.arrivedAt >= 40_000)
measure('cabs every 10 s', cabs, (trace) => ridesOf(trace).filter(stayed), dense)
measure('buses every 10 s', buses, roundsOf, dense)
report('arrivals-at-stops', metrics)
