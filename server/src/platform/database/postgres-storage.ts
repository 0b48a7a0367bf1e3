import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { spaceOf } from '../machine/storage-reserve.ts'
import { StartupFailure } from '../process/startup-failure.ts'

const megabyte = 1024 * 1024
/** On smaller disks the write-ahead log is kept small, at the cost of more checkpoints. */
const smallDiskBytes = 2048 * megabyte
/** Size of a new cluster with the product's tables and write-ahead log on a small disk. */
const firstStartBytes = 52 * megabyte
const usualSegmentBytes = 16 * megabyte

/** Megabytes of one file of the write-ahead log, fixed when the cluster is created. */
export function segmentMegabytes(folder: string): number {
  const space = spaceOf(folder)
  return space && space.totalBytes < smallDiskBytes ? 1 : usualSegmentBytes / megabyte
}

/** Settings that limit the write-ahead log to an eighth of a small disk; none for a larger one. */
export function logSettings(cluster: string): Record<string, string> {
  const space = spaceOf(cluster)
  if (!space || space.totalBytes >= smallDiskBytes) return {}
  const segment = segmentBytesOf(cluster)
  const inMegabytes = (bytes: number) => `${Math.ceil(bytes / megabyte)}MB`
  return {
    min_wal_size: inMegabytes(2 * segment),
    max_wal_size: inMegabytes(Math.max(4 * segment, space.totalBytes / 8)),
  }
}

/** @throws StartupFailure where a new cluster would not fit */
export function refuseTooSmall(folder: string): void {
  const space = spaceOf(folder)
  if (!space || space.freeBytes >= firstStartBytes) return
  throw new StartupFailure(
    'storage_full',
    `The first start needs about ${firstStartBytes / megabyte} MB, and ${Math.floor(space.freeBytes / megabyte)} MB are free for ${folder}: free some space, or set RUMBO_DATA_DIR to a folder on a larger disk.`,
  )
}

function segmentBytesOf(cluster: string): number {
  const log = join(cluster, 'pg_wal')
  try {
    const segment = readdirSync(log).find((name) => /^[0-9A-F]{24}$/.test(name))
    return segment ? statSync(join(log, segment)).size : usualSegmentBytes
  } catch {
    return usualSegmentBytes
  }
}
