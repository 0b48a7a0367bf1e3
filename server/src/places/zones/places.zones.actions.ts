import type { ParsedOf } from '@rumbo/contract/endpoint'
import {
  type createZone,
  type listZones,
  type updateZone,
  type Zone,
  zonesPerFleet,
} from '@rumbo/contract/places.zones.contract'
import { isSimplePolygon } from '@rumbo/geo/geometry/polygon'
import { v7 as uuid } from 'uuid'
import { findFleet, lockFleets } from '../../organisation/index.ts'
import { type Actor, requireCan } from '../../platform/access/access.ts'
import { differences } from '../../platform/audit.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { fieldProblem, problem } from '../../platform/problem.ts'
import {
  countZones,
  findZone,
  findZonePage,
  insertZone,
  lockZone,
  lockZonesOf,
  removeZone,
  rewriteZone,
} from './places.zones.repository.ts'

/** What uses a zone; given by the assembly, because places knows neither tariffs nor vehicles. */
export interface ZoneUses {
  /** Their names. */
  tariffs(tx: Transaction, zone: Zone): Promise<string[]>
  /** The numbers of those that work in it. */
  vehicles(tx: Transaction, zone: Zone): Promise<string[]>
  /** The names of the geofences whose shape it is. */
  fences(tx: Transaction, zone: Zone): Promise<string[]>
  /** Gives its new corners to those geofences. */
  cornersChanged(tx: Transaction, zone: Zone): Promise<void>
}

export async function listZonesOf(tx: Transaction, filter: ParsedOf<typeof listZones>['query']) {
  return { ...(await findZonePage(tx, filter)), page: filter.page, size: filter.size }
}

/** Publishes and audits a change of a zone. */
function publish(tx: Transaction, action: string, now: Zone, before?: Zone): Zone {
  const { id, fleetId, companyId, name } = now
  tx.stale({ domain: 'zones', id, fleetId, companyId })
  tx.audit({
    action,
    entity: 'zone',
    entityId: id,
    entityName: name,
    companyId,
    fleetId,
    changes: before && differences({ ...before }, { ...now }, ['version']),
  })
  return now
}

function requireSimple({ corners }: Pick<Zone, 'corners'>): void {
  if (!isSimplePolygon(corners)) throw fieldProblem({ path: 'body.corners', code: 'sides_cross' })
}

/** @throws Problem `fleet_denied`, `forbidden`, `zones_full`, `name_taken`, `validation_failed` */
export async function createZoneOf(
  tx: Transaction,
  actor: Actor,
  body: ParsedOf<typeof createZone>['body'],
): Promise<Zone> {
  const fleet = await findFleet(tx, body.fleetId)
  if (!fleet?.is_active) throw problem('fleet_denied')
  const { company_id: companyId } = fleet
  requireCan(actor, 'tariffs.edit', { companyId, fleetId: fleet.id })
  requireSimple(body)
  if (!(await lockFleets(tx, [fleet.id])).has(fleet.id)) throw problem('fleet_denied')
  await lockZonesOf(tx, fleet.id)
  if ((await countZones(tx, fleet.id)) >= zonesPerFleet) throw problem('zones_full')
  const made = { id: uuid(), companyId, ...body, version: 1 }
  await insertZone(tx, made)
  return publish(tx, 'zone.created', made)
}

/** Locks a zone; one outside the caller's scopes is reported as not found. */
async function takeZone(tx: Transaction, actor: Actor, id: string) {
  const found = await findZone(tx, id)
  if (!found) throw problem('not_found')
  requireCan(actor, 'tariffs.edit', found)
  await lockZonesOf(tx, found.fleetId)
  const locked = await lockZone(tx, id)
  if (!locked) throw problem('not_found')
  return locked
}

/** @throws Problem `not_found`, `forbidden`, `stale_version`, `name_taken`, `validation_failed` */
export async function updateZoneOf(
  tx: Transaction,
  actor: Actor,
  id: string,
  { version, ...body }: ParsedOf<typeof updateZone>['body'],
  uses: Pick<ZoneUses, 'cornersChanged'>,
): Promise<Zone> {
  const { zone: before, changedBy, changedAt } = await takeZone(tx, actor, id)
  if (before.version !== version) throw problem('stale_version', { current: before, changedBy, changedAt })
  requireSimple(body)
  await rewriteZone(tx, id, body)
  const zone = { ...before, ...body, version: version + 1 }
  if (JSON.stringify(zone.corners) !== JSON.stringify(before.corners)) await uses.cornersChanged(tx, zone)
  return publish(tx, 'zone.updated', zone, before)
}

/** @throws Problem `not_found`, `forbidden`, `zone_in_use`, `zone_of_vehicles`, `zone_of_fences` */
export async function deleteZoneOf(
  tx: Transaction,
  actor: Actor,
  id: string,
  uses: ZoneUses,
): Promise<{ done: true }> {
  const { zone } = await takeZone(tx, actor, id)
  const [tariffName] = await uses.tariffs(tx, zone)
  if (tariffName !== undefined) throw problem('zone_in_use', { words: { tariffName } })
  const [vehicleNumber] = await uses.vehicles(tx, zone)
  if (vehicleNumber !== undefined) throw problem('zone_of_vehicles', { words: { vehicleNumber } })
  const [fenceName] = await uses.fences(tx, zone)
  if (fenceName !== undefined) throw problem('zone_of_fences', { words: { fenceName } })
  await removeZone(tx, id)
  publish(tx, 'zone.deleted', zone)
  return { done: true }
}
