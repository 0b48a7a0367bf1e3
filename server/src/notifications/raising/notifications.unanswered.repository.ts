import type { Transaction } from '../../platform/database/transaction.ts'

/** An urgent message whose next notification is due. */
export interface Unanswered {
  messageId: string
  companyId: string
  fleetId: string
  /** How often it was notified again. */
  step: number
}

/** Remembers an urgent message until somebody opens it; under the system role, as everything here. */
export async function beginUnanswered(
  tx: Transaction,
  { messageId, companyId, fleetId, dueAt }: Omit<Unanswered, 'step'> & { dueAt: Date },
): Promise<void> {
  await tx.sql(
    `insert into notifications.unanswered (message_id, company_id, fleet_id, due_at) values ($1, $2, $3, $4)
     on conflict (message_id) do nothing`,
    [messageId, companyId, fleetId, dueAt],
  )
}

/** One that is due, locked; undefined where there is none. */
export async function takeUnanswered(tx: Transaction): Promise<Unanswered | undefined> {
  const [row] = await tx.sql<Unanswered>(
    `select message_id as "messageId", company_id as "companyId", fleet_id as "fleetId", step
     from notifications.unanswered where due_at <= $1 order by due_at limit 1 for update skip locked`,
    [tx.now],
  )
  return row
}

/** @param dueAt of the next notification; null: there is none */
export async function writeUnanswered(tx: Transaction, messageId: string, dueAt: Date | null): Promise<void> {
  if (dueAt === null) await tx.sql('delete from notifications.unanswered where message_id = $1', [messageId])
  else
    await tx.sql(
      'update notifications.unanswered set step = step + 1, due_at = $2, failures = 0 where message_id = $1',
      [messageId, dueAt],
    )
}
