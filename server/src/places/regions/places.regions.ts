import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { regionNamePattern } from '@rumbo/contract/places.regions.contract'
import * as z from 'zod'

/** Content of a region pack's `manifest.json`, written by the build. */
export const regionManifest = z.object({
  format: z.literal(1),
  name: z.string(),
  title: z.string(),
  /** Hash of source, title and builder revisions; differs where the contents differ. */
  version: z.string().regex(/^[0-9a-f]{8,64}$/),
  addedAt: z.iso.datetime(),
  /** Time of the data; null where the file does not state it. */
  dataAt: z.iso.datetime().nullable(),
  sourceName: z.string(),
  sourceFormat: z.enum(['pbf', 'xml']),
  sourceBytes: z.number(),
  /** Total size of the pack's files. */
  bytes: z.number(),
  isApproximate: z.boolean(),
  attribution: z.string(),
  /** Degrees. */
  bounds: z.object({ west: z.number(), south: z.number(), east: z.number(), north: z.number() }),
  counts: z.object({
    nodes: z.number(),
    ways: z.number(),
    /** Number of ways open to cars. */
    streets: z.number(),
    /** Number of house numbers. */
    addresses: z.number(),
    tiles: z.number(),
  }),
  parts: z.array(
    z.object({
      name: z.enum(['tiles', 'places', 'roads', 'valhalla']),
      /** File or folder within the pack. */
      path: z.string(),
      /** Revision of the builder's format. */
      revision: z.number(),
      bytes: z.number(),
    }),
  ),
  /** Optional parts whose build failed. */
  missing: z.array(z.object({ name: z.string(), reason: z.string() })).default([]),
})
export type RegionManifest = z.infer<typeof regionManifest>

export interface InstalledRegion extends RegionManifest {
  /** The pack's folder; open files stay readable after the region is removed or replaced. */
  readonly directory: string
}

export const manifestFile = 'manifest.json'

/** Names are used in folders and URLs: lowercase letters, digits and hyphens. */
export const regionName = regionNamePattern

/** The file or folder of a part; null where the pack lacks it. */
export function partOf(
  region: InstalledRegion,
  name: RegionManifest['parts'][number]['name'],
): string | null {
  const part = region.parts.find((candidate) => candidate.name === name)
  return part ? join(region.directory, part.path) : null
}

export interface RegionStore {
  /** The installed regions by name, as of the last refresh. */
  list(): readonly InstalledRegion[]
  /** Reads the folder now and notifies the listeners of a change before it resolves. */
  refresh(): readonly InstalledRegion[]
  /** Calls the listener after any process added, replaced or removed regions. @returns a function that removes it */
  onChange(listener: (regions: readonly InstalledRegion[]) => void): () => void
  close(): void
}

/**
 * The region packs of a folder (`<data dir>/regions`), polled every few seconds, since the command line and other
 * processes change them. A missing folder counts as empty; an unreadable pack is skipped and reported once.
 */
export function createRegionStore(options: {
  directory: string
  onFailure?: (name: string, error: Error) => void
  /** Default: 5 s. 0: only `refresh` reads the folder. */
  pollIntervalMs?: number
}): RegionStore {
  const listeners = new Set<(regions: readonly InstalledRegion[]) => void>()
  const known = new Map<string, { mark: string; region: InstalledRegion | null }>()
  let regions: readonly InstalledRegion[] = []

  /** @returns whether anything changed */
  function look(): boolean {
    const found = marksOf(options.directory)
    let isChanged = false
    for (const name of known.keys()) {
      if (!found.has(name)) isChanged = known.delete(name) || isChanged
    }
    for (const [name, mark] of found) {
      if (known.get(name)?.mark === mark) continue
      known.set(name, { mark, region: read(name) })
      isChanged = true
    }
    if (isChanged)
      regions = [...known.values()]
        .flatMap(({ region }) => region ?? [])
        .sort((a, b) => (a.name < b.name ? -1 : 1))
    return isChanged
  }

  function read(name: string): InstalledRegion | null {
    const directory = join(options.directory, name)
    try {
      return { ...readManifest(directory), name, directory }
    } catch (error) {
      options.onFailure?.(name, error instanceof Error ? error : new Error(String(error)))
      return null
    }
  }

  function refresh(): readonly InstalledRegion[] {
    if (look()) for (const listener of listeners) listener(regions)
    return regions
  }
  look()
  const everyMs = options.pollIntervalMs ?? 5_000
  const looking = everyMs > 0 ? setInterval(refresh, everyMs) : null
  looking?.unref()

  return {
    list: () => regions,
    refresh,
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    close() {
      if (looking) clearInterval(looking)
      listeners.clear()
    },
  }
}

/** @throws Error where the file is missing or invalid */
export function readManifest(directory: string): RegionManifest {
  return regionManifest.parse(JSON.parse(readFileSync(join(directory, manifestFile), 'utf8')))
}

/** Packs by name, each with a mark that changes when it is replaced. */
function marksOf(directory: string): Map<string, string> {
  const marks = new Map<string, string>()
  let names: string[] = []
  try {
    names = readdirSync(directory)
  } catch {
    return marks
  }
  for (const name of names) {
    if (!regionName.test(name)) continue
    try {
      const { mtimeMs, size, ino } = statSync(join(directory, name, manifestFile))
      marks.set(name, `${mtimeMs}:${size}:${ino}`)
    } catch {
      // A folder without a manifest is not a pack.
    }
  }
  return marks
}
