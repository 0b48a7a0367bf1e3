import type { listAudit } from '@rumbo/contract/monitoring.audit.contract'
import { query } from '@rumbo/database'
import { sql } from 'kysely'
import type * as z from 'zod'
import type { Transaction } from '../platform/database/transaction.ts'
import { wordsQuery } from './monitoring.audit.rules.ts'

type ListQuery = z.output<NonNullable<typeof listAudit.query>>
export type AuditFilter = Pick<
  ListQuery,
  'companyId' | 'actorId' | 'entity' | 'entityId' | 'action' | 'from' | 'to' | 'search'
>

export interface AuditRow {
  id: string
  at: Date
  actorId: string | null
  actorName: string | null
  address: string | null
  companyId: string | null
  action: string
  entity: string
  entityId: string | null
  entityName: string | null
  changes: unknown
}

const entries = query.selectFrom('platform.audit_entries as e')

/** The filter's conditions; its days are in `timeZone`, both inclusive. */
function condition(filter: AuditFilter, timeZone: string) {
  const parts = [sql<boolean>`true`]
  if (filter.companyId) parts.push(sql`e.company_id = ${filter.companyId}`)
  if (filter.actorId) parts.push(sql`e.actor_id = ${filter.actorId}`)
  if (filter.entity) parts.push(sql`e.entity = ${filter.entity}`)
  if (filter.entityId) parts.push(sql`e.entity_id = ${filter.entityId}`)
  if (filter.action) parts.push(sql`e.action = ${filter.action}`)
  if (filter.from) parts.push(sql`e.at >= ${filter.from}::date::timestamp at time zone ${timeZone}::text`)
  if (filter.to) parts.push(sql`e.at < (${filter.to}::date + 1)::timestamp at time zone ${timeZone}::text`)
  const words = wordsQuery(filter.search)
  if (words) parts.push(sql`e.words @@ to_tsquery('simple', ${words})`)
  return sql<boolean>`${sql.join(parts, sql` and `)}`
}

const columns = [
  'e.id',
  'e.at',
  'e.actor_id as actorId',
  'e.actor_name as actorName',
  'e.address',
  'e.company_id as companyId',
  'e.action',
  'e.entity',
  'e.entity_id as entityId',
  'e.entity_name as entityName',
  'e.changes',
] as const

export async function countAudit(tx: Transaction, filter: AuditFilter, timeZone: string): Promise<number> {
  const { total } = await tx.one(
    entries.where(condition(filter, timeZone)).select(({ fn }) => fn.countAll<number>().as('total')),
  )
  return Number(total)
}

export async function findAuditPage(
  tx: Transaction,
  filter: AuditFilter & Pick<ListQuery, 'page' | 'size' | 'order'>,
  timeZone: string,
): Promise<AuditRow[]> {
  return tx.rows(
    entries
      .where(condition(filter, timeZone))
      .select(columns)
      .orderBy('e.at', filter.order)
      .orderBy('e.id', filter.order)
      .limit(filter.size)
      .offset((filter.page - 1) * filter.size),
  )
}

/** The next `size` entries older than the given one, newest first; the cost does not depend on the depth. */
export async function findAuditBefore(
  tx: Transaction,
  filter: AuditFilter,
  timeZone: string,
  size: number,
  before: Pick<AuditRow, 'at' | 'id'> | null,
): Promise<AuditRow[]> {
  let found = entries.where(condition(filter, timeZone)).select(columns)
  if (before)
    found = found.where(sql<boolean>`(e.at, e.id) < (${before.at}::timestamptz, ${before.id}::uuid)`)
  return tx.rows(found.orderBy('e.at', 'desc').orderBy('e.id', 'desc').limit(size))
}

/** The distinct values of a column by a loose index scan, whose cost does not depend on the number of entries. */
export async function findAuditValues(tx: Transaction, column: 'action' | 'entity'): Promise<string[]> {
  const rows = await tx.sql<{ value: string }>(
    `with recursive leaps as (
       (select ${column} as value from platform.audit_entries order by ${column} limit 1)
       union all
       select (select e.${column} from platform.audit_entries e where e.${column} > leaps.value order by e.${column} limit 1)
         from leaps where leaps.value is not null
     )
     select value from leaps where value is not null`,
  )
  return rows.map(({ value }) => value)
}
