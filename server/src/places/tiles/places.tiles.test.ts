import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { OsmExtract } from '@rumbo/geo/osm/osm-extract'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mountTiles } from '../../platform/http/tiles.ts'
import { projectRoot } from '../../platform/process/project-root.ts'
import { readOsmPbf } from '../regions/places.osm-files.ts'
import { createRegionStore, type RegionManifest, type RegionStore } from '../regions/places.regions.ts'
import { createTileArchive } from './places.tiles.archive.ts'
import { buildStreetTiles } from './places.tiles.build.ts'
import { encodeTile } from './places.tiles.encode.ts'
import { openTileArchive } from './places.tiles.open.ts'
import { createTileSets, type TileSets } from './places.tiles.ts'

const folder = mkdtempSync(join(tmpdir(), 'rumbo-tiles-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const world = { west: -180, south: -85, east: 180, north: 85 }
const tileOf = (text: string) => {
  const name = { type: 1 as const, geometry: [[2048, 2048]], tags: { name: text, rank: 3, isCapital: true } }
  return encodeTile(new Map([['places', [name]]])) ?? new Uint8Array()
}

describe('an archive of tiles', () => {
  it('returns every tile, also when directories need leaves', async () => {
    const file = join(folder, 'many.pmtiles')
    const archive = await createTileArchive(file)
    const size = 2 ** 8
    for (let x = 0; x < size; x++)
      for (let y = 0; y < size; y++) await archive.add(8, x, y, tileOf(`${(x * 7 + y) % 911}`))
    const { tiles } = await archive.finish({
      bounds: world,
      minZoom: 8,
      maxZoom: 8,
      metadata: { attribution: 'Somebody', hasPlaces: true },
    })
    expect(tiles).toBe(65_536)
    const read = await openTileArchive(file)
    expect(read).toMatchObject({
      minZoom: 8,
      maxZoom: 8,
      metadata: { attribution: 'Somebody', hasPlaces: true },
    })
    for (const [x, y] of [
      [0, 0],
      [255, 255],
      [17, 200],
      [128, 3],
    ] as const) {
      const tile = await read.tile(8, x, y)
      expect(gunzipSync(tile ?? new Uint8Array())).toEqual(Buffer.from(tileOf(`${(x * 7 + y) % 911}`)))
    }
    expect(await read.tile(7, 0, 0)).toBeNull()
    await read.close()
  })

  it('refuses invalid and truncated archives', async () => {
    const file = join(folder, 'text.pmtiles')
    writeFileSync(file, 'no archive')
    await expect(openTileArchive(file)).rejects.toThrow()
    await expect(openTileArchive(join(folder, 'missing'))).rejects.toThrow(/ENOENT/)
  })
})

/** A crossing of two streets, a park with a hole, a place and a house number, about 100 metres across. */
const streets = (): OsmExtract => {
  const places = [
    [0, 0],
    [0.001, 0],
    [0.0005, -0.0005],
    [0.0005, 0.0005],
    [0.002, 0],
  ]
  const way = (id: number, nodes: number[], tags: Record<string, string>) => ({
    id,
    nodes: Uint32Array.from(nodes),
    tags,
  })
  return {
    nodes: {
      ids: Float64Array.from(places, (_, index) => index + 1),
      longitudes: Int32Array.from(places, ([x = 0]) => (x - 8.6) * 1e7),
      latitudes: Int32Array.from(places, ([, y = 0]) => (y + 41.15) * 1e7),
    },
    taggedNodes: [
      { index: 1, tags: { 'addr:housenumber': '12' } },
      { index: 2, tags: { place: 'suburb', name: 'Cedofeita' } },
    ],
    ways: [
      way(1, [0, 1], { highway: 'primary', name: 'Rua da Boavista' }),
      way(2, [1, 4], { highway: 'primary', name: 'Rua da Boavista' }),
      way(3, [2, 3], { highway: 'residential', name: 'Rua Nova', oneway: 'yes' }),
      way(4, [0, 2, 1, 3, 0], { leisure: 'park' }),
    ],
    relations: [],
    bounds: { west: -8.6, south: 41.1495, east: -8.598, north: 41.1505 },
    note: null,
    attribution: '© OpenStreetMap',
  } as unknown as OsmExtract
}

/** Texts of a tile, which lie in it as they are. */
const textOf = (tile: Buffer | null | undefined) => (tile ? gunzipSync(tile).toString('utf8') : '')
const placeOf = (longitude: number, latitude: number, zoom: number) => {
  const sine = Math.sin((latitude * Math.PI) / 180)
  return [
    Math.floor((longitude / 360 + 0.5) * 2 ** zoom),
    Math.floor((0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * 2 ** zoom),
  ] as const
}

describe('street tiles', () => {
  it('contain streets, areas, places and numbers, each from its minimum zoom', async () => {
    const file = join(folder, 'streets.pmtiles')
    const done: number[] = []
    await buildStreetTiles(streets(), file, { progress: (share) => done.push(share) })
    expect(done.at(-1)).toBe(1)
    const read = await openTileArchive(file)
    const at = async (zoom: number) => textOf(await read.tile(zoom, ...placeOf(-8.5995, 41.15, zoom)))
    const near = await at(14)
    for (const word of ['Rua da Boavista', 'Rua Nova', 'isOneWay', 'park', 'Cedofeita', 'numbers', '12'])
      expect(near).toContain(word)
    const far = await at(10)
    expect(far).toContain('Rua da Boavista')
    expect(far).not.toContain('Rua Nova')
    expect(read.metadata).toEqual({ attribution: '© OpenStreetMap', hasPlaces: true })
    await read.close()
  })

  it('end when their signal is aborted', async () => {
    const signal = AbortSignal.abort(new Error('cancelled'))
    await expect(buildStreetTiles(streets(), join(folder, 'cut.pmtiles'), { signal })).rejects.toThrow(
      'cancelled',
    )
  })

  const data = process.env.RUMBO_TEST_DATA ?? join(projectRoot(), '..', 'shared', 'data')
  const porto = join(data, 'osm', 'porto.osm.pbf')
  it.skipIf(!existsSync(porto) && !process.env.CI)(
    'of Porto show the Rua da Boavista',
    { meta: { needs: 'the folder of test data (RUMBO_TEST_DATA)' }, timeout: 60_000 },
    async () => {
      const file = join(folder, 'porto.pmtiles')
      const { tiles, bytes } = await buildStreetTiles(await readOsmPbf(porto), file)
      expect(tiles).toBeGreaterThan(300)
      expect(bytes).toBeLessThan(8e6)
      const read = await openTileArchive(file)
      expect(textOf(await read.tile(14, ...placeOf(-8.6291, 41.1578, 14)))).toContain('Avenida da Boavista')
      await read.close()
    },
  )
})

describe('serving tiles', () => {
  const regionsFolder = join(folder, 'regions')
  const worldFile = join(folder, 'world.pmtiles')
  const failures: string[] = []
  let regions: RegionStore
  let tiles: TileSets
  let app: FastifyInstance

  async function install(version: string, name: string): Promise<void> {
    const building = join(folder, `building-${version}`)
    mkdirSync(building, { recursive: true })
    const { relations, ...extract } = streets()
    const named = extract.ways.map((way) => ({ ...way, tags: { ...way.tags, name } }))
    await buildStreetTiles({ ...extract, relations, ways: named }, join(building, 'tiles.pmtiles'))
    const manifest: RegionManifest = {
      format: 1,
      name: 'porto',
      title: 'Porto',
      version,
      addedAt: '2026-03-02T15:00:00.000Z',
      dataAt: null,
      sourceName: 'porto.osm.pbf',
      sourceFormat: 'pbf',
      sourceBytes: 1,
      bytes: 1,
      isApproximate: false,
      attribution: '© OpenStreetMap',
      bounds: extract.bounds,
      counts: { nodes: 5, ways: 4, streets: 3, addresses: 1, tiles: 9 },
      missing: [],
      parts: [{ name: 'tiles', path: 'tiles.pmtiles', revision: 1, bytes: 1 }],
    }
    writeFileSync(join(building, 'manifest.json'), JSON.stringify(manifest))
    rmSync(join(regionsFolder, 'porto'), { recursive: true, force: true })
    mkdirSync(regionsFolder, { recursive: true })
    renameSync(building, join(regionsFolder, 'porto'))
    regions?.refresh()
  }

  beforeAll(async () => {
    await install('aaaaaaaa', 'Rua Velha')
    const archive = await createTileArchive(worldFile)
    await archive.add(0, 0, 0, tileOf('Atlántida'))
    await archive.finish({
      bounds: world,
      minZoom: 0,
      maxZoom: 2,
      metadata: { attribution: 'Natural Earth' },
    })
    regions = createRegionStore({ directory: regionsFolder, pollIntervalMs: 0 })
    tiles = createTileSets({ worldFile, regions, onFailure: (set) => failures.push(set) })
    app = Fastify()
    mountTiles(app, tiles)
  })
  afterAll(async () => {
    await app.close()
    regions.close()
    await tiles.close()
  })
  const get = (path: string, headers: Record<string, string> = { 'accept-encoding': 'gzip, br' }) =>
    app.inject({ url: `/v1/tiles/${path}`, headers })
  const worldVersion = async () => (await tiles.sources()).world?.version ?? ''

  it('serves them as stored, cacheable for a year', async () => {
    const answer = await get(`world/${await worldVersion()}/0/0/0`)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-encoding': 'gzip',
      'content-type': 'application/vnd.mapbox-vector-tile',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect(gunzipSync(answer.rawPayload).toString()).toContain('Atlántida')
    const plain = await get(`world/${await worldVersion()}/0/0/0`, {})
    expect([plain.headers['content-encoding'], plain.body.includes('Atlántida')]).toEqual([undefined, true])
  })

  it('answers 204 for an empty tile, and 404 outside the tile set', async () => {
    const version = await worldVersion()
    expect((await get(`world/${version}/2/3/3`)).statusCode).toBe(204)
    for (const path of [
      `world/${version}/3/0/0`,
      `world/${version}/1/2/0`,
      `world/${version}/1/-1/0`,
      `world/${version}/0/0/0.5`,
      'world/other/0/0/0',
      `nowhere/${version}/0/0/0`,
      `..%2f..%2fworld/${version}/0/0/0`,
      `%2e%2e/${version}/0/0/0`,
      `world/${version}/1e1/0/0`,
    ])
      expect([path, (await get(path)).statusCode]).toEqual([path, 404])
  })

  it('serves a replaced region, and still serves pages that were opened before', async () => {
    const [x, y] = placeOf(-8.5995, 41.15, 14)
    const tile = (version: string) => get(`porto/${version}/14/${x}/${y}`)
    expect(textOf((await tile('aaaaaaaa')).rawPayload)).toContain('Rua Velha')
    await install('bbbbbbbb', 'Rua Nova')
    expect((await tiles.sources()).regions.map(({ version }) => version)).toEqual(['bbbbbbbb'])
    expect(textOf((await tile('bbbbbbbb')).rawPayload)).toContain('Rua Nova')
    expect(textOf((await tile('aaaaaaaa')).rawPayload)).toContain('Rua Velha')
    expect((await tile('cccccccc')).statusCode).toBe(404)
  })

  it('skips a region whose tiles cannot be read', async () => {
    writeFileSync(join(regionsFolder, 'porto', 'tiles.pmtiles'), 'broken')
    const others = createTileSets({ worldFile, regions, onFailure: (set) => failures.push(set) })
    const { world: map, regions: installed } = await others.sources()
    expect([map?.set, installed, failures]).toEqual(['world', [], ['porto']])
    await others.close()
  })

  it('has no world map when none was built', async () => {
    const none = createTileSets({ worldFile: join(folder, 'none'), regions, onFailure: () => undefined })
    expect((await none.sources()).world).toBeNull()
    await none.close()
  })
})
