import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Coordinates } from '@rumbo/geo'
import { createRoads, type Roads } from '@rumbo/server/places/index'
import { buildRoadsRegion, regionsOf } from '@rumbo/server/places/roads/places.roads.factory'
import { systemClock } from '@rumbo/server/platform/clock'
import { Problem } from '@rumbo/server/platform/problem'
import { atMost, exactly, type Metric, recorded, report } from './harness/report.ts'
import { portoExtract } from './harness/test-data.ts'

// Each engine on the roads of Porto, asked through the interface the server asks: its own process and the messages
// to it included. Places lie in the city and around it, 25 km across.
const file = portoExtract()

let seed = 7
function random(): number {
  seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff
  return seed / 0x7fffffff
}
const centre = { latitude: 41.1496, longitude: -8.611 }
const airport = { latitude: 41.2011, longitude: -8.6688 }
const routes = 100
const somewhere = () => ({ latitude: 41.06 + random() * 0.22, longitude: -8.7 + random() * 0.25 })
let onRoads: ReturnType<typeof somewhere>[] = []
const somePlaces = (count: number) =>
  Array.from({ length: count }, () => onRoads[Math.floor(random() * onRoads.length)] ?? somewhere())

/** Milliseconds of calls one after another, sorted. */
async function times(count: number, call: (at: number) => Promise<unknown>): Promise<number[]> {
  await call(-1)
  const measured: number[] = []
  for (let at = 0; at < count; at += 1) {
    const startedAt = performance.now()
    await call(at)
    measured.push(performance.now() - startedAt)
  }
  return measured.sort((a, b) => a - b)
}
const at = (sorted: readonly number[], share: number) => sorted[Math.floor(sorted.length * share)] ?? 0

const folder = mkdtempSync(join(tmpdir(), 'rumbo-bench-roads-'))
const metrics: Record<string, Metric> = {}
const buildingAt = performance.now()
const region = await buildRoadsRegion(file, 'porto', folder)
metrics['both engines, built from the extract'] = recorded((performance.now() - buildingAt) / 1000, 's')
for (const { name, bytes } of region.parts) metrics[`${name}, on disk`] = recorded(bytes / 1e6, 'MB')

async function measure(engine: 'portable' | 'valhalla', roads: Roads): Promise<void> {
  /** An answer of another engine, the formula above all, measures nothing of this one. */
  let others = 0
  const answering = async <Answer extends { engine: string }>(asked: Promise<Answer>): Promise<Answer> => {
    const answer = await asked
    if (answer.engine !== engine) others += 1
    return answer
  }
  const startedAt = performance.now()
  await answering(roads.table([centre], [airport]))
  const openedMs = performance.now() - startedAt
  if (onRoads.length === 0) {
    // The sea and the river have no roads, and the same places are asked of both.
    const places = Array.from({ length: 1_500 }, somewhere)
    const reached = await answering(roads.table([centre], places))
    onRoads = places.filter((_, place) => reached.isEstimated[place] === false)
    if (onRoads.length < 500) throw new Error(`Only ${onRoads.length} of 1,500 places are on roads.`)
  }
  metrics[`${engine}: first answer, process and roads opened`] = recorded(openedMs, 'ms')
  const add = (what: string, sorted: readonly number[], aimMs?: number) => {
    metrics[`${engine}: ${what}, p50`] = recorded(at(sorted, 0.5), 'ms')
    const p99 = at(sorted, 0.99)
    metrics[`${engine}: ${what}, p99`] = aimMs === undefined ? recorded(p99, 'ms') : atMost(p99, 'ms', aimMs)
  }
  let unjoined = 0
  const route = (between: readonly Coordinates[]) =>
    answering(roads.route(between)).catch((error: unknown) => {
      if (!(error instanceof Problem) || error.code !== 'route_not_found') throw error
      unjoined += 1
    })
  add('route', await times(routes, () => route(somePlaces(2))))
  metrics[`${engine}: routes that were not found`] = atMost((100 * unjoined) / (routes + 1), '%', 3)
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  add('table 50 x 50', await times(10, () => answering(roads.table(somePlaces(50), somePlaces(50)))))
  add('table 100 x 100', await times(5, () => answering(roads.table(somePlaces(100), somePlaces(100)))))
  delay.disable()
  metrics[`${engine}: delay of the asking process meanwhile, max`] = atMost(delay.max / 1e6, 'ms', 50)
  add('arrivals of 500', await times(20, () => answering(roads.table(somePlaces(500), somePlaces(1)))))
  const isochrones = await times(20, () =>
    answering(roads.isochrone(somePlaces(1)[0] ?? centre, [3, 5, 10, 15], 'to')),
  )
  add('isochrones of 3, 5, 10 and 15 minutes', isochrones, engine === 'portable' ? 300 : undefined)
  const { shape } = await answering(roads.route([centre, airport]))
  const trace = Array.from({ length: 2_000 }, (_, point) => {
    const value = Math.floor((point / 2_000) * (shape.length / 2)) * 2
    const error = () => (random() - 0.5) * 1e-4
    return {
      longitude: (shape[value] as number) + error(),
      latitude: (shape[value + 1] as number) + error(),
    }
  })
  const matched = await times(3, () => answering(roads.match(trace)))
  metrics[`${engine}: points of a trace matched`] = recorded((2_000 / at(matched, 0.5)) * 1000, 'per second')
  metrics[`${engine}: questions another engine answered`] = exactly(others, 'questions', 0)
  await new Promise((done) => setTimeout(done, 6_000))
  const status = roads.status().engines.find(({ name }) => name === engine)
  if (status?.memoryBytes)
    metrics[`${engine}: memory of its process`] = recorded(status.memoryBytes / 2 ** 20, 'MiB')
}

try {
  for (const [engine, part] of [
    ['portable', 'roads'],
    ['valhalla', 'valhalla'],
  ] as const) {
    const parts = region.parts.filter(({ name }) => name === part)
    if (parts.length === 0) continue
    const roads = createRoads({
      clock: systemClock,
      routingUrl: null,
      onFailure: (failed, { message }) => console.error(`${failed}: ${message}`),
      regions: regionsOf({ ...region, parts }),
    })
    await measure(engine, roads)
    roads.close()
  }
  report('roads', metrics)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
