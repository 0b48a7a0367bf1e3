import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { testClock } from '@rumbo/tools/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBuiltInGeocoding } from './geocoding/places.geocoding.local.ts'
import { buildPackFiles } from './regions/places.pack.ts'
import { packParts } from './regions/places.pack-parts.ts'
import { regionOf } from './regions/places.regions.actions.ts'
import { type InstalledRegion, partOf } from './regions/places.regions.ts'
import { regionsOf } from './roads/places.roads.factory.ts'
import { createRoads, type Roads } from './roads/places.roads.ts'
import { pbfFile } from './testing/pbf-file.ts'
import { openTileArchive } from './tiles/places.tiles.open.ts'

const folder = mkdtempSync(join(tmpdir(), 'rumbo-date-line-'))
const highway = { highway: 'primary' }
/** Two roads over the 180th meridian: one cut at it, as OpenStreetMap does, and one that is not. */
const file = pbfFile({
  nodes: [
    [1, -16.8, 179.98],
    [2, -16.8, 180],
    [3, -16.8, -180],
    [4, -16.8, -179.98],
    [5, -16.81, 179.98],
    [6, -16.81, -179.98],
  ],
  ways: [
    { id: 1, nodes: [1, 2], tags: { ...highway, name: 'Camino Poniente' } },
    { id: 2, nodes: [3, 4], tags: { ...highway, name: 'Camino Oriente' } },
    { id: 3, nodes: [5, 6], tags: { ...highway, name: 'Camino del Sur' } },
    { id: 4, nodes: [1, 5], tags: { ...highway, name: 'Calle Uno' } },
    { id: 5, nodes: [4, 6], tags: { ...highway, name: 'Calle Dos' } },
  ],
})
let region: InstalledRegion
let roads: Roads

beforeAll(async () => {
  const directory = join(folder, 'taveuni')
  mkdirSync(directory)
  writeFileSync(join(folder, 'taveuni.osm.pbf'), file)
  // As if Valhalla's package were there: the part must refuse before it needs it.
  const parts = packParts.map((part) => ({ ...part, isPossible: async () => true }))
  const options = {
    file: join(folder, 'taveuni.osm.pbf'),
    name: 'taveuni',
    title: 'Taveuni',
    directory,
    parts,
  }
  region = { ...(await buildPackFiles(options)), directory }
  roads = createRoads({ clock: testClock(), routingUrl: null, regions: regionsOf(region) })
})
afterAll(() => {
  roads.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('a region across the date line', () => {
  it('is built as one region, without ways that end at the line', () => {
    expect(region.bounds).toEqual({ west: 179.98, south: -16.81, east: 180.02, north: -16.8 })
    expect(region.parts.map(({ name }) => name)).toEqual(['tiles', 'places', 'roads'])
    expect(region.missing).toEqual([{ name: 'valhalla', reason: expect.stringContaining('date line') }])
    expect(regionOf(region).exactRoadsMissing).toBe('date_line')
    const bounds = { ...region.bounds, west: 179, east: 180 }
    expect(regionOf({ ...region, bounds }).exactRoadsMissing).toBe('failed')
    expect(regionOf({ ...region, missing: [] }).exactRoadsMissing).toBeNull()
  })

  it('has tiles on both sides only', async () => {
    const tiles = await openTileArchive(partOf(region, 'tiles') ?? '')
    const row = (zoom: number) => {
      const sine = Math.sin((-16.8 * Math.PI) / 180)
      return Math.floor((0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * 2 ** zoom)
    }
    const at = async (zoom: number, x: number) => {
      const tile = await tiles.tile(zoom, x, row(zoom))
      return tile ? gunzipSync(tile).toString('utf8') : ''
    }
    for (const zoom of [10, 14]) {
      expect(await at(zoom, 2 ** zoom - 1)).toContain('Camino Poniente')
      expect(await at(zoom, 0)).toContain('Camino Oriente')
      expect(await at(zoom, 2 ** (zoom - 1))).toBe('')
    }
    expect(tiles.bounds[2]).toBeCloseTo(180.02, 5)
    await tiles.close()
  })

  it('is found by name and place from either side', async () => {
    const geocoding = createBuiltInGeocoding({
      regions: () => [region],
      gazetteerFile: join(folder, 'none.bin'),
      onFailure: () => undefined,
    })
    for (const [longitude, street] of [
      [179.99, 'Camino Poniente'],
      [-179.99, 'Camino Oriente'],
    ] as const) {
      const place = { latitude: -16.8001, longitude }
      expect(JSON.stringify(await geocoding.reverse(place, 'es'))).toContain(street)
      const [found] = await geocoding.search({ text: street, limit: 1, language: 'es', near: place })
      expect(found?.longitude).toBeCloseTo(longitude, 1)
    }
  })

  it.each([-16.8, -16.81])('has routes across the line at latitude %d', async (latitude) => {
    const route = await roads.route([179.985, -179.985].map((longitude) => ({ latitude, longitude })))
    expect(route).toMatchObject({ engine: 'portable', isEstimate: false })
    expect(route.distanceMetres).toBeGreaterThan(3_000)
    expect(route.distanceMetres).toBeLessThan(3_300)
    const longitudes = [...route.shape].filter((_, at) => at % 2 === 0)
    expect(Math.max(...longitudes) - Math.min(...longitudes)).toBeLessThan(0.1)
    const table = await roads.table(
      [{ latitude, longitude: -179.985 }],
      [179.985, -179.98].map((longitude) => ({ latitude, longitude })),
    )
    expect(table.isEstimated).toEqual([false, false])
  })

  it('has areas across the line also when times are only estimated', async () => {
    const route = await roads.route([
      { latitude: -20, longitude: 179 },
      { latitude: -20, longitude: -179 },
    ])
    expect(route).toMatchObject({ engine: 'formula', isEstimate: true })
    expect([...route.shape]).toEqual([179, -20, 181, -20])
  })
})
