import type { Webhook } from '@rumbo/contract/notifications.webhooks.contract'
import type { Transaction } from '../../platform/database/transaction.ts'

export interface StoredSecret {
  id: string
  sealed: string
  createdAt: string
  /** Null: until there is another one. */
  endsAt: string | null
}
export interface WebhookRow {
  id: string
  companyId: string
  fleetIds: string[]
  name: string
  url: string
  isActive: boolean
  disabledReason: Webhook['disabledReason']
  failingSince: Date | null
  secrets: StoredSecret[]
  version: number
  updatedByName: string | null
  updatedAt: Date
}
const columns = `id, company_id as "companyId", fleet_ids as "fleetIds", name, url, is_active as "isActive",
  disabled_reason as "disabledReason", failing_since as "failingSince", secrets, version,
  updated_by_name as "updatedByName", updated_at as "updatedAt"`

/** The secrets that calls are signed with at this moment. */
export const inForce = (secrets: readonly StoredSecret[], now: Date) =>
  secrets.filter(({ endsAt }) => endsAt === null || Date.parse(endsAt) > now.getTime())

export const webhookOf = (row: WebhookRow, now: Date): Webhook => {
  const { updatedAt: _, updatedByName: __, secrets, failingSince, ...webhook } = row
  return {
    ...webhook,
    failingSince: failingSince?.toISOString() ?? null,
    secrets: inForce(secrets, now).map(({ sealed: _sealed, ...secret }) => secret),
  }
}

/** Under the system role, as everything here. @param companyIds null: of all companies */
export const findWebhooks = (tx: Transaction, companyIds: readonly string[] | null): Promise<WebhookRow[]> =>
  tx.sql<WebhookRow>(
    `select ${columns} from notifications.webhooks where $1::uuid[] is null or company_id = any ($1::uuid[])
      order by lower(name), id`,
    [companyIds],
  )

/** Those of a company that are switched on, of these ids. */
export const findActive = (
  tx: Transaction,
  companyId: string,
  ids: readonly string[],
): Promise<WebhookRow[]> =>
  tx.sql<WebhookRow>(
    `select ${columns} from notifications.webhooks where company_id = $1 and id = any ($2::uuid[]) and is_active
      order by id`,
    [companyId, ids],
  )

export async function findWebhook(
  tx: Transaction,
  id: string,
  { isLocked = false } = {},
): Promise<WebhookRow | undefined> {
  const [row] = await tx.sql<WebhookRow>(
    `select ${columns} from notifications.webhooks where id = $1 ${isLocked ? 'for update' : ''}`,
    [id],
  )
  return row
}

/** The number of a company's webhooks; blocks others that add one until the transaction ends. */
export async function countWebhooks(tx: Transaction, companyId: string): Promise<number> {
  await tx.sql('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`webhooks ${companyId}`])
  const [row] = await tx.sql<{ total: number }>(
    'select count(*)::int as total from notifications.webhooks where company_id = $1',
    [companyId],
  )
  return row?.total ?? 0
}

/** Whether another webhook of the company has the name. */
export async function isNameTaken(
  tx: Transaction,
  { id, companyId, name }: Pick<WebhookRow, 'id' | 'companyId' | 'name'>,
): Promise<boolean> {
  const found = await tx.sql(
    'select from notifications.webhooks where company_id = $1 and lower(name) = lower($2) and id <> $3',
    [companyId, name, id],
  )
  return found.length > 0
}

/** Adds or rewrites a webhook. */
export async function saveWebhook(tx: Transaction, row: WebhookRow): Promise<void> {
  await tx.sql(
    `insert into notifications.webhooks (id, company_id, fleet_ids, name, url, is_active, disabled_reason, failing_since,
       secrets, version, created_at, created_by_name, updated_at, updated_by_name)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $11, $12)
     on conflict (id) do update set fleet_ids = excluded.fleet_ids, name = excluded.name, url = excluded.url,
       is_active = excluded.is_active, disabled_reason = excluded.disabled_reason,
       failing_since = excluded.failing_since, secrets = excluded.secrets, version = excluded.version,
       updated_at = excluded.updated_at, updated_by_name = excluded.updated_by_name`,
    [
      row.id,
      row.companyId,
      row.fleetIds,
      row.name,
      row.url,
      row.isActive,
      row.disabledReason,
      row.failingSince,
      JSON.stringify(row.secrets),
      row.version,
      tx.now,
      tx.actor?.displayName ?? null,
    ],
  )
}

export const removeWebhook = (tx: Transaction, id: string) =>
  tx.sql('delete from notifications.webhooks where id = $1', [id])

/** Whether a fleet that is not archived belongs to the company, for each. */
export async function areFleetsOf(
  tx: Transaction,
  companyId: string,
  fleetIds: readonly string[],
): Promise<boolean> {
  const [row] = await tx.sql<{ total: number }>(
    `select count(*)::int as total from organisation.fleets
      where company_id = $1 and id = any ($2::uuid[]) and archived_at is null`,
    [companyId, fleetIds],
  )
  return row?.total === new Set(fleetIds).size
}

/** A call succeeded. */
export const noteSuccess = (tx: Transaction, id: string) =>
  tx.sql<{ companyId: string }>(
    `update notifications.webhooks set failing_since = null where id = $1 and failing_since is not null
     returning company_id as "companyId"`,
    [id],
  )

/** A call failed. @returns the webhook where all have failed for so long that it was switched off now */
export async function noteFailure(
  tx: Transaction,
  id: string,
  longestMs: number,
): Promise<WebhookRow | undefined> {
  const [row] = await tx.sql<WebhookRow>(
    `update notifications.webhooks set failing_since = coalesce(failing_since, $2::timestamptz),
        is_active = failing_since is null or failing_since > $3::timestamptz,
        disabled_reason = case when failing_since <= $3::timestamptz then 'failing' end
      where id = $1 and is_active and (failing_since is null or failing_since <= $3::timestamptz)
     returning ${columns}`,
    [id, tx.now, new Date(tx.now.getTime() - longestMs)],
  )
  return row?.isActive === false ? row : undefined
}

/** Switches off what answered that it is gone. @returns it, unless it was off */
export async function noteGone(tx: Transaction, id: string): Promise<WebhookRow | undefined> {
  const [row] = await tx.sql<WebhookRow>(
    `update notifications.webhooks set is_active = false, disabled_reason = 'gone' where id = $1 and is_active
     returning ${columns}`,
    [id],
  )
  return row
}
