import type { PlanRequest, PlanVehicle, Problem } from '../problem/problem.ts'
import { createRandom } from '../search/random.ts'

/** A small problem that uses every constraint somewhere, the same for the same seed. Roads are a little slower one way. */
export function randomProblem(seed: number): Problem {
  const random = createRandom(seed * 7919 + 1)
  const whole = (from: number, to: number) => from + Math.floor(random() * (to - from + 1))
  const maybe = (rate: number) => random() < rate
  const locations = whole(5, 30)
  const places = Array.from({ length: locations }, () => [random() * 20_000, random() * 20_000] as const)
  const metres = new Float64Array(locations * locations)
  const seconds = new Float64Array(locations * locations)
  for (let a = 0; a < locations; a++)
    for (let b = 0; b < locations; b++) {
      const straight = Math.hypot(places[a]![0] - places[b]![0], places[a]![1] - places[b]![1])
      metres[a * locations + b] = straight * 1.3
      seconds[a * locations + b] = (straight * 1.3 * (a < b ? 1 : 1.1)) / 10
    }
  const unreachable = maybe(0.2) ? whole(1, locations - 1) : -1
  for (let other = 0; unreachable >= 0 && other < locations; other++)
    if (other !== unreachable) seconds[other * locations + unreachable] = Infinity
  const windowsOf = (most: number) => {
    const from = whole(0, most)
    const first = { from, until: from + whole(600, 7_200) }
    if (maybe(0.3)) {
      const again = first.until + whole(600, 7_200)
      return [first, { from: again, until: again + whole(600, 7_200) }]
    }
    return [first]
  }
  const place = () => whole(1, locations - 1)
  const requests = Array.from({ length: whole(1, 25) }, (_, index): PlanRequest => {
    const count = maybe(0.4) ? 1 : maybe(0.7) ? 2 : whole(3, 4)
    const load = whole(1, 4)
    const isFromDepot = count === 1 ? maybe(0.5) : maybe(0.1)
    return {
      id: `r${index}`,
      stops: Array.from({ length: count }, (__, stop) => ({
        location: place(),
        service: whole(0, 600),
        load:
          count === 1
            ? [isFromDepot ? -load : load, 0]
            : [
                stop === 0 && !isFromDepot ? load : stop === count - 1 ? -load : 0,
                stop === 0 ? 1 : stop === count - 1 ? -1 : 0,
              ],
        ...(maybe(0.6) && { windows: windowsOf(30_000) }),
        ...(maybe(0.2) && { due: whole(0, 30_000) }),
      })),
      ...(maybe(0.2) && { penalty: whole(100, 20_000) }),
      ...(maybe(0.2) && { skills: ['cold'] }),
      ...(maybe(0.1) && { vehicleIds: ['v0'] }),
      ...(maybe(0.2) && { priority: whole(1, 5) }),
    }
  })
  const vehicles = Array.from({ length: whole(1, 6) }, (_, index): PlanVehicle => {
    const from = whole(0, 7_200)
    return {
      id: `v${index}`,
      travel: 0,
      start: maybe(0.8) ? 0 : place(),
      ...(maybe(0.8) && { end: 0 }),
      shift: { from, until: from + whole(14_400, 36_000) },
      ...(seed % 4 === 0 && { isStartFixed: true }),
      capacity: [whole(3, 10), whole(1, 4)],
      ...(maybe(0.5) && { skills: ['cold'] }),
      ...(maybe(0.4) && {
        breaks: [{ window: { from: from + 7_200, until: from + whole(9_000, 14_400) }, seconds: 1_800 }],
      }),
      ...(maybe(0.3) && { reload: { location: 0, service: 300, most: whole(1, 2) } }),
      ...(maybe(0.3) && { maxSeconds: whole(10_000, 25_000) }),
      ...(maybe(0.2) && { maxMetres: whole(20_000, 120_000) }),
      ...(maybe(0.2) && { maxStops: whole(2, 12) }),
      costs: { fixed: whole(0, 5_000), perMetre: 1, perSecond: maybe(0.5) ? 1 : 0 },
    }
  })
  return { travel: [{ locations, seconds, metres }], requests, vehicles }
}
