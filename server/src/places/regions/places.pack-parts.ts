import { symlink, unlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { OsmExtract } from '@rumbo/geo/osm/osm-extract'
import { buildPlaceIndex, placeIndexRevision } from '@rumbo/geo/place-index/place-index'
import { buildRoadFile, roadFileRevision } from '@rumbo/geo/roads/road-file'
import { buildValhallaTiles, hasValhalla } from '../roads/places.valhalla.build.ts'
import { buildStreetTiles } from '../tiles/places.tiles.build.ts'
import type { RegionManifest } from './places.regions.ts'

export type PartName = RegionManifest['parts'][number]['name']

export interface PartContext {
  /** The extract's own file, and what it is. */
  file: string
  format: RegionManifest['sourceFormat']
  /** The file or folder to write. */
  output: string
  /** Called with the share that is done, from 0 to 1. */
  progress: (done: number) => void
  signal: AbortSignal
}

/** One of the things a pack holds. */
export interface PackPart {
  readonly name: PartName
  /** Within the pack. */
  readonly path: string
  /** Grows when what it writes changes, so that packs of before are known as such. */
  readonly revision: number
  /** Its share of the time, beside the others'. */
  readonly weight: number
  /** Another part answers too: where it cannot be made, the pack goes without it. */
  readonly isOptional?: true
  /** Whether the part can be built here, from such a file. Default: it can. */
  isPossible?(format: RegionManifest['sourceFormat']): Promise<boolean>
  build(extract: OsmExtract, context: PartContext): Promise<Partial<RegionManifest['counts']>>
}

/** Longitudes go on beyond ±180 there; degrees. */
export const isAcrossDateLine = ({ west, east }: { west: number; east: number }): boolean =>
  Math.max(-west, east) > 180

/** In the order they are made. */
export const packParts: readonly PackPart[] = [
  {
    name: 'tiles',
    path: 'tiles.pmtiles',
    revision: 2,
    weight: 60,
    async build(extract, { output, progress, signal }) {
      const { tiles } = await buildStreetTiles(extract, output, { progress, signal })
      return { tiles }
    },
  },
  {
    name: 'places',
    path: 'places.bin',
    revision: placeIndexRevision,
    weight: 4,
    async build(extract, { output, signal }) {
      await writeFile(output, buildPlaceIndex(extract), { signal })
      return {}
    },
  },
  {
    name: 'roads',
    path: 'roads.bin',
    revision: roadFileRevision,
    weight: 6,
    async build(extract, { output, signal }) {
      await writeFile(output, buildRoadFile(extract), { signal })
      return {}
    },
  },
  {
    name: 'valhalla',
    path: 'valhalla',
    revision: 1,
    weight: 60,
    isOptional: true,
    isPossible: async (format) => format === 'pbf' && hasValhalla(),
    async build({ bounds }, { file, output, signal }) {
      // It reads the file itself, and its streets end at the date line.
      if (isAcrossDateLine(bounds))
        throw new Error(
          'The region lies across the date line, which Valhalla does not cross; the built-in engine answers there.',
        )
      // Valhalla knows a file by its name alone.
      const named = `${output}.osm.pbf`
      await symlink(resolve(file), named)
      await buildValhallaTiles(named, output, { signal }).finally(() => unlink(named))
      return {}
    },
  },
]

export const partPath = (directory: string, part: PackPart) => join(directory, part.path)
