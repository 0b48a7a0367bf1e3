import type { Geofence } from '@rumbo/contract/geofences.contract'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database/transaction.ts'
import { withShape } from '../geofences.repository.ts'
import { fenceOf, liveFences } from '../geofences.rows.repository.ts'

/** The names of a fleet's fences as the database compares them. */
export async function findComparedNames(tx: Transaction, fleetId: string): Promise<Set<string>> {
  const rows = await tx.rows(
    liveFences.select(sql<string>`lower(fences.name)`.as('name')).where('fences.fleet_id', '=', fleetId),
  )
  return new Set(rows.map(({ name }) => name))
}

/** Names as the database compares them, by themselves. */
export async function findCompared(tx: Transaction, names: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx.sql<{ name: string; compared: string }>(
    'select name, lower(name) as compared from unnest($1::text[]) as given(name)',
    [[...new Set(names)]],
  )
  return new Map(rows.map(({ name, compared }) => [name, compared]))
}

/** Gateways read fences again that are named on the channel `rumbo_fences`. */
export const notifyOfFences = (tx: Transaction, fleetId: string, ids: readonly string[]) =>
  tx.sql(
    `select pg_notify('rumbo_fences', json_build_object('fenceId', id, 'fleetId', $2::text)::text)
       from unnest($1::uuid[]) as given(id)`,
    [ids, fleetId],
  )

const readAtOnce = 200

/** The fences of a fleet with their shapes, by name, or those of these ids; in batches. */
export async function* streamFences(
  tx: Transaction,
  fleetId: string,
  ids: readonly string[] | undefined,
): AsyncGenerator<Geofence[]> {
  let wanted = withShape.where('fences.fleet_id', '=', fleetId)
  if (ids) wanted = wanted.where(sql<boolean>`fences.id = any(${ids}::uuid[])`)
  for (let offset = 0; ; offset += readAtOnce) {
    const rows = await tx.rows(
      wanted
        .orderBy(sql`fences.name collate "es-x-icu"`)
        .orderBy('fences.id')
        .limit(readAtOnce)
        .offset(offset),
    )
    if (rows.length > 0) yield rows.map(fenceOf)
    if (rows.length < readAtOnce) return
  }
}
