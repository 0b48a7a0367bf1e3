import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '@rumbo/server/platform/process/project-root'
import type { SimulatedRequest } from './dispatch-simulation.ts'
import type { Manhattan } from './manhattan.ts'
import { generator } from './random.ts'

// Demand of several weeks over the streets of Manhattan, with the hours, the days and the flows of real taxi trips.

export const zonesCount = 30
/** Standard deviations of the logarithm: of a whole day, of a zone on a day, of a zone in an hour. */
const noise = { day: 0.15, zoneOfDay: 0.2, zoneOfHour: 0.2 }
/** So many trips of the overall distribution are mixed into that of an hour or of an origin. */
const prior = 60
/** Trips last this long at most, in seconds. */
const longestTrip = 1800

interface Point {
  x: number
  y: number
}
interface Trip {
  weekday: number
  hour: number
  from: Point
  to: Point
}

function readTrips(): Trip[] {
  const folder = process.env.RUMBO_TEST_DATA ?? join(projectRoot(), '..', 'shared', 'data')
  const text = readFileSync(join(folder, 'trips', 'mexico-city-taxi-trips.csv'), 'utf8')
  const isNear = ({ x, y }: Point) => x > -99.4 && x < -98.9 && y > 19.2 && y < 19.7
  return text
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => {
      const cells = line.replaceAll('"', '').split(',')
      const at = new Date(`${cells[2]?.replace(' ', 'T')}Z`)
      return {
        weekday: (at.getUTCDay() + 6) % 7,
        // The file writes hours from 1 to 12 without saying which half of the day: both halves get them.
        hour: at.getUTCHours() % 12,
        from: { x: Number(cells[4]), y: Number(cells[5]) },
        to: { x: Number(cells[6]), y: Number(cells[7]) },
      }
    })
    .filter(({ from, to }) => isNear(from) && isNear(to))
}

/** Lloyd's k-means from evenly spread members, in the order of `y`. @returns by point, its group from south to north */
function groupsOf(points: readonly Point[], count: number): number[] {
  const sorted = [...points].sort((a, b) => a.y - b.y || a.x - b.x)
  let centres = Array.from(
    { length: count },
    (_, at) => sorted[Math.floor(((at + 0.5) * sorted.length) / count)] as Point,
  )
  const nearest = ({ x, y }: Point) => {
    let best = 0
    let least = Number.POSITIVE_INFINITY
    for (const [at, centre] of centres.entries()) {
      const far = (x - centre.x) ** 2 + (y - centre.y) ** 2
      if (far < least) {
        least = far
        best = at
      }
    }
    return best
  }
  for (let pass = 0; pass < 40; pass += 1) {
    const sums = centres.map(() => ({ x: 0, y: 0, n: 0 }))
    for (const point of points) {
      const sum = sums[nearest(point)] as { x: number; y: number; n: number }
      sum.x += point.x
      sum.y += point.y
      sum.n += 1
    }
    centres = sums.map(({ x, y, n }, at) => (n === 0 ? (centres[at] as Point) : { x: x / n, y: y / n }))
  }
  centres.sort((a, b) => a.y - b.y)
  return points.map(nearest)
}

export interface GeneratedDemand {
  /** By node. */
  zoneOf: readonly number[]
  requests: SimulatedRequest[]
  /** The mean of the requests of a zone in an hour, as they were drawn from: what no predictor can know better. */
  meanOf(zone: number, hour: number): number
}

/**
 * Requests of whole weeks from Monday on.
 * @param perHour mean over the week
 */
export function generateDemand(
  map: Manhattan,
  { weeks, perHour, seed }: { weeks: number; perHour: number; seed: number },
): GeneratedDemand {
  const random = generator(seed)
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  const factor = (deviation: number) => Math.exp(deviation * normal() - deviation ** 2 / 2)
  const trips = readTrips()
  const nodes = [...map.latitude].map((y, at) => ({ x: (map.longitude[at] as number) * 0.757, y }))
  const zoneOf = groupsOf(nodes, zonesCount)
  const members: number[][] = Array.from({ length: zonesCount }, () => [])
  for (const [node, zone] of zoneOf.entries()) members[zone]?.push(node)
  const groups = groupsOf(
    trips.flatMap(({ from, to }) => [from, to]),
    zonesCount,
  )
  const flows = trips.map(({ weekday, hour }, at) => ({
    weekday,
    hour,
    from: groups[2 * at] as number,
    to: groups[2 * at + 1] as number,
  }))
  const shares = sharesOf(flows)

  const hours = weeks * 7 * 24
  const means = new Float64Array(zonesCount * hours)
  const ofDay = Array.from({ length: weeks * 7 }, () => factor(noise.day))
  const ofZone = Array.from({ length: weeks * 7 * zonesCount }, () => factor(noise.zoneOfDay))
  for (let hour = 0; hour < hours; hour += 1)
    for (let zone = 0; zone < zonesCount; zone += 1) {
      const day = Math.floor(hour / 24)
      means[zone * hours + hour] =
        perHour *
        shares.level(day % 7, hour % 12) *
        shares.origin(day % 7, hour % 12, zone) *
        (ofDay[day] as number) *
        (ofZone[day * zonesCount + zone] as number) *
        factor(noise.zoneOfHour)
    }
  const pick = (list: readonly number[]) => list[Math.floor(random() * list.length)] as number
  const requests: SimulatedRequest[] = []
  for (let hour = 0; hour < hours; hour += 1) {
    const times = map.times(hour % 24)
    for (let zone = 0; zone < zonesCount; zone += 1) {
      const mean = means[zone * hours + hour] as number
      for (let time = 0; ; ) {
        time += -Math.log(1 - random()) / mean
        if (time >= 1) break
        let from = pick(members[zone] as number[])
        let to = from
        while (from === to || (times[from * nodes.length + to] as number) > longestTrip) {
          from = pick(members[zone] as number[])
          to = pick(members[shares.destination(Math.floor(hour / 24) % 7, zone, random())] as number[])
        }
        requests.push({ at: Math.floor((hour + time) * 3600), from, to })
      }
    }
  }
  requests.sort((a, b) => a.at - b.at)
  return { zoneOf, requests, meanOf: (zone, hour) => means[zone * hours + hour] as number }
}

interface Flow {
  weekday: number
  hour: number
  from: number
  to: number
}

/** What shares of the trips began when, where, and led where. */
function sharesOf(flows: readonly Flow[]) {
  const kind = (weekday: number) => (weekday >= 5 ? 1 : 0)
  const count = (of: (flow: Flow) => boolean) => flows.filter(of).length
  const zones = Array.from({ length: zonesCount }, (_, zone) => zone)
  const average = flows.length / (7 * 12)
  const levels = Array.from({ length: 7 * 12 }, (_, at) =>
    count(({ weekday, hour }) => weekday === Math.floor(at / 12) && hour === at % 12),
  )
  const origins = zones.map((zone) => count(({ from }) => from === zone) / flows.length)
  // By kind of day and hour, with the hours before and after.
  const originsAt = Array.from({ length: 2 * 12 }, (_, at) => {
    const near = flows.filter(
      ({ weekday, hour }) =>
        kind(weekday) === Math.floor(at / 12) && [0, 1, 11].includes((hour - at + 24) % 12),
    )
    return zones.map(
      (zone) =>
        (near.filter(({ from }) => from === zone).length + prior * (origins[zone] as number)) /
        (near.length + prior),
    )
  })
  const destinations = zones.map((zone) => count(({ to }) => to === zone) / flows.length)
  const destinationsOf = Array.from({ length: 2 * zonesCount }, (_, at) => {
    const near = flows.filter(
      ({ weekday, from }) => kind(weekday) === Math.floor(at / zonesCount) && from === at % zonesCount,
    )
    return zones.map(
      (zone) =>
        (near.filter(({ to }) => to === zone).length + prior * (destinations[zone] as number)) /
        (near.length + prior),
    )
  })
  return {
    level: (weekday: number, hour: number) => (levels[weekday * 12 + hour] as number) / average,
    origin: (weekday: number, hour: number, zone: number) =>
      originsAt[kind(weekday) * 12 + hour]?.[zone] as number,
    destination(weekday: number, from: number, chance: number): number {
      const row = destinationsOf[kind(weekday) * zonesCount + from] as number[]
      let left = chance
      for (const zone of zones) {
        left -= row[zone] as number
        if (left < 0) return zone
      }
      return zonesCount - 1
    },
  }
}
