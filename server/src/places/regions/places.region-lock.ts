import { randomBytes } from 'node:crypto'
import { readdir, readFile, rename, rm, stat, unlink, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { RegionFailure } from './places.region-failure.ts'
import { manifestFile, regionName } from './places.regions.ts'

/** Interval at which an owner touches its lock; a lock not touched for `deadAfterMs` is stale. */
const touchMs = 5_000
const deadAfterMs = 30_000

/**
 * Locks a region for one change among all processes that share the folder, and cleans up after killed changes: removes
 * drafts and restores a pack that was moved aside.
 * @returns a function that releases the lock
 * @throws RegionFailure `region_busy`
 */
export async function lockRegion(directory: string, name: string): Promise<() => Promise<void>> {
  const lock = join(directory, `.${name}.lock`)
  const mine = JSON.stringify({ pid: process.pid, host: hostname(), token: randomBytes(9).toString('hex') })
  for (let attempt = 0; ; attempt += 1) {
    try {
      await writeFile(lock, mine, { flag: 'wx' })
      break
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    if (attempt > 5 || !(await isDead(lock))) throw busy(name)
    // Renamed instead of removed, so that only one of two processes that find it stale succeeds.
    const aside = `${lock}.${randomBytes(6).toString('hex')}`
    await rename(lock, aside).then(
      () => unlink(aside),
      () => undefined,
    )
  }
  const touching = setInterval(() => {
    const now = new Date()
    utimes(lock, now, now).catch(() => undefined)
  }, touchMs)
  touching.unref()
  const release = async () => {
    clearInterval(touching)
    if ((await readFile(lock, 'utf8').catch(() => '')) === mine) await unlink(lock)
  }
  try {
    await putInOrder(directory, name)
  } catch (error) {
    await release()
    throw error
  }
  return release
}

async function isDead(lock: string): Promise<boolean> {
  try {
    const { mtimeMs } = await stat(lock)
    if (Date.now() - mtimeMs > deadAfterMs) return true
    const holder = JSON.parse(await readFile(lock, 'utf8')) as { pid: number; host: string }
    return holder.host === hostname() && !isAlive(holder.pid)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT'
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

const busy = (name: string) =>
  new RegionFailure(
    'region_busy',
    `The region ${name} is being changed by another command or person; try again when that has finished.`,
  )

const draftPrefix = (name: string) => `.${name}.draft-`
const asidePrefix = (name: string) => `.${name}.old-`
/** Name of a draft folder beside the pack, which the next change removes if this one does not. */
export const draftFolder = (directory: string, name: string) =>
  join(directory, `${draftPrefix(name)}${randomBytes(6).toString('hex')}`)
export const asideFolder = (directory: string, name: string) =>
  join(directory, `${asidePrefix(name)}${randomBytes(6).toString('hex')}`)

async function putInOrder(directory: string, name: string): Promise<void> {
  const names = await readdir(directory)
  for (const left of names.filter((other) => other.startsWith(asidePrefix(name)))) {
    const hasPack = await exists(join(directory, name, manifestFile))
    const isWhole = await exists(join(directory, left, manifestFile))
    if (!hasPack && isWhole) {
      await rm(join(directory, name), { recursive: true, force: true })
      await rename(join(directory, left), join(directory, name))
    } else await rm(join(directory, left), { recursive: true, force: true })
  }
  for (const left of names.filter((other) => other.startsWith(draftPrefix(name))))
    await rm(join(directory, left), { recursive: true, force: true })
}

/** Cleans up after killed changes of all regions that are not being changed. */
export async function tidyRegions(directory: string): Promise<void> {
  const names = await readdir(directory).catch(() => [])
  const touched = new Set(names.flatMap((name) => /^\.([a-z0-9-]+)\.(?:old|draft)-/.exec(name)?.[1] ?? []))
  for (const name of touched) {
    if (!regionName.test(name)) continue
    const release = await lockRegion(directory, name).catch(() => null)
    await release?.()
  }
}

export const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )
