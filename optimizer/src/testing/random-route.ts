import type { Problem } from '../problem/problem.ts'
import type { RouteStop } from '../problem/route.ts'

/** Some requests of a problem on one of its vehicles, in an order that keeps that of their stops, now and then with a reload. */
export function randomRoute(
  problem: Problem,
  random: () => number,
  mostRequests: number,
  vehicle = Math.floor(random() * problem.vehicles.length),
) {
  const visits: RouteStop[] = []
  for (const { id, stops } of problem.requests) {
    if (random() * problem.requests.length > mostRequests) continue
    let at = Math.floor(random() * (visits.length + 1))
    stops.forEach((_, stop) => {
      visits.splice(at, 0, { requestId: id, stop })
      at += 1 + Math.floor(random() * (visits.length - at))
    })
  }
  if (visits.length > 0 && random() < 0.15) visits.splice(Math.floor(random() * visits.length), 0, {})
  return { vehicleId: problem.vehicles[vehicle]!.id, visits }
}
