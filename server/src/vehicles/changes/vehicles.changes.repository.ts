import { query } from '@rumbo/database'
import type { Transaction } from '../../platform/database/transaction.ts'

interface Notes {
  notesOwner: string | null
  notesMechanic: string | null
  notesGeneral: string | null
}

export async function writeNotes(tx: Transaction, id: string, notes: Notes): Promise<void> {
  await tx.run(
    query
      .updateTable('vehicles.vehicles')
      .set(({ eb }) => ({
        notes_owner: notes.notesOwner,
        notes_mechanic: notes.notesMechanic,
        notes_general: notes.notesGeneral,
        version: eb('version', '+', 1),
        updated_at: tx.now,
        updated_by_name: tx.actor?.displayName ?? null,
      }))
      .where('id', '=', id),
  )
}

/** Increments the version of vehicles whose manual status was set, by a person or a workshop, so that a form opened before is refused as stale. */
export async function markChanged(tx: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx.sql(
    `update vehicles.vehicles set version = version + 1, updated_at = $2, updated_by_name = $3
     where id = any($1::uuid[])`,
    [ids, tx.now, tx.actor?.displayName ?? null],
  )
}

/** Skills in use within the caller's scopes, in their most frequent spelling, with the number of vehicles. */
export const findSkills = (
  tx: Transaction,
  { companyId = null, fleetId = null }: { companyId?: string | null; fleetId?: string | null },
): Promise<{ skill: string; vehicles: number }[]> =>
  tx.sql(
    `select mode() within group (order by s.skill) as skill, count(*)::int as vehicles
     from vehicles.vehicles v cross join unnest(v.skills, v.skill_keys) as s(skill, key)
     where v.archived_at is null and v.skills <> '{}'
       and ($1::uuid is null or v.company_id = $1) and ($2::uuid is null or v.fleet_id = $2)
     group by s.key order by 2 desc, 1 limit 200`,
    [companyId, fleetId],
  )
