import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { id, idParams, version } from './lists.ts'
import { optionalNote } from './text.ts'
import { manualStatuses, vehicle, vehicleFields, vehicleStatuses } from './vehicles.contract.ts'

const { notesOwner, notesMechanic, notesGeneral } = vehicleFields

export const updateVehicleNotes = endpoint({
  name: 'vehicles.updateNotes',
  method: 'PUT',
  path: '/vehicles/:id/notes',
  summary: 'Change the notes of a vehicle, and nothing else',
  access: 'vehicles.note',
  params: idParams,
  body: z.strictObject({ notesOwner, notesMechanic, notesGeneral, version }),
  output: vehicle,
  problems: ['vehicle_not_found', 'stale_version'],
})

export const bulkStatusLimit = 500
/** `changed` and `unchanged` mean success; the others are problem codes. */
export const bulkStatusResults = ['changed', 'unchanged', 'vehicle_not_found', 'forbidden'] as const
export const changeVehicleStatuses = endpoint({
  name: 'vehicles.bulkStatus',
  method: 'POST',
  path: '/vehicles/bulk-status',
  summary: 'Set the status of many vehicles by hand, with a result for each',
  access: 'vehicles.edit',
  body: z.strictObject({
    ids: z.array(id).min(1).max(bulkStatusLimit),
    status: z.enum(manualStatuses),
    /** Reason, recorded in the audit log. */
    note: optionalNote(500),
  }),
  output: z.object({
    /** In the requested order, without duplicates. */
    items: z.array(
      z.object({
        id,
        /** Null if the caller may not read the vehicle. */
        vehicleNumber: z.string().nullable(),
        result: z.enum(bulkStatusResults),
        /** The resulting status: a more severe cause may override the one that was set. */
        status: z.enum(vehicleStatuses).nullable(),
      }),
    ),
  }),
})

export const listVehicleSkills = endpoint({
  name: 'vehicles.skills',
  method: 'GET',
  path: '/vehicles/skills',
  summary: 'Skills in use within the caller’s scopes, the most frequent first; 200 at most',
  access: 'vehicles.read',
  query: z.strictObject({ companyId: id.optional(), fleetId: id.optional() }),
  output: z.object({ items: z.array(z.object({ skill: z.string(), vehicles: z.number().int() })) }),
})
