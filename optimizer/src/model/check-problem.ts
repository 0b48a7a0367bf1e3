import type { EditProblem } from '../problem/problem.ts'
import { isMatrices } from '../problem/travel.ts'

/** @throws RangeError where the problem contradicts itself (a location that does not exist, a wrong number of dimensions) */
export function checkProblem({ travel, requests, vehicles }: EditProblem) {
  if (travel.length === 0) throw new RangeError('no travel given')
  const dimensions = vehicles[0]?.capacity.length ?? 0
  for (const { locations, seconds, metres } of travel.filter(isMatrices)) {
    if (seconds.length !== locations * locations || metres.length !== locations * locations)
      throw new RangeError(`a travel matrix is not ${locations} by ${locations}`)
  }
  const smallest = Math.min(...travel.map((one) => one.locations))
  const known = (location: number) => Number.isInteger(location) && location >= 0 && location < smallest
  for (const vehicle of vehicles) {
    if (!travel[vehicle.travel]) throw new RangeError(`vehicle ${vehicle.id} has no travel`)
    if (vehicle.capacity.length !== dimensions)
      throw new RangeError(`vehicle ${vehicle.id} has another number of capacities`)
    if (!known(vehicle.start) || (vehicle.end !== undefined && !known(vehicle.end)))
      throw new RangeError(`vehicle ${vehicle.id} starts or ends nowhere`)
  }
  for (const request of requests) {
    if (request.stops.length === 0) throw new RangeError(`request ${request.id} has no stops`)
    for (const stop of request.stops) {
      if (!known(stop.location)) throw new RangeError(`request ${request.id} has a stop at no location`)
      if (vehicles.length > 0 && (stop.load ?? []).length > dimensions)
        throw new RangeError(`request ${request.id} has more loads than capacities`)
    }
  }
}
