import { mkdirSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'
import { createTileArchive } from '@rumbo/server/places/tiles/places.tiles.archive'
import { encodeTile, type TileFeature, tileExtent } from '@rumbo/server/places/tiles/places.tiles.encode'
import { readCountries } from './countries.ts'
import { worldPlaces } from './places.ts'
import { splitUntilFilled } from './polygon-split.ts'
import { createTileIndex, lastZoom } from './tile-index.ts'

// Builds the world map of every installation from packages: land, borders and names.

/** Tiles of the last zoom contain all places; the map shows smaller ones from their own zoom on. */
const isInTile = (zoom: number, minZoom: number) => minZoom <= zoom || zoom === lastZoom

/** The sea covers the whole tile with its margin, so that missing tiles do not look like sea. */
const [least, most] = [-64, tileExtent + 64]
const wholeTile: TileFeature = {
  type: 3,
  tags: null,
  geometry: [
    [
      [least, least],
      [most, least],
      [most, most],
      [least, most],
      [least, least],
    ],
  ],
}

const splitLand = ({ type, geometry }: TileFeature): TileFeature[] =>
  splitUntilFilled(geometry as Parameters<typeof splitUntilFilled>[0]).map((piece) => ({
    type,
    geometry: piece,
    tags: null,
  }))

async function buildWorld(file: string): Promise<void> {
  const { land, borders, labels } = readCountries()
  const places = worldPlaces(labels)
  const layers = {
    land: createTileIndex({ type: 'FeatureCollection', features: land }, 64),
    borders: createTileIndex({ type: 'Feature', geometry: borders, properties: {} }, 64),
    places: createTileIndex(
      {
        type: 'FeatureCollection',
        features: places.map(({ longitude, latitude, ...properties }) => ({
          type: 'Feature' as const,
          geometry: { type: 'Point' as const, coordinates: [longitude, latitude] },
          properties,
        })),
      },
      // Without a buffer each name is in one tile only.
      0,
    ),
  }
  mkdirSync(dirname(file), { recursive: true })
  const archive = await createTileArchive(`${file}.new`)
  for (let zoom = 0; zoom <= lastZoom; zoom++) {
    for (let x = 0; x < 2 ** zoom; x++) {
      for (let y = 0; y < 2 ** zoom; y++) {
        const of = (name: keyof typeof layers): readonly TileFeature[] =>
          layers[name].getTile(zoom, x, y)?.features ?? []
        const tile = encodeTile(
          new Map([
            ['sea', [wholeTile]],
            ['land', of('land').flatMap(splitLand)],
            ['borders', of('borders')],
            ['places', of('places').filter(({ tags }) => isInTile(zoom, Number(tags?.minZoom)))],
          ]),
        )
        if (tile !== null) await archive.add(zoom, x, y, tile)
      }
    }
  }
  await archive.finish({
    bounds: { west: -180, south: -85.0511, east: 180, north: 85.0511 },
    minZoom: 0,
    maxZoom: lastZoom,
    metadata: {
      name: 'world',
      attribution: 'Natural Earth · GeoNames (CC BY 4.0)',
      vector_layers: ['sea', ...Object.keys(layers)].map((id) => ({ id, fields: {} })),
    },
  })
  renameSync(`${file}.new`, file)
}

await buildWorld(process.argv[2] ?? 'dist/world.pmtiles')
