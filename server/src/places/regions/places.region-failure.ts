import type { RegionFailureCode } from '@rumbo/contract/places.region-failures'
import { OsmFileError } from '@rumbo/geo/osm/osm-file-error'

/**
 * A region could not be added, replaced or removed, and nothing was changed; `message` is a sentence for the operator.
 */
export class RegionFailure extends Error {
  override readonly name = 'RegionFailure'
  readonly code: RegionFailureCode

  constructor(code: RegionFailureCode, sentence: string, cause?: unknown) {
    super(sentence, { cause })
    this.code = code
  }
}

/** Converts an error to a failure with a sentence. */
export function regionFailureOf(error: unknown): RegionFailure {
  if (error instanceof RegionFailure) return error
  if (error instanceof OsmFileError) return new RegionFailure(error.code, error.message, error)
  const { code, message } = error as Partial<NodeJS.ErrnoException>
  if (code === 'ENOSPC' || code === 'EDQUOT') return diskFull(error)
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return new RegionFailure(
      'region_unwritable',
      'The folder of the regions is not writable; make it writable for this user. Nothing was changed.',
      error,
    )
  if (code === 'ENOMEM' || (error instanceof RangeError && /allocation|array length/i.test(error.message)))
    return outOfMemory(error)
  return new RegionFailure(
    'region_failed',
    `The region could not be built (${message ?? String(error)}). Nothing was changed.`,
    error,
  )
}

export const diskFull = (cause?: unknown) =>
  new RegionFailure(
    'region_disk_full',
    'The disk is full; free some space and try again. Nothing was changed.',
    cause,
  )

export const outOfMemory = (cause?: unknown) =>
  new RegionFailure(
    'region_memory',
    'The machine has too little free memory for this file; use an extract of a smaller area. Nothing was changed.',
    cause,
  )
