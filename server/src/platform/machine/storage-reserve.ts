import { randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  statfsSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { floorOf, hasRoomFor, reserveOf, type Space } from './storage-levels.ts'

const chunkBytes = 1024 * 1024
const reserveFile = (folder: string) => join(folder, 'reserve')

/** Space of the file system of a folder; null where the system does not report it. */
export function spaceOf(folder: string): Space | null {
  try {
    const { bavail, bfree, blocks, bsize, ffree, files } = statfsSync(folder)
    return {
      freeBytes: bavail * bsize,
      totalBytes: (blocks - bfree + bavail) * bsize,
      freeFiles: files > 0 ? ffree : null,
    }
  } catch {
    return null
  }
}

/** Creates the reserve file in a folder if it is missing and there is room. @returns whether it exists */
export function takeReserve(folder: string): boolean {
  const file = reserveFile(folder)
  if (existsSync(file)) return true
  const space = spaceOf(folder)
  if (!space || !hasRoomFor(space, reserveOf(space.totalBytes))) return false
  const draft = `${file}.new`
  try {
    const descriptor = openSync(draft, 'w', 0o600)
    try {
      // Random bytes, because a compressing file system would reserve nothing for zeros.
      const chunk = randomBytes(chunkBytes)
      for (let left = reserveOf(space.totalBytes); left > 0; left -= chunkBytes)
        writeSync(descriptor, chunk, 0, Math.min(left, chunkBytes))
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
    renameSync(draft, file)
    return true
  } catch {
    rmSync(draft, { force: true })
    return false
  }
}

/** Deletes the reserve file if less than the floor is free. @returns whether it did */
export function releaseReserve(folder: string): boolean {
  const space = spaceOf(folder)
  if (!space || space.freeBytes >= floorOf(space.totalBytes) || !existsSync(reserveFile(folder))) return false
  rmSync(reserveFile(folder), { force: true })
  return true
}
