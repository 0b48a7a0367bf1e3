import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Coordinates } from '@rumbo/geo/units'
import { afterAll, describe, expect, it } from 'vitest'
import { projectRoot } from '../../platform/process/project-root.ts'
import { readOsmFile } from '../regions/places.osm-files.ts'
import { buildPackFiles } from '../regions/places.pack.ts'
import { addRegion } from '../regions/places.pack-install.ts'
import { packParts } from '../regions/places.pack-parts.ts'
import { createRegionStore } from '../regions/places.regions.ts'
import {
  type AddressQuery,
  createAddressQueries,
  isRight,
  queriesOfExtracts,
} from '../testing/address-queries.ts'
import { demoAddressQueries } from '../testing/demo-address-queries.ts'
import { buildGazetteer } from './places.gazetteer.build.ts'
import { createBuiltInGeocoding } from './places.geocoding.local.ts'

// `npm run bench -- address-search` asks the same with all regions installed, beside the towns of the world.
const data = join(process.env.RUMBO_TEST_DATA ?? join(projectRoot(), '..', 'shared', 'data'), 'osm')
const hasData = existsSync(data) || Boolean(process.env.CI)
const demo = join(projectRoot(), 'tools', 'demo', 'region', 'mexico-city.osm')
const directory = mkdtempSync(join(tmpdir(), 'rumbo-address-search-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

/** A town that begins like streets nearby, and one whose other name is like a street. */
const towns = [
  {
    name: 'Chapultepec',
    spanishName: null,
    otherNames: [],
    population: 12_000,
    state: 'Estado de México',
    country: 'MX',
    latitude: 19.20238,
    longitude: -99.55921,
  },
  {
    name: 'Álvaro Obregón',
    spanishName: null,
    otherNames: [],
    population: 727_000,
    state: 'Ciudad de México',
    country: 'MX',
    latitude: 19.35867,
    longitude: -99.20329,
  },
  {
    name: 'Porto Alegre',
    spanishName: null,
    otherNames: ['São Francisco dos Casais'],
    population: 1_400_000,
    state: 'Rio Grande do Sul',
    country: 'BR',
    latitude: -30.03283,
    longitude: -51.23019,
  },
]

/** Installs a region alone, and returns its search and its extract. */
async function install(name: string, file: string) {
  const gazetteerFile = join(directory, 'gazetteer.bin')
  writeFileSync(gazetteerFile, buildGazetteer(towns))
  const regions = join(directory, name)
  await addRegion({
    directory: regions,
    file,
    name,
    build: (options) =>
      buildPackFiles({ ...options, parts: packParts.filter((part) => part.name === 'places') }),
  })
  const store = createRegionStore({ directory: regions, pollIntervalMs: 0 })
  store.refresh()
  const geocoding = createBuiltInGeocoding({
    regions: () => store.list(),
    gazetteerFile,
    onFailure: (path, error) => {
      throw new Error(path, { cause: error })
    },
  })
  const search = ({ text, near }: { text: string; near: Coordinates | null }) =>
    geocoding.search({ text, near, limit: 8, language: 'es' })
  return { search, extract: (await readOsmFile(file)).extract }
}

/** The texts whose first result is not right. */
async function wrongOf(
  search: (query: AddressQuery) => Promise<readonly { latitude: number; longitude: number }[]>,
  queries: readonly AddressQuery[],
): Promise<string[]> {
  const wrong: string[] = []
  for (const query of queries) if (!isRight(query, (await search(query))[0])) wrong.push(query.text)
  return wrong
}

describe('of the addresses people type, the first result', () => {
  it('is right for all of the demo region', async () => {
    const { search, extract } = await install('mexico-city', demo)
    const queries = demoAddressQueries(extract)
    expect(queries).toHaveLength(30)
    expect(await wrongOf(search, queries)).toEqual([])
    const [first] = await search({ text: 'reforma y insurgentes', near: queries[0]?.near ?? null })
    expect(first?.kind).toBe('crossing')
  })

  describe.runIf(hasData)(
    'is right for most of real extracts',
    { meta: { needs: 'the folder of test data (RUMBO_TEST_DATA)' } },
    () => {
      it.each(Object.entries(queriesOfExtracts))('of %s', async (name, sorts) => {
        const { search, extract } = await install(name, join(data, `${name}.osm.pbf`))
        const make = createAddressQueries(extract, 14)
        const queries = sorts.flatMap(([sort, count]) => make(sort, count))
        expect(queries).toHaveLength(sorts.reduce((sum, [, count]) => sum + count, 0))
        const wrong = await wrongOf(search, queries)
        expect(wrong.length, wrong.join('; ')).toBeLessThanOrEqual(0.05 * queries.length)
      })
    },
  )
})
