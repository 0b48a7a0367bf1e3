import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPlaces, createRegionStore } from '@rumbo/server/places/index'
import { readOsmFile } from '@rumbo/server/places/regions/places.osm-files'
import { buildPackFiles } from '@rumbo/server/places/regions/places.pack'
import { addRegion } from '@rumbo/server/places/regions/places.pack-install'
import { packParts } from '@rumbo/server/places/regions/places.pack-parts'
import {
  type AddressQuery,
  createAddressQueries,
  isRight,
  queriesOfExtracts,
} from '@rumbo/server/places/testing/address-queries'
import { demoAddressQueries } from '@rumbo/server/places/testing/demo-address-queries'
import { systemClock } from '@rumbo/server/platform/clock'
import { projectRoot } from '@rumbo/server/platform/process/project-root'
import { chooseAddress } from '@rumbo/server/services/import/services.import.addresses.rules'
import { atLeast, atMost, type Metric, recorded, report } from './harness/report.ts'

// What people type for addresses, and how often the first result is right: streets, crossings and misspellings of
// Porto and Porto Alegre, house numbers and points of interest of Liechtenstein, and the demo region, all installed
// together with the towns of the world. Expected results are read from the tags of the extracts, not from the index.
// `--wrong` lists the queries whose first result is not right.
//
// An import of services takes an address without review where it is sure of it: all queries and further house numbers
// measure how often it is sure, and how often wrongly.
const data = process.env.RUMBO_TEST_DATA ?? join(projectRoot(), '..', 'shared', 'data')
const folder = mkdtempSync(join(tmpdir(), 'rumbo-bench-address-search-'))
const regions = join(folder, 'regions')
const gazetteerFile = join(folder, 'gazetteer.bin')
const metrics: Record<string, Metric> = {}
const aimPercent = 95
const aimMs = 100
const houses = 400
const aimWrongPercent = 1
const demo = join(projectRoot(), 'tools', 'demo', 'region', 'mexico-city.osm')
const seed = Number(process.env.RUMBO_BENCH_SEED ?? 14)

try {
  execFileSync(process.execPath, ['--import', 'tsx', 'tools/gazetteer/build-gazetteer.ts', gazetteerFile], {
    cwd: projectRoot(),
  })
  const sets = new Map<string, AddressQuery[]>()
  const imported: AddressQuery[] = []
  for (const name of [...Object.keys(queriesOfExtracts), 'mexico-city']) {
    const file = name === 'mexico-city' ? demo : join(data, 'osm', `${name}.osm.pbf`)
    if (!existsSync(file))
      throw new Error(`There is no extract ${file}; set RUMBO_TEST_DATA to the folder of test data.`)
    await addRegion({
      directory: regions,
      file,
      name,
      build: (options) =>
        buildPackFiles({ ...options, parts: packParts.filter((part) => part.name === 'places') }),
    })
    const { extract } = await readOsmFile(file)
    const make = createAddressQueries(extract, seed)
    sets.set(
      name,
      name === 'mexico-city'
        ? demoAddressQueries(extract)
        : (queriesOfExtracts[name] ?? []).flatMap(([sort, count]) => make(sort, count)),
    )
    if (queriesOfExtracts[name]?.some(([sort]) => sort === 'house'))
      imported.push(...createAddressQueries(extract, seed + 1)('house', houses))
  }
  const places = createPlaces({
    regions: createRegionStore({ directory: regions, pollIntervalMs: 0 }),
    gazetteerFile,
    geocoderUrl: null,
    clock: systemClock,
    onFailure: (file, error) => {
      throw new Error(file, { cause: error })
    },
  })
  const ask = ({ text, near }: AddressQuery) => places.search({ text, limit: 8, language: 'es', near })
  const times: number[] = []
  for (const [name, queries] of sets) {
    for (const query of queries) await ask(query)
    const bySort = new Map<string, { right: number; all: number }>()
    for (const query of queries) {
      const startedAt = performance.now()
      const { items } = await ask(query)
      times.push(performance.now() - startedAt)
      const tally = bySort.get(query.sort) ?? { right: 0, all: 0 }
      const isFound = isRight(query, items[0])
      bySort.set(query.sort, { right: tally.right + (isFound ? 1 : 0), all: tally.all + 1 })
      if (!isFound && process.argv.includes('--wrong'))
        console.log(
          `${name} ${query.sort}: "${query.text}" → ${
            items
              .slice(0, 3)
              .map((item) => `${item.name} (${item.detail})`)
              .join(' | ') || 'nothing'
          }`,
        )
    }
    let [right, all] = [0, 0]
    for (const [sort, tally] of bySort) {
      right += tally.right
      all += tally.all
      metrics[`${name}: ${sort}, of ${tally.all}`] = recorded(tally.right, 'right first')
    }
    metrics[`${name}: right first, of ${all}`] = atLeast((100 * right) / all, '%', aimPercent)
  }
  let [sureHouses, sure, wrong] = [0, 0, 0]
  for (const query of [...imported, ...[...sets.values()].flat()]) {
    const chosen = chooseAddress(query.text, (await ask(query)).items)
    if (!('point' in chosen)) continue
    sure += 1
    if (imported.includes(query)) sureHouses += 1
    if (isRight(query, chosen.point)) continue
    wrong += 1
    if (process.argv.includes('--wrong')) console.log(`taken wrongly without review: "${query.text}"`)
  }
  metrics[`house numbers taken without review, of ${imported.length}`] = recorded(sureHouses, 'addresses')
  metrics[`wrong of ${sure} taken without review`] = atMost((100 * wrong) / sure, '%', aimWrongPercent)
  times.sort((a, b) => a - b)
  metrics['search, p50'] = recorded(times[Math.floor(times.length * 0.5)] ?? 0, 'ms')
  metrics['search, p99'] = atMost(times[Math.floor(times.length * 0.99)] ?? 0, 'ms', aimMs)
  report('address-search', metrics)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
