import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { done, id, idParams, listOf, listQuery, version } from './lists.ts'
import { nameText } from './text.ts'

export const zonesPerFleet = 300
export const zoneCorners = { min: 3, max: 200 } as const
const corner = z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)])

/** A named area of a fleet. Its corners are [longitude, latitude]; the last is connected to the first. */
export const zone = z.object({
  id,
  companyId: id,
  fleetId: id,
  name: z.string(),
  corners: z.array(z.tuple([z.number(), z.number()])),
  version,
})
export type Zone = z.infer<typeof zone>
export type ZoneCorner = Zone['corners'][number]

const zoneFields = {
  name: nameText(80),
  corners: z.array(corner).min(zoneCorners.min).max(zoneCorners.max),
}

export const listZones = endpoint({
  name: 'zones.list',
  method: 'GET',
  path: '/zones',
  summary: 'Zones of the fleets, by name',
  access: 'tariffs.read',
  feature: { name: 'services', of: [{ in: 'query', fleet: 'fleetId' }] },
  query: listQuery(['name'], { fleetId: id.optional() }),
  output: listOf(zone),
})
export const createZone = endpoint({
  name: 'zones.create',
  method: 'POST',
  path: '/zones',
  summary: 'Create a zone of a fleet',
  access: 'tariffs.edit',
  feature: { name: 'services', of: [{ in: 'body', fleet: 'fleetId' }] },
  status: 201,
  body: z.strictObject({ fleetId: id, ...zoneFields }),
  output: zone,
  problems: ['fleet_denied', 'name_taken', 'zones_full'],
})
export const updateZone = endpoint({
  name: 'zones.update',
  method: 'PUT',
  path: '/zones/:id',
  summary: 'Change the name or the corners of a zone',
  access: 'tariffs.edit',
  feature: { name: 'services', of: [{ in: 'output', fleet: 'fleetId', company: 'companyId' }] },
  params: idParams,
  body: z.strictObject({ ...zoneFields, version }),
  output: zone,
  problems: ['not_found', 'name_taken', 'stale_version'],
})
export const deleteZone = endpoint({
  name: 'zones.delete',
  method: 'DELETE',
  path: '/zones/:id',
  summary: 'Delete a zone that neither a tariff nor a vehicle uses',
  access: 'tariffs.edit',
  feature: { name: 'services', of: 'record' },
  params: idParams,
  output: done,
  problems: ['not_found', 'zone_in_use', 'zone_of_vehicles', 'zone_of_fences'],
})
