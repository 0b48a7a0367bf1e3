import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPlaceIndex, type PlaceIndex } from '@rumbo/geo/place-index/place-index-open'
import { openGazetteer } from '@rumbo/server/places/geocoding/places.gazetteer'
import { createPlaces, createRegionStore } from '@rumbo/server/places/index'
import { buildPackFiles } from '@rumbo/server/places/regions/places.pack'
import { addRegion } from '@rumbo/server/places/regions/places.pack-install'
import { packParts } from '@rumbo/server/places/regions/places.pack-parts'
import { systemClock } from '@rumbo/server/platform/clock'
import { projectRoot } from '@rumbo/server/platform/process/project-root'
import { atMost, type Metric, recorded, report } from './harness/report.ts'

// Searching and naming places by each built-in engine, and by both through what the server asks: Porto has the
// streets, Liechtenstein house numbers, the towns are of the whole world.
const data = process.env.RUMBO_TEST_DATA ?? join(projectRoot(), '..', 'shared', 'data')
const folder = mkdtempSync(join(tmpdir(), 'rumbo-bench-places-'))
const gazetteerFile = join(folder, 'gazetteer.bin')
const regions = join(folder, 'regions')
const metrics: Record<string, Metric> = {}

let seed = 7
function random(): number {
  seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff
  return seed / 0x7fffffff
}
const one = <Some>(list: readonly Some[]): Some => list[Math.floor(random() * list.length)] as Some
const within = ({ west, south, east, north }: PlaceIndex['bounds']) => ({
  latitude: south + random() * (north - south),
  longitude: west + random() * (east - west),
})
const inMemory = () => {
  globalThis.gc?.()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return (heapUsed + arrayBuffers) / 1e6
}

async function times(
  what: string,
  count: number,
  call: (at: number) => unknown,
  aimMs: number,
): Promise<void> {
  for (let at = 0; at < 50; at += 1) await call(at)
  const measured: number[] = []
  for (let at = 0; at < count; at += 1) {
    const startedAt = performance.now()
    await call(at)
    measured.push(performance.now() - startedAt)
  }
  measured.sort((a, b) => a - b)
  metrics[`${what}, p50`] = recorded(measured[Math.floor(count * 0.5)] ?? 0, 'ms')
  metrics[`${what}, p99`] = atMost(measured[Math.floor(count * 0.99)] ?? 0, 'ms', aimMs)
}

/** What a person types of a name: a beginning, a word of it, all of it, with a wrong letter. */
function typed(name: string): string {
  const how = Math.floor(random() * 4)
  if (how === 0) return name.slice(0, 2 + Math.floor(random() * 5))
  if (how === 1) return one(name.split(' '))
  if (how === 2) return name
  const at = Math.floor(random() * name.length)
  return `${name.slice(0, at)}x${name.slice(at + 1)}`
}
const towns = [
  'Santiago de Querétaro',
  'Ciudad de México',
  'San Luis Potosí',
  'Toluca',
  'León, Guanajuato',
  'La Paz',
  'Buenos Aires',
  'Londres',
  'New York',
  'Vaduz',
  'Tuxtla Gutiérrez',
  'Springfield Illinois',
  'São Paulo',
]

try {
  const buildingAt = performance.now()
  execFileSync(process.execPath, ['--import', 'tsx', 'tools/gazetteer/build-gazetteer.ts', gazetteerFile], {
    cwd: projectRoot(),
  })
  metrics['towns of the world, built from packages'] = recorded((performance.now() - buildingAt) / 1000, 's')
  metrics['towns of the world, on disk'] = recorded(statSync(gazetteerFile).size / 1e6, 'MB')
  const before = inMemory()
  const openingAt = performance.now()
  const gazetteer = openGazetteer(readFileSync(gazetteerFile))
  metrics['towns of the world, opened'] = atMost(performance.now() - openingAt, 'ms', 1_000)
  metrics['towns of the world, in memory'] = atMost(inMemory() - before, 'MB', 80)
  const near = () => ({ latitude: 19.4, longitude: -99.1 })
  const search = () =>
    gazetteer.search(typed(one(towns)), { limit: 8, language: 'es', near: random() < 0.5 ? near() : null })
  await times('towns: search', 1_000, search, 100)
  const anywhere = () => ({ latitude: random() * 140 - 60, longitude: random() * 360 - 180 })
  await times('towns: naming a place', 5_000, () => gazetteer.reverse(anywhere(), 'es'), 5)

  for (const name of ['porto', 'liechtenstein']) {
    const file = join(data, 'osm', `${name}.osm.pbf`)
    if (!existsSync(file))
      throw new Error(`There is no extract ${file}; set RUMBO_TEST_DATA to the folder of test data.`)
    await addRegion({
      directory: regions,
      file,
      name,
      build: (options) =>
        buildPackFiles({ ...options, parts: packParts.filter((part) => part.name === 'places') }),
    })
    const bytes = readFileSync(join(regions, name, 'places.bin'))
    metrics[`${name}: index on disk`] = recorded(bytes.byteLength / 1e6, 'MB')
    const startedAt = performance.now()
    const index = openPlaceIndex(bytes)
    metrics[`${name}: index opened`] = recorded(performance.now() - startedAt, 'ms')
    const streets = Array.from({ length: 400 }, () => index.reverse(...pointOf(index), 2_000)).flatMap(
      (found) => found ?? [],
    )
    const asked = () => {
      const { street, number, crossing } = one(streets)
      const how = random()
      if (how < 0.3) return `${street} ${number ?? Math.ceil(random() * 200)}`
      return how < 0.5 && crossing ? `${street} y ${crossing}` : typed(street)
    }
    await times(
      `${name}: search`,
      1_000,
      () => index.search(asked(), { limit: 8, near: within(index.bounds) }),
      100,
    )
    await times(`${name}: naming a place`, 5_000, () => index.reverse(...pointOf(index)), 5)
  }

  const store = createRegionStore({ directory: regions, pollIntervalMs: 0 })
  const geocoding = createPlaces({
    regions: store,
    gazetteerFile,
    geocoderUrl: null,
    clock: systemClock,
    onFailure: (file, error) => {
      throw new Error(file, { cause: error })
    },
  })
  const porto = { west: -8.7, south: 41.1, east: -8.55, north: 41.2 }
  const ask = (text: string) => geocoding.search({ text, limit: 8, language: 'es', near: within(porto) })
  await times(
    'together: search',
    500,
    () => ask(typed(one([...towns, 'Rua de Santa Catarina', 'Landstrasse']))),
    200,
  )
  await times('together: naming a new place', 2_000, () => geocoding.reverse([within(porto)], 'es'), 25)
  const page = Array.from({ length: 100 }, () => within(porto))
  await times('together: naming 100 places named before', 200, () => geocoding.reverse(page, 'es'), 25)
  report('places', metrics)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function pointOf({ bounds }: PlaceIndex): [number, number] {
  const { latitude, longitude } = within(bounds)
  return [latitude, longitude]
}
