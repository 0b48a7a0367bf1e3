import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { distanceMetres } from '@rumbo/geo'
import { projectRoot } from '@rumbo/server/platform/process/project-root'

/** The drivable graph of Manhattan with travel times by hour of a weekday: research data, for benchmarks only. */
export interface Manhattan {
  latitude: Float64Array
  longitude: Float64Array
  /** Seconds from each node to each node at an hour of the day, row by row; 65,535 where no road leads. */
  times(hour: number): Uint16Array
  /** Of the quickest way at noon. */
  metres(from: number, to: number): number
  /** The nodes of the quickest way, with the seconds after which each is reached. */
  way(hour: number, from: number, to: number): { node: number; seconds: number }[]
}

const unreachable = 65_535
const noon = 12
const columnsOf = (file: string) =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(',').map(Number))

/** @throws Error that names the missing folder */
export function openManhattan(): Manhattan {
  const folder = join(
    process.env.RUMBO_TEST_DATA ?? join(projectRoot(), '..', 'shared', 'data'),
    'roads',
    'manhattan',
  )
  if (!existsSync(folder))
    throw new Error(`The folder ${folder} is missing; set RUMBO_TEST_DATA to the folder of test data.`)
  const points = columnsOf(join(folder, 'points.csv'))
  const edges = columnsOf(join(folder, 'edges.csv'))
  const week = columnsOf(join(folder, 'week.csv'))
  const nodes = points.length
  const start = new Int32Array(nodes + 1)
  for (const [, from] of edges) start[from as number] = (start[from as number] as number) + 1
  for (let at = 0; at < nodes; at += 1) start[at + 1] = (start[at + 1] as number) + (start[at] as number)
  const fill = start.slice()
  const target = new Int32Array(edges.length)
  const edgeAt = new Int32Array(edges.length)
  for (const [at, [, from, to]] of edges.entries()) {
    const slot = fill[(from as number) - 1] as number
    fill[(from as number) - 1] = slot + 1
    target[slot] = (to as number) - 1
    edgeAt[slot] = at
  }
  const latitude = Float64Array.from(points, ([, latitude]) => latitude as number)
  const longitude = Float64Array.from(points, ([, , longitude]) => longitude as number)
  const place = (node: number) => ({
    latitude: latitude[node] as number,
    longitude: longitude[node] as number,
  })
  const secondsAt = (hour: number) =>
    Float64Array.from(edgeAt, (edge) => (week[edge] as number[])[1 + hour] as number)
  const known = new Map<number, Uint16Array>()
  const times = (hour: number) => {
    const found = known.get(hour)
    if (found) return found
    const made = allPairs({ nodes, start, target }, secondsAt(hour))
    known.set(hour, made)
    return made
  }
  let lengths: Uint16Array | null = null
  const lengthsOfWays = () => {
    const metres = new Float64Array(target.length)
    for (let from = 0; from < nodes; from += 1)
      for (let edge = start[from] as number; edge < (start[from + 1] as number); edge += 1)
        metres[edge] = distanceMetres(place(from), place(target[edge] as number))
    const made = new Uint16Array(nodes * nodes)
    allPairs({ nodes, start, target }, secondsAt(noon), { metres, into: made })
    return made
  }
  return {
    latitude,
    longitude,
    times,
    metres(from, to) {
      lengths ??= lengthsOfWays()
      return lengths[from * nodes + to] as number
    },
    way(hour, from, to) {
      const matrix = times(hour)
      const total = matrix[from * nodes + to] as number
      const found: { node: number; seconds: number }[] = []
      for (let node = 0; node < nodes; node += 1) {
        const seconds = matrix[from * nodes + node] as number
        if (seconds + (matrix[node * nodes + to] as number) === total) found.push({ node, seconds })
      }
      return found.sort((a, b) => a.seconds - b.seconds)
    },
  }
}

/**
 * Dijkstra from every node, with buckets of one second.
 * @param lengths where given, also adds up the metres of the quickest ways
 */
function allPairs(
  { nodes, start, target }: { nodes: number; start: Int32Array; target: Int32Array },
  seconds: Float64Array,
  lengths?: { metres: Float64Array; into: Uint16Array },
): Uint16Array {
  const all = new Uint16Array(nodes * nodes).fill(unreachable)
  const buckets: number[][] = Array.from({ length: 12_000 }, () => [])
  for (let origin = 0; origin < nodes; origin += 1) {
    const row = all.subarray(origin * nodes, (origin + 1) * nodes)
    row[origin] = 0
    buckets[0]?.push(origin)
    let open = 1
    for (let now = 0; open > 0; now += 1) {
      const bucket = buckets[now] as number[]
      for (let node = bucket.pop(); node !== undefined; node = bucket.pop()) {
        open -= 1
        if (row[node] !== now) continue
        for (let edge = start[node] as number; edge < (start[node + 1] as number); edge += 1) {
          const reached = now + Math.max(1, Math.round(seconds[edge] as number))
          const to = target[edge] as number
          if (reached >= (row[to] as number) || reached >= buckets.length) continue
          row[to] = reached
          if (lengths)
            lengths.into[origin * nodes + to] = Math.round(
              (lengths.into[origin * nodes + node] as number) + (lengths.metres[edge] as number),
            )
          buckets[reached]?.push(to)
          open += 1
        }
      }
    }
  }
  return all
}
