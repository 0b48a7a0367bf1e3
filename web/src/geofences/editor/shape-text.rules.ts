import type { FenceShape } from '@rumbo/contract/geofences.shapes.contract'
import type { FenceFile, FenceRefusal } from '@rumbo/geo/fence-files/fence-file'
import { readGeojson } from '@rumbo/geo/fence-files/geojson-read'
import { readWkt } from '@rumbo/geo/fence-files/wkt-read'
import type { TextKey } from '@rumbo/i18n/keys'
import { readCoordinates } from '../../places/coordinates.ts'
import { fewest, type ShapeDraft, shapeOf } from './shape-draft.rules.ts'

/** A shape that was read from a text, or why none was. */
export type ReadShape =
  | { readonly shape: FenceShape /** How many the text has. */; readonly count: number }
  | { readonly refusal: Extract<TextKey, `fenceEditor.refusal.${string}` | 'fenceEditor.paste.unknown'> }

const unknown = { refusal: 'fenceEditor.paste.unknown' } as const
const wordedReasons = [
  'hole',
  'self_intersection',
  'too_many_points',
  'too_few_points',
  'no_radius',
  'bad_radius',
  'bad_width',
  'bad_coordinates',
  'swapped_coordinates',
  'around_pole',
  'too_wide',
  'unclosed',
  'unsupported_geometry',
  'unsupported_reference',
] as const
const alike: Partial<Record<FenceRefusal, ReadShape>> = {
  no_shapes: { refusal: 'fenceEditor.refusal.not_a_shape' },
  not_a_shape: { refusal: 'fenceEditor.refusal.not_a_shape' },
  file_too_large: { refusal: 'fenceEditor.refusal.too_large' },
  file_too_detailed: { refusal: 'fenceEditor.refusal.too_large' },
  too_many_shapes: { refusal: 'fenceEditor.refusal.too_large' },
}

function refusalOf(reason: FenceRefusal | undefined): ReadShape {
  const worded = wordedReasons.find((one) => one === reason)
  if (worded) return { refusal: `fenceEditor.refusal.${worded}` }
  return (reason && alike[reason]) ?? unknown
}

const isWkt = (text: string) =>
  /^(?:srid\s*=|point|linestring|polygon|multi|geometrycollection|circle)/i.test(text)

/**
 * Reads a pasted text: WKT, GeoJSON, or a place per line, which become vertices of the kind being drawn. Its lengths
 * stand where the text has none.
 */
export function readShapeText(text: string, draft: ShapeDraft): ReadShape {
  const trimmed = text.trim()
  const { radiusMetres, halfWidthMetres } = draft
  const options = { pointRadiusMetres: radiusMetres, halfWidthMetres }
  if (isWkt(trimmed)) return firstOf(readWkt(trimmed, options), draft)
  if (/^[{[]/.test(trimmed)) return firstOf(readGeojson(trimmed, options), draft)
  return placesOf(trimmed, draft)
}

function firstOf({ fences, refused }: FenceFile, draft: ShapeDraft): ReadShape {
  const [first] = fences
  if (!first) return refusalOf(refused[0]?.reason)
  const { shape } = first
  const count = fences.length + refused.length
  switch (shape.kind) {
    case 'circle':
      return { shape: { ...shape, center: { ...shape.center } }, count }
    case 'polygon':
      return { shape: { ...shape, corners: [...shape.corners] }, count }
    case 'route':
      return { shape: { ...shape, path: [...shape.path], mode: draft.mode }, count }
  }
}

function placesOf(text: string, draft: ShapeDraft): ReadShape {
  const places = text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map(readCoordinates)
  if (places.length === 0 || places.includes(null)) return unknown
  const vertices = places.filter((place) => place !== null)
  const shape = shapeOf({ ...draft, vertices, wrongTexts: new Map() })
  if (shape === null || vertices.length < fewest[draft.kind])
    return { refusal: 'fenceEditor.refusal.too_few_points' }
  return { shape, count: 1 }
}
