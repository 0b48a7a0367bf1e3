import type { PlanRequest, PlanVehicle, Problem } from '../problem/problem.ts'

/** Places on a line, a kilometre and a minute apart. */
export function line(
  places: number,
  { requests, vehicles }: Pick<Problem, 'requests' | 'vehicles'>,
): Problem {
  const metres = new Float64Array(places * places)
  for (let a = 0; a < places; a++)
    for (let b = 0; b < places; b++) metres[a * places + b] = Math.abs(a - b) * 1000
  return {
    travel: [{ locations: places, metres, seconds: metres.map((one) => (one * 60) / 1000) }],
    requests,
    vehicles,
  }
}

/** A delivery of one unit that takes a minute. */
export const request = (
  id: string,
  location: number,
  some: Partial<PlanRequest['stops'][number]> = {},
  more: Partial<PlanRequest> = {},
): PlanRequest => ({
  id,
  stops: [{ location, service: 60, load: [-1], ...some }],
  ...more,
})

/** A vehicle with room for four that starts and ends at place 0, at no cost but its metres. */
export const vehicle = (id: string, some: Partial<PlanVehicle> = {}): PlanVehicle => ({
  id,
  travel: 0,
  start: 0,
  end: 0,
  shift: { from: 0, until: 36_000 },
  capacity: [4],
  costs: { fixed: 0, perMetre: 1, perSecond: 0 },
  ...some,
})
