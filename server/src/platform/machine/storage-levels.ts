/** A file system as it is now. */
export interface Space {
  freeBytes: number
  /** What is used or free, as `df` counts: without what the system keeps for itself. */
  totalBytes: number
  /** Files that can still be made; null where the file system has no limit. */
  freeFiles: number | null
}

export const storageLevels = ['ample', 'low', 'very_low', 'full'] as const
/** `low` below 10 % free, `very_low` below 5 %, `full` below the floor: nothing more is written then. */
export type StorageLevel = (typeof storageLevels)[number]

const megabyte = 1024 * 1024
const low = 0.1
const veryLow = 0.05
const leastFiles = 64
/** What must be free again, as a multiple of the floor: else writes would start and stop with every small file. */
const enoughAgain = 1.25

/** Bytes that stay free for PostgreSQL's log and checkpoints: 4 % of the file system, from 4 to 256 MB. */
export const floorOf = (totalBytes: number): number =>
  Math.min(256 * megabyte, Math.max(4 * megabyte, Math.floor(totalBytes * 0.04)))

/** Bytes of the reserve file: half the floor. */
export const reserveOf = (totalBytes: number): number => floorOf(totalBytes) / 2

/** Whether so much is free that writing may begin again with `bytes` less. */
export const hasRoomFor = ({ freeBytes, totalBytes }: Space, bytes: number): boolean =>
  freeBytes - bytes >= floorOf(totalBytes) * enoughAgain

/** @param before the level so far: one that is `full` ends only where there is clearly room again */
export function levelOfSpace(space: Space, before: StorageLevel): StorageLevel {
  const { freeBytes, totalBytes, freeFiles } = space
  if (freeBytes < floorOf(totalBytes) || (freeFiles !== null && freeFiles < leastFiles)) return 'full'
  if (before === 'full' && !hasRoomFor(space, 0)) return 'full'
  if (freeBytes < totalBytes * veryLow) return 'very_low'
  return freeBytes < totalBytes * low ? 'low' : 'ample'
}

/** The one of several file systems that is nearest to its end. */
export function worst<Found extends { level: StorageLevel }>(all: readonly Found[]): Found | undefined {
  return all.reduce<Found | undefined>(
    (found, one) =>
      found && storageLevels.indexOf(found.level) >= storageLevels.indexOf(one.level) ? found : one,
    undefined,
  )
}
