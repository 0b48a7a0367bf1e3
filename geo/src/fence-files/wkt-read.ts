import { createFenceCollector } from './fence-collector.ts'
import {
  type FenceFile,
  type FenceFileOptions,
  FenceFileRefused,
  fenceFileLimits,
  inFenceFile,
} from './fence-file.ts'
import { propertiesOf } from './fence-properties.ts'
import { wktItems } from './wkt-geometry.ts'

/**
 * Reads WKT and EWKT, one geometry after the other. It has no names and no widths: fences have an empty name, and
 * routes the usual width. SRID 4326 only.
 */
export const readWkt = (text: string, options: FenceFileOptions = {}): FenceFile =>
  inFenceFile(() => {
    if (text.length > fenceFileLimits.bytes) throw new FenceFileRefused('file_too_large')
    const collector = createFenceCollector(options)
    const properties = propertiesOf([])
    for (const { geometries, line } of wktItems(text)) collector.add({ properties, geometries, line })
    return collector.finish()
  })
