import {
  type Fence,
  type FenceFile,
  type FenceFileOptions,
  FenceFileRefused,
  fenceFileLimits,
  refusedFile,
} from './fence-file.ts'
import { textOfBytes } from './fence-text.ts'
import { readKml } from './kml-read.ts'
import { writeKml } from './kml-write.ts'
import { packKml, unpackKml } from './kmz-archive.ts'

/** Reads the main document of a KMZ; the pictures and other documents in it are not unpacked. */
export async function readKmz(bytes: Uint8Array, options: FenceFileOptions = {}): Promise<FenceFile> {
  try {
    if (bytes.length > fenceFileLimits.bytes) throw new FenceFileRefused('file_too_large')
    return readKml(textOfBytes(await unpackKml(bytes)), options)
  } catch (error) {
    return refusedFile(error)
  }
}

/** Writes a KMZ whose document is that of `writeKml`. */
export const writeKmz = (fences: readonly Fence[]): Promise<Uint8Array> =>
  packKml(new TextEncoder().encode(writeKml(fences)))
