import { createFenceCollector } from './fence-collector.ts'
import {
  type FenceFile,
  type FenceFileOptions,
  FenceFileRefused,
  fenceFileLimits,
  inFenceFile,
} from './fence-file.ts'
import { propertiesOf } from './fence-properties.ts'
import type { FileGeometry } from './fence-shapes.ts'
import { readKmlDocument } from './kml-document.ts'
import type { KmlPlacemark } from './kml-placemarks.ts'
import { colourOfStyle, type KmlStyles } from './kml-styles.ts'

/**
 * Reads the placemarks of KML (OGC 12-007r2): polygons, lines as routes, points with a radius in their ExtendedData as
 * circles. Names, descriptions and colours come from the placemark, everything else from its ExtendedData.
 */
export const readKml = (text: string, options: FenceFileOptions = {}): FenceFile =>
  inFenceFile(() => {
    if (text.length > fenceFileLimits.bytes) throw new FenceFileRefused('file_too_large')
    const { placemarks, styles, links } = readKmlDocument(text)
    const collector = createFenceCollector(options)
    for (const line of links) collector.refuse('NetworkLink', 'network_link', line)
    for (const placemark of placemarks) {
      const { geometries, line } = placemark
      collector.add({ properties: propertiesOf(entriesOf(placemark, styles)), geometries, line })
    }
    return collector.finish()
  })

function entriesOf(placemark: KmlPlacemark, styles: KmlStyles): [name: string, value: unknown][] {
  const { name, description, style, styleUrl, data, geometries } = placemark
  const colour =
    colourOfStyle(style, kindOf(geometries[0])) ?? colourOfStyle(styles.find(styleUrl), kindOf(geometries[0]))
  // The placemark's own come first, and so before data of the same name.
  return [['name', name], ['description', description], ['colour', colour], ...data]
}

const kindOf = (geometry: FileGeometry | undefined) =>
  geometry?.kind === 'line' || geometry?.kind === 'point' ? geometry.kind : 'polygon'
