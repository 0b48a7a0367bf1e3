import { mkdir, open, rename, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { PackOptions, PackProgress } from './places.pack.ts'
import { buildInProcess } from './places.pack-process.ts'
import { diskFull, RegionFailure, regionFailureOf } from './places.region-failure.ts'
import { asideFolder, draftFolder, exists, lockRegion } from './places.region-lock.ts'
import { manifestFile, type RegionManifest, readManifest, regionName } from './places.regions.ts'

/** Builds a pack into an empty folder. */
export type PackBuild = (
  options: Pick<PackOptions, 'file' | 'name' | 'title' | 'sourceName' | 'directory' | 'progress' | 'signal'>,
) => Promise<RegionManifest>

export interface AddRegion {
  /** Folder of all regions. */
  directory: string
  file: string
  name: string
  /** Shown to users. Default: the name. */
  title?: string
  sourceName?: string
  progress?: (progress: PackProgress) => void
  signal?: AbortSignal
  /** Default: builds in a child process. */
  build?: PackBuild
}

/**
 * Builds a region pack from an OpenStreetMap extract and replaces the one of the same name, if any.
 * @throws RegionFailure with a sentence, or the signal's reason, without having changed anything
 */
export async function addRegion(options: AddRegion): Promise<RegionManifest> {
  const { directory, name, signal } = options
  const draft = draftFolder(directory, name)
  return changing(options, async () => {
    const room = watchRoom(directory)
    try {
      await mkdir(draft)
      const manifest = await (options.build ?? buildInProcess)({
        file: options.file,
        name,
        title: options.title || name,
        directory: draft,
        sourceName: options.sourceName,
        progress: options.progress,
        signal: AbortSignal.any([room.signal, ...(signal ? [signal] : [])]),
      })
      signal?.throwIfAborted()
      await swapIn(directory, name, draft)
      return manifest
    } catch (error) {
      await rm(draft, { recursive: true, force: true }).catch(() => undefined)
      throw error
    } finally {
      room.close()
    }
  })
}

/** A pack needs many times the size of its extract; the database on the same disk must keep enough room. */
const spare = { bytes: 256 * 1024 * 1024, share: 0.05 }
const pollIntervalMs = 1_000

/** Aborts as soon as the free space of a folder's disk becomes too small. */
function watchRoom(directory: string): { signal: AbortSignal; close(): void } {
  const full = new AbortController()
  const look = async () => {
    const { bavail, bsize, blocks } = await statfs(directory)
    if (bavail * bsize < Math.min(spare.bytes, spare.share * blocks * bsize)) full.abort(diskFull())
  }
  const looking = setInterval(() => void look().catch(() => undefined), pollIntervalMs)
  looking.unref()
  return { signal: full.signal, close: () => clearInterval(looking) }
}

/** @throws RegionFailure `region_not_found`, `region_busy`, or what the file system refuses */
export async function removeRegion(options: { directory: string; name: string }): Promise<RegionManifest> {
  const { directory, name } = options
  return changing(options, async () => {
    if (!(await exists(join(directory, name, manifestFile))))
      throw new RegionFailure('region_not_found', `The region ${name} does not exist.`)
    const manifest = readManifest(join(directory, name))
    const draft = draftFolder(directory, name)
    // Renamed to a draft first, which the next change removes if this one is interrupted.
    await rename(join(directory, name), draft)
    await rm(draft, { recursive: true, force: true })
    return manifest
  })
}

async function changing<Result>(
  { directory, name, signal }: { directory: string; name: string; signal?: AbortSignal },
  change: () => Promise<Result>,
): Promise<Result> {
  if (!regionName.test(name))
    throw new RegionFailure(
      'region_name_invalid',
      'The name of a region may contain lowercase letters, digits and hyphens, at most 40, such as "porto"; "world" is reserved for the world map.',
    )
  try {
    await mkdir(directory, { recursive: true })
    const release = await lockRegion(directory, name)
    try {
      return await change()
    } finally {
      await release().catch(() => undefined)
    }
  } catch (error) {
    if (signal?.aborted) throw signal.reason
    throw regionFailureOf(error)
  }
}

async function swapIn(directory: string, name: string, draft: string): Promise<void> {
  const target = join(directory, name)
  const aside = asideFolder(directory, name)
  const hadOne = await exists(target)
  if (hadOne) await rename(target, aside)
  try {
    await rename(draft, target)
  } catch (error) {
    if (hadOne) await rename(aside, target)
    throw error
  }
  const folder = await open(directory, 'r')
  await folder.sync().finally(() => folder.close())
  if (hadOne) await rm(aside, { recursive: true, force: true }).catch(() => undefined)
}
