import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { readBasemap } from '@rumbo/contract/places.contract'
import {
  createStreetLocator,
  parseOsmXml,
  type RegionGeoJson,
  regionGeoJson,
  type StreetLocator,
} from '@rumbo/geo'
import type * as z from 'zod'
import { type Entry, entriesOf } from './places.rules.ts'

export type Basemap = z.output<typeof readBasemap.output>

/** What is known of the installed regions, made once and made anew when their files change. */
export interface Regions {
  locators: readonly { locator: StreetLocator; isApproximate: boolean }[]
  entries: readonly Entry[]
  basemap: Basemap
  /** Of the basemap, for caches. */
  etag: string
}

const attribution = '© OpenStreetMap'
const lookAgainMs = 5_000

/** File names, sizes and times: equal where nothing changed. A missing folder is an empty one. */
async function signatureOf(directory: string): Promise<{ files: string[]; signature: string }> {
  const names = await readdir(directory).catch(() => [] as string[])
  const files = names.filter((name) => name.endsWith('.osm')).sort()
  const marks = await Promise.all(
    files.map(async (name) => {
      const { size, mtimeMs } = await stat(join(directory, name)).catch(() => ({ size: 0, mtimeMs: 0 }))
      return `${name}:${size}:${mtimeMs}`
    }),
  )
  return { files, signature: marks.join('\n') }
}

function basemapOf(drawn: readonly RegionGeoJson[], isApproximate: boolean): Basemap {
  const join = (pick: (region: RegionGeoJson) => { features: readonly unknown[] }) => ({
    type: 'FeatureCollection' as const,
    features: drawn.flatMap((region) => pick(region).features) as Basemap['streets']['features'],
  })
  const boxes = drawn.flatMap(({ bounds }) => (bounds ? [bounds] : []))
  return {
    streets: join((region) => region.streets),
    areas: join((region) => region.areas),
    places: join((region) => region.places),
    bounds:
      boxes.length === 0
        ? null
        : [
            Math.min(...boxes.map((box) => box.west)),
            Math.min(...boxes.map((box) => box.south)),
            Math.max(...boxes.map((box) => box.east)),
            Math.max(...boxes.map((box) => box.north)),
          ],
    attribution: drawn.length === 0 ? '' : attribution,
    isApproximate,
  }
}

/** Reads every region file that can be read; one that cannot is passed over and told. */
async function loadRegions(
  directory: string,
  files: readonly string[],
  signature: string,
  onFailure: (file: string, error: Error) => void,
): Promise<Regions> {
  const locators: Regions['locators'][number][] = []
  const entries: Entry[] = []
  const drawn: RegionGeoJson[] = []
  for (const file of files) {
    try {
      const region = parseOsmXml(await readFile(join(directory, file)))
      const isApproximate = region.note !== null && /approximate/i.test(region.note)
      locators.push({ locator: createStreetLocator(region), isApproximate })
      entries.push(...entriesOf(region))
      drawn.push(regionGeoJson(region))
    } catch (error) {
      onFailure(file, error instanceof Error ? error : new Error(String(error)))
    }
  }
  return {
    locators,
    entries,
    basemap: basemapOf(
      drawn,
      locators.some((region) => region.isApproximate),
    ),
    etag: `"${createHash('sha256').update(signature).digest('base64url').slice(0, 22)}"`,
  }
}

/** The installed regions, read when first asked for, and again after their files changed. */
export function createRegions(options: {
  directory: string
  onFailure(file: string, error: Error): void
}): () => Promise<Regions> {
  let known: { signature: string; regions: Regions } | null = null
  let lookedAt = Number.NEGATIVE_INFINITY
  let reading: Promise<Regions> | null = null

  async function read(): Promise<Regions> {
    const { files, signature } = await signatureOf(options.directory)
    if (known?.signature !== signature) {
      const regions = await loadRegions(options.directory, files, signature, options.onFailure)
      known = { signature, regions }
    }
    lookedAt = performance.now()
    return known.regions
  }

  return () => {
    if (known && performance.now() - lookedAt < lookAgainMs) return Promise.resolve(known.regions)
    reading ??= read().finally(() => {
      reading = null
    })
    return reading
  }
}
