import type { Geofence } from '@rumbo/contract/geofences.contract'
import { findZone } from '../places/index.ts'
import { type Changes, differences } from '../platform/audit.ts'
import type { Transaction } from '../platform/database/transaction.ts'
import { findVehicleNumbers } from '../vehicles/index.ts'
import { notifyGateways } from './geofences.repository.ts'

/** What the audit log keeps of a fence: vertices are in the versions of its shape. */
const audited = ({ scope, triggers, shape, zoneId, ...fence }: Geofence) => ({
  name: fence.name,
  description: fence.description,
  colour: fence.colour,
  tags: fence.tags,
  isActive: fence.isActive,
  vehicles: scope.kind === 'vehicles' ? scope.vehicleIds : null,
  triggers: triggers.map(({ id: _id, ...trigger }) => trigger),
  sensitivity: fence.sensitivity,
  zone: zoneId,
  isWorkshop: fence.isWorkshop,
  shape: shape.kind,
  shapeVersion: fence.shapeVersion,
})

/** The changed fields, with vehicles and zone by name. */
async function changesOf(tx: Transaction, before: Geofence, now: Geofence): Promise<Changes> {
  const { vehicles, zone, ...changes }: Changes = differences(audited(before), audited(now))
  if (vehicles) {
    const numbers = async (ids: unknown) => ids && (await findVehicleNumbers(tx, ids as string[]))
    changes.vehicles = [await numbers(vehicles[0]), await numbers(vehicles[1])]
  }
  if (zone) {
    const nameOf = async (id: unknown) => (id ? ((await findZone(tx, id as string))?.name ?? null) : null)
    changes.zone = [await nameOf(zone[0]), await nameOf(zone[1])]
  }
  return changes
}

/** Notifies pages and gateways of a changed fence, and audits the change. */
export async function publishFence(
  tx: Transaction,
  action: 'geofence.created' | 'geofence.updated' | 'geofence.deleted',
  now: Geofence,
  before?: Geofence,
): Promise<Geofence> {
  const { id, fleetId, companyId, name } = now
  tx.stale({ domain: 'geofences', id, fleetId, companyId })
  tx.audit({
    action,
    entity: 'geofence',
    entityId: id,
    entityName: name,
    companyId,
    fleetId,
    changes: before && (await changesOf(tx, before, now)),
  })
  await notifyGateways(tx, now)
  return now
}
