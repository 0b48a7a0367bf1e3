import { createFenceIndex } from '@rumbo/geo/fences/fence-index'
import { type PreparedFence, prepareFence } from '@rumbo/geo/fences/prepared-fence'
import { destination } from '@rumbo/geo/geometry/distance'
import { someShape, somewhereBy } from './harness/fences.ts'
import { generator } from './harness/random.ts'
import { atLeast, atMost, exactly, recorded, report } from './harness/report.ts'

// 10,000 fences of mixed shapes over 100 km by 100 km and 1,000 vehicles that drive among them: the fences around each
// new position found and its depth in each measured, against testing every fence.
const fenceCount = 10_000
const vehicles = 1_000
const positions = 400_000
const scanned = 300
const random = generator(17)
const somewhere = somewhereBy(random)

globalThis.gc?.()
const shapes = Array.from({ length: fenceCount }, (_, at) => [`${at}`, someShape(at, random)] as const)
const before = process.memoryUsage()
const buildingAt = performance.now()
const index = createFenceIndex(shapes)
const builtMs = performance.now() - buildingAt
const after = process.memoryUsage()
const bytes = after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers

const ways = Array.from({ length: vehicles }, () => {
  const start = somewhere()
  const heading = random() * 360
  return Array.from({ length: 41 }, (_, step) => destination(start, heading, step * 150))
})
const wayAt = (at: number) => {
  const way = ways[at % vehicles] ?? []
  const step = 1 + (Math.floor(at / vehicles) % 40)
  return { from: way[step - 1] ?? somewhere(), to: way[step] ?? somewhere() }
}

function byIndex(count: number): { inside: number; near: number; seconds: number } {
  let [inside, near] = [0, 0]
  const startedAt = performance.now()
  for (let at = 0; at < count; at += 1) {
    const { from, to } = wayAt(at)
    for (const { fence } of index.near(to, from)) {
      near += 1
      if (fence.depthMetres(to) > 0) inside += 1
    }
  }
  return { inside, near, seconds: (performance.now() - startedAt) / 1000 }
}

const all: PreparedFence[] = shapes.map(([, shape]) => prepareFence(shape))
function byScan(count: number): { inside: number; seconds: number } {
  let inside = 0
  const startedAt = performance.now()
  for (let at = 0; at < count; at += 1) {
    const { to } = wayAt(at)
    for (const fence of all) if (fence.depthMetres(to) > 0) inside += 1
  }
  return { inside, seconds: (performance.now() - startedAt) / 1000 }
}

byIndex(20_000)
const found = byIndex(positions)
const same = byIndex(scanned)
const scan = byScan(scanned)
const changingAt = performance.now()
const changed = index.with([['5', someShape(5, random)]])
const changedMs = performance.now() - changingAt
report('geofences', {
  'positions a second, one core': atLeast(positions / found.seconds, 'positions/s', 200_000),
  'positions a second by testing every fence': recorded(scanned / scan.seconds, 'positions/s'),
  'times as fast': recorded(positions / found.seconds / (scanned / scan.seconds), 'times'),
  'fences near a position': recorded(found.near / positions, 'fences'),
  'positions inside, different from the scan': exactly(same.inside - scan.inside, 'positions', 0),
  'fences built from shapes': recorded(builtMs, 'ms'),
  'one fence replaced': atMost(changedMs, 'ms', 2_000),
  'fences after the change': exactly(changed.size, 'fences', fenceCount),
  'memory of prepared fences and index': recorded(bytes / 1e6, 'MB'),
})
