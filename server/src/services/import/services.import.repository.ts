import type { ImportReview, ReviewedStop } from '@rumbo/contract/services.imports.contract'
import { v7 as uuid } from 'uuid'
import type { Transaction } from '../../platform/database/transaction.ts'
import type { ComparedOrder } from './services.import.repeated.rules.ts'
import type { NewService } from './services.import.rules.ts'

/** Active fleets of a company that the actor may read. */
export const findFleetsOf = (
  tx: Transaction,
  companyId: string,
): Promise<{ id: string; name: string; types: string[] }[]> =>
  tx.sql(
    `select id, name, service_types as types from organisation.fleets
     where company_id = $1 and is_active and archived_at is null order by name, id`,
    [companyId],
  )

/** A row of a file, to be taken before anything is created from it. */
export interface RowToTake {
  number: number
  fleetId: string
  reference: string | null
  fingerprint: string
  /** Null: a service is created at once. */
  review: { body: NewService; stops: ReviewedStop[] } | null
}
interface Import {
  companyId: string
  importId: string
}

/**
 * Takes rows for an import, in an order that lets two imports at once not wait for each other in a circle. Rows that
 * another import took, or this one before, are left out; those that a person discarded may be taken again.
 * @returns the id of each taken row by its number
 */
export async function takeRows(
  tx: Transaction,
  { companyId, importId }: Import,
  rows: readonly RowToTake[],
): Promise<Map<number, string>> {
  const sorted = rows.toSorted((a, b) => (a.fingerprint < b.fingerprint ? -1 : 1))
  const given = JSON.stringify(
    sorted.map(({ number, fleetId, reference, fingerprint, review }) => ({
      id: uuid(),
      number,
      fleet: fleetId,
      reference,
      fingerprint,
      content: review,
      dispatch: review?.body.dispatchTime ?? null,
    })),
  )
  const recordset = `jsonb_to_recordset($1::jsonb) as given(id uuid, number int, fleet uuid, reference text,
    fingerprint text, content jsonb, dispatch timestamptz)`
  const values = [given, companyId, importId, tx.now, tx.actor?.displayName ?? null]
  const added = await tx.sql<{ id: string; number: number }>(
    `insert into services.imported_rows (id, company_id, fleet_id, import_id, row_number, reference, fingerprint, state,
       content, dispatch_time, created_at, created_by_name)
     select id, $2, fleet, $3, number, reference, fingerprint,
       case when content is null or content = 'null' then 'created' else 'review' end,
       nullif(content, 'null'), dispatch, $4, $5
     from ${recordset}
     on conflict (company_id, fingerprint) do nothing returning id, row_number as number`,
    values,
  )
  const revived = await tx.sql<{ id: string; number: number }>(
    `update services.imported_rows old
     set fleet_id = given.fleet, import_id = $3, row_number = given.number,
       state = case when given.content is null or given.content = 'null' then 'created' else 'review' end,
       content = nullif(given.content, 'null'), dispatch_time = given.dispatch, created_at = $4,
       created_by_name = $5, decided_at = null, decided_by_name = null
     from ${recordset}
     where old.company_id = $2 and old.fingerprint = given.fingerprint and old.state = 'discarded'
       and old.import_id <> $3
     returning old.id, old.row_number as number`,
    values,
  )
  return new Map([...added, ...revived].map(({ id, number }) => [number, id]))
}

/** The fingerprints of a company that were imported already, with their import, where the actor may see it. */
export async function findTaken(
  tx: Transaction,
  companyId: string,
  fingerprints: readonly string[],
): Promise<Map<string, { importId: string; row: number; state: string }>> {
  const rows = await tx.sql<{ fingerprint: string; importId: string; row: number; state: string }>(
    `select fingerprint, import_id as "importId", row_number as row, state from services.imported_rows
     where company_id = $1 and fingerprint = any($2)`,
    [companyId, fingerprints],
  )
  return new Map(rows.map((row) => [row.fingerprint, row]))
}

/** Orders of customers with these phones that are dispatched in a span and not cancelled, where the actor may see them. */
export async function findOrdersOf(
  tx: Transaction,
  companyId: string,
  { digits, from, to }: { digits: readonly string[]; from: Date; to: Date },
): Promise<(ComparedOrder & { importId: string | null; row: number | null })[]> {
  const rows = await tx.sql<
    Omit<ComparedOrder, 'stop' | 'dispatchTime'> &
      ComparedOrder['stop'] & { dispatchTime: Date; importId: string | null; row: number | null }
  >(
    `select s.service_type as "serviceType", regexp_replace(s.customer_phone, '\\D', '', 'g') as digits,
       s.dispatch_time as "dispatchTime", p.stop_type as "stopType", p.address, p.latitude, p.longitude,
       i.import_id as "importId", i.row_number as row
     from services.services s
     join lateral (select stop_type, address, latitude, longitude from services.planned_stops
       where service_id = s.id order by sequence desc limit 1) p on true
     left join services.imported_rows i on i.service_id = s.id
     where s.fleet_id = any(array(select id from organisation.fleets where company_id = $1))
       and s.dispatch_time between $3 and $4 and s.archived_at is null and s.status not like 'cancelled%'
       and regexp_replace(s.customer_phone, '\\D', '', 'g') = any($2)`,
    [companyId, digits, from, to],
  )
  return rows.map(({ serviceType, digits: phone, dispatchTime, importId, row, ...stop }) => ({
    serviceType,
    digits: phone,
    dispatchTime: dispatchTime.toISOString(),
    stop,
    importId,
    row,
  }))
}

export async function writeServiceOf(tx: Transaction, rowId: string, serviceId: string): Promise<void> {
  await tx.sql('update services.imported_rows set service_id = $2 where id = $1', [rowId, serviceId])
}

interface ReviewRow {
  id: string
  companyId: string
  fleetId: string
  row: number
  reference: string | null
  content: { body: NewService; stops: ReviewedStop[] }
  createdAt: Date
  createdBy: string | null
}
const reviews = `select id, company_id as "companyId", fleet_id as "fleetId", row_number as row, reference, content,
    created_at as "createdAt", created_by_name as "createdBy"
  from services.imported_rows where state = 'review'`

export const reviewOf = ({ content, createdAt, ...row }: ReviewRow): ImportReview => ({
  ...row,
  serviceType: content.body.serviceType,
  customerName: content.body.customerName,
  customerPhone: content.body.customerPhone,
  dispatchTime: content.body.dispatchTime,
  stops: content.stops,
  createdAt: createdAt.toISOString(),
})

export async function findReviews(
  tx: Transaction,
  fleetIds: readonly string[] | null,
  companyId: string | null,
  limit: number,
): Promise<{ rows: ReviewRow[]; total: number }> {
  const only = 'and ($1::uuid[] is null or fleet_id = any($1)) and ($2::uuid is null or company_id = $2)'
  const rows = await tx.sql<ReviewRow>(`${reviews} ${only} order by dispatch_time, id limit $3`, [
    fleetIds,
    companyId,
    limit,
  ])
  const [counted] = await tx.sql<{ total: number }>(
    `select count(*)::int as total from services.imported_rows where state = 'review' ${only}`,
    [fleetIds, companyId],
  )
  return { rows, total: counted?.total ?? rows.length }
}

/** A row that waits, locked until the transaction ends; null if somebody decided about it. */
export async function lockReview(tx: Transaction, id: string): Promise<ReviewRow | null> {
  const [row] = await tx.sql<ReviewRow>(`${reviews} and id = $1 for update`, [id])
  return row ?? null
}

/** A row that waits and that the actor may read; null without one. */
export async function findReview(tx: Transaction, id: string): Promise<ReviewRow | null> {
  const [row] = await tx.sql<ReviewRow>(`${reviews} and id = $1`, [id])
  return row ?? null
}

/** Ends a locked review: with the service that was created, or without one. */
export async function writeDecision(tx: Transaction, id: string, serviceId: string | null): Promise<void> {
  await tx.sql(
    `update services.imported_rows set state = $2, service_id = $3, content = null, decided_at = $4, decided_by_name = $5
     where id = $1`,
    [id, serviceId === null ? 'discarded' : 'created', serviceId, tx.now, tx.actor?.displayName ?? null],
  )
}
