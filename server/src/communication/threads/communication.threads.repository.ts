import type { Thread, ThreadBox, ThreadKind, ThreadStatus } from '@rumbo/contract/communication.contract'
import { searchPatterns } from '../../platform/database/search-patterns.ts'
import { wordQuery } from '../../platform/database/search-words.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { threadsOfUnits, unitOfThread } from './communication.units.repository.ts'

/** The unit of a driver or service changes while the conversation lives; that of an emergency does not. */
const hasFixedUnit = `t.kind not in ('driver', 'service')`
const columns = `t.id, t.company_id as "companyId", t.fleet_id as "fleetId", t.kind, t.title, t.driver_id as "driverId",
  t.contact_id as "contactId", t.service_id as "serviceId", t.service_number as "serviceNumber", t.event_id as "eventId",
  coalesce(unit.id, case when ${hasFixedUnit} then t.vehicle_id end) as "vehicleId",
  coalesce(unit.vehicle_number, case when ${hasFixedUnit} then t.vehicle_number end) as "vehicleNumber",
  t.party_ids as "partyIds",
  t.assignee_id as "assigneeId", t.assignee, t.status, t.is_pinned as "isPinned",
  t.last_sequence::int as "lastSequence", t.last_at as "lastAt", t.last_text as "lastText", t.last_from as "lastFrom",
  t.waiting_since as "waitingSince", t.version, t.created_at as "createdAt",
  coalesce(mine.read_sequence, 0)::int as "readSequence", coalesce(mine.is_member, false) as "isMember",
  t.urgent_sequence > coalesce(mine.read_sequence, 0) as "isUrgent"`
/** With the mark of the reader, who is the first parameter. */
const marked =
  'communication.threads t left join communication.members mine on mine.thread_id = t.id and mine.user_id = $1'
/** Also with the unit that the driver drives now, or that the service has now. */
const threads = `${marked} left join lateral (${unitOfThread}) unit on true`

export interface ThreadRow {
  id: string
  companyId: string
  fleetId: string | null
  kind: ThreadKind
  title: string
  driverId: string | null
  contactId: string | null
  serviceId: string | null
  serviceNumber: number | null
  eventId: string | null
  vehicleId: string | null
  vehicleNumber: string | null
  partyIds: string[]
  assigneeId: string | null
  assignee: string | null
  status: ThreadStatus
  isPinned: boolean
  lastSequence: number
  lastAt: Date
  lastText: string
  lastFrom: string | null
  waitingSince: Date | null
  version: number
  createdAt: Date
  readSequence: number
  isMember: boolean
  isUrgent: boolean
}

export const threadOf = ({ partyIds: _parties, isMember: _member, ...row }: ThreadRow): Thread => ({
  ...row,
  unread: Math.max(0, row.lastSequence - row.readSequence),
  lastAt: row.lastAt.toISOString(),
  waitingSince: row.waitingSince?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
})

/** @param readerId whose mark it comes with */
export async function findThread(tx: Transaction, id: string, readerId: string): Promise<ThreadRow | null> {
  const [row] = await tx.sql<ThreadRow>(`select ${columns} from ${threads} where t.id = $2`, [readerId, id])
  return row ?? null
}

/** Until the transaction ends nobody else writes in the conversation or changes it. */
export async function lockThread(tx: Transaction, id: string, readerId: string): Promise<ThreadRow | null> {
  await tx.sql('select from communication.threads where id = $1 for update', [id])
  return findThread(tx, id, readerId)
}

const boxes: Readonly<Record<ThreadBox, string>> = {
  all: `t.status = 'open'`,
  mine: `t.status = 'open' and t.assignee_id = $1`,
  unassigned: `t.status = 'open' and t.assignee_id is null`,
  unread: `t.status = 'open' and t.last_sequence > coalesce(mine.read_sequence, 0)`,
  urgent: `t.status = 'open' and (t.urgent_sequence > coalesce(mine.read_sequence, 0) or t.kind = 'emergency')`,
  waiting: `t.status = 'open' and t.waiting_since is not null`,
  done: `t.status = 'done'`,
}

interface ThreadFilter {
  readerId: string
  fleetIds: readonly string[]
  companyId: string | null
  box: ThreadBox
  kinds: readonly ThreadKind[] | null
  search: string
  page: number
  size: number
}

/**
 * Shared conversations of fleets, found by parts of their names and beginnings of words of one message; a search
 * also finds those that are done, unless the box says otherwise.
 */
export async function findThreads(
  tx: Transaction,
  filter: ThreadFilter,
): Promise<{ items: Thread[]; total: number }> {
  const { readerId, fleetIds, companyId, box, kinds, search, page, size } = filter
  const patterns = searchPatterns(search)
  const inBox = box === 'all' && patterns.length > 0 ? 'true' : boxes[box]
  const rows = await tx.sql<ThreadRow & { total: number }>(
    `select ${columns}, found.total from (
       select t.id as found_id, count(*) over ()::int as total from ${marked}
       where t.fleet_id = any($2::uuid[]) and ($3::uuid is null or t.company_id = $3)
         and ($4::text[] is null or t.kind = any($4)) and ${inBox}
         and (cardinality($5::text[]) = 0 or t.search_text like all($5::text[])
           or t.id in (${threadsOfUnits})
           or t.id in (select m.thread_id from communication.messages m
             where communication.words_of(m.search_text) @@ $8::tsquery and m.fleet_id = any($2::uuid[])))
       order by t.is_pinned desc, t.last_at desc, t.id limit $6 offset $7) found
     join ${threads} on t.id = found.found_id
     order by t.is_pinned desc, t.last_at desc, t.id`,
    [readerId, fleetIds, companyId, kinds, patterns, size, (page - 1) * size, wordQuery(search)],
  )
  return { items: rows.map(({ total: _total, ...row }) => threadOf(row)), total: rows[0]?.total ?? 0 }
}

/** The latest 200 private conversations of a user. */
export async function findOwnThreads(
  tx: Transaction,
  userId: string,
  companyIds: readonly string[],
): Promise<Thread[]> {
  const rows = await tx.sql<ThreadRow>(
    `select ${columns} from ${threads} where mine.is_member and t.fleet_id is null and t.company_id = any($2::uuid[])
     order by t.last_at desc, t.id limit 200`,
    [userId, companyIds],
  )
  return rows.map(threadOf)
}

export async function countOpenThreads(
  tx: Transaction,
  userId: string,
  { fleetIds, companyIds }: { fleetIds: readonly string[]; companyIds: readonly string[] },
) {
  const [row] = await tx.sql<{ unread: number; urgent: number; waiting: number; mine: number }>(
    `select count(*) filter (where ${boxes.unread})::int as unread,
       count(*) filter (where t.fleet_id is not null and ${boxes.urgent})::int as urgent,
       count(*) filter (where ${boxes.waiting})::int as waiting, count(*) filter (where ${boxes.mine})::int as mine
     from ${marked}
     where t.status = 'open' and (t.fleet_id = any($2::uuid[])
       or (t.fleet_id is null and mine.is_member and t.company_id = any($3::uuid[])))`,
    [userId, fleetIds, companyIds],
  )
  return row ?? { unread: 0, urgent: 0, waiting: 0, mine: 0 }
}

export interface NewThread {
  id: string
  companyId: string
  fleetId: string | null
  kind: ThreadKind
  title: string
  driverId?: string | null
  contactId?: string | null
  serviceId?: string
  serviceNumber?: number
  eventId?: string
  vehicleId?: string | null
  vehicleNumber?: string | null
  partyIds?: readonly string[]
  directKey?: string | null
  isPinned?: boolean
}

/** Adds a conversation, or finds the one that already is with this driver or contact, or about this service or event. */
export async function insertThread(
  tx: Transaction,
  thread: NewThread,
): Promise<{ id: string; isNew: boolean }> {
  const [added] = await tx.sql<{ id: string }>(
    `insert into communication.threads (id, company_id, fleet_id, kind, title, driver_id, contact_id, service_id,
       service_number, event_id, vehicle_id, vehicle_number, party_ids, direct_key, is_pinned, last_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $16)
     on conflict do nothing returning id`,
    [
      thread.id,
      thread.companyId,
      thread.fleetId,
      thread.kind,
      thread.title,
      thread.driverId ?? null,
      thread.contactId ?? null,
      thread.serviceId ?? null,
      thread.serviceNumber ?? null,
      thread.eventId ?? null,
      thread.vehicleId ?? null,
      thread.vehicleNumber ?? null,
      thread.partyIds ?? [],
      thread.directKey ?? null,
      thread.isPinned ?? false,
      tx.now,
    ],
  )
  if (added) return { id: added.id, isNew: true }
  const [found] = await tx.sql<{ id: string }>(
    `select id from communication.threads
     where ($1 = 'driver' and kind = 'driver' and fleet_id = $2 and driver_id = $3)
       or ($1 = 'contact' and kind = 'contact' and fleet_id = $2 and contact_id = $4)
       or ($1 = 'service' and kind = 'service' and fleet_id = $2 and service_id = $5)
       or ($1 = 'emergency' and kind = 'emergency' and event_id = $6)
       or ($1 = 'direct' and direct_key = $7)`,
    [
      thread.kind,
      thread.fleetId,
      thread.driverId ?? null,
      thread.contactId ?? null,
      thread.serviceId ?? null,
      thread.eventId ?? null,
      thread.directKey ?? null,
    ],
  )
  if (!found) throw new Error(`There is no conversation of kind ${thread.kind} that a new one would repeat.`)
  return { id: found.id, isNew: false }
}

export const insertMembers = (
  tx: Transaction,
  threadId: string,
  people: readonly { id: string; name: string }[],
) =>
  tx.sql(
    `insert into communication.members (thread_id, user_id, name, is_member, joined_at)
     select $1, person.id, person.name, true, $4 from unnest($2::uuid[], $3::text[]) as person(id, name)
     on conflict do nothing`,
    [threadId, people.map(({ id }) => id), people.map(({ name }) => name), tx.now],
  )

interface Mark {
  id: string
  name: string
  isMember: boolean
  readSequence: number
}
/** Members, and everybody who has read the conversation. */
export const findMarks = (tx: Transaction, threadId: string): Promise<Mark[]> =>
  tx.sql<Mark>(
    `select user_id as id, name, is_member as "isMember", read_sequence::int as "readSequence"
     from communication.members where thread_id = $1 order by name, user_id`,
    [threadId],
  )

/** Moves the reader's mark forward. @returns whether it moved */
export async function writeMark(
  tx: Transaction,
  threadId: string,
  reader: { userId: string; displayName: string },
  sequence: number,
): Promise<boolean> {
  const rows = await tx.sql(
    `insert into communication.members as mark (thread_id, user_id, name, is_member, read_sequence, read_at, joined_at)
     select $1, $2, $3, false, least($4, t.last_sequence), $5, $5 from communication.threads t where t.id = $1
     on conflict (thread_id, user_id) do update set read_sequence = excluded.read_sequence, read_at = $5
     where mark.read_sequence < excluded.read_sequence returning thread_id`,
    [threadId, reader.userId, reader.displayName, sequence, tx.now],
  )
  return rows.length > 0
}

export const writeThread = (
  tx: Transaction,
  id: string,
  set: { assignee?: { id: string; name: string } | null; status?: ThreadStatus; isPinned?: boolean },
) =>
  tx.sql(
    `update communication.threads set version = version + 1,
       assignee_id = case when $2 then $3::uuid else assignee_id end, assignee = case when $2 then $4 else assignee end,
       status = coalesce($5, status), is_pinned = coalesce($6, is_pinned),
       waiting_since = case when $5 = 'done' then null else waiting_since end
     where id = $1`,
    [
      id,
      set.assignee !== undefined,
      set.assignee?.id ?? null,
      set.assignee?.name ?? null,
      set.status ?? null,
      set.isPinned ?? null,
    ],
  )
