import { fenceFileLimits } from './fence-file.ts'
import { type FileGeometry, type Position, positionsKept } from './fence-shapes.ts'

/** A text of WKT, or one that could not be read, which then has one refused geometry. */
export interface WktItem {
  readonly geometries: readonly FileGeometry[]
  /** The line where it begins, the first is 1. */
  readonly line: number
}

const curves = [
  'CIRCULARSTRING',
  'COMPOUNDCURVE',
  'CURVEPOLYGON',
  'MULTICURVE',
  'MULTISURFACE',
  'POLYHEDRALSURFACE',
  'TIN',
  'TRIANGLE',
]
const words = [
  'POINT',
  'MULTIPOINT',
  'LINESTRING',
  'MULTILINESTRING',
  'POLYGON',
  'MULTIPOLYGON',
  'GEOMETRYCOLLECTION',
  'CIRCLE',
  ...curves,
]
const beginning = new RegExp(
  `(?:SRID[ \\t]*=|(?:${words.join('|')})(?:\\s*(?:ZM?|M))?\\s*(?:\\(|EMPTY))`,
  'iy',
)
const deepest = 5

/** Whether a text begins as WKT does. */
export const isWkt = (text: string): boolean => {
  beginning.lastIndex = text.search(/\S/)
  return beginning.lastIndex >= 0 && beginning.test(text)
}

class WktProblem extends Error {}

/**
 * Reads the WKT (OGC 06-103r4) and EWKT geometries of a text in their order, with any blanks or semicolons between
 * them, and Traccar's `CIRCLE (latitude longitude, metres)`. After what cannot be read it continues at the next line
 * that begins a geometry.
 */
export function* wktItems(text: string): Generator<WktItem> {
  let at = 0
  let line = 1
  let countedTo = 0

  function take(pattern: RegExp): string | null {
    pattern.lastIndex = at
    const found = pattern.exec(text)?.[0] ?? null
    if (found !== null) at += found.length
    return found
  }
  const skipBlanks = () => take(/\s+/y)
  /** Whether the next character is this; then it is passed. */
  function has(sign: string): boolean {
    skipBlanks()
    if (text[at] !== sign) return false
    at += 1
    return true
  }
  function need(sign: string): void {
    if (!has(sign)) throw new WktProblem()
  }
  const word = () => {
    skipBlanks()
    return take(/[a-z]+/iy)?.toUpperCase() ?? ''
  }
  function number(): number {
    skipBlanks()
    const digits = take(/[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/iy)
    if (digits === null) throw new WktProblem()
    return Number(digits)
  }
  function isNumber(): boolean {
    skipBlanks()
    return /[-+.\d]/.test(text[at] ?? '')
  }
  /** Two numbers, and up to two more for height and measure. */
  function position(): Position {
    const read: Position = [number(), number()]
    for (let more = 0; more < 2 && isNumber(); more += 1) number()
    return read
  }
  /** What `read` reads, in brackets with commas between; beyond `most` it is passed over. */
  function list<Item>(read: () => Item, most = positionsKept): Item[] {
    const items: Item[] = []
    need('(')
    do {
      const item = read()
      if (items.length < most) items.push(item)
    } while (has(','))
    need(')')
    return items
  }
  const positions = () => list(position)
  function bracketed(): void {
    need('(')
    for (let open = 1; open > 0; at += 1) {
      if (at >= text.length) throw new WktProblem()
      if (text[at] === '(') open += 1
      if (text[at] === ')') open -= 1
    }
  }
  /** Whether EMPTY follows, in place of coordinates; passes the letters of the dimensions. */
  function isEmpty(): boolean {
    take(/\s*(?:zm|z|m)(?![a-z])/iy)
    return take(/\s*EMPTY(?![a-z])/iy) !== null
  }
  function circle(type: string): FileGeometry {
    need('(')
    const [latitude, longitude] = [number(), number()]
    has(',')
    const radiusMetres = number()
    need(')')
    return { kind: 'circle', type, center: { latitude, longitude }, radiusMetres }
  }
  function polygon(type: string): FileGeometry {
    let holes = -1
    const rings = list(() => {
      holes += 1
      return positions()
    }, 1)
    return { kind: 'polygon', type, ring: rings[0] ?? [], holes }
  }
  const path = (type: string): FileGeometry => ({ kind: 'line', type, positions: positions() })
  const point = (type: string): FileGeometry => ({ kind: 'point', type, position: position() })
  const refused = (type: string, reason: 'unsupported_geometry' | 'not_a_shape'): FileGeometry[] => [
    { kind: 'refused', type, reason },
  ]
  function geometry(depth = 0): FileGeometry[] {
    const type = word().replace(/(?<=[A-Z]{5})(?:Z|M|ZM)$/, '')
    if (!words.includes(type)) throw new WktProblem()
    if (isEmpty()) return refused(type, 'not_a_shape')
    const most = fenceFileLimits.shapes + 1
    switch (type) {
      case 'POINT':
        return list(() => point(type), 1)
      case 'MULTIPOINT':
        return list(() => {
          const isNested = has('(')
          const read = point(type)
          if (isNested) need(')')
          return read
        }, most)
      case 'LINESTRING':
        return [path(type)]
      case 'MULTILINESTRING':
        return list(() => path(type), most)
      case 'POLYGON':
        return [polygon(type)]
      case 'MULTIPOLYGON':
        return list(() => polygon(type), most)
      case 'CIRCLE':
        return [circle(type)]
      case 'GEOMETRYCOLLECTION':
        if (depth < deepest) return list(() => geometry(depth + 1), most).flat()
    }
    bracketed()
    return refused(type, 'unsupported_geometry')
  }
  function item(): FileGeometry[] {
    const reference = take(/SRID[ \t]*=[ \t]*\d+[ \t]*;/iy)
    const read = geometry()
    if (reference === null || /=[ \t]*0*4326[ \t]*;/.test(reference)) return read
    return read.map(({ type }) => ({ kind: 'refused', type, reason: 'unsupported_reference' }))
  }
  function lineOf(position: number): number {
    for (; countedTo < position; countedTo += 1) if (text[countedTo] === '\n') line += 1
    return line
  }
  function skipToNextLine(): void {
    do {
      const end = text.indexOf('\n', at)
      at = end < 0 ? text.length : end + 1
      take(/[ \t]+/y)
      beginning.lastIndex = at
    } while (at < text.length && !beginning.test(text))
  }

  for (take(/[\s;]+/y); at < text.length; take(/[\s;]+/y)) {
    const start = at
    let geometries: FileGeometry[]
    try {
      geometries = item()
    } catch (error) {
      if (!(error instanceof WktProblem)) throw error
      const type = text.slice(start, start + 40).split('\n')[0] ?? ''
      geometries = [{ kind: 'refused', type, reason: 'not_wkt' }]
      skipToNextLine()
    }
    yield { geometries, line: lineOf(start) }
  }
}
