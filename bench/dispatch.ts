import { presets } from '@rumbo/server/dispatch/engine/dispatch.cost.rules'
import { freeWithinSeconds } from '@rumbo/server/dispatch/engine/dispatch.round.rules'
import { type Policy, simulate } from './harness/dispatch-simulation.ts'
import { type Manhattan, openManhattan } from './harness/manhattan.ts'
import { generator } from './harness/random.ts'
import { atLeast, atMost, type Metric, recorded, report } from './harness/report.ts'

// The product's own matching and rules on the streets of Manhattan, with 300 vehicles and random requests from 13:00 to
// 17:00. Demand is chosen so that the first four policies come near the published figures of their kind.

const vehiclesCount = 300
const firstHour = 13
const hours = 4
/** Trips last this long at most, in seconds. */
const longestTrip = 1800

/** The same requests for every policy. */
function run(map: Manhattan, policy: Policy, perHour: number, seed: number) {
  const random = generator(seed)
  const nodes = map.latitude.length
  const end = hours * 3600
  const somewhere = () => Math.floor(random() * nodes)
  const vehicles = Array.from({ length: vehiclesCount }, somewhere)
  const requests = []
  const timeOf = (from: number, to: number) => map.times(firstHour)[from * nodes + to] as number
  for (let time = 0; ; ) {
    time += (-Math.log(1 - random()) * 3600) / perHour
    if (time >= end) break
    let from = somewhere()
    let to = somewhere()
    while (from === to || timeOf(from, to) > longestTrip) {
      from = somewhere()
      to = somewhere()
    }
    requests.push({ at: Math.floor(time), from, to })
  }
  const hourAt = (now: number) => firstHour + Math.min(hours - 1, Math.floor(now / 3600))
  return simulate(map, { policy, vehicles, requests, end, hourAt })
}

const weights = presets.fastest_pickup
const idleOnly = { freeWithin: 0, hasSwaps: false, isImmediate: false, weights }
/** The first four are compared with the engine, which is the last. */
const policies: Policy[] = [
  { ...idleOnly, name: 'nearest by straight line', nearest: 'line' },
  { ...idleOnly, name: 'nearest by road', nearest: 'road' },
  { ...idleOnly, name: 'batch, idle vehicles only' },
  { ...idleOnly, name: 'batch, free within 300 s', freeWithin: 300 },
  { ...idleOnly, name: 'batch, free within 300 s, swaps', freeWithin: 300, hasSwaps: true },
  ...Object.entries(presets).map(([preset, weights]) => ({
    name: `engine, ${preset}`,
    freeWithin: freeWithinSeconds,
    hasSwaps: true,
    isImmediate: true,
    weights,
  })),
]

const map = openManhattan()
const metrics: Record<string, Metric> = {}
for (const perHour of [1000, 600])
  for (const policy of policies) {
    const runs = [1, 2, 3].map((seed) => run(map, policy, perHour, seed))
    const mean = (pick: (outcome: ReturnType<typeof run>) => number) =>
      runs.reduce((sum, run) => sum + pick(run), 0) / runs.length
    const label = `${perHour}/h, ${policy.name}`
    const hasAim = policy.name === 'engine, fastest_pickup'
    const isFull = perHour === 1000
    const served = 100 * mean((run) => run.served)
    const wait = mean((run) => run.wait)
    const empty = mean((run) => run.empty)
    metrics[`${label}: served`] = hasAim && isFull ? atLeast(served, '%', 99) : recorded(served, '%')
    metrics[`${label}: mean wait`] = hasAim ? atMost(wait, 's', isFull ? 370 : 160) : recorded(wait, 's')
    metrics[`${label}: p95 wait`] = recorded(
      mean((run) => run.p95),
      's',
    )
    metrics[`${label}: empty per trip`] = hasAim && isFull ? atMost(empty, 's', 160) : recorded(empty, 's')
    metrics[`${label}: reassigned per 100`] = recorded(
      mean((run) => run.reassignedPer100),
      '',
    )
    metrics[`${label}: variation of idle time`] = recorded(100 * mean((run) => run.fairness), '%')
    metrics[`${label}: slowest round`] = recorded(
      mean((run) => run.slowestRoundMs),
      'ms',
    )
  }
report('dispatch', metrics)
