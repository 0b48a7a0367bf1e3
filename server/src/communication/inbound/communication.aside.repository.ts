import type { AsideReason, AsideReply } from '@rumbo/contract/communication.aside.contract'
import { dayMs, hourMs } from '@rumbo/contract/time-units'
import type { Transaction } from '../../platform/database/transaction.ts'

export interface NewAside {
  id: string
  companyId: string
  channel: 'email' | 'sms'
  from: string
  contactName: string | null
  /** Contacts with the address of its sender. */
  contactIds: readonly string[]
  /** Of the conversation that it answers; null where it answers none. */
  fleetId: string | null
  subject: string
  text: string
  reason: AsideReason
  receivedAt: Date
}

export const insertAside = (tx: Transaction, aside: NewAside) =>
  tx.sql(
    `insert into communication.aside (id, company_id, channel, from_address, contact_name, contact_ids, fleet_id, subject,
       text, reason, received_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      aside.id,
      aside.companyId,
      aside.channel,
      aside.from,
      aside.contactName,
      aside.contactIds,
      aside.fleetId,
      aside.subject,
      aside.text,
      aside.reason,
      aside.receivedAt,
    ],
  )

type Sender = Pick<NewAside, 'companyId' | 'channel' | 'from'>
const hourAgo = (tx: Transaction) => new Date(tx.now.getTime() - hourMs)

/** What is kept of the last hour, of the sender and of all senders of the company. */
export async function countKept(
  tx: Transaction,
  { companyId, channel, from }: Sender,
): Promise<{ ofSender: number; ofCompany: number }> {
  const [row] = await tx.sql<{ ofSender: number; ofCompany: number }>(
    `select count(*) filter (where channel = $2 and from_address = $3)::int as "ofSender", count(*)::int as "ofCompany"
     from communication.aside where company_id = $1 and received_at > $4`,
    [companyId, channel, from, hourAgo(tx)],
  )
  return row ?? { ofSender: 0, ofCompany: 0 }
}

/** Those who keep replies of a company do so one at a time, so that the limits hold. */
export const lockKeeping = (tx: Transaction, companyId: string) =>
  tx.sql("select pg_advisory_xact_lock(hashtextextended('aside ' || $1, 0))", [companyId])

/** Counts one that is not kept: with the sender's last one of this hour, or else with the company's hour. */
export async function countFlood(tx: Transaction, { companyId, channel, from }: Sender): Promise<void> {
  const counted = await tx.sql(
    `update communication.aside set more = more + 1 where id = (
       select id from communication.aside
       where company_id = $1 and channel = $2 and from_address = $3 and received_at > $4
       order by received_at desc, id desc limit 1)
     returning id`,
    [companyId, channel, from, hourAgo(tx)],
  )
  if (counted.length > 0) return
  await tx.sql(
    `insert into communication.aside_floods (company_id, hour, replies) values ($1, date_trunc('hour', $2::timestamptz), 1)
     on conflict (company_id, hour) do update set replies = aside_floods.replies + 1`,
    [companyId, tx.now],
  )
}

/** How many of the last day are counted for the company alone. */
export async function countNotKept(tx: Transaction, companyId: string): Promise<number> {
  const [row] = await tx.sql<{ count: number }>(
    `select coalesce(sum(replies), 0)::int as count from communication.aside_floods where company_id = $1 and hour > $2`,
    [companyId, new Date(tx.now.getTime() - dayMs)],
  )
  return row?.count ?? 0
}

/** Whether these are all fleets of the company. */
export async function areAllFleets(
  tx: Transaction,
  companyId: string,
  fleetIds: readonly string[],
): Promise<boolean> {
  const others = await tx.sql(
    `select from organisation.fleets where company_id = $1 and archived_at is null and id <> all($2::uuid[]) limit 1`,
    [companyId, fleetIds],
  )
  return others.length === 0
}

const asideLimit = 200
const columns = `aside.id, aside.company_id as "companyId", channel, from_address as "from",
  contact_name as "contactName", subject, text, reason, received_at as "receivedAt", more,
  coalesce((select json_agg(json_build_object('id', file.id, 'name', file.name, 'contentType', file.content_type,
      'bytes', file.bytes, 'seconds', file.seconds, 'width', file.width, 'height', file.height)
      order by file.created_at, file.id)
    from communication.attachments file where file.aside_id = aside.id), '[]') as attachments`
type Row = Omit<AsideReply, 'receivedAt'> & { receivedAt: Date }
const asideOf = (row: Row): AsideReply => ({ ...row, receivedAt: row.receivedAt.toISOString() })

/** Whose replies are shown. */
export interface AsideScope {
  companyId: string
  /** Those of this fleet, and of contacts with whom it has conversations. */
  fleetIds: readonly string[]
  /** All of the company. */
  isCompanyWide: boolean
}

/** The latest that are shown there. @param id this one alone */
export async function findAside(
  tx: Transaction,
  { companyId, fleetIds, isCompanyWide }: AsideScope,
  id: string | null = null,
): Promise<AsideReply[]> {
  const rows = await tx.sql<Row>(
    `select ${columns} from communication.aside
     where aside.company_id = $1 and ($5::uuid is null or aside.id = $5)
       and ($2::boolean or aside.fleet_id = any($3::uuid[]) or (aside.fleet_id is null and exists (
         select from communication.threads thread
         where thread.company_id = aside.company_id and thread.fleet_id = any($3::uuid[])
           and (thread.contact_id = any(aside.contact_ids) or thread.driver_id = any(aside.contact_ids)
             or thread.party_ids && aside.contact_ids))))
     order by received_at desc, aside.id desc limit $4`,
    [companyId, isCompanyWide, fleetIds, asideLimit, id],
  )
  return rows.map(asideOf)
}

/** The company of one, which is locked; null where there is none. */
export async function lockAside(tx: Transaction, id: string): Promise<string | null> {
  const [row] = await tx.sql<{ companyId: string }>(
    `select company_id as "companyId" from communication.aside where id = $1 for update`,
    [id],
  )
  return row?.companyId ?? null
}

/** The company of one that has a file; null where none has it. */
export async function findCompanyOfAside(tx: Transaction, id: string): Promise<string | null> {
  const [row] = await tx.sql<{ companyId: string }>(
    `select company_id as "companyId" from communication.aside where id = $1`,
    [id],
  )
  return row?.companyId ?? null
}

/** Gives the files of one to a message. */
export const moveFiles = (tx: Transaction, { asideId, messageId }: { asideId: string; messageId: string }) =>
  tx.sql('update communication.attachments set aside_id = null, message_id = $2 where aside_id = $1', [
    asideId,
    messageId,
  ])

/** Deletes them with their files. @returns the ids of the files */
export async function deleteAside(tx: Transaction, ids: readonly string[]): Promise<string[]> {
  const files = await tx.sql<{ id: string }>(
    'delete from communication.attachments where aside_id = any($1::uuid[]) returning id',
    [ids],
  )
  await tx.sql('delete from communication.aside where id = any($1::uuid[])', [ids])
  return files.map(({ id }) => id)
}
