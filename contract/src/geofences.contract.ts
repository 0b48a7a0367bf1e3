import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { fenceKinds, fenceShape } from './geofences.shapes.contract.ts'
import { fenceTrigger, fenceTriggerInput, triggersPerFence } from './geofences.triggers.contract.ts'
import {
  anyOf,
  boundsFields,
  done,
  id,
  idParams,
  instant,
  listOf,
  listQuery,
  version,
  wholeBounds,
} from './lists.ts'
import { nameText, optionalNote } from './text.ts'

export const fencesPerFleet = 10_000
export const fenceVehicleLimit = 1_000
export const fenceTagLimit = 20
export const fenceTag = nameText(40)
/** Colours proposed for fences, which are seen on light and dark maps; any other may be chosen. */
export const fencePalette = {
  blue: '#1e88e5',
  teal: '#00897b',
  green: '#43a047',
  amber: '#c98a00',
  orange: '#ef6c00',
  red: '#e53935',
  pink: '#d81b60',
  purple: '#8e24aa',
  brown: '#8d6e63',
  grey: '#607d8b',
} as const
export const fenceColour = z.string().regex(/^#[0-9a-f]{6}$/)
/** How soon a crossing counts; the numbers belong to the evaluation. */
export const fenceSensitivities = ['low', 'medium', 'high'] as const

/** Which vehicles a fence concerns: all of its fleet, or some of them. A vehicle that leaves the fleet leaves the list. */
export const fenceScope = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('fleet') }),
  z.strictObject({ kind: z.literal('vehicles'), vehicleIds: z.array(id).max(fenceVehicleLimit) }),
])
export type FenceScope = z.infer<typeof fenceScope>

const fields = {
  id,
  companyId: id,
  fleetId: id,
  name: z.string(),
  description: z.string().nullable(),
  colour: z.string(),
  tags: z.array(z.string()),
  isActive: z.boolean(),
  scope: fenceScope,
  triggers: z.array(fenceTrigger),
  sensitivity: z.enum(fenceSensitivities),
  /** The zone whose corners are the shape. */
  zoneId: id.nullable(),
  /** Whether a free vehicle that enters is in maintenance until it leaves; not of a route. */
  isWorkshop: z.boolean(),
  version,
  /** Rises with each change of the shape; events state the one they met. */
  shapeVersion: version,
}
export const geofence = z.object({ ...fields, shape: fenceShape })
export type Geofence = z.infer<typeof geofence>

/** A geofence without its shape, which may have thousands of vertices. */
export const listedFence = z.object({
  ...fields,
  kind: z.enum(fenceKinds),
  /** Over the 180th meridian, west is greater than east. */
  bounds: z.object({ west: z.number(), south: z.number(), east: z.number(), north: z.number() }),
})
export type ListedFence = z.infer<typeof listedFence>

const fenceFields = {
  name: nameText(80),
  description: optionalNote(2000),
  /** Null: that of the zone. With a zone, any other shape is refused. */
  shape: fenceShape.nullable(),
  colour: fenceColour.default(fencePalette.blue),
  tags: z.array(fenceTag).max(fenceTagLimit).default([]),
  isActive: z.boolean().default(true),
  scope: fenceScope.default({ kind: 'fleet' }),
  triggers: z.array(fenceTriggerInput).max(triggersPerFence).default([]),
  sensitivity: z.enum(fenceSensitivities).default('medium'),
  zoneId: id.nullable().default(null),
  isWorkshop: z.boolean().default(false),
}
const refusals = ['name_taken', 'zone_unknown', 'fence_vehicle_unknown', 'checkpoint_unknown'] as const

export const listFences = endpoint({
  name: 'geofences.list',
  method: 'GET',
  path: '/geofences',
  summary: 'Geofences of the fleets, without their shapes',
  access: 'geofences.read',
  feature: { name: 'geofences', of: [{ in: 'query', fleet: 'fleetId' }] },
  query: listQuery(['name', 'kind', 'isActive', 'updatedAt'], {
    fleetId: id.optional(),
    kind: anyOf(z.enum(fenceKinds)),
    scope: z.enum(['fleet', 'vehicles']).optional(),
    /** Those that concern this vehicle, by their scope. */
    vehicleId: id.optional(),
    isActive: z.enum(['true', 'false']).optional(),
    /** Compared without case and accents. */
    tag: fenceTag.optional(),
  }),
  output: listOf(listedFence),
})
export const readFence = endpoint({
  name: 'geofences.read',
  method: 'GET',
  path: '/geofences/:id',
  summary: 'A geofence with its shape',
  access: 'geofences.read',
  feature: { name: 'geofences', of: [{ in: 'output', fleet: 'fleetId', company: 'companyId' }] },
  params: idParams,
  output: geofence,
  problems: ['not_found'],
})
export const readFenceUsers = endpoint({
  name: 'geofences.usedBy',
  method: 'GET',
  path: '/geofences/:id/used-by',
  summary: 'The names of the routes that have a geofence as a checkpoint',
  access: 'geofences.read',
  feature: { name: 'geofences', of: 'record' },
  params: idParams,
  output: z.object({ items: z.array(z.string()) }),
  problems: ['not_found'],
})
export const createFence = endpoint({
  name: 'geofences.create',
  method: 'POST',
  path: '/geofences',
  summary: 'Create a geofence of a fleet',
  access: 'geofences.edit',
  feature: { name: 'geofences', of: [{ in: 'body', fleet: 'fleetId' }] },
  status: 201,
  body: z.strictObject({ fleetId: id, ...fenceFields }),
  output: geofence,
  problems: ['fleet_denied', 'fences_full', ...refusals],
})
export const replaceFence = endpoint({
  name: 'geofences.replace',
  method: 'PUT',
  path: '/geofences/:id',
  summary: 'Change a geofence; a changed shape becomes a new version of it',
  access: 'geofences.edit',
  feature: { name: 'geofences', of: [{ in: 'output', fleet: 'fleetId', company: 'companyId' }] },
  params: idParams,
  body: z.strictObject({ ...fenceFields, version }),
  output: geofence,
  problems: ['not_found', 'stale_version', ...refusals],
})
export const deleteFence = endpoint({
  name: 'geofences.delete',
  method: 'DELETE',
  path: '/geofences/:id',
  summary: 'Delete a geofence that no route has as a checkpoint; the shapes that events met stay readable',
  access: 'geofences.edit',
  feature: { name: 'geofences', of: 'record' },
  params: idParams,
  output: done,
  problems: ['not_found', 'fence_in_use'],
})

/** At most so many shapes, and vertices of each, in an answer for the map. */
export const fencesOnMap = 2_000
export const verticesOnMap = 48

export const mapFences = endpoint({
  name: 'geofences.map',
  method: 'GET',
  path: '/geofences/map',
  summary: 'Active geofences of a fleet for the map, with simplified shapes; 2,000 at most, by name',
  access: 'geofences.read',
  feature: { name: 'geofences', of: [{ in: 'query', fleet: 'fleetId' }] },
  query: z.strictObject({ fleetId: id, ...boundsFields }).superRefine(wholeBounds),
  output: z.object({
    items: z.array(
      z.object({
        id,
        name: z.string(),
        colour: z.string(),
        /** With 48 vertices at most. */
        shape: fenceShape,
        shapeVersion: version,
        /** The lowest speed limit of its triggers; null without any. */
        limitKmh: z.number().nullable(),
      }),
    ),
    /** False where the view has more. */
    isComplete: z.boolean(),
  }),
})

const shapeVersion = z.object({
  shapeVersion: version,
  kind: z.enum(fenceKinds),
  createdAt: instant,
  createdByName: z.string().nullable(),
})
export const listFenceShapes = endpoint({
  name: 'geofences.shapes',
  method: 'GET',
  path: '/geofences/:id/shapes',
  summary: 'The versions of the shape of a geofence, the latest 200 first; also of a deleted one',
  access: 'geofences.read',
  feature: { name: 'geofences', of: 'record' },
  params: idParams,
  output: z.object({ items: z.array(shapeVersion) }),
  problems: ['not_found'],
})
export const readFenceShape = endpoint({
  name: 'geofences.shape',
  method: 'GET',
  path: '/geofences/:id/shapes/:shapeVersion',
  summary: 'A version of the shape of a geofence, as events met it; also of a deleted one',
  access: 'geofences.read',
  feature: { name: 'geofences', of: 'record' },
  params: z.strictObject({ id, shapeVersion: z.coerce.number().int().positive().max(2_147_483_647) }),
  output: shapeVersion.extend({ shape: fenceShape }),
  problems: ['not_found'],
})
