import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ExtractLimits } from '@rumbo/geo/osm/osm-collector'
import type { OsmExtract } from '@rumbo/geo/osm/osm-extract'
import { isDrivable } from '@rumbo/geo/roads/road-speeds'
import { readOsmFile } from './places.osm-files.ts'
import { type PackPart, packParts, partPath } from './places.pack-parts.ts'
import { regionFailureOf } from './places.region-failure.ts'
import { manifestFile, type RegionManifest } from './places.regions.ts'

export interface PackProgress {
  /** The current phase. */
  phase: 'read' | PackPart['name'] | 'write'
  /** Completed share of the whole, from 0 to 1. */
  done: number
}

export interface PackOptions {
  /** Path of the extract. */
  file: string
  name: string
  title: string
  /** The file name shown to users. Default: the last part of `file`. */
  sourceName?: string
  /** An empty folder for the pack. */
  directory: string
  now?: () => Date
  progress?: (progress: PackProgress) => void
  signal?: AbortSignal
  limits?: ExtractLimits
  /** Default: all parts. */
  parts?: readonly PackPart[]
}

const readWeight = 15

/**
 * Builds the files of a region pack from an extract, the manifest last, and syncs them to disk.
 * @throws OsmFileError, the file system's errors, the signal's reason; the folder is not cleaned up then
 */
export async function buildPackFiles(options: PackOptions): Promise<RegionManifest> {
  const { file, directory, title } = options
  const signal = options.signal ?? new AbortController().signal
  const sourceFormat = await formatFromName(file)
  const parts = await possibleParts(options.parts ?? packParts, sourceFormat)
  const whole = parts.reduce((sum, { weight }) => sum + weight, readWeight)
  let before = 0
  const report = (phase: PackProgress['phase'], weight: number) => (done: number) =>
    options.progress?.({ phase, done: Math.min(1, (before + weight * Math.min(1, done)) / whole) })

  const onRead = report('read', readWeight)
  const { extract, bytes, format } = await readOsmFile(file, {
    signal,
    onProgress: (done, total) => onRead(done / total),
    limits: options.limits,
  })
  before += readWeight
  const counts = countsOf(extract)
  const made: RegionManifest['parts'] = []
  const missing: RegionManifest['missing'] = []
  for (const part of parts) {
    signal.throwIfAborted()
    const progress = report(part.name, part.weight)
    progress(0)
    await nextTurn()
    const output = partPath(directory, part)
    try {
      Object.assign(counts, await part.build(extract, { file, format, output, progress, signal }))
      made.push({ name: part.name, path: part.path, revision: part.revision, bytes: await bytesOf(output) })
    } catch (error) {
      const isItsOwn = regionFailureOf(error).code === 'region_failed' && !signal.aborted
      if (!part.isOptional || !isItsOwn) throw error
      await rm(output, { recursive: true, force: true })
      missing.push({ name: part.name, reason: (error as Error).message })
    }
    before += part.weight
  }
  report('write', 0)(1)
  const manifest: RegionManifest = {
    format: 1,
    name: options.name,
    title,
    version: versionOf(await hashOf(file), title, parts),
    addedAt: (options.now?.() ?? new Date()).toISOString(),
    dataAt: extract.dataAt ?? null,
    sourceName: options.sourceName ?? basename(file),
    sourceFormat: format,
    sourceBytes: bytes,
    bytes: made.reduce((sum, part) => sum + part.bytes, 0),
    isApproximate: extract.note !== null && /approximate/i.test(extract.note),
    attribution: extract.attribution,
    bounds: extract.bounds,
    counts,
    parts: made,
    missing,
  }
  await writeFile(join(directory, manifestFile), `${JSON.stringify(manifest, null, 2)}\n`)
  await syncToDisk(directory)
  return manifest
}

/** The version a pack of this file would get; equal to the installed one's if nothing would change. */
export async function packVersion(file: string, title: string): Promise<string> {
  return versionOf(await hashOf(file), title, await possibleParts(packParts, await formatFromName(file)))
}

async function possibleParts(
  parts: readonly PackPart[],
  format: RegionManifest['sourceFormat'],
): Promise<readonly PackPart[]> {
  const isPossible = await Promise.all(parts.map((part) => part.isPossible?.(format) ?? true))
  return parts.filter((_, at) => isPossible[at])
}

/** Guesses the format from the first byte; the reader checks it fully. */
async function formatFromName(file: string): Promise<RegionManifest['sourceFormat']> {
  const handle = await open(file, 'r').catch(() => null)
  if (!handle) return 'pbf'
  const first = Buffer.alloc(1)
  await handle.read(first, 0, 1, 0).catch(() => undefined)
  await handle.close()
  return first[0] === 0 ? 'pbf' : 'xml'
}

function countsOf({ nodes, ways, taggedNodes }: OsmExtract): RegionManifest['counts'] {
  const numbered = (tags: Readonly<Record<string, string>>) => tags['addr:housenumber'] !== undefined
  return {
    nodes: nodes.ids.length,
    ways: ways.length,
    streets: ways.reduce((sum, { tags }) => sum + (isDrivable(tags) ? 1 : 0), 0),
    addresses:
      ways.reduce((sum, { tags }) => sum + (numbered(tags) ? 1 : 0), 0) +
      taggedNodes.reduce((sum, { tags }) => sum + (numbered(tags) ? 1 : 0), 0),
    tiles: 0,
  }
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

const versionOf = (sourceHash: string, title: string, parts: readonly PackPart[]): string =>
  createHash('sha256')
    .update(JSON.stringify([1, sourceHash, title, parts.map(({ name, revision }) => [name, revision])]))
    .digest('hex')
    .slice(0, 16)

async function bytesOf(path: string): Promise<number> {
  const facts = await stat(path)
  if (!facts.isDirectory()) return facts.size
  let bytes = 0
  for (const name of await readdir(path)) bytes += await bytesOf(join(path, name))
  return bytes
}

/** Syncs a file: otherwise a power failure after the swap could leave empty files. */
async function syncToDisk(path: string): Promise<void> {
  if ((await stat(path)).isDirectory())
    for (const name of await readdir(path)) await syncToDisk(join(path, name))
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
