import type { StorageState } from './machine-state.ts'
import { levelOfSpace, type StorageLevel, storageLevels, worst } from './storage-levels.ts'
import { spaceOf, takeReserve } from './storage-reserve.ts'

export interface StorageWatch {
  state(): StorageState | null
  end(): void
}

const everyMs = 1_000
/** Checks between two messages while only the free bytes change. */
const looksPerMessage = 10
const megabytes = (bytes: number) => Math.round(bytes / 1024 / 1024)

/**
 * Checks the free space of the folders' file systems every second, logs each change of level, and maintains the
 * reserve.
 * @param folders the data dir, and the folder of the embedded database where there is one
 * @param databaseFolder folder of the reserve; null for an external database, which handles its own full disk
 */
export function watchStorage(options: {
  folders: readonly string[]
  databaseFolder: string | null
  log(sentence: string): void
  onChange(state: StorageState): void
}): StorageWatch {
  const { folders, databaseFolder, log, onChange } = options
  const levels = new Map<string, StorageLevel>()
  let current: StorageState | null = null
  let looks = 0

  function look(): void {
    const found = worst(
      folders.flatMap((folder) => {
        const space = spaceOf(folder)
        if (!space) return []
        const level = levelOfSpace(space, levels.get(folder) ?? 'ample')
        levels.set(folder, level)
        return [{ folder, level, ...space }]
      }),
    )
    if (!found) return
    const { folder, level, freeBytes, totalBytes } = found
    const before = current
    current = { level, freeBytes, totalBytes, refusesWrites: databaseFolder !== null && level === 'full' }
    if (before?.level !== level) logLevel(level, before?.level ?? 'ample', folder, current)
    if (before?.level !== level || looks % looksPerMessage === 0) onChange(current)
    looks += 1
    if (databaseFolder !== null && level !== 'full') takeReserve(databaseFolder)
  }

  function logLevel(level: StorageLevel, before: StorageLevel, folder: string, state: StorageState): void {
    const room = `${megabytes(state.freeBytes)} of ${megabytes(state.totalBytes)} MB are free for ${folder}`
    const effect = state.refusesWrites
      ? ' Changes are refused and device reports not acknowledged until space is freed; reading continues.'
      : ''
    if (level === 'full') log(`The disk is full: ${room}.${effect}`)
    else if (before === 'full') log(`The disk has room again: ${room}. Writing continues.`)
    else if (storageLevels.indexOf(level) > storageLevels.indexOf(before))
      log(`The disk is nearly full, less than ${level === 'low' ? 10 : 5} % is free: ${room}.`)
  }

  look()
  const looking = setInterval(look, everyMs)
  looking.unref()
  return { state: () => current, end: () => clearInterval(looking) }
}
