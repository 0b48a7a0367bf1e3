import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { fenceColour, fenceScope, fenceTag, fenceTagLimit } from './geofences.contract.ts'
import { id, version } from './lists.ts'

/** Geofences of one bulk call. */
export const fenceBulkLimit = 100
export const fenceRefusals = [
  'not_found',
  'stale_version',
  'fence_in_use',
  'fence_vehicle_unknown',
  'fence_tags_full',
  'forbidden',
  'feature_off',
  'feature_locked',
  'internal',
] as const

const tags = z.array(fenceTag).max(fenceTagLimit).default([])
const change = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('activate') }),
  z.strictObject({ action: z.literal('deactivate') }),
  z.strictObject({ action: z.literal('recolour'), colour: fenceColour }),
  z.strictObject({ action: z.literal('tag'), add: tags, remove: tags }),
  z.strictObject({ action: z.literal('assign'), scope: fenceScope }),
  z.strictObject({ action: z.literal('delete') }),
])
export type FencesChange = z.infer<typeof change>

export const changeFences = endpoint({
  name: 'geofences.bulk',
  method: 'POST',
  path: '/geofences/bulk',
  summary: 'Do the same with many geofences, each by itself, with a result for each',
  access: 'geofences.edit',
  feature: { name: 'geofences', of: 'record' },
  body: z.strictObject({
    fences: z.array(z.strictObject({ id, version })).min(1).max(fenceBulkLimit),
    change,
  }),
  output: z.object({
    /** In the order of the geofences, each once. */
    items: z.array(
      z.object({
        id,
        /** Null where the caller may not read the geofence. */
        name: z.string().nullable(),
        /** Null where it was done. */
        problem: z.enum(fenceRefusals).nullable(),
        /** With `fence_in_use`: the routes that have it as a checkpoint. */
        usedBy: z.array(z.string()),
        /** As it now is; null where it was deleted or cannot be read. */
        version: version.nullable(),
      }),
    ),
  }),
})
