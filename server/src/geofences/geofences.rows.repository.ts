import type { FenceScope, Geofence, ListedFence } from '@rumbo/contract/geofences.contract'
import type { FenceShape } from '@rumbo/contract/geofences.shapes.contract'
import type { FenceTrigger } from '@rumbo/contract/geofences.triggers.contract'
import { query } from '@rumbo/database'

export const fenceColumns = [
  'fences.id',
  'fences.company_id',
  'fences.fleet_id',
  'fences.name',
  'fences.description',
  'fences.colour',
  'fences.tags',
  'fences.is_active',
  'fences.vehicle_ids',
  'fences.triggers',
  'fences.sensitivity',
  'fences.zone_id',
  'fences.is_workshop',
  'fences.kind',
  'fences.west',
  'fences.south',
  'fences.east',
  'fences.north',
  'fences.version',
  'fences.shape_version',
] as const

interface FenceRow {
  id: string
  company_id: string
  fleet_id: string
  name: string
  description: string | null
  colour: string
  tags: string[]
  is_active: boolean
  vehicle_ids: string[] | null
  triggers: unknown
  sensitivity: string
  zone_id: string | null
  is_workshop: boolean
  kind: string
  west: number
  south: number
  east: number
  north: number
  version: number
  shape_version: number
}

const scopeOf = (vehicleIds: string[] | null): FenceScope =>
  vehicleIds ? { kind: 'vehicles', vehicleIds } : { kind: 'fleet' }

export function listedOf({ west, south, east, north, ...row }: FenceRow): ListedFence {
  return {
    id: row.id,
    companyId: row.company_id,
    fleetId: row.fleet_id,
    name: row.name,
    description: row.description,
    colour: row.colour,
    tags: row.tags,
    isActive: row.is_active,
    scope: scopeOf(row.vehicle_ids),
    triggers: row.triggers as FenceTrigger[],
    sensitivity: row.sensitivity as ListedFence['sensitivity'],
    zoneId: row.zone_id,
    isWorkshop: row.is_workshop,
    kind: row.kind as ListedFence['kind'],
    bounds: { west, south, east, north },
    version: row.version,
    shapeVersion: row.shape_version,
  }
}

export function fenceOf(row: FenceRow & { shape: unknown }): Geofence {
  const { kind: _kind, bounds: _bounds, ...fields } = listedOf(row)
  return { ...fields, shape: row.shape as FenceShape }
}

/** Fences that were not deleted, of fleets that were not. */
export const liveFences = query
  .selectFrom('geofences.fences as fences')
  .innerJoin('organisation.fleets as fleets', 'fleets.id', 'fences.fleet_id')
  .where('fleets.archived_at', 'is', null)
  .where('fences.archived_at', 'is', null)
