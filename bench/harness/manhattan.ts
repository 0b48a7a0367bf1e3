import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '@rumbo/server/platform/process/project-root'

/** The drivable graph of Manhattan with travel times by hour of a weekday: research data, for benchmarks only. */
export interface Manhattan {
  latitude: Float64Array
  longitude: Float64Array
  /** Seconds from each node to each node at an hour of the day, row by row; 65,535 where no road leads. */
  times(hour: number): Uint16Array
}

const unreachable = 65_535
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
  const known = new Map<number, Uint16Array>()
  return {
    latitude: Float64Array.from(points, ([, latitude]) => latitude as number),
    longitude: Float64Array.from(points, ([, , longitude]) => longitude as number),
    times(hour) {
      const found = known.get(hour)
      if (found) return found
      const seconds = Float64Array.from(edgeAt, (edge) => (week[edge] as number[])[1 + hour] as number)
      const made = allPairs(nodes, start, target, seconds)
      known.set(hour, made)
      return made
    },
  }
}

/** Dijkstra from every node, with buckets of one second. */
function allPairs(nodes: number, start: Int32Array, target: Int32Array, seconds: Float64Array): Uint16Array {
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
          buckets[reached]?.push(to)
          open += 1
        }
      }
    }
  }
  return all
}
