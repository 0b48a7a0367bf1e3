import {
  type IncidentEntry,
  type SosContact,
  sosRoles,
} from '@rumbo/contract/communication.incident.contract'
import { isOfFleet } from '../../directory/index.ts'
import type { Transaction } from '../../platform/database/transaction.ts'

interface EntryRow {
  id: string
  at: Date
  kind: IncidentEntry['kind']
  by: string
  detail: string
}
const entryOf = (row: EntryRow): IncidentEntry => ({ ...row, at: row.at.toISOString() })

/** The log of an emergency, oldest first; of more than 1,000 entries the latest. */
export async function findEntries(tx: Transaction, threadId: string): Promise<IncidentEntry[]> {
  const rows = await tx.sql<EntryRow>(
    `select id, at, kind, by, detail from communication.incident_entries where thread_id = $1
     order by at desc, id desc limit 1000`,
    [threadId],
  )
  return rows.toReversed().map(entryOf)
}

/** Adds what was done; entries are never changed. */
export async function insertEntry(
  tx: Transaction,
  entry: Pick<IncidentEntry, 'id' | 'kind' | 'by' | 'detail'> & {
    threadId: string
    eventId: string
    byId: string | null
  },
): Promise<IncidentEntry> {
  const { id, kind, by, detail } = entry
  await tx.sql(
    `insert into communication.incident_entries (id, thread_id, event_id, at, kind, by_id, by, detail)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [id, entry.threadId, entry.eventId, tx.now, kind, entry.byId, by, detail],
  )
  return { id, at: tx.now.toISOString(), kind, by, detail }
}

/** Whom to call in an emergency of a fleet, in order: its contacts, and those of the whole company. */
export const findSosContacts = (
  tx: Transaction,
  companyId: string,
  fleetId: string | null,
): Promise<SosContact[]> =>
  tx.sql<SosContact>(
    `select id, concat_ws(' ', first_name, last_name) as name, role, nullif(primary_phone, '') as phone, email
     from directory.contacts contact
     where company_id = $1 and role = any($2::text[]) and archived_at is null and status = 'active'
       and ${isOfFleet('contact.id', '$3::uuid')}
     order by array_position($2::text[], role), last_name, id`,
    [companyId, sosRoles, fleetId],
  )
