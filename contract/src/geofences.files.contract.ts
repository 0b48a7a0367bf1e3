import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { fenceTag, fenceTagLimit } from './geofences.contract.ts'
import { fenceShape } from './geofences.shapes.contract.ts'
import { languages } from './identity.users.contract.ts'
import { id } from './lists.ts'
import { tableWork } from './table-files.ts'

/** Why a whole file of geofences, or one shape of it, is refused. */
export const fenceFileReasons = [
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
  'too_many_shapes',
  'file_too_detailed',
  'no_shapes',
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
  'beyond_limits',
  'name_taken',
  'fences_full',
] as const
export type FenceFileReason = (typeof fenceFileReasons)[number]

/** How many shapes, and how many refused ones, a preview shows. */
export const fencesInPreview = 500
/** Geofences that one export may name; without names, it writes all of the fleet. */
export const fencesInExport = 1_000
export const fenceFileFormats = ['geojson', 'kml', 'wkt', 'csv'] as const
export type FenceFileFormat = (typeof fenceFileFormats)[number]

const source = {
  fleetId: id,
  fileId: id,
  language: z.enum(languages).default('es'),
  /** Takes the first of two coordinates for the latitude. */
  latitudeFirst: z.boolean().default(false),
  /** Makes points without a radius circles of this radius, in metres. Default: they are refused. */
  pointRadiusMetres: z.number().min(10).max(200_000).nullable().default(null),
}
const ofBody = [{ in: 'body', fleet: 'fleetId' }] as const

export const inspectFenceFile = endpoint({
  name: 'geofences.inspectImport',
  method: 'POST',
  path: '/geofences/imports/inspect',
  summary: 'What an uploaded GeoJSON, KML, KMZ, WKT or CSV file holds, and why shapes of it are refused',
  access: 'geofences.edit',
  feature: { name: 'geofences', of: [...ofBody] },
  body: z.strictObject(source),
  output: z.object({
    /** The first 500 that can be imported. */
    items: z.array(
      z.object({
        /** Its number among all shapes of the file; the first is 1. */
        index: z.number().int(),
        name: z.string(),
        /** `#rrggbb`; null where the file states none. */
        colour: z.string().nullable(),
        /** With 48 vertices at most. */
        shape: fenceShape,
      }),
    ),
    total: z.number().int(),
    /** The first 500 refused ones; of a file that is refused as a whole, one with the index 0. */
    refused: z.array(
      z.object({
        index: z.number().int(),
        /** The line of the file where it begins; null where the file has none. */
        line: z.number().int().nullable(),
        /** Its name, else the name of its geometry in the file. */
        what: z.string(),
        reason: z.enum(fenceFileReasons),
      }),
    ),
    refusedTotal: z.number().int(),
  }),
  problems: ['fleet_denied', 'file_not_found'],
})
export type InspectedFenceFile = z.infer<NonNullable<typeof inspectFenceFile.output>>

export const importFences = endpoint({
  ...tableWork,
  name: 'geofences.import',
  path: '/geofences/imports',
  summary:
    'Create the geofences of an uploaded file, all that can be; each refused one is listed with its reason',
  access: 'geofences.edit',
  feature: { name: 'geofences', of: [...ofBody] },
  body: z.strictObject({
    ...source,
    isActive: z.boolean().default(true),
    /** Added to those of the file. */
    tags: z.array(fenceTag).max(fenceTagLimit).default([]),
  }),
  problems: ['fleet_denied', 'file_not_found', 'company_denied'],
})

export const exportFences = endpoint({
  ...tableWork,
  name: 'geofences.export',
  path: '/geofences/exports',
  summary: 'Write geofences of a fleet into a file that other programs, and an import, can read',
  access: 'geofences.read',
  feature: { name: 'geofences', of: [...ofBody] },
  body: z.strictObject({
    fleetId: id,
    /** Default: all of the fleet. */
    ids: z.array(id).min(1).max(fencesInExport).optional(),
    format: z.enum(fenceFileFormats),
    language: z.enum(languages).default('es'),
  }),
  problems: ['fleet_denied', 'company_denied'],
})
