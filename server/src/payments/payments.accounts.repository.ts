import type { Transaction } from '../platform/database/transaction.ts'

/** Completed services on account, as charges of their requesters. */
const charges = `
  select s.company_id, s.fleet_id, s.requester_contact_id as contact_id, s.currency::text as currency, s.id as service_id,
    s.service_number, s.ended_at as at,
    coalesce(s.final_cost_minor, s.current_cost_minor, s.estimated_cost_minor, 0) as amount_minor
  from services.services s
  where s.payment_method = 'account' and s.status = 'completed' and s.archived_at is null`

/** Entries that settle them: those on account, and those for one of these services. */
const credits = `
  select e.company_id, e.fleet_id, e.contact_id, e.currency::text as currency, e.service_id, e.service_number,
    e.received_at as at, e.amount_minor, e.kind, e.method, e.note, e.id
  from payments.entries e
  where e.service_id is null or exists (
    select from services.services s
    where s.id = e.service_id and s.payment_method = 'account' and s.status = 'completed')`

export interface AccountRow {
  contactId: string
  contactName: string
  contactCompany: string | null
  companyId: string
  currency: string
  chargedMinor: string
  paidMinor: string
  lastAt: Date
}

export interface AccountFilter {
  fleetIds: readonly string[]
  patterns: readonly string[]
  isOwing: boolean
  sort: 'contactName' | 'balance' | 'lastAt'
  order: 'asc' | 'desc'
  page: number
  size: number
}

const orders = {
  contactName: '"contactName" collate "es-x-icu"',
  balance: '"chargedMinor" - "paidMinor"',
  lastAt: '"lastAt"',
} as const

/** Customers with charges or payments on account in these fleets. */
export async function findAccounts(tx: Transaction, filter: AccountFilter) {
  const accounts = `
    select c.id as "contactId", c.first_name || ' ' || c.last_name as "contactName",
      c.company_name as "contactCompany", moved.company_id as "companyId", moved.currency,
      moved.charged as "chargedMinor", moved.paid as "paidMinor", moved.last_at as "lastAt"
    from (
      select company_id, contact_id, currency, sum(charged) as charged, sum(paid) as paid, max(at) as last_at
      from (
        select company_id, contact_id, currency, amount_minor as charged, 0 as paid, at
        from (${charges}) charge where fleet_id = any($1::uuid[])
        union all
        select company_id, contact_id, currency, 0, amount_minor, at
        from (${credits}) credit where fleet_id = any($1::uuid[])
      ) every group by company_id, contact_id, currency
    ) moved
    join directory.contacts c on c.id = moved.contact_id
    where (not $2 or moved.charged > moved.paid)
      and not exists (select from unnest($3::text[]) pattern where c.search_text not like pattern)`
  const values = [filter.fleetIds, filter.isOwing, filter.patterns]
  const [counted] = await tx.sql<{ total: number }>(
    `select count(*)::integer as total from (${accounts}) accounts`,
    values,
  )
  const rows = await tx.sql<AccountRow>(
    `select * from (${accounts}) accounts
     order by ${orders[filter.sort]} ${filter.order}, "contactId" limit $4 offset $5`,
    [...values, filter.size, (filter.page - 1) * filter.size],
  )
  return { rows, total: counted?.total ?? 0 }
}

/** The first and the end of the last day of a period in a time zone; the end is exclusive. */
export async function periodOf(
  tx: Transaction,
  { from, to, timeZone }: { from: string; to: string; timeZone: string },
): Promise<{ from: Date; end: Date }> {
  const [found] = await tx.sql<{ from: Date; end: Date }>(
    `select $1::date::timestamp at time zone $3 as from, ($2::date + 1)::timestamp at time zone $3 as end`,
    [from, to, timeZone],
  )
  if (!found) throw new Error('No period')
  return found
}

/** What the customer owed before a moment: charges less payments. */
export async function balanceBefore(tx: Transaction, contactId: string, before: Date): Promise<number> {
  const [found] = await tx.sql<{ minor: string }>(
    `select coalesce((select sum(amount_minor) from (${charges}) charge where contact_id = $1 and at < $2), 0)
       - coalesce((select sum(amount_minor) from (${credits}) credit where contact_id = $1 and at < $2), 0) as minor`,
    [contactId, before],
  )
  return Number(found?.minor ?? 0)
}

export interface LineRow {
  at: Date
  kind: string
  serviceId: string | null
  serviceNumber: number | null
  detail: string | null
  method: string | null
  amountMinor: string
}

/** Charges and payments of a period in their order, at most `limit`. Payments are negative. */
export const findLines = (
  tx: Transaction,
  contactId: string,
  period: { from: Date; end: Date },
  limit: number,
): Promise<LineRow[]> =>
  tx.sql(
    `select at, kind, service_id as "serviceId", service_number as "serviceNumber", detail, method,
       amount_minor as "amountMinor"
     from (
       select at, 'charge' as kind, service_id, service_number, null as method, amount_minor, service_id as id,
         (select address from services.planned_stops p where p.service_id = charge.service_id
          order by sequence desc limit 1) as detail
       from (${charges}) charge where contact_id = $1
       union all
       select at, kind, service_id, service_number, method, -amount_minor, id, note
       from (${credits}) credit where contact_id = $1
     ) line
     where at >= $2 and at < $3 order by at, id limit $4`,
    [contactId, period.from, period.end, limit],
  )
