import type { Delivery } from '@rumbo/contract/monitoring.deliveries.contract'
import type { Transaction } from '../database/transaction.ts'

/** A delivery to a webhook or push subscription. */
export interface TargetedDelivery
  extends Pick<
    Delivery,
    'id' | 'subject' | 'body' | 'status' | 'attempts' | 'error' | 'createdAt' | 'sentAt'
  > {
  /** Null unless it waits. */
  nextAttemptAt: string | null
}
type Row = Omit<TargetedDelivery, 'createdAt' | 'sentAt' | 'nextAttemptAt'> &
  Record<'createdAt', Date> &
  Record<'sentAt' | 'nextAttemptAt', Date | null>

const columns = `id, subject, body, status, attempts, error, created_at as "createdAt", sent_at as "sentAt",
  next_attempt_at as "nextAttemptAt"`
const deliveryOf = (row: Row): TargetedDelivery => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  sentAt: row.sentAt?.toISOString() ?? null,
  nextAttemptAt: row.nextAttemptAt?.toISOString() ?? null,
})

/** A page of what was sent to one target, newest first; under the system role, as everything here. */
export async function findTargetedPage(
  tx: Transaction,
  targetId: string,
  { page, size }: { page: number; size: number },
): Promise<{ items: TargetedDelivery[]; total: number }> {
  const [counted] = await tx.sql<{ total: number }>(
    'select count(*)::int as total from platform.deliveries where target_id = $1',
    [targetId],
  )
  const rows = await tx.sql<Row>(
    `select ${columns} from platform.deliveries where target_id = $1 order by id desc limit $2 offset $3`,
    [targetId, size, (page - 1) * size],
  )
  return { items: rows.map(deliveryOf), total: counted?.total ?? 0 }
}

/** One of a target, locked. */
export async function findTargeted(
  tx: Transaction,
  targetId: string,
  id: string,
): Promise<TargetedDelivery | undefined> {
  const [row] = await tx.sql<Row>(
    `select ${columns} from platform.deliveries where id = $1 and target_id = $2 for update`,
    [id, targetId],
  )
  return row && deliveryOf(row)
}
