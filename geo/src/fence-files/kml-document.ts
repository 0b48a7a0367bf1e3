import { SaxesParser } from 'saxes'
import { FenceFileRefused } from './fence-file.ts'
import { createKmlPlacemarks, type KmlPlacemark } from './kml-placemarks.ts'
import { createKmlStyles, isStyleKind, type KmlStyle, type KmlStyles } from './kml-styles.ts'

export interface KmlDocument {
  readonly placemarks: readonly KmlPlacemark[]
  readonly styles: KmlStyles
  /** Lines of links to other documents, which are not followed. */
  readonly links: readonly number[]
}

/** Elements whose text counts, that of elements within them included: descriptions may contain HTML. */
const withText = new Set([
  'name',
  'description',
  'styleUrl',
  'color',
  'key',
  'value',
  'SimpleData',
  'coordinates',
])

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

/**
 * Reads the elements of a KML document (OGC 12-007r2) that matter for geofences. Entities other than those of XML do
 * not exist here and nothing outside of the text is opened; a document type, which could define some, is refused.
 * @throws FenceFileRefused
 */
export function readKmlDocument(text: string): KmlDocument {
  const placemarks = createKmlPlacemarks()
  const styles = createKmlStyles()
  const links: number[] = []
  const path: string[] = []
  const parser = new SaxesParser()
  let words: { depth: number; parts: string[] } | null = null
  let style: KmlStyle | null = null
  let cascading: string | null = null
  let map: { id: string | null; key: string; normal: string | KmlStyle | null } | null = null
  let dataName = ''

  const isIn = (name: string) => path.at(-2) === name
  const idOf = (attributes: Record<string, string>) => attributes.id ?? attributes['kml:id'] ?? null

  function openStyle(id: string | null): void {
    style = {}
    if (map !== null) map.normal = map.key === 'highlight' ? map.normal : style
    else if (placemarks.current !== null) placemarks.current.style = style
    else if ((id ?? cascading) !== null) styles.addStyle(id ?? cascading ?? '', style)
  }
  function closeMap(): void {
    if (map?.normal && map.id !== null) styles.addMap(map.id, map.normal)
    // A style map within a placemark has no name.
    else if (map?.normal && placemarks.current !== null) {
      if (typeof map.normal === 'string') placemarks.current.styleUrl = map.normal
      else placemarks.current.style = map.normal
    }
    map = null
  }
  function open(name: string, attributes: Record<string, string>): void {
    if (path.length === 1 && name !== 'kml') throw new FenceFileRefused('not_kml', parser.line)
    if (name === 'Placemark') placemarks.open(parser.line)
    else if (name === 'NetworkLink') links.push(parser.line)
    else if (name === 'CascadingStyle') cascading = idOf(attributes)
    else if (name === 'StyleMap') map = { id: idOf(attributes), key: '', normal: null }
    else if (name === 'Style') openStyle(idOf(attributes))
    else if (name === 'Data' || name === 'SimpleData') dataName = attributes.name ?? ''
    else placemarks.openGeometry(name, path.at(-2) ?? '')
    if (withText.has(name) && words === null) words = { depth: path.length, parts: [] }
  }
  function takeText(name: string, value: string): void {
    const { current } = placemarks
    if (name === 'coordinates') placemarks.coordinates(value, path)
    else if (name === 'key' && map !== null) map.key = value.trim()
    else if (name === 'styleUrl' && map !== null) map.normal = map.key === 'highlight' ? map.normal : value
    else if (name === 'color' && style !== null) {
      const part = path.at(-2) ?? ''
      if (isStyleKind(part)) style[part] = value
    } else if (current !== null && isIn('Placemark')) {
      if (name === 'name' || name === 'description' || name === 'styleUrl') current[name] = value.trim()
    } else if (current !== null && (name === 'SimpleData' || (name === 'value' && isIn('Data'))))
      current.data.push([dataName, value])
  }
  function close(name: string): void {
    if (words !== null && words.depth === path.length) {
      takeText(name, words.parts.join(''))
      words = null
    }
    if (name === 'Placemark') placemarks.close()
    else if (name === 'Style') style = null
    else if (name === 'CascadingStyle') cascading = null
    else if (name === 'StyleMap') closeMap()
    else placemarks.closeGeometry(name)
  }

  parser.on('doctype', () => {
    throw new FenceFileRefused('document_type', parser.line)
  })
  parser.on('error', () => {
    throw new FenceFileRefused('not_xml', parser.line)
  })
  parser.on('opentag', ({ name, attributes }) => {
    path.push(localName(name))
    open(localName(name), attributes)
  })
  parser.on('text', (part) => words?.parts.push(part))
  parser.on('cdata', (part) => words?.parts.push(part))
  parser.on('closetag', ({ name }) => {
    close(localName(name))
    path.pop()
  })
  parser.write(text).close()
  return { placemarks: placemarks.all, styles, links }
}
