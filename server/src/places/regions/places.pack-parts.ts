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
  /** The extract's file and its format. */
  file: string
  format: RegionManifest['sourceFormat']
  /** The file or folder to write. */
  output: string
  /** Called with the completed share, from 0 to 1. */
  progress: (done: number) => void
  signal: AbortSignal
}

/** A part of a region pack. */
export interface PackPart {
  readonly name: PartName
  /** Path within the pack. */
  readonly path: string
  /** Increased when the output format changes, so that older packs are recognised. */
  readonly revision: number
  /** Its share of the build time relative to the other parts. */
  readonly weight: number
  /** Another part can replace it, so the pack is complete without it if its build fails. */
  readonly isOptional?: true
  /** Whether the part can be built on this machine from this format. Default: yes. */
  isPossible?(format: RegionManifest['sourceFormat']): Promise<boolean>
  build(extract: OsmExtract, context: PartContext): Promise<Partial<RegionManifest['counts']>>
}

/** Whether bounds cross the date line, where longitudes continue beyond ±180 degrees. */
export const isAcrossDateLine = ({ west, east }: { west: number; east: number }): boolean =>
  Math.max(-west, east) > 180

/** Parts in the order they are built. */
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
      // Valhalla reads the file itself, and its streets end at the date line.
      if (isAcrossDateLine(bounds))
        throw new Error(
          'The region crosses the date line, which Valhalla does not support; the built-in engine is used there.',
        )
      // Valhalla recognises the format by the file name only.
      const named = `${output}.osm.pbf`
      await symlink(resolve(file), named)
      await buildValhallaTiles(named, output, { signal }).finally(() => unlink(named))
      return {}
    },
  },
]

export const partPath = (directory: string, part: PackPart) => join(directory, part.path)
