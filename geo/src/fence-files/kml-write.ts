import type { FenceShape } from '../fences/fence-shape.ts'
import { destination } from '../geometry/distance.ts'
import type { Coordinates } from '../units.ts'
import type { Fence } from './fence-file.ts'
import { kmlColour } from './kml-styles.ts'

/** Corners of the polygon that shows a circle, which KML lacks. */
const circleCorners = 64

/**
 * Writes KML 2.2. A circle is drawn as a polygon, with its center and its radius in metres in the ExtendedData, as are
 * the half width and the mode of a route; reading it again gives the same fences.
 */
export const writeKml = (fences: readonly Fence[]): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<kml xmlns="http://www.opengis.net/kml/2.2">',
    '<Document>',
    ...fences.map(placemarkOf),
    '</Document>',
    '</kml>',
    '',
  ].join('\n')

function placemarkOf(fence: Fence): string {
  return [
    '<Placemark>',
    `<name>${escaped(fence.name)}</name>`,
    ...(fence.description === null ? [] : [`<description>${escaped(fence.description)}</description>`]),
    ...styleOf(fence.colour),
    ...dataOf(fence),
    ...geometryOf(fence.shape),
    '</Placemark>',
  ].join('\n')
}

function styleOf(colour: string | null): string[] {
  if (colour === null) return []
  return [
    '<Style>',
    `<LineStyle><color>${kmlColour(colour, 'ff')}</color><width>2</width></LineStyle>`,
    `<PolyStyle><color>${kmlColour(colour, '40')}</color></PolyStyle>`,
    '</Style>',
  ]
}

function dataOf({ shape, tags }: Fence): string[] {
  const data: [string, string | number][] = []
  if (tags.length > 0) data.push(['tags', tags.join(', ')])
  if (shape.kind === 'circle')
    data.push(
      ['radius', shape.radiusMetres],
      ['centerLatitude', shape.center.latitude],
      ['centerLongitude', shape.center.longitude],
    )
  if (shape.kind === 'route') data.push(['halfWidthMetres', shape.halfWidthMetres], ['mode', shape.mode])
  if (data.length === 0) return []
  return [
    '<ExtendedData>',
    ...data.map(([name, value]) => `<Data name="${name}"><value>${escaped(String(value))}</value></Data>`),
    '</ExtendedData>',
  ]
}

function geometryOf(shape: FenceShape): string[] {
  if (shape.kind === 'route')
    return [`<LineString><tessellate>1</tessellate>${coordinates(shape.path)}</LineString>`]
  const corners = shape.kind === 'polygon' ? shape.corners : ringOf(shape.center, shape.radiusMetres)
  const ring = coordinates([...corners, ...corners.slice(0, 1)])
  return [`<Polygon><outerBoundaryIs><LinearRing>${ring}</LinearRing></outerBoundaryIs></Polygon>`]
}

const ringOf = (center: Coordinates, radiusMetres: number): Coordinates[] =>
  Array.from({ length: circleCorners }, (_, at) =>
    // Counter-clockwise, as KML has its outer rings.
    destination(center, 360 - (at / circleCorners) * 360, radiusMetres),
  )

const coordinates = (path: readonly Coordinates[]) =>
  `<coordinates>${path.map(({ longitude, latitude }) => `${longitude},${latitude}`).join(' ')}</coordinates>`

/** What XML 1.0 cannot contain at all. */
const forbidden = /(?![\t\n\r])[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu
const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
}

const escaped = (text: string): string =>
  text.replace(forbidden, '').replace(/[&<>"\r]/g, (sign) => references[sign] ?? sign)
