import { readFenceCsv } from './fence-csv-read.ts'
import {
  type FenceFile,
  type FenceFileOptions,
  FenceFileRefused,
  fenceFileLimits,
  refusedFile,
} from './fence-file.ts'
import { textOfBytes } from './fence-text.ts'
import { readGeojson } from './geojson-read.ts'
import { readKml } from './kml-read.ts'
import { readKmz } from './kmz.ts'
import { isArchive } from './kmz-archive.ts'
import { isWkt } from './wkt-geometry.ts'
import { readWkt } from './wkt-read.ts'

/**
 * Reads the geofences of a file or a pasted text in any format, which its content shows: GeoJSON, KML, KMZ, WKT or CSV.
 * Never fails: what cannot be read is among the refused.
 */
export async function readFenceFile(
  source: string | Uint8Array,
  options: FenceFileOptions = {},
): Promise<FenceFile> {
  if (source.length > fenceFileLimits.bytes) return refusedFile(new FenceFileRefused('file_too_large'))
  if (typeof source !== 'string' && isArchive(source)) return readKmz(source, options)
  const text = typeof source === 'string' ? source.replace(/^\uFEFF/, '') : textOfBytes(source)
  const first = text[text.search(/\S/)]
  if (first === undefined || text.includes('\u0000'))
    return refusedFile(new FenceFileRefused('unknown_format'))
  if (first === '<') return readKml(text.trimStart(), options)
  if (first === '{' || first === '[') return readGeojson(text, options)
  return isWkt(text) ? readWkt(text, options) : readFenceCsv(text, options)
}
