import type { Coordinates } from '../units.ts'
import { coordinatesOfLink } from './coordinates-link.ts'
import { decodePlusCode, isShortPlusCode } from './plus-code.ts'

/** Why a text that looks like coordinates is not a valid place. */
export type CoordinatesProblem =
  | 'latitude_range'
  | 'longitude_range'
  | 'minutes_range'
  /** Two latitudes or two longitudes, or a minus that contradicts the hemisphere letter. */
  | 'axes'
  | 'short_plus_code'
  | 'short_link'

export type CoordinatesReading = Coordinates | { readonly problem: CoordinatesProblem } | null

export const isCoordinates = (reading: CoordinatesReading): reading is Coordinates =>
  reading !== null && 'latitude' in reading

type Axis = 'latitude' | 'longitude'
type Token =
  | { is: 'number'; text: string }
  | { is: 'minus' | 'separator' | 'degree' | 'minute' | 'second' }
  | { is: 'hemisphere'; axis: Axis; sign: 1 | -1 }
  | { is: 'label'; axis: Axis }

interface Part {
  numbers: string[]
  isNegative: boolean
  sign: 1 | -1 | null
  axis: Axis | null
}

const longestText = 2_000
const hemispheres: Record<string, readonly [Axis, 1 | -1]> = {
  n: ['latitude', 1],
  norte: ['latitude', 1],
  north: ['latitude', 1],
  s: ['latitude', -1],
  sur: ['latitude', -1],
  south: ['latitude', -1],
  e: ['longitude', 1],
  este: ['longitude', 1],
  east: ['longitude', 1],
  w: ['longitude', -1],
  west: ['longitude', -1],
  o: ['longitude', -1],
  oeste: ['longitude', -1],
}
const labels: Record<string, Axis> = {
  lat: 'latitude',
  latitud: 'latitude',
  latitude: 'latitude',
  lon: 'longitude',
  lng: 'longitude',
  long: 'longitude',
  longitud: 'longitude',
  longitude: 'longitude',
}
const units: Record<string, 'degree' | 'minute' | 'second'> = {
  grados: 'degree',
  degrees: 'degree',
  minutos: 'minute',
  minutes: 'minute',
  segundos: 'second',
  seconds: 'second',
}
const signs: Record<string, Token['is']> = {
  '-': 'minus',
  ',': 'separator',
  ';': 'separator',
  '/': 'separator',
  '|': 'separator',
  '&': 'separator',
  '°': 'degree',
  "'": 'minute',
  '"': 'second',
}

/** Formats coordinates for display and copying: five decimals, about one metre. */
export const coordinatesText = ({ latitude, longitude }: Coordinates): string =>
  `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`

/**
 * Parses coordinates in any form that people paste: decimal degrees with point or comma, degrees with minutes and seconds,
 * letters of the hemisphere (O is oeste), `geo:` addresses, links of map services, full plus codes. Without letters
 * the latitude comes first, unless the first number can only be a longitude.
 * @returns null for other texts, a problem for texts that look like coordinates but denote no place
 */
export function parseCoordinates(text: string): CoordinatesReading {
  if (text.length > longestText) return null
  const plain = text
    // Invisible marks that phones add to copied text.
    .replace(/\p{Cf}/gu, '')
    .replace(/[−–—]/g, '-')
    .replace(/[º˚]/g, '°')
    .replace(/''|[“”″„]/g, '"')
    .replace(/[‘’′`´ʹ]/g, "'")
    .replace(/[()[\]{}]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  if (plain === '') return null

  const link = coordinatesOfLink(plain)
  if (link === 'short') return { problem: 'short_link' }
  if (link !== null) return link === 'none' ? null : inRange(link.latitude, link.longitude)

  const [word = ''] = plain.split(/[ ,]/)
  const point = /^(?:srid=4326; ?)?point z? ?([-+]?[\d.]+) ([-+]?[\d.]+)/i.exec(plain)
  if (point) return inRange(Number(point[2]), Number(point[1]))
  const coded = decodePlusCode(word)
  if (coded !== null) return coded
  if (isShortPlusCode(word)) return { problem: 'short_plus_code' }

  const tokens = tokensOf(plain)
  return (tokens && read(tokens)) ?? within(plain)
}

const written = /(?<![\d.,])([-+]?\d{1,3}\.\d{4,})\s*[,;]?\s*([-+]?\d{1,3}\.\d{4,})(?![\d.])/g

/** The only pair of precise decimals among other words or before an altitude: "Zócalo (19.4326, -99.1332)". */
function within(text: string): CoordinatesReading {
  const [pair, ...more] = [...text.matchAll(written)]
  if (!pair || more.length > 0) return null
  const [one, other] = [Number(pair[1]), Number(pair[2])]
  return Math.abs(one) > 90 && Math.abs(other) <= 90 ? inRange(other, one) : inRange(one, other)
}

/** Null if the text contains anything that is not part of coordinates. */
function tokensOf(text: string): Token[] | null {
  const number = /\d\.\d/.test(text) ? /\d+(?:\.\d+)?/y : /\d+(?:[.,]\d+)?/y
  const tokens: Token[] = []
  for (let at = 0; at < text.length; ) {
    const sign = text[at] ?? ''
    number.lastIndex = at
    const digits = number.exec(text)?.[0]
    const word = /^[a-z]+/i.exec(text.slice(at, at + 12))?.[0].toLowerCase()
    if (digits !== undefined) {
      tokens.push({ is: 'number', text: digits.replace(',', '.') })
      at += digits.length
    } else if (word !== undefined) {
      const hemisphere = hemispheres[word]
      const axis = labels[word]
      if (hemisphere) tokens.push({ is: 'hemisphere', axis: hemisphere[0], sign: hemisphere[1] })
      else if (axis) tokens.push({ is: 'label', axis })
      else if (units[word]) tokens.push({ is: units[word] })
      else return null
      at += word.length
    } else {
      const is = signs[sign]
      if (is !== undefined) tokens.push({ is } as Token)
      else if (!/[ :=+.]/.test(sign)) return null
      at += 1
    }
  }
  return tokens
}

const count = (tokens: readonly Token[], is: Token['is']) => tokens.filter((token) => token.is === is).length

function read(tokens: readonly Token[]): CoordinatesReading {
  const parts = split(tokens)?.map(partOf)
  const [first, second] = parts ?? []
  if (!first || !second || !isWellFormed(first) || !isWellFormed(second)) return null
  const isPlain = [first, second].every(({ numbers }) => numbers.length === 1 && !numbers[0]?.includes('.'))
  const isMarked = tokens.some(({ is }) => is !== 'number')
  if (isPlain && !isMarked) return null

  if (first.axis !== null && first.axis === second.axis) return { problem: 'axes' }
  if ([first, second].some((part) => part.sign === 1 && part.isNegative)) return { problem: 'axes' }
  if ([first, second].some(({ numbers }) => numbers.slice(1).some((some) => Number(some) >= 60)))
    return { problem: 'minutes_range' }
  const [one, other] = [degreesOf(first), degreesOf(second)]
  const isNamed = first.axis !== null || second.axis !== null
  const isTurned = isNamed
    ? first.axis === 'longitude' || second.axis === 'latitude'
    : Math.abs(one) > 90 && Math.abs(one) <= 180 && Math.abs(other) <= 90
  return isTurned ? inRange(other, one) : inRange(one, other)
}

/** Splits the tokens into two coordinates: by letters, labels, degree signs, the separator, or in halves. */
function split(tokens: readonly Token[]): [readonly Token[], readonly Token[]] | null {
  const at = (index: number) => [tokens.slice(0, index), tokens.slice(index)] as [Token[], Token[]]
  const where = (is: Token['is'], from = 0) =>
    tokens.findIndex((token, index) => index >= from && token.is === is)
  const numbers = count(tokens, 'number')
  if (numbers < 2 || numbers > 6) return null
  if (count(tokens, 'hemisphere') === 2) {
    const start = where('hemisphere')
    return start < where('number') ? at(where('hemisphere', start + 1)) : at(start + 1)
  }
  if (count(tokens, 'hemisphere') > 2) return null
  if (count(tokens, 'label') === 2) return at(where('label', where('label') + 1))
  if (count(tokens, 'degree') === 2) {
    const number = where('degree', where('degree') + 1) - 1
    return at(tokens[number - 1]?.is === 'minus' ? number - 1 : number)
  }
  if (count(tokens, 'separator') === 1) return at(where('separator'))
  if (numbers % 2 === 1) return null
  let seen = 0
  const middle = tokens.findIndex((token) => token.is === 'number' && ++seen > numbers / 2)
  return at(tokens[middle - 1]?.is === 'minus' ? middle - 1 : middle)
}

function partOf(tokens: readonly Token[]): Part {
  const part: Part = { numbers: [], isNegative: false, sign: null, axis: null }
  for (const token of tokens) {
    if (token.is === 'number') part.numbers.push(token.text)
    if (token.is === 'minus') part.isNegative = true
    if (token.is === 'hemisphere') part.sign = token.sign
    if (token.is === 'hemisphere' || token.is === 'label') part.axis = token.axis
  }
  return part
}

/** One to three numbers, of which only the last may have a fraction. */
const isWellFormed = ({ numbers }: Part) =>
  numbers.length > 0 && numbers.length <= 3 && numbers.slice(0, -1).every((some) => !some.includes('.'))

function degreesOf({ numbers, isNegative, sign }: Part): number {
  const [degrees = 0, minutes = 0, seconds = 0] = numbers.map(Number)
  const size = degrees + minutes / 60 + seconds / 3600
  return sign === -1 || (sign === null && isNegative) ? -size : size
}

function inRange(latitude: number, longitude: number): CoordinatesReading {
  if (!(Math.abs(latitude) <= 90)) return { problem: 'latitude_range' }
  if (!(Math.abs(longitude) <= 180)) return { problem: 'longitude_range' }
  return { latitude: round(latitude), longitude: round(longitude) }
}

/** Rounds to 1e-8 degrees (a millimetre); never minus zero. */
const round = (degrees: number) => Number(degrees.toFixed(8)) + 0
