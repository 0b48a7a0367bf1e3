import { describe, expect, it } from 'vitest'
import type { PlanRequest, Problem } from './index.ts'
import { createRandom } from './search/random.ts'
import { checkedPlan } from './testing/checked-plan.ts'
import { vehicle } from './testing/line-problem.ts'

/** Deliveries in a town of an hour across, each within a quarter of an hour of its own. */
function town(deliveries: number, vehicles: number): Problem {
  const random = createRandom(7)
  const places = Array.from({ length: deliveries + 1 }, () => [random() * 1800, random() * 1800] as const)
  places[0] = [900, 900]
  const locations = places.length
  const seconds = Float64Array.from({ length: locations ** 2 }, (_, at) => {
    const [a, b] = [places[Math.floor(at / locations)]!, places[at % locations]!]
    return Math.hypot(a[0] - b[0], a[1] - b[1])
  })
  const requests = Array.from({ length: deliveries }, (_, at): PlanRequest => {
    const from = 1200 + Math.floor(random() * 6000)
    return {
      id: `r${at}`,
      stops: [{ location: at + 1, service: 300, load: [-1], windows: [{ from, until: from + 900 }] }],
    }
  })
  return {
    travel: [{ locations, seconds, metres: seconds.map((one) => one * 10) }],
    requests,
    vehicles: Array.from({ length: vehicles }, (_, at) =>
      vehicle(`v${at}`, { capacity: [30], shift: { from: 0, until: 10_800 } }),
    ),
  }
}

const planOf = (problem: Problem, seed: number) =>
  checkedPlan(problem, { objective: 'fewest_vehicles', iterations: 2_000, seed })

describe('fewest vehicles', () => {
  const problem = town(100, 30)
  const seeds = [1, 2, 3, 4, 5, 6]

  it.each(seeds)('are found whatever the seed: %i', (seed) => {
    const { routes, unassigned } = planOf(problem, seed)
    expect(routes.length).toBeLessThanOrEqual(11)
    expect(unassigned).toEqual([])
  })

  it.each(seeds)('are found beside an order that nobody can serve: %i', (seed) => {
    const impossible: PlanRequest = { id: 'impossible', stops: [{ location: 1, service: 0, load: [-31] }] }
    const more = { ...problem, requests: [impossible, ...problem.requests] }
    const { routes, unassigned } = planOf(more, seed)
    expect(routes.length).toBeLessThanOrEqual(11)
    expect(unassigned).toEqual(['impossible'])
  })

  it('are the same plan for the same seed and number of changes', () => {
    expect(planOf(problem, 2)).toEqual(planOf(problem, 2))
  })

  it('come after serving every request, where the first plan had no room for some', () => {
    for (const seed of seeds) expect(planOf(town(100, 11), seed).unassigned).toEqual([])
  })
})
