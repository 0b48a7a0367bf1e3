import type { DriverAction } from '@rumbo/contract/drivers.contract'
import type { Transaction } from '../platform/database/transaction.ts'

export interface RecordedAction {
  userId: string
  /** Null: done. */
  problem: string | null
}

export async function findAction(tx: Transaction, id: string): Promise<RecordedAction | null> {
  const [row] = await tx.sql<RecordedAction>(
    'select user_id as "userId", problem from drivers.actions where id = $1',
    [id],
  )
  return row ?? null
}

/** Removes actions received before a time. @returns the number of removed rows */
export async function purgeActions(tx: Transaction, before: Date, limit: number): Promise<number> {
  const rows = await tx.sql(
    `delete from drivers.actions where id = any(array(select id from drivers.actions where received_at < $1 limit $2))
     returning id`,
    [before, limit],
  )
  return rows.length
}

/**
 * Records an action; waits while another transaction records the same one.
 * @param receivedAt by the server's clock; `tx.now` is when it happened
 * @returns whether it is new
 */
export async function insertAction(
  tx: Transaction,
  userId: string,
  { id, kind }: Pick<DriverAction, 'id' | 'kind'>,
  of: {
    companyId: string | null
    fleetId: string | null
    serviceId: string | null
    receivedAt: Date
    problem: string | null
  },
): Promise<boolean> {
  const rows = await tx.sql(
    `insert into drivers.actions (id, user_id, company_id, fleet_id, service_id, kind, happened_at, received_at, problem)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (id) do nothing returning id`,
    [id, userId, of.companyId, of.fleetId, of.serviceId, kind, tx.now, of.receivedAt, of.problem],
  )
  return rows.length > 0
}

/** How often a wrong PIN was typed for a service. */
export async function countWrongPins(tx: Transaction, serviceId: string): Promise<number> {
  const [row] = await tx.sql<{ total: number }>(
    "select count(*)::integer as total from drivers.actions where service_id = $1 and problem = 'pin_wrong'",
    [serviceId],
  )
  return row?.total ?? 0
}

/** Replaces the key of a person's phone, of which only the hash is kept. */
export async function savePhone(tx: Transaction, userId: string, keyHash: string): Promise<void> {
  await tx.sql(
    `insert into drivers.phones (key_hash, user_id, created_at) values ($1, $2, $3)
     on conflict (user_id) do update set key_hash = excluded.key_hash, created_at = excluded.created_at`,
    [keyHash, userId, tx.now],
  )
}

/** The person with the phone of this key; null for an unknown key. */
export async function findPhoneUser(tx: Transaction, keyHash: string): Promise<string | null> {
  const [row] = await tx.sql<{ userId: string }>(
    'select user_id as "userId" from drivers.phones where key_hash = $1',
    [keyHash],
  )
  return row?.userId ?? null
}
