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
  latitude: number | null
  longitude: number | null
  fixAt: Date | null
}
const entryOf = ({ latitude, longitude, fixAt, ...row }: EntryRow): IncidentEntry => ({
  ...row,
  at: row.at.toISOString(),
  place:
    latitude === null || longitude === null || fixAt === null
      ? null
      : { latitude, longitude, at: fixAt.toISOString() },
})

const columns = `id, at, kind, by, detail, latitude, longitude, fix_at as "fixAt"`

/** The log of an emergency, oldest first: the latest 1,000 entries and, so that none crowds out the others, 200 positions. */
export async function findEntries(tx: Transaction, threadId: string): Promise<IncidentEntry[]> {
  const rows = await tx.sql<EntryRow>(
    `(select ${columns} from communication.incident_entries where thread_id = $1 and kind <> 'position'
       order by at desc, id desc limit 1000)
     union all
     (select ${columns} from communication.incident_entries where thread_id = $1 and kind = 'position'
       order by at desc, id desc limit 200)
     order by at, id`,
    [threadId],
  )
  return rows.map(entryOf)
}

/** Adds what was done, once for each id; entries are never changed. */
export async function insertEntry(
  tx: Transaction,
  entry: Pick<IncidentEntry, 'id' | 'kind' | 'by' | 'detail'> & {
    threadId: string
    eventId: string
    byId: string | null
    place?: IncidentEntry['place']
  },
): Promise<IncidentEntry> {
  const { id, kind, by, detail, place = null } = entry
  await tx.sql(
    `insert into communication.incident_entries (id, thread_id, event_id, at, kind, by_id, by, detail, latitude,
       longitude, fix_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) on conflict (id) do nothing`,
    [
      id,
      entry.threadId,
      entry.eventId,
      tx.now,
      kind,
      entry.byId,
      by,
      detail,
      place?.latitude ?? null,
      place?.longitude ?? null,
      place?.at ?? null,
    ],
  )
  return { id, at: tx.now.toISOString(), kind, by, detail, place }
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
