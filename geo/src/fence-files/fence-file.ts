import type { FenceShape } from '../fences/fence-shape.ts'

/** What a file holds of a geofence. */
export interface Fence {
  /** Empty where the file names none. */
  readonly name: string
  readonly description: string | null
  readonly shape: FenceShape
  /** `#rrggbb` in small letters. */
  readonly colour: string | null
  readonly tags: readonly string[]
}

/** Where in a file a shape is. */
interface Place {
  /** Its number among all shapes of the file, the refused ones included; the first is 1. */
  readonly index: number
  /** The line of the file where it begins, the first is 1; null in GeoJSON, which is read as a whole. */
  readonly line: number | null
}

export interface FenceOfFile extends Fence, Place {}

/** Why a whole file is refused. */
export const fenceFileRefusals = [
  'file_too_large',
  'unknown_format',
  'not_json',
  'not_geojson',
  'not_xml',
  'not_kml',
  'document_type',
  'not_zip',
  'no_kml_in_archive',
  'columns_missing',
  'unsupported_reference',
  'too_many_shapes',
  'file_too_detailed',
  'no_shapes',
] as const

/** Why one shape of a file is refused. */
export const fenceRefusals = [
  'hole',
  'self_intersection',
  'too_many_points',
  'too_few_points',
  'not_a_shape',
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
  'network_link',
  'not_wkt',
  'type_mismatch',
] as const
export type FenceRefusal = (typeof fenceRefusals)[number] | (typeof fenceFileRefusals)[number]

export interface RefusedFence extends Place {
  /** Its name, else the geometry's name in the file; empty for the whole file. At most 100 characters. */
  readonly what: string
  readonly reason: FenceRefusal
}

export interface FenceFile {
  readonly fences: readonly FenceOfFile[]
  readonly refused: readonly RefusedFence[]
}

export interface FenceFileOptions {
  /** Takes the first of two coordinates for the latitude, after a refusal as `swapped_coordinates`. */
  readonly latitudeFirst?: boolean
  /** Makes points without a radius circles of this radius in metres. Default: they are refused. */
  readonly pointRadiusMetres?: number | null
  /** Of routes whose width the file does not state, in metres. */
  readonly halfWidthMetres?: number
  /** Most corners of a polygon or points of a route; never more than `fenceFileLimits.pointsPerShape`. */
  readonly pointsPerShape?: number
}

/** Bounds of a file, which also bound the time that reading takes. */
export const fenceFileLimits = {
  /** Of the text; of a KMZ both before and after unpacking. As an upload of the product. */
  bytes: 20 * 1024 * 1024,
  shapes: 10_000,
  pointsPerShape: 10_000,
  /** Of all shapes together. */
  points: 250_000,
  radiusMetres: 1_000_000,
  halfWidthMetres: 100_000,
} as const

export const defaultHalfWidthMetres = 50

/** Refuses the whole file; readers turn it into their only refusal. */
export class FenceFileRefused extends Error {
  override readonly name = 'FenceFileRefused'
  readonly reason: FenceRefusal
  readonly line: number | null

  constructor(reason: FenceRefusal, line: number | null = null) {
    super(`The file is refused: ${reason}.`)
    this.reason = reason
    this.line = line
  }
}

/** The result of reading; a refusal of the whole file leaves nothing else. */
export function inFenceFile(read: () => FenceFile): FenceFile {
  try {
    return read()
  } catch (error) {
    return refusedFile(error)
  }
}

/** @throws errors other than FenceFileRefused */
export function refusedFile(error: unknown): FenceFile {
  if (!(error instanceof FenceFileRefused)) throw error
  return { fences: [], refused: [{ what: '', reason: error.reason, index: 0, line: error.line }] }
}
