import {
  optimizeOrder,
  type PlanRequest,
  type Problem,
  previewMove,
  reverseRoute,
  solve,
  timeRoute,
} from '@rumbo/optimizer'
import { generator } from './harness/random.ts'
import { atMost, recorded, report } from './harness/report.ts'

// Moving requests by hand over a plan of 200 services (a pickup and a drop each) on 25 vehicles with breaks: what the
// browser computes when a drag begins, the costs of all gaps of all vehicles, on one core.

const services = 200
const vehicles = 25
const drags = 50
const grouped = 5
const hour = 3600

const random = generator(19)
const whole = (from: number, to: number) => from + Math.floor(random() * (to - from + 1))

function generatedProblem(): Problem {
  const locations = services * 2 + 1
  const places = Array.from({ length: locations }, () => [random() * 30_000, random() * 30_000] as const)
  const metres = new Float64Array(locations * locations)
  for (let a = 0; a < locations; a++)
    for (let b = 0; b < locations; b++)
      metres[a * locations + b] =
        1.3 * Math.hypot(places[a]![0] - places[b]![0], places[a]![1] - places[b]![1])
  const requests = Array.from({ length: services }, (_, index): PlanRequest => {
    const opens = whole(7, 15) * hour
    return {
      id: `service ${index}`,
      stops: [
        {
          location: index * 2 + 1,
          service: 180,
          load: [1, 20],
          windows: [{ from: opens, until: opens + 2 * hour }],
        },
        {
          location: index * 2 + 2,
          service: 180,
          load: [-1, -20],
          windows: [{ from: opens, until: opens + 4 * hour }],
        },
      ],
    }
  })
  return {
    travel: [{ locations, metres, seconds: metres.map((length) => length / 9) }],
    requests,
    vehicles: Array.from({ length: vehicles }, (_, index) => ({
      id: `vehicle ${index}`,
      travel: 0,
      start: 0,
      end: 0,
      shift: { from: 6 * hour, until: 20 * hour },
      capacity: [4, 200],
      breaks: [{ window: { from: 12 * hour, until: 14 * hour }, seconds: 1800 }],
      maxSeconds: 12 * hour,
      costs: { fixed: 0, perMetre: 1, perSecond: 0 },
    })),
  }
}

const problem = generatedProblem()
const { plan } = solve(problem, { objective: 'balance', iterations: 500, seed: 1 })

/** Milliseconds of every run, the quickest first. */
function timesOf(runs: number, run: (index: number) => void) {
  const times = Array.from({ length: runs }, (_, index) => {
    const startedAt = performance.now()
    run(index)
    return performance.now() - startedAt
  })
  return times.sort((a, b) => a - b)
}
const median = (times: readonly number[]) => times[times.length >> 1]!

const idOf = (index: number) => problem.requests[(index * 7) % services]!.id
let gaps = 0
const first = timesOf(1, () => previewMove(problem, plan.routes, [{ requestId: idOf(0) }]).gaps())
const one = timesOf(drags, (index) => {
  gaps = previewMove(problem, plan.routes, [{ requestId: idOf(index), stops: [index % 2] }]).gaps().length
})
const several = timesOf(drags, (index) => {
  const group = Array.from({ length: grouped }, (_, member) => ({ requestId: idOf(index + member) }))
  previewMove(problem, plan.routes, group).gaps()
})
const timing = timesOf(drags, () => {
  for (const route of plan.routes) timeRoute(problem, route)
})
const ordering = timesOf(plan.routes.length, (index) => optimizeOrder(problem, plan.routes[index]!))
const backwards = timesOf(plan.routes.length, (index) =>
  optimizeOrder(problem, reverseRoute(plan.routes[index]!)),
)

report('plan-edit', {
  'vehicles used': recorded(plan.routes.length, 'vehicles'),
  gaps: recorded(gaps, 'gaps'),
  'all gaps for one pair, median': atMost(median(one), 'ms', 50),
  'all gaps for one pair, slowest': recorded(one.at(-1)!, 'ms'),
  'all gaps for one pair, the first time': recorded(first[0]!, 'ms'),
  [`all gaps for ${grouped} pairs, median`]: recorded(median(several), 'ms'),
  'timing every route, median': recorded(median(timing), 'ms'),
  'order of one route, median': recorded(median(ordering), 'ms'),
  'order of one route that breaks something, median': recorded(median(backwards), 'ms'),
})
