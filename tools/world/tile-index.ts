import { tileExtent } from '@rumbo/server/places/tiles/places.tiles.encode'
import GeoJSONVT from 'geojson-vt'

/** Browsers overzoom it: land at 1:10m has no more detail. */
export const lastZoom = 6

/** Cuts features into tiles; parts beyond ±180 wrap to the other side. */
export const createTileIndex = (data: ConstructorParameters<typeof GeoJSONVT>[0], buffer: number) =>
  new GeoJSONVT(data, {
    maxZoom: lastZoom,
    indexMaxZoom: lastZoom,
    indexMaxPoints: 0,
    extent: tileExtent,
    buffer,
  })
