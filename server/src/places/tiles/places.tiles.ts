import { existsSync } from 'node:fs'
import type { TileSource } from '@rumbo/contract/places.contract'
import { minuteMs } from '@rumbo/contract/time-units'
import { type InstalledRegion, partOf, type RegionStore, readManifest } from '../regions/places.regions.ts'
import { contentVersion, type OpenArchive, openTileArchive } from './places.tiles.open.ts'

export interface TileSets {
  /** The available tile sets. */
  sources(): Promise<{ world: TileSource | null; regions: TileSource[] }>
  /**
   * A gzipped tile; null where the set has none there, undefined where there is no such set, version, zoom or place.
   */
  tile(set: string, version: string, zoom: number, x: number, y: number): Promise<Buffer | null | undefined>
  close(): Promise<void>
}

const worldSet = 'world'
/** How long a replaced set stays available for pages that were already open. */
const retiredForMs = 10 * minuteMs
const tryAgainMs = 30_000

/**
 * Tiles of the world and of every installed region; archives are opened on first use.
 * @param options `onFailure` is called with an archive that cannot be read; the others are served
 */
export function createTileSets(options: {
  worldFile: string
  regions: RegionStore
  onFailure: (set: string, error: Error) => void
}): TileSets {
  const { worldFile, regions, onFailure } = options
  const archives = new Map<string, Promise<OpenArchive | null>>()
  const retiring = new Map<string, NodeJS.Timeout>()
  let worldVersion: Promise<string> | null = null

  const keyOf = (set: string, version: string) => `${set}/${version}`

  function archiveOf(set: string, version: string, file: string): Promise<OpenArchive | null> {
    const key = keyOf(set, version)
    const known = archives.get(key)
    if (known) return known
    const opening = openTileArchive(file).catch((error: unknown) => {
      onFailure(set, error instanceof Error ? error : new Error(String(error)))
      setTimeout(() => archives.delete(key), tryAgainMs).unref()
      return null
    })
    archives.set(key, opening)
    return opening
  }

  async function world(): Promise<{ version: string; archive: OpenArchive } | null> {
    if (!existsSync(worldFile)) return null
    worldVersion ??= contentVersion(worldFile)
    const version = await worldVersion
    const archive = await archiveOf(worldSet, version, worldFile)
    return archive && { version, archive }
  }

  async function ofRegion(region: InstalledRegion): Promise<OpenArchive | null> {
    const file = partOf(region, 'tiles')
    if (file === null) return null
    return archiveOf(region.name, region.version, file)
  }

  /** Whether the folder still contains this version. */
  function isCurrent(region: InstalledRegion): boolean {
    if (archives.has(keyOf(region.name, region.version))) return true
    try {
      return readManifest(region.directory).version === region.version
    } catch {
      return false
    }
  }

  const stop = regions.onChange((installed) => {
    const current = new Set(installed.map(({ name, version }) => keyOf(name, version)))
    for (const key of archives.keys()) {
      if (key.startsWith(`${worldSet}/`)) continue
      if (current.has(key)) {
        clearTimeout(retiring.get(key))
        retiring.delete(key)
      } else if (!retiring.has(key)) {
        retiring.set(key, setTimeout(() => void close(key), retiredForMs).unref())
      }
    }
  })

  async function close(key: string): Promise<void> {
    clearTimeout(retiring.get(key))
    retiring.delete(key)
    const archive = await archives.get(key)
    archives.delete(key)
    await archive?.close()
  }

  async function find(set: string, version: string): Promise<OpenArchive | null> {
    const opened = archives.get(keyOf(set, version))
    if (opened) return opened
    if (set === worldSet) {
      const found = await world()
      return found?.version === version ? found.archive : null
    }
    const region = regions.list().find((one) => one.name === set && one.version === version)
    return region && isCurrent(region) ? ofRegion(region) : null
  }

  return {
    async sources() {
      const here = await world()
      const installed = await Promise.all(
        regions.list().map(async (region) => {
          const archive = isCurrent(region) ? await ofRegion(region) : null
          return archive ? [sourceOf(region.name, region.version, archive, region)] : []
        }),
      )
      return {
        world: here && sourceOf(worldSet, here.version, here.archive),
        regions: installed.flat(),
      }
    },
    async tile(set, version, zoom, x, y) {
      const archive = await find(set, version)
      if (!archive || zoom < archive.minZoom || zoom > archive.maxZoom) return undefined
      if (x >= 2 ** zoom || y >= 2 ** zoom) return undefined
      return archive.tile(zoom, x, y)
    },
    async close() {
      stop()
      await Promise.all([...archives.keys()].map(close))
    },
  }
}

function sourceOf(
  set: string,
  version: string,
  { bounds, minZoom, maxZoom, metadata }: OpenArchive,
  region?: InstalledRegion,
): TileSource {
  return {
    set,
    version,
    bounds,
    minZoom,
    maxZoom,
    title: region?.title ?? '',
    attribution: region?.attribution ?? metadata.attribution,
    isApproximate: region?.isApproximate ?? false,
    hasPlaces: metadata.hasPlaces,
  }
}
