import { roadLimits } from '@rumbo/contract/places.roads.contract'
import type { Coordinates } from '@rumbo/geo'
import type { Roads } from '../../places/index.ts'
import type { EngineRequest, EngineVehicle } from './dispatch.constraints.rules.ts'
import type { Pair } from './dispatch.round.rules.ts'

/** Calls of the road engine at a time. */
const concurrentCalls = 4

/** Seconds by road of each pair, with one table per request; NaN beyond the limit of a table. */
export async function drivesOf(
  roads: Pick<Roads, 'table'>,
  vehicles: readonly Pick<EngineVehicle, 'place'>[],
  requests: readonly Pick<EngineRequest, 'pickup'>[],
  pairs: readonly Pair[],
  signal: AbortSignal,
): Promise<{ seconds: Float64Array; isEstimate: boolean[] }> {
  const seconds = new Float64Array(pairs.length).fill(Number.NaN)
  const isEstimate = pairs.map(() => true)
  const byRequest = requests.map(() => [] as number[])
  for (const [at, { request }] of pairs.entries()) byRequest[request]?.push(at)
  const queue = [...byRequest.entries()].filter(([, members]) => members.length > 0)
  const work = async () => {
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      const [request, members] = next
      const known = members.slice(0, roadLimits.arrivals).flatMap((at) => {
        const place = vehicles[pairs[at]?.vehicle ?? -1]?.place
        return place ? { at, place } : []
      })
      const { latitude, longitude } = (requests[request] as Pick<EngineRequest, 'pickup'>).pickup
      const table = await roads.table(
        known.map(({ place }) => place),
        [{ latitude, longitude }],
        { signal },
      )
      for (const [row, { at }] of known.entries()) {
        seconds[at] = table.seconds[row] as number
        isEstimate[at] = table.isEstimated[row] === true
      }
    }
  }
  await Promise.all(Array.from({ length: concurrentCalls }, work))
  return { seconds, isEstimate }
}

/** Seconds by road from a place to the first stop, then from stop to stop; not finite where no road leads. */
export async function legsOf(
  roads: Pick<Roads, 'table'>,
  from: Coordinates,
  stops: readonly Coordinates[],
  signal?: AbortSignal,
): Promise<{ seconds: number[]; isEstimate: boolean }> {
  const table = await roads.table([from, ...stops.slice(0, -1)], stops, { signal })
  const cells = stops.map((_, at) => at * stops.length + at)
  return {
    seconds: cells.map((cell) => table.seconds[cell] as number),
    isEstimate: cells.some((cell) => table.isEstimated[cell] === true),
  }
}
