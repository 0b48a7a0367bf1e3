import { foldText } from '@rumbo/contract/fold-text'
import type { RouteMode } from '../fences/fence-shape.ts'
import type { Coordinates } from '../units.ts'

/** What a file states beside a geometry. A number that cannot be read is NaN, so that it is refused and not ignored. */
export interface FenceProperties {
  readonly name: string
  readonly description: string | null
  readonly colour: string | null
  readonly tags: readonly string[]
  readonly radiusMetres: number | null
  /** Of a circle that is drawn as a polygon. */
  readonly center: Coordinates | null
  readonly halfWidthMetres: number | null
  readonly mode: RouteMode | null
}

/** Names that other tools use, without accents, blanks and capitals; the first that has a value counts. */
const names = {
  name: ['name', 'nombre', 'title', 'titulo', 'label'],
  description: ['description', 'descripcion', 'desc', 'notes', 'notas'],
  colour: ['colour', 'color', 'stroke', 'fill', 'markercolor', 'strokecolor', 'fillcolor'],
  tags: ['tags', 'etiquetas', 'tag', 'etiqueta'],
  radius: ['radius', 'radiusmetres', 'radiusmeters', 'radiusm', 'radio', 'radiometros', 'radiom', 'circle'],
  radiusKilometres: ['radiusinkm', 'radiuskm', 'radiokm'],
  center: ['center', 'centre', 'centro'],
  centerLatitude: ['centerlatitude', 'centrolatitud'],
  centerLongitude: ['centerlongitude', 'centrolongitud'],
  // Traccar's polylineDistance is measured from the line too.
  halfWidth: [
    'halfwidthmetres',
    'halfwidthmeters',
    'halfwidth',
    'halfwidthm',
    'medioancho',
    'medioanchometros',
    'medioanchom',
    'polylinedistance',
    'buffer',
  ],
  corridorWidth: ['corridorwidth', 'anchodelcorredor', 'anchocorredor'],
  mode: ['mode', 'modo', 'routemode', 'mododeruta'],
} as const

const modes = new Map<string, RouteMode>(
  Object.entries({
    one_way: ['oneway', 'unsentido', 'unsolosentido', 'ida'],
    two_way: ['twoway', 'stricttwoway', 'dossentidos', 'doblesentido', 'idayvuelta'],
    free: ['free', 'freeroute', 'libre', 'rutalibre'],
  }).flatMap(([mode, words]) => words.map((word) => [word, mode as RouteMode])),
)

const allNames = new Set<string>(Object.values(names).flat())
/** Whether a name, as `plainName` has it, is that of a property. */
export const isPropertyName = (name: string): boolean => allNames.has(name)

/** A name as it is compared: "Radio (m)" is `radiom`. */
export const plainName = (text: string): string => foldText(text).replace(/[^a-z0-9]+/g, '')

/** The mode of a route by its word in either language; null for other words. */
const routeModeOf = (word: string): RouteMode | null => modes.get(plainName(word)) ?? null

/** Reads the properties of a feature; values that have another type than expected are passed over. */
export function propertiesOf(entries: Iterable<readonly [name: string, value: unknown]>): FenceProperties {
  const values = new Map<string, unknown>()
  for (const [name, value] of entries) {
    const plain = plainName(name)
    if (value !== null && value !== undefined && value !== '' && !values.has(plain)) values.set(plain, value)
  }
  const first = (of: readonly string[]) => {
    const name = of.find((one) => values.has(one))
    return name === undefined ? null : values.get(name)
  }
  const colours = names.colour.map((name) => colourOf(values.get(name)))
  return {
    name: textOf(first(names.name)) ?? '',
    description: textOf(first(names.description)),
    colour: colours.find((colour) => colour !== null) ?? null,
    tags: tagsOf(first(names.tags)),
    radiusMetres: scaled(first(names.radius), 1) ?? scaled(first(names.radiusKilometres), 1_000),
    center: pairOf(first(names.center)) ?? placeOf(first(names.centerLatitude), first(names.centerLongitude)),
    halfWidthMetres: scaled(first(names.halfWidth), 1) ?? scaled(first(names.corridorWidth), 0.5),
    mode: routeModeOf(textOf(first(names.mode)) ?? ''),
  }
}

function textOf(value: unknown): string | null {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : null
}

/** A number as typed, also with a comma for the decimal point; NaN for what is none. */
export function numberOf(value: unknown): number {
  if (typeof value === 'number') return value
  if (typeof value !== 'string' || value.trim() === '') return Number.NaN
  return Number(value.trim().replace(/^([-+]?\d+),(\d+)$/, '$1.$2'))
}

function scaled(value: unknown, factor: number): number | null {
  // Some tools write `circle: true` or an object of their own.
  if (value === null || typeof value === 'boolean') return null
  if (typeof value === 'object') return scaled((value as { radius?: unknown }).radius ?? null, factor)
  return numberOf(value) * factor
}

function placeOf(latitude: unknown, longitude: unknown): Coordinates | null {
  const place = { latitude: numberOf(latitude), longitude: numberOf(longitude) }
  return Number.isFinite(place.latitude) && Number.isFinite(place.longitude) ? place : null
}

const pairOf = (value: unknown): Coordinates | null =>
  Array.isArray(value) ? placeOf(value[1], value[0]) : null

/** The tags of a list, or of a text with commas, semicolons or bars between them; each once. */
function tagsOf(value: unknown): string[] {
  const parts = Array.isArray(value) ? value : typeof value === 'string' ? value.split(/[,;|\n]/) : []
  return [...new Set(parts.flatMap((part) => textOf(part) ?? []))]
}

/** `#rrggbb` of `#rgb`, `#rrggbb`, `#rrggbbaa` or `rgb(r, g, b)`; null for others. */
function colourOf(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > 40) return null
  const text = value.trim().toLowerCase()
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/.exec(text)
  if (short)
    return `#${short
      .slice(1)
      .map((digit) => digit + digit)
      .join('')}`
  const long = /^#([0-9a-f]{6})(?:[0-9a-f]{2})?$/.exec(text)
  if (long) return `#${long[1]}`
  const parts = /^rgba?\( ?(\d{1,3}) ?, ?(\d{1,3}) ?, ?(\d{1,3}) ?[,)]/.exec(text)
  const shares = parts?.slice(1).map(Number) ?? []
  if (shares.length === 0 || shares.some((share) => share > 255)) return null
  return `#${shares.map((share) => share.toString(16).padStart(2, '0')).join('')}`
}
