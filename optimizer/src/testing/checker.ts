import type { Plan, PlannedRoute, PlanRequest, PlanVehicle, Problem } from '../problem/problem.ts'

const tolerance = 1e-4

/**
 * Every constraint of the problem that a plan breaks, in words; none for a plan that holds. Shares no code with the
 * search: it follows each vehicle from its start and looks at nothing but the problem and the plan.
 */
export function checkPlan(problem: Problem, plan: Plan): string[] {
  const errors: string[] = []
  const seen = new Map<string, number>()
  const vehicles = new Set<string>()
  for (const route of plan.routes) {
    const vehicle = problem.vehicles.find(({ id }) => id === route.vehicleId)
    if (!vehicle) errors.push(`there is no vehicle ${route.vehicleId}`)
    else if (vehicles.has(vehicle.id)) errors.push(`vehicle ${vehicle.id} has two routes`)
    else {
      vehicles.add(vehicle.id)
      for (const id of new Set(route.visits.flatMap(({ requestId }) => requestId ?? [])))
        seen.set(id, (seen.get(id) ?? 0) + 1)
      errors.push(...checkRoute(problem, vehicle, route).map((error) => `vehicle ${vehicle.id}: ${error}`))
    }
  }
  const left = new Set(plan.unassigned)
  for (const { id } of problem.requests) {
    const times = seen.get(id) ?? 0
    if (times > 1) errors.push(`request ${id} is on ${times} vehicles`)
    if (times > 0 && left.has(id)) errors.push(`request ${id} is both planned and left out`)
    if (times === 0 && !left.has(id)) errors.push(`request ${id} is missing`)
  }
  return errors
}

function checkRoute(problem: Problem, vehicle: PlanVehicle, route: PlannedRoute): string[] {
  const errors: string[] = []
  const travel = problem.travel[vehicle.travel]!
  const between = (a: number, b: number) => ({
    seconds: travel.seconds[a * travel.locations + b]!,
    metres: travel.metres[a * travel.locations + b]!,
  })
  let place = vehicle.start
  let time = route.starts
  let metres = 0
  if (time < vehicle.shift.from - tolerance) errors.push('starts before its shift')
  if (vehicle.isStartFixed && time > vehicle.shift.from + tolerance)
    errors.push('starts after its fixed departure')
  const next = new Map<string, number>()
  const rest = (after: number) => {
    route.breaks.forEach((one, index) => {
      if (one.after !== after) return
      const wanted = vehicle.breaks?.[index]
      if (!wanted) {
        errors.push(`break ${index} is not asked for`)
        return
      }
      if (one.begins < time - tolerance) errors.push(`break ${index} begins before the vehicle is there`)
      if (one.begins < wanted.window.from - tolerance || one.begins > wanted.window.until + tolerance)
        errors.push(`break ${index} begins outside its window`)
      if (one.ends - one.begins < wanted.seconds - tolerance) errors.push(`break ${index} is too short`)
      time = one.ends
    })
  }
  route.visits.forEach((visit, index) => {
    rest(index)
    const request = problem.requests.find(({ id }) => id === visit.requestId)
    if (visit.requestId !== undefined && !request) {
      errors.push(`request ${visit.requestId} does not exist`)
      return
    }
    const stop = request
      ? request.stops[visit.stop!]
      : vehicle.reload && { ...vehicle.reload, windows: undefined }
    if (!stop) {
      errors.push(request ? `request ${request.id} has no stop ${visit.stop}` : 'reloads, which it may not')
      return
    }
    if (request) {
      const due = next.get(request.id) ?? 0
      if (visit.stop !== due) errors.push(`stop ${visit.stop} of ${request.id} comes when stop ${due} is due`)
      next.set(request.id, due + 1)
      errors.push(...suits(request, vehicle))
    }
    const way = between(place, stop.location)
    metres += way.metres
    if (!(visit.arrives >= time + way.seconds - tolerance))
      errors.push(`visit ${index} is reached sooner than the way takes`)
    if (visit.begins < visit.arrives - tolerance) errors.push(`visit ${index} begins before it is reached`)
    if (visit.departs < visit.begins + stop.service - tolerance) errors.push(`visit ${index} is cut short`)
    const windows = stop.windows ?? []
    if (
      windows.length > 0 &&
      !windows.some(
        ({ from, until }) => visit.begins >= from - tolerance && visit.begins <= until + tolerance,
      )
    )
      errors.push(`visit ${index} begins outside its windows`)
    time = visit.departs
    place = stop.location
  })
  rest(route.visits.length)
  if (vehicle.end !== undefined) {
    const way = between(place, vehicle.end)
    time += way.seconds
    metres += way.metres
  }
  if (route.ends < time - tolerance) errors.push('ends sooner than the way takes')
  if (route.ends > vehicle.shift.until + tolerance) errors.push('ends after its shift')
  for (let missing = route.breaks.length; missing < (vehicle.breaks ?? []).length; missing++)
    if (route.ends > vehicle.breaks![missing]!.window.until + tolerance)
      errors.push(`break ${missing} is not taken`)
  if (route.ends - route.starts > (vehicle.maxSeconds ?? Infinity) + tolerance) errors.push('works too long')
  if (metres > (vehicle.maxMetres ?? Infinity) + tolerance) errors.push('drives too far')
  if (Math.abs(metres - route.metres) > 1) errors.push('says another distance')
  if (route.visits.length > (vehicle.maxStops ?? Infinity)) errors.push('has too many stops')
  const reloads = route.visits.filter(({ requestId }) => requestId === undefined).length
  if (reloads > (vehicle.reload?.most ?? 0)) errors.push('reloads too often')
  for (const [id, stops] of next)
    if (stops !== problem.requests.find((one) => one.id === id)!.stops.length)
      errors.push(`request ${id} is not finished`)
  return [...errors, ...checkLoads(problem, vehicle, route)]
}

function suits({ id, skills = [], vehicleIds }: PlanRequest, vehicle: PlanVehicle): string[] {
  const missing = skills.filter((skill) => !vehicle.skills?.includes(skill))
  return [
    ...missing.map((skill) => `request ${id} needs ${skill}`),
    ...(vehicleIds && !vehicleIds.includes(vehicle.id) ? [`request ${id} is for other vehicles`] : []),
  ]
}

/** Follows every load trip by trip: what is unloaded without having been loaded left the depot with the vehicle. */
function checkLoads(problem: Problem, vehicle: PlanVehicle, { visits }: PlannedRoute): string[] {
  const errors: string[] = []
  vehicle.capacity.forEach((capacity, d) => {
    const loadOf = (request: PlanRequest, stop: number) => request.stops[stop]!.load?.[d] ?? 0
    const fromDepot = (request: PlanRequest) => {
      let sum = 0
      return -Math.min(0, ...request.stops.map((_, stop) => (sum += loadOf(request, stop))))
    }
    const requestAt = (index: number) => problem.requests.find(({ id }) => id === visits[index]?.requestId)
    const loadedFor = (from: number) => {
      let sum = 0
      for (let index = from; index < visits.length && visits[index]!.requestId !== undefined; index++)
        if (visits[index]!.stop === 0) sum += fromDepot(requestAt(index)!)
      return sum
    }
    let load = loadedFor(0)
    let forDepot = 0
    const look = (where: string) => {
      if (load > capacity + tolerance) errors.push(`carries ${load} of ${capacity} ${where}`)
      if (load < -tolerance) errors.push(`carries less than nothing ${where}`)
    }
    look('at its start')
    visits.forEach((visit, index) => {
      const request = requestAt(index)
      if (request) {
        load += loadOf(request, visit.stop!)
        if (visit.stop === request.stops.length - 1)
          forDepot += request.stops.reduce((sum, _, stop) => sum + loadOf(request, stop), fromDepot(request))
      } else {
        load += loadedFor(index + 1) - forDepot
        forDepot = 0
      }
      look(`after visit ${index}`)
    })
  })
  return errors
}
