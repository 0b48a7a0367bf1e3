import type { Geofence } from '@rumbo/contract/geofences.contract'
import type { FenceShape } from '@rumbo/contract/geofences.shapes.contract'
import type { FenceTrigger } from '@rumbo/contract/geofences.triggers.contract'
import type { Transaction } from '../../platform/database/transaction.ts'

/** A fence as gateways keep it, without its shape. */
export interface WatchedFence {
  id: string
  fleetId: string
  name: string
  isActive: boolean
  vehicleIds: string[] | null
  triggers: FenceTrigger[]
  sensitivity: Geofence['sensitivity']
  isWorkshop: boolean
  shapeVersion: number
}

/** Fences that were not deleted, of fleets that were not. @param ids null: all */
export const findWatched = (tx: Transaction, ids: readonly string[] | null): Promise<WatchedFence[]> =>
  tx.sql<WatchedFence>(
    `select f.id, f.fleet_id as "fleetId", f.name, f.is_active as "isActive", f.vehicle_ids as "vehicleIds", f.triggers,
       f.sensitivity, f.is_workshop as "isWorkshop", f.shape_version as "shapeVersion"
     from geofences.fences f join organisation.fleets fleets on fleets.id = f.fleet_id
     where f.archived_at is null and fleets.archived_at is null and ($1::uuid[] is null or f.id = any($1))
     order by f.fleet_id, f.id`,
    [ids],
  )

/** Shapes by fence. */
export async function findWatchedShapes(
  tx: Transaction,
  fences: readonly WatchedFence[],
): Promise<Map<string, FenceShape>> {
  const rows = await tx.sql<{ id: string; shape: FenceShape }>(
    `select s.fence_id as id, s.shape from unnest($1::uuid[], $2::int4[]) as wanted(id, version)
     join geofences.shapes s on s.fence_id = wanted.id and s.shape_version = wanted.version`,
    [fences.map(({ id }) => id), fences.map(({ shapeVersion }) => shapeVersion)],
  )
  return new Map(rows.map(({ id, shape }) => [id, shape]))
}
