import { readFileSync } from 'node:fs'
import type { PlanRequest, Problem } from '@rumbo/optimizer'

/**
 * Reads an instance of Solomon (VRPTW; `CUST NO.` table) or of Li and Lim (PDPTW; `vehicles capacity speed` first), by
 * its content. Distances are Euclidean, not rounded. @throws RangeError where a line is not as those formats say
 */
export function readInstance(path: string): { problem: Problem } {
  const lines = readFileSync(path, 'utf8').split(/\r?\n/)
  const rows = lines
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter((row) => row.length > 1 && row.every((value) => Number.isFinite(value)))
  const isPairs = rows.some((row) => row.length >= 9)
  const [[vehicles = 0, capacity = 0] = [], ...customers] = rows
  const places = customers.filter((row) => row.length >= 7)
  if (places.length < 2 || vehicles < 1)
    throw new RangeError(`${path} is no instance of Solomon or of Li and Lim`)
  const locations = places.length
  const metres = new Float64Array(locations * locations)
  for (let a = 0; a < locations; a++)
    for (let b = 0; b < locations; b++)
      metres[a * locations + b] = Math.hypot(places[a]![1]! - places[b]![1]!, places[a]![2]! - places[b]![2]!)
  const indexOf = new Map(places.map((row, index) => [row[0]!, index]))
  const stop = (index: number) => {
    const [, , , demand = 0, ready = 0, due = 0, service = 0] = places[index]!
    return {
      location: index,
      windows: [{ from: ready, until: due }],
      service,
      load: [isPairs ? demand : -demand],
    }
  }
  const requests: PlanRequest[] = []
  for (let index = 1; index < locations; index++) {
    if (!isPairs) requests.push({ id: String(index), stops: [stop(index)] })
    else if (places[index]![8]! > 0) {
      const delivery = indexOf.get(places[index]![8]!)
      if (delivery === undefined) throw new RangeError(`${path} names a delivery that does not exist`)
      requests.push({ id: String(index), stops: [stop(index), stop(delivery)] })
    }
  }
  const [, , , , ready = 0, due = 0] = places[0]!
  return {
    problem: {
      travel: [{ locations, seconds: metres, metres }],
      requests,
      vehicles: Array.from({ length: vehicles }, (_, index) => ({
        id: String(index + 1),
        travel: 0,
        start: 0,
        end: 0,
        shift: { from: ready, until: due },
        capacity: [capacity],
        costs: { fixed: 0, perMetre: 1, perSecond: 0 },
      })),
    },
  }
}
