import { createHash } from 'node:crypto'
import type { OutputOf } from '@rumbo/contract/endpoint'
import { readBasemap } from '@rumbo/contract/places.contract'
import { type Answer, answerAlone } from '../../platform/http/endpoints.ts'
import type { TileSets } from './places.tiles.ts'

/** A template of raster tiles contains the placeholder {z}; a style URL does not. */
const isRasterTemplate = (url: string): boolean => /\{z\}|%7Bz%7D/i.test(url)

/**
 * The sources of the map.
 * @param tilesUrl the configured service: a MapLibre style or a template of raster tiles
 */
export const readBasemapOf = async (
  tiles: TileSets,
  tilesUrl: string | null,
): Promise<OutputOf<typeof readBasemap>> => ({
  ...(await tiles.sources()),
  service:
    tilesUrl === null
      ? null
      : { kind: isRasterTemplate(tilesUrl) ? ('raster' as const) : ('style' as const), url: tilesUrl },
})

export const tileEndpoints = (tiles: TileSets, tilesUrl: string | null): Answer[] => [
  answerAlone(readBasemap, async (_input, { reply }) => {
    const basemap = await readBasemapOf(tiles, tilesUrl)
    const hash = createHash('sha256').update(JSON.stringify(basemap)).digest('base64url').slice(0, 22)
    reply.header('etag', `"${hash}"`).header('cache-control', 'private, no-cache')
    return basemap
  }),
]
