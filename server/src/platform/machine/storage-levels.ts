/** A file system as it is now. */
export interface Space {
  freeBytes: number
  /** Used and free bytes as in `df`, without blocks reserved for the system. */
  totalBytes: number
  /** Number of files that can still be created; null where the file system has no limit. */
  freeFiles: number | null
}

export const storageLevels = ['ample', 'low', 'very_low', 'full'] as const
/** `low` below 10 % free, `very_low` below 5 %, `full` below the floor, when writes are refused. */
export type StorageLevel = (typeof storageLevels)[number]

const megabyte = 1024 * 1024
const low = 0.1
const veryLow = 0.05
const minFiles = 64
/** Free space, as a multiple of the floor, at which `full` ends; prevents flapping. */
const enoughAgain = 1.25

/** Bytes that stay free for PostgreSQL's log and checkpoints: 4 % of the file system, from 4 to 256 MB. */
export const floorOf = (totalBytes: number): number =>
  Math.min(256 * megabyte, Math.max(4 * megabyte, Math.floor(totalBytes * 0.04)))

/** Bytes of the reserve file: half the floor. */
export const reserveOf = (totalBytes: number): number => floorOf(totalBytes) / 2

/** Whether enough space stays free for writing after using `bytes`. */
export const hasRoomFor = ({ freeBytes, totalBytes }: Space, bytes: number): boolean =>
  freeBytes - bytes >= floorOf(totalBytes) * enoughAgain

/** @param before the previous level; `full` ends only when clearly more than the floor is free */
export function levelOfSpace(space: Space, before: StorageLevel): StorageLevel {
  const { freeBytes, totalBytes, freeFiles } = space
  if (freeBytes < floorOf(totalBytes) || (freeFiles !== null && freeFiles < minFiles)) return 'full'
  if (before === 'full' && !hasRoomFor(space, 0)) return 'full'
  if (freeBytes < totalBytes * veryLow) return 'very_low'
  return freeBytes < totalBytes * low ? 'low' : 'ample'
}

/** The fullest of several file systems. */
export function worst<Found extends { level: StorageLevel }>(all: readonly Found[]): Found | undefined {
  return all.reduce<Found | undefined>(
    (found, one) =>
      found && storageLevels.indexOf(found.level) >= storageLevels.indexOf(one.level) ? found : one,
    undefined,
  )
}
