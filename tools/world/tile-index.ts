import { tileExtent } from '@rumbo/server/places/tiles/places.tiles.encode'
import GeoJSONVT from 'geojson-vt'

/** Browsers enlarge it beyond: land at 1:10m shows no more detail there. */
export const lastZoom = 6

/** Features cut into the tiles of the world; what lies beyond ±180 comes to the other side. */
export const createTileIndex = (data: ConstructorParameters<typeof GeoJSONVT>[0], buffer: number) =>
  new GeoJSONVT(data, {
    maxZoom: lastZoom,
    indexMaxZoom: lastZoom,
    indexMaxPoints: 0,
    extent: tileExtent,
    buffer,
  })
