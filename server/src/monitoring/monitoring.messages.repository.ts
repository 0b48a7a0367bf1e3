import type { OutgoingMessage } from '@rumbo/contract/monitoring.messages.contract'
import { query } from '@rumbo/database'
import { sql } from 'kysely'
import type { Transaction } from '../platform/database/transaction.ts'

const mails = 'platform.mails'
const columns = [
  'id',
  'channel',
  'recipient',
  'language',
  'subject',
  'body',
  'status',
  'attempts',
  'error',
  'created_at',
  'sent_at',
] as const

interface MessageRow {
  id: string
  channel: string
  recipient: string
  language: string
  subject: string
  body: string
  status: string
  attempts: number
  error: string | null
  created_at: Date
  sent_at: Date | null
}

function messageOf(row: MessageRow): OutgoingMessage {
  const { created_at, sent_at, ...rest } = row as MessageRow & OutgoingMessage
  return { ...rest, createdAt: created_at.toISOString(), sentAt: sent_at?.toISOString() ?? null }
}

interface Filter {
  page: number
  size: number
  order: 'asc' | 'desc'
  search: string
  status?: readonly string[]
}

/** A page of outgoing messages; requires a role that may read them. */
export async function findMessages(tx: Transaction, filter: Filter) {
  let found = query.selectFrom(mails)
  if (filter.status && filter.status.length > 0) found = found.where('status', 'in', filter.status)
  if (filter.search) {
    const pattern = `%${filter.search.replace(/[\\%_]/g, '\\$&')}%`
    found = found.where((where) =>
      where.or([where('recipient', 'ilike', pattern), where('subject', 'ilike', pattern)]),
    )
  }
  const { total } = await tx.one(found.select(sql<number>`count(*)`.as('total')))
  const rows = await tx.rows(
    found
      .select(columns)
      .orderBy('created_at', filter.order)
      .orderBy('id', filter.order)
      .limit(filter.size)
      .offset((filter.page - 1) * filter.size),
  )
  return { items: rows.map(messageOf), total, page: filter.page, size: filter.size }
}

export async function lockMessage(tx: Transaction, id: string): Promise<OutgoingMessage | undefined> {
  const row = await tx.first(query.selectFrom(mails).select(columns).where('id', '=', id).forUpdate())
  return row && messageOf(row)
}

/** Resets the message to waiting, as if just posted. */
export async function requeueMessage(tx: Transaction, id: string): Promise<void> {
  await tx.run(
    query
      .updateTable(mails)
      .set({ status: 'pending', attempts: 0, next_attempt_at: null, error: null })
      .where('id', '=', id),
  )
}
