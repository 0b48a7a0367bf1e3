import { type Geofence, verticesOnMap } from '@rumbo/contract/geofences.contract'
import { query } from '@rumbo/database'
import { sql } from 'kysely'
import { constraintOf } from '../platform/database/constraint-of.ts'
import type { Transaction } from '../platform/database/transaction.ts'
import { problem } from '../platform/problem.ts'
import { fenceColumns, fenceOf, liveFences } from './geofences.rows.repository.ts'
import { boundsOfShape, outlineOf } from './geofences.shapes.rules.ts'

/** Fences with the present version of their shape. */
export const withShape = liveFences
  .innerJoin('geofences.shapes as shapes', (join) =>
    join
      .onRef('shapes.fence_id', '=', 'fences.id')
      .onRef('shapes.shape_version', '=', 'fences.shape_version'),
  )
  .select([...fenceColumns, 'shapes.shape'])

export async function findFence(tx: Transaction, id: string): Promise<Geofence | null> {
  const row = await tx.first(withShape.where('fences.id', '=', id))
  return row ? fenceOf(row) : null
}

/** The fence with the user who changed it last, locked until the transaction ends. */
export async function lockFence(tx: Transaction, id: string) {
  const [lock] = await tx.sql<{ changedAt: Date; changedBy: string | null }>(
    `select updated_at as "changedAt", updated_by_name as "changedBy" from geofences.fences
     where id = $1 and archived_at is null for no key update`,
    [id],
  )
  const fence = lock && (await findFence(tx, id))
  return fence ? { fence, ...lock } : null
}

/** Gateways read a fence again when it is named on the channel `rumbo_fences`. */
export const notifyGateways = (tx: Transaction, { id: fenceId, fleetId }: Geofence) =>
  tx.sql('select pg_notify($1, $2)', ['rumbo_fences', JSON.stringify({ fenceId, fleetId })])

/** Serialises changes of a fleet's fences, whose count, names and checkpoints depend on each other. */
export const lockFencesOf = (tx: Transaction, fleetId: string) =>
  tx.sql('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`geofences ${fleetId}`])

export async function countFences(tx: Transaction, fleetId: string): Promise<number> {
  const { total } = await tx.one(
    liveFences.select(({ fn }) => fn.countAll<number>().as('total')).where('fences.fleet_id', '=', fleetId),
  )
  return Number(total)
}

/** Those of these fences that are live in the fleet, by id, with their names. */
export async function findFenceNames(
  tx: Transaction,
  fleetId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await tx.rows(
    liveFences
      .select(['fences.id', 'fences.name'])
      .where('fences.fleet_id', '=', fleetId)
      .where(sql<boolean>`fences.id = any(${ids}::uuid[])`),
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Those of these fences that are live. */
export async function findFencesByIds(tx: Transaction, ids: readonly string[]): Promise<Geofence[]> {
  const rows = await tx.rows(withShape.where(sql<boolean>`fences.id = any(${ids}::uuid[])`))
  return rows.map(fenceOf)
}

/** The fences that have this one as a checkpoint. */
export async function findRoutesOver(tx: Transaction, { id, fleetId }: Geofence): Promise<Geofence[]> {
  const rows = await tx.rows(
    withShape
      .where('fences.fleet_id', '=', fleetId)
      .where('fences.id', '<>', id)
      .where(sql<boolean>`fences.triggers @> ${JSON.stringify([{ fenceIds: [id] }])}::jsonb`),
  )
  return rows.map(fenceOf)
}

/** The names of the fences that have this one as a checkpoint. */
export async function findFencesOver(tx: Transaction, { id, fleetId }: Geofence): Promise<string[]> {
  const rows = await tx.rows(
    liveFences
      .select('fences.name')
      .where('fences.fleet_id', '=', fleetId)
      .where('fences.id', '<>', id)
      .where(sql<boolean>`fences.triggers @> ${JSON.stringify([{ fenceIds: [id] }])}::jsonb`)
      .orderBy(sql`fences.name collate "es-x-icu"`),
  )
  return rows.map(({ name }) => name)
}

/** Fences whose shape is that of the zone, in the order of their ids. */
export async function findFencesOfZone(tx: Transaction, zoneId: string): Promise<Geofence[]> {
  const rows = await tx.rows(withShape.where('fences.zone_id', '=', zoneId).orderBy('fences.id'))
  return rows.map(fenceOf)
}

async function unlessTaken(writing: Promise<unknown>): Promise<void> {
  try {
    await writing
  } catch (error) {
    const constraint = constraintOf(error)
    throw constraint === 'fences_name' ? problem('name_taken') : error
  }
}

const writtenOf = (tx: Transaction, fence: Geofence) => ({
  name: fence.name,
  description: fence.description,
  colour: fence.colour,
  tags: fence.tags,
  is_active: fence.isActive,
  vehicle_ids: fence.scope.kind === 'fleet' ? null : fence.scope.vehicleIds,
  triggers: JSON.stringify(fence.triggers),
  sensitivity: fence.sensitivity,
  zone_id: fence.zoneId,
  is_workshop: fence.isWorkshop,
  shape_version: fence.shapeVersion,
  version: fence.version,
  updated_at: tx.now,
  updated_by_name: tx.actor?.displayName ?? null,
})
const shapedOf = ({ shape }: Geofence) => ({
  kind: shape.kind,
  outline: JSON.stringify(outlineOf(shape, verticesOnMap)),
  ...boundsOfShape(shape),
})

const shapeRowOf = (tx: Transaction, { id, companyId, fleetId, shape, shapeVersion }: Geofence) => ({
  fence_id: id,
  shape_version: shapeVersion,
  company_id: companyId,
  fleet_id: fleetId,
  shape: JSON.stringify(shape),
  created_at: tx.now,
  created_by_name: tx.actor?.displayName ?? null,
})
const fenceRowOf = (tx: Transaction, fence: Geofence) => ({
  id: fence.id,
  company_id: fence.companyId,
  fleet_id: fence.fleetId,
  created_at: tx.now,
  ...writtenOf(tx, fence),
  ...shapedOf(fence),
})

/** Few enough for the parameters of one statement. */
export const insertedAtOnce = 200

/** At most `insertedAtOnce` fences with their shapes. @throws Problem `name_taken` */
export async function insertFences(tx: Transaction, fences: readonly Geofence[]): Promise<void> {
  await unlessTaken(
    tx.run(query.insertInto('geofences.fences').values(fences.map((fence) => fenceRowOf(tx, fence)))),
  )
  await tx.run(query.insertInto('geofences.shapes').values(fences.map((fence) => shapeRowOf(tx, fence))))
}

/** @throws Problem `name_taken` */
export const insertFence = (tx: Transaction, fence: Geofence): Promise<void> => insertFences(tx, [fence])

/** Writes the fence as given, versions included; a new version of the shape is added. @throws Problem `name_taken` */
export async function rewriteFence(tx: Transaction, fence: Geofence, hasNewShape: boolean): Promise<void> {
  if (hasNewShape) await tx.run(query.insertInto('geofences.shapes').values(shapeRowOf(tx, fence)))
  await unlessTaken(
    tx.run(
      query
        .updateTable('geofences.fences')
        .set({ ...writtenOf(tx, fence), ...(hasNewShape ? shapedOf(fence) : {}) })
        .where('id', '=', fence.id),
    ),
  )
}

/** Its shapes stay; its zone may be deleted. */
export const archiveFence = (tx: Transaction, id: string): Promise<number> =>
  tx.run(
    query
      .updateTable('geofences.fences')
      .set({
        archived_at: tx.now,
        zone_id: null,
        updated_at: tx.now,
        updated_by_name: tx.actor?.displayName ?? null,
        version: sql`version + 1`,
      })
      .where('id', '=', id),
  )
