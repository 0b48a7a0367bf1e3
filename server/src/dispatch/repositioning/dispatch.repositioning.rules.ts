import { matchAtLeastCost } from '../engine/dispatch.matching.rules.ts'

/** A vehicle that may serve requests of the next minutes. Times are in seconds. */
export interface PlacedVehicle {
  /** Until it is free at its place. */
  freeIn: number
  /** How long it may drive to another area; 0: it stays. */
  mostDrive: number
}

export interface RepositioningProblem {
  /** Requests to expect, by area. */
  demand: ArrayLike<number>
  vehicles: readonly PlacedVehicle[]
  /** Seconds by road from a vehicle's place to the middle of an area; not finite where no road leads there. */
  driveTo(vehicle: number, area: number): number
  /** Seconds from the middle of an area to a place within it. */
  within(area: number): number
  /** The most moves. */
  mostMoves: number
}

export interface Move {
  vehicle: number
  area: number
  /** Seconds by road. */
  drive: number
  /** Seconds of waiting that the move is expected to save, less the weight of the drive. */
  gain: number
}

/** A second of driving without a passenger counts as so many seconds of waiting. */
const drivingWeight = 0.5
/** A request without a vehicle is worth so many seconds of waiting. */
const missedSeconds = 900
/** Requests that come with less than this probability are not planned for. */
const leastChance = 0.05
/** A move that saves less is not proposed: the prediction is not that accurate. */
const leastGain = 30
/** A vehicle is considered for so many areas: the nearest, and the busiest wherever they are. */
const [nearestAreas, busiestAreas] = [10, 5]

interface ExpectedRequest {
  area: number
  /** The probability that it comes: at least so many requests of a Poisson distribution. */
  chance: number
}

/** The requests to plan for: of each area the first, the second and so on, as long as they are likely enough. */
export function expectedRequests(demand: ArrayLike<number>): ExpectedRequest[] {
  return Array.from(demand, (mean, area) => {
    const requests: ExpectedRequest[] = []
    let term = Math.exp(-mean)
    let chance = 1 - term
    for (let count = 1; chance >= leastChance; count += 1) {
      requests.push({ area, chance })
      term *= mean / count
      chance -= term
    }
    return requests
  }).flat()
}

/**
 * Which idle vehicles should move where. A linear program: each expected request gets at most one vehicle, which serves
 * it from where it stands, or from the middle of the request's area after it moved there; the sum of the expected
 * waiting and the weighted driving is the least. As an assignment it has a whole-number optimum, which is found exactly.
 * @returns the moves that gain most, at most `mostMoves`
 */
export function proposeMoves(problem: RepositioningProblem): Move[] {
  const { vehicles, mostMoves } = problem
  const requests = expectedRequests(problem.demand)
  const start = new Int32Array(vehicles.length + 1)
  const column: number[] = []
  const cost: number[] = []
  const ofArea = groupByArea(requests, problem.demand.length)
  for (const vehicle of vehicles.keys()) {
    for (const at of areasToCompare(problem.demand, (area) => problem.driveTo(vehicle, area)).flatMap(
      (area) => ofArea[area] ?? [],
    )) {
      const request = requests[at] as ExpectedRequest
      const { stay, move } = costsOf(problem, vehicle, request)
      const least = Math.min(stay, move) - request.chance * missedSeconds
      if (least >= 0) continue
      column.push(at)
      cost.push(least)
    }
    start[vehicle + 1] = column.length
  }
  const chosen = matchAtLeastCost({
    columns: requests.length,
    start,
    column: Int32Array.from(column),
    cost: Float64Array.from(cost),
    skip: new Float64Array(vehicles.length),
  })
  return [...chosen]
    .flatMap((at, vehicle): Move[] => {
      const request = requests[at]
      if (!request) return []
      const { stay, move } = costsOf(problem, vehicle, request)
      const gain = stay - move
      const drive = problem.driveTo(vehicle, request.area)
      return gain < leastGain ? [] : [{ vehicle, area: request.area, drive, gain }]
    })
    .sort((a, b) => b.gain - a.gain)
    .slice(0, mostMoves)
}

/** By area, the indexes of its requests. */
function groupByArea(requests: readonly ExpectedRequest[], areas: number): number[][] {
  const groups: number[][] = Array.from({ length: areas }, () => [])
  for (const [at, { area }] of requests.entries()) groups[area]?.push(at)
  return groups
}

/**
 * The areas that a vehicle is considered for; none where no request is expected.
 * @param far how far each is for the vehicle; not finite where it is out of reach
 */
export function areasToCompare(demand: ArrayLike<number>, far: (area: number) => number): number[] {
  const areas = Array.from(demand, (mean, area) => ({ area, mean, far: far(area) })).filter(
    (one) => 1 - Math.exp(-one.mean) >= leastChance && Number.isFinite(one.far),
  )
  const nearest = areas.sort((x, y) => x.far - y.far).slice(0, nearestAreas)
  const busiest = areas.sort((x, y) => y.mean - x.mean).slice(0, busiestAreas)
  return [...new Set([...nearest, ...busiest].map(({ area }) => area))]
}

/** What it costs that a vehicle serves a request: from where it is, or after a move. In seconds. */
function costsOf(
  { vehicles, driveTo, within }: RepositioningProblem,
  at: number,
  { area, chance }: ExpectedRequest,
): { stay: number; move: number } {
  const { freeIn, mostDrive } = vehicles[at] as PlacedVehicle
  const drive = driveTo(at, area)
  const near = within(area)
  const isPossible = freeIn === 0 && drive > near && drive <= mostDrive
  const stay = chance * Math.min(missedSeconds, freeIn + Math.max(drive, near))
  return {
    stay,
    move: isPossible ? chance * near + drivingWeight * drive : Number.POSITIVE_INFINITY,
  }
}
