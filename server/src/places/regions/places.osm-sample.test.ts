import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testClock } from '@rumbo/tools/testing/app'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { projectRoot } from '../../platform/process/project-root.ts'
import { createBuiltInGeocoding } from '../geocoding/places.geocoding.local.ts'
import { createRoads } from '../roads/places.roads.ts'
import { readOsmFile } from './places.osm-files.ts'
import { buildPackFiles } from './places.pack.ts'
import { addRegion } from './places.pack-install.ts'
import { packParts } from './places.pack-parts.ts'
import { createRegionStore } from './places.regions.ts'

const file = join(projectRoot(), 'geo', 'src', 'osm', 'samples', 'vaduz.osm.pbf')
const folder = mkdtempSync(join(tmpdir(), 'rumbo-osm-sample-'))
const store = createRegionStore({ directory: folder, pollIntervalMs: 0 })

beforeAll(async () => {
  await addRegion({
    directory: folder,
    file,
    name: 'vaduz',
    build: (options) =>
      buildPackFiles({ ...options, parts: packParts.filter(({ name }) => name !== 'valhalla') }),
  })
  store.refresh()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('an extract with dense nodes is read completely, with names, date and attribution', async () => {
  const { extract, format } = await readOsmFile(file, {})
  expect([format, extract.nodes.ids.length, extract.ways.length]).toEqual(['pbf', 603, 83])
  expect(extract.dataAt).toBe('2015-07-27T21:14:01.000Z')
  expect(extract.attribution).toBe('© OpenStreetMap contributors')
  const names = new Set(extract.ways.map(({ tags }) => tags.highway && tags.name))
  expect([...names]).toEqual(expect.arrayContaining(['Städtle', 'Äulestrasse', 'Beckagässli']))
})

it('its region has tiles, streets, addresses and roads', async () => {
  expect(store.list()).toMatchObject([
    { name: 'vaduz', counts: { streets: 18, addresses: 4, tiles: 8 }, missing: [] },
  ])
  const geocoding = createBuiltInGeocoding({
    regions: () => store.list(),
    gazetteerFile: join(folder, 'no-gazetteer'),
    onFailure: () => undefined,
  })
  const [address] = await geocoding.search({ text: 'stadtle 32', limit: 1, language: 'es', near: null })
  expect(address).toMatchObject({ kind: 'address', name: 'Städtle 32', detail: 'Vaduz' })

  const roads = createRoads({ clock: testClock(), routingUrl: null, regions: store })
  const table = await roads.table(
    [{ latitude: 47.1395, longitude: 9.5209 }],
    [{ latitude: 47.1412, longitude: 9.5209 }],
  )
  roads.close()
  expect(table).toMatchObject({ engine: 'portable', isEstimate: false })
  expect(table.metres[0]).toBeGreaterThan(150)
  expect(table.metres[0]).toBeLessThan(1_500)
})
