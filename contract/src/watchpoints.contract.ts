import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { done, id, idParams, listOf, listQuery, version } from './lists.ts'
import { nameText } from './text.ts'

/** A place of a fleet that somebody looks at again and again, by name. */
export const watchpoint = z.object({
  id,
  companyId: id,
  fleetId: id,
  name: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  version,
})
export type Watchpoint = z.infer<typeof watchpoint>

export const watchpointNameLength = 80
/** More than these no list of points and no palette is of use to anybody. */
export const watchpointsPerFleet = 500
const name = nameText(watchpointNameLength)

export const listWatchpoints = endpoint({
  name: 'watchpoints.list',
  method: 'GET',
  path: '/watchpoints',
  summary: 'Saved places of the fleets, by name',
  access: 'watchpoints.read',
  feature: { name: 'radar', of: [{ in: 'query', fleet: 'fleetId' }] },
  query: listQuery(['name'], { fleetId: id.optional() }),
  output: listOf(watchpoint),
})
export const createWatchpoint = endpoint({
  name: 'watchpoints.create',
  method: 'POST',
  path: '/watchpoints',
  summary: 'Save a place under a name of its own in its fleet',
  access: 'watchpoints.edit',
  feature: { name: 'radar', of: [{ in: 'body', fleet: 'fleetId' }] },
  status: 201,
  body: z.strictObject({
    fleetId: id,
    name,
    latitude: z.number().min(-90).max(90),
    longitude: z.number().min(-180).max(180),
  }),
  output: watchpoint,
  problems: ['fleet_denied', 'watchpoints_full', 'name_taken'],
})
export const renameWatchpoint = endpoint({
  name: 'watchpoints.rename',
  method: 'PUT',
  path: '/watchpoints/:id',
  summary: 'Give a saved place another name',
  access: 'watchpoints.edit',
  feature: { name: 'radar', of: [{ in: 'output', fleet: 'fleetId', company: 'companyId' }] },
  params: idParams,
  body: z.strictObject({ name, version }),
  output: watchpoint,
  problems: ['not_found', 'name_taken', 'stale_version'],
})
export const deleteWatchpoint = endpoint({
  name: 'watchpoints.delete',
  method: 'DELETE',
  path: '/watchpoints/:id',
  summary: 'Delete a saved place',
  access: 'watchpoints.edit',
  feature: { name: 'radar', of: 'record' },
  params: idParams,
  output: done,
  problems: ['not_found'],
})
