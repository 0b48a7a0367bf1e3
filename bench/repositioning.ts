import { demandMinutes } from '@rumbo/contract/dispatch.repositioning.contract'
import { presets } from '@rumbo/server/dispatch/engine/dispatch.cost.rules'
import { freeWithinSeconds } from '@rumbo/server/dispatch/engine/dispatch.round.rules'
import { predictDemand, quartersOfDay } from '@rumbo/server/dispatch/repositioning/dispatch.demand.rules'
import { proposeMoves } from '@rumbo/server/dispatch/repositioning/dispatch.repositioning.rules'
import { type Policy, type Repositioning, simulate } from './harness/dispatch-simulation.ts'
import { type GeneratedDemand, generateDemand, zonesCount } from './harness/generated-demand.ts'
import { type Manhattan, openManhattan } from './harness/manhattan.ts'
import { generator } from './harness/random.ts'
import { atLeast, atMost, type Metric, recorded, report } from './harness/report.ts'

// Repositioning on eight generated weeks over Manhattan. The predictor learns from the first six; the last two are
// dispatched by the product's engine twice, without and with the moves that the product would suggest.

const vehiclesCount = 150
/** Requests, on average over the week. */
const perHour = 250
const weeks = 8
const trainedWeeks = 6
const seed = 1
/** The limits that a dispatcher sets. */
const limits = { mostMoving: 20, longestMove: 15 * 60, hourlyMove: 30 * 60 }
const everySeconds = 300
const daySeconds = 86_400
const quarterSeconds = 900

const engine: Policy = {
  name: 'engine, fastest_pickup',
  freeWithin: freeWithinSeconds,
  hasSwaps: true,
  isImmediate: true,
  weights: presets.fastest_pickup,
}
const hourAt = (now: number) => Math.floor(now / 3600) % 24

/** Where vehicles wait in each zone: the node nearest to the pickups of the training weeks, with the mean time to them. */
function middlesOf(map: Manhattan, { requests, zoneOf }: GeneratedDemand, until: number) {
  const nodes = map.latitude.length
  const times = map.times(12)
  const pickups: number[][] = Array.from({ length: zonesCount }, () => [])
  for (const { at, from } of requests) if (at < until) pickups[zoneOf[from] as number]?.push(from)
  return pickups.map((all, zone) => {
    // Every so manieth is enough to find the middle.
    const some = all.filter((_, at) => at % Math.ceil(all.length / 300) === 0)
    const meanTo = (node: number) =>
      some.reduce((sum, from) => sum + (times[node * nodes + from] as number), 0) / some.length
    let best = { node: -1, within: Number.POSITIVE_INFINITY }
    for (const [node, of] of zoneOf.entries()) {
      if (of !== zone) continue
      const within = meanTo(node)
      if (within < best.within) best = { node, within }
    }
    return best
  })
}

/** Requests by zone and quarter hour, as the predictor wants them. */
function countsOf({ requests, zoneOf }: GeneratedDemand) {
  const quarters = weeks * 7 * quartersOfDay
  const counts = new Float64Array(zonesCount * quarters)
  for (const { at, from } of requests) {
    const cell = (zoneOf[from] as number) * quarters + Math.floor(at / quarterSeconds)
    counts[cell] = (counts[cell] as number) + 1
  }
  /** Up to a quarter hour, without it. */
  return (until: number) => {
    const known = new Float64Array(zonesCount * until)
    for (let zone = 0; zone < zonesCount; zone += 1)
      known.set(counts.subarray(zone * quarters, zone * quarters + until), zone * until)
    return known
  }
}

function run(map: Manhattan, demand: GeneratedDemand) {
  const firstSecond = trainedWeeks * 7 * daySeconds
  const end = (weeks - trainedWeeks) * 7 * daySeconds
  const nodes = map.latitude.length
  const requests = demand.requests
    .filter(({ at }) => at >= firstSecond)
    .map((request) => ({ ...request, at: request.at - firstSecond }))
  const random = generator(seed + 100)
  const vehicles = Array.from({ length: vehiclesCount }, () => Math.floor(random() * nodes))
  const middles = middlesOf(map, demand, firstSecond)
  const countsUntil = countsOf(demand)
  const learnedUntil = trainedWeeks * 7 * quartersOfDay
  const ahead = (demandMinutes * 60) / quarterSeconds
  let [missed, missedByMean, expectedInAll, slowestMs] = [0, 0, 0, 0]

  const expectedAt = (now: number): Float64Array => {
    const quarters = Math.floor((firstSecond + now) / quarterSeconds)
    const expected = predictDemand(
      {
        areas: zonesCount,
        quarters,
        counts: countsUntil(quarters),
        weekday: Math.floor(quarters / quartersOfDay) % 7,
        learnedUntil,
      },
      ahead,
    )
    if (expected === null) throw new Error('The training weeks hold no day to compare with.')
    return expected
  }
  const { requests: past, zoneOf } = demand
  const perZone = new Float64Array(zonesCount)
  for (const { at, from } of past)
    if (at < firstSecond) perZone[zoneOf[from] as number] = (perZone[zoneOf[from] as number] as number) + 1
  /** What a zone expects at any time of the training weeks: the predictor has to be better. */
  const meanOf = (zone: number) => ((perZone[zone] as number) / firstSecond) * demandMinutes * 60
  const repositioning = (followedShare: number): Repositioning => {
    const willFollow = generator(seed + 200)
    const driven: { vehicle: number; at: number; drive: number }[] = []
    return {
      everySeconds,
      movesOf(seen, now) {
        const startedAt = performance.now()
        const expected = expectedAt(now)
        for (const [zone, value] of expected.entries()) {
          const mean = (demand.meanOf(zone, Math.floor((firstSecond + now) / 3600)) * demandMinutes) / 60
          missed += Math.abs(value - mean)
          missedByMean += Math.abs(meanOf(zone) - mean)
          expectedInAll += mean
        }
        const lately = new Float64Array(seen.length)
        for (const { vehicle, at, drive } of driven)
          if (at > now - 3600) lately[vehicle] = (lately[vehicle] as number) + drive
        const times = map.times(hourAt(now))
        const moves = proposeMoves({
          demand: expected,
          vehicles: seen.map(({ freeIn, isMoving }, at) => ({
            freeIn,
            mostDrive: isMoving
              ? 0
              : Math.max(0, Math.min(limits.longestMove, limits.hourlyMove - (lately[at] as number))),
          })),
          driveTo: (vehicle, zone) =>
            times[(seen[vehicle]?.node ?? 0) * nodes + (middles[zone]?.node ?? 0)] as number,
          within: (zone) => middles[zone]?.within ?? 0,
          mostMoves: Math.max(0, limits.mostMoving - seen.filter(({ isMoving }) => isMoving).length),
        })
        slowestMs = Math.max(slowestMs, performance.now() - startedAt)
        const followed = moves.filter(() => willFollow() < followedShare)
        for (const { vehicle, drive } of followed) driven.push({ vehicle, at: now, drive })
        return followed.map(({ vehicle, area }) => ({ vehicle, to: middles[area]?.node ?? 0 }))
      },
    }
  }
  const simulated = (more: { repositioning?: Repositioning } = {}) =>
    simulate(map, { policy: engine, vehicles, requests, end, hourAt, ...more })
  const off = simulated()
  const on = simulated({ repositioning: repositioning(1) })
  const errors = { predicted: (100 * missed) / expectedInAll, mean: (100 * missedByMean) / expectedInAll }
  const half = simulated({ repositioning: repositioning(0.5) })
  return { requests: requests.length, off, on, half, errors, slowestMs }
}

const map = openManhattan()
const { requests, off, on, half, errors, slowestMs } = run(map, generateDemand(map, { weeks, perHour, seed }))
const change = (pick: (outcome: typeof off) => number, of = on) => 100 * (pick(of) / pick(off) - 1)
const metrics: Record<string, Metric> = {
  'requests in two weeks': recorded(requests, ''),
  'mean wait lower by': atLeast(-change(({ wait }) => wait), '%', 15),
  'more empty distance': atMost(
    change(({ emptyMetres }) => emptyMetres),
    '%',
    10,
  ),
  'half of the suggestions followed: mean wait lower by': recorded(-change(({ wait }) => wait, half), '%'),
  'half of the suggestions followed: more empty distance': recorded(
    change(({ emptyMetres }) => emptyMetres, half),
    '%',
  ),
  'error of the predicted demand': recorded(errors.predicted, '%'),
  'error of the mean of each zone': recorded(errors.mean, '%'),
  'slowest prediction with moves': recorded(slowestMs, 'ms'),
}
for (const [name, outcome] of [
  ['off', off],
  ['on', on],
] as const) {
  metrics[`${name}: served`] = recorded(100 * outcome.served, '%')
  metrics[`${name}: mean wait`] = recorded(outcome.wait, 's')
  metrics[`${name}: p95 wait`] = recorded(outcome.p95, 's')
  metrics[`${name}: empty per trip`] = recorded(outcome.emptyMetres, 'm')
  metrics[`${name}: of it repositioning`] = recorded(outcome.moveMetres, 'm')
}
metrics['moves per vehicle and day'] = recorded(on.moves / vehiclesCount / 14, '')
report('repositioning', metrics)
