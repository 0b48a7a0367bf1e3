import { query } from '@rumbo/database'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Transaction } from '../platform/database/transaction.ts'

export interface OpenCashRow {
  fleetId: string
  companyId: string
  driverId: string
  driverName: string
  currency: string
  owedMinor: string
  entries: number
  firstAt: Date
  lastAt: Date
  runningServices: number[]
}

/** Cash of drivers that is in no close-out yet, by fleet and driver; of one driver where `driverIds` names one. */
export const findOpenCash = (
  tx: Transaction,
  of: { fleetIds: readonly string[]; driverIds: readonly string[] | null },
): Promise<OpenCashRow[]> =>
  tx.sql(
    `select e.fleet_id as "fleetId", e.company_id as "companyId", e.driver_id as "driverId",
       (array_agg(e.driver_name order by e.recorded_at desc))[1] as "driverName", e.currency::text as currency,
       sum(e.amount_minor) as "owedMinor", count(*)::integer as entries,
       min(e.received_at) as "firstAt", max(e.received_at) as "lastAt",
       array(select s.service_number from services.services s
         where s.fleet_id = e.fleet_id and s.assigned_driver_id = e.driver_id and s.status = 'in_progress'
           and s.payment_method = 'cash' and s.archived_at is null order by 1) as "runningServices"
     from payments.entries e
     where e.fleet_id = any($1::uuid[]) and e.driver_id is not null and e.method = 'cash'
       and ($2::uuid[] is null or e.driver_id = any($2))
       and not exists (select from payments.closeout_entries link where link.entry_id = e.id)
     group by e.fleet_id, e.company_id, e.driver_id, e.currency
     order by min(e.received_at), e.driver_id`,
    [of.fleetIds, of.driverIds],
  )

export interface CloseoutRow {
  id: string
  company_id: string
  fleet_id: string
  closeout_number: number
  driver_id: string
  driver_name: string
  entries: number
  first_at: Date
  last_at: Date
  expected_minor: string | number
  counted_minor: string | number
  corrected_minor: string | number
  currency: string
  note: string | null
  closed_at: Date
  closed_by_name: string | null
}

const closeoutColumns = `closeouts.*, coalesce((select sum(amount_minor) from payments.closeout_corrections c
  where c.closeout_id = closeouts.id), 0) as corrected_minor`

export interface CloseoutFilter {
  fleetIds: readonly string[]
  driverId: string | undefined
  from: string | undefined
  to: string | undefined
  order: 'asc' | 'desc'
  page: number
  size: number
}

/** Close-outs that match, in the order of their closing. */
export async function findCloseouts(tx: Transaction, filter: CloseoutFilter) {
  const where = `fleet_id = any($1::uuid[]) and ($2::uuid is null or driver_id = $2)
    and ($3::timestamptz is null or closed_at >= $3) and ($4::timestamptz is null or closed_at < $4)`
  const values = [filter.fleetIds, filter.driverId ?? null, filter.from ?? null, filter.to ?? null]
  const [counted] = await tx.sql<{ total: number }>(
    `select count(*)::integer as total from payments.closeouts where ${where}`,
    values,
  )
  const rows = await tx.sql<CloseoutRow>(
    `select ${closeoutColumns} from payments.closeouts where ${where}
     order by closed_at ${filter.order}, id ${filter.order} limit $5 offset $6`,
    [...values, filter.size, (filter.page - 1) * filter.size],
  )
  return { rows, total: counted?.total ?? 0 }
}

export async function findCloseout(tx: Transaction, id: string): Promise<CloseoutRow | null> {
  const [row] = await tx.sql<CloseoutRow>(`select ${closeoutColumns} from payments.closeouts where id = $1`, [
    id,
  ])
  return row ?? null
}

export const findCorrections = (tx: Transaction, closeoutId: string) =>
  tx.rows(
    query
      .selectFrom('payments.closeout_corrections')
      .select(['id', 'amount_minor', 'reason', 'at', 'by_name'])
      .where('closeout_id', '=', closeoutId)
      .orderBy('at')
      .orderBy('id'),
  )

async function nextNumber(tx: Transaction, companyId: string): Promise<number> {
  const row = await tx.one(
    query
      .insertInto('payments.numbers')
      .values({ company_id: companyId, last_number: 1 })
      .onConflict((conflict) =>
        conflict
          .column('company_id')
          .doUpdateSet({ last_number: sql<number>`payments.numbers.last_number + 1` }),
      )
      .returning('last_number'),
  )
  return row.last_number
}

export interface NewCloseout {
  companyId: string
  fleetId: string
  driver: { id: string; name: string }
  entryIds: readonly string[]
  firstAt: Date
  lastAt: Date
  expectedMinor: number
  countedMinor: number
  currency: string
  /** The driver's shift whose cash it is. */
  shiftId?: string | null
  note: string | null
  /** Default: the actor. */
  closedBy?: string
}

/** Adds a close-out with its entries. @returns its id and number */
export async function insertCloseout(tx: Transaction, closeout: NewCloseout) {
  const id = uuid()
  const closeoutNumber = await nextNumber(tx, closeout.companyId)
  await tx.run(
    query.insertInto('payments.closeouts').values({
      id,
      company_id: closeout.companyId,
      fleet_id: closeout.fleetId,
      closeout_number: closeoutNumber,
      driver_id: closeout.driver.id,
      driver_name: closeout.driver.name,
      entries: closeout.entryIds.length,
      first_at: closeout.firstAt,
      last_at: closeout.lastAt,
      expected_minor: closeout.expectedMinor,
      counted_minor: closeout.countedMinor,
      currency: closeout.currency,
      note: closeout.note,
      shift_id: closeout.shiftId ?? null,
      closed_at: tx.now,
      closed_by: tx.actor?.userId ?? null,
      closed_by_name: closeout.closedBy ?? tx.actor?.displayName ?? null,
    }),
  )
  await tx.sql(
    `insert into payments.closeout_entries (entry_id, closeout_id, fleet_id)
     select unnest($1::uuid[]), $2, $3`,
    [closeout.entryIds, id, closeout.fleetId],
  )
  return { id, closeoutNumber }
}

export async function insertCorrection(
  tx: Transaction,
  closeout: CloseoutRow,
  correction: { amountMinor: number; reason: string },
): Promise<void> {
  await tx.run(
    query.insertInto('payments.closeout_corrections').values({
      id: uuid(),
      closeout_id: closeout.id,
      company_id: closeout.company_id,
      fleet_id: closeout.fleet_id,
      amount_minor: correction.amountMinor,
      reason: correction.reason,
      at: tx.now,
      by_id: tx.actor?.userId ?? null,
      by_name: tx.actor?.displayName ?? null,
    }),
  )
}
