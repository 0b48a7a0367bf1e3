import type {
  Delivery,
  DeliveryAttempt,
  FailingReceiver,
} from '@rumbo/contract/monitoring.deliveries.contract'
import { query } from '@rumbo/database'
import { sql } from 'kysely'
import type { Transaction } from '../platform/database/transaction.ts'

const deliveries = 'platform.deliveries'
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

interface DeliveryRow {
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

function deliveryOf(row: DeliveryRow): Delivery {
  const { created_at, sent_at, ...rest } = row as DeliveryRow & Delivery
  return { ...rest, createdAt: created_at.toISOString(), sentAt: sent_at?.toISOString() ?? null }
}

interface Filter {
  page: number
  size: number
  order: 'asc' | 'desc'
  search: string
  status?: readonly string[]
}

/** A page of deliveries; requires a role that may read them. */
export async function findDeliveries(tx: Transaction, filter: Filter) {
  let found = query.selectFrom(deliveries)
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
  return { items: rows.map(deliveryOf), total, page: filter.page, size: filter.size }
}

/** A delivery, locked, and when it is of no use any more. */
export async function lockDelivery(
  tx: Transaction,
  id: string,
): Promise<{ delivery: Delivery; expiresAt: Date | null } | undefined> {
  const row = await tx.first(
    query
      .selectFrom(deliveries)
      .select([...columns, 'expires_at'])
      .where('id', '=', id)
      .forUpdate(),
  )
  if (!row) return undefined
  const { expires_at, ...delivery } = row
  return { delivery: deliveryOf(delivery), expiresAt: expires_at }
}

export async function findDelivery(tx: Transaction, id: string): Promise<Delivery | undefined> {
  const row = await tx.first(query.selectFrom(deliveries).select(columns).where('id', '=', id))
  return row && deliveryOf(row)
}

/** Attempts of a delivery that failed, in order. */
export async function findAttempts(tx: Transaction, id: string): Promise<DeliveryAttempt[]> {
  const rows = await tx.rows(
    query
      .selectFrom('platform.delivery_attempts')
      .select(['number', 'ended_at', 'milliseconds', 'error'])
      .where('delivery_id', '=', id)
      .orderBy('number'),
  )
  return rows.map(({ ended_at, ...attempt }) => ({ ...attempt, endedAt: ended_at.toISOString() }))
}

/** Servers to which nothing but a trial is sent. */
export async function findFailing(tx: Transaction): Promise<FailingReceiver[]> {
  const rows = await tx.sql<{
    channel: FailingReceiver['channel']
    receiver: string
    failures: number
    failingSince: Date
    openUntil: Date
    error: string
  }>(
    `select channel, receiver, failures, failing_since as "failingSince", open_until as "openUntil", last_error as error
       from platform.delivery_receivers where open_until is not null order by receiver`,
  )
  return rows.map((row) => ({
    ...row,
    failingSince: row.failingSince.toISOString(),
    openUntil: row.openUntil.toISOString(),
  }))
}
