import type { listTariffs, Rates, Tariff } from '@rumbo/contract/billing.contract'
import type { ParsedOf } from '@rumbo/contract/endpoint'
import { query, type Schema } from '@rumbo/database'
import { type Selectable, sql } from 'kysely'
import { searchPatterns } from '../platform/database/search-patterns.ts'
import type { Transaction } from '../platform/database/transaction.ts'

export type TariffRow = Omit<Selectable<Schema['billing.tariffs']>, 'valid_from' | 'valid_until'> & {
  valid_from: string
  valid_until: string | null
}

const live = query
  .selectFrom('billing.tariffs')
  .selectAll()
  .select([
    sql<string>`valid_from::text`.as('valid_from'),
    sql<string | null>`valid_until::text`.as('valid_until'),
  ])
  .where('archived_at', 'is', null)

/** Whether a tariff has begun, and has not ended, on a day of its company. */
export function stateOf(
  { valid_from, valid_until }: Pick<TariffRow, 'valid_from' | 'valid_until'>,
  today: string,
): Tariff['state'] {
  if (valid_from > today) return 'upcoming'
  return valid_until !== null && valid_until < today ? 'ended' : 'current'
}

/** @param today the day in the company's time zone */
export const tariffOf = (row: TariffRow, today: string): Tariff => ({
  id: row.id,
  companyId: row.company_id,
  fleetId: row.fleet_id,
  serviceType: row.service_type as Tariff['serviceType'],
  name: row.name,
  validFrom: row.valid_from,
  validUntil: row.valid_until,
  state: stateOf(row, today),
  currency: row.currency,
  rates: row.rates as Rates,
  version: row.version,
  updatedAt: row.updated_at.toISOString(),
  updatedBy: row.updated_by_name,
})

/** Tariffs within the caller's scopes that match the filter. @param todayIn the day in a company's time zone */
export async function findTariffPage(
  tx: Transaction,
  filter: ParsedOf<typeof listTariffs>['query'],
  today: string,
) {
  let matching = live
  if (filter.fleetId) matching = matching.where('fleet_id', '=', filter.fleetId)
  if (filter.companyId) matching = matching.where('company_id', '=', filter.companyId)
  if (filter.serviceType) matching = matching.where('service_type', '=', filter.serviceType)
  if (filter.state === 'upcoming') matching = matching.where(sql<boolean>`valid_from > ${today}::date`)
  if (filter.state === 'ended') matching = matching.where(sql<boolean>`valid_until < ${today}::date`)
  if (filter.state === 'current')
    matching = matching.where(
      sql<boolean>`valid_from <= ${today}::date and coalesce(valid_until, 'infinity') >= ${today}::date`,
    )
  for (const pattern of searchPatterns(filter.search))
    matching = matching.where(
      sql<boolean>`lower(regexp_replace(normalize(name, NFD), '[\u0300-\u036f]', '', 'g')) like ${pattern}`,
    )
  const { total } = await tx.one(matching.clearSelect().select(({ fn }) => fn.countAll<number>().as('total')))
  const rows = (await tx.rows(
    matching
      .orderBy(sql`array_position(array['taxi','delivery','shuttle','package','custom'], service_type)`)
      .orderBy(sql`billing.tariffs.valid_from`, 'desc')
      .orderBy('id')
      .limit(filter.size)
      .offset((filter.page - 1) * filter.size),
  )) as TariffRow[]
  return { rows, total: Number(total) }
}

export async function findTariff(tx: Transaction, id: string): Promise<TariffRow | null> {
  return ((await tx.first(live.where('id', '=', id))) as TariffRow | undefined) ?? null
}

/** Serialises changes of a fleet's tariffs until the transaction ends. */
export const lockTariffsOf = (tx: Transaction, fleetId: string) =>
  tx.sql('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`tariffs ${fleetId}`])

/** The tariff of a fleet and service type in force on a day; null without one. */
export async function findTariffOn(
  tx: Transaction,
  of: { fleetId: string; serviceType: string; day: string },
): Promise<TariffRow | null> {
  const row = await tx.first(
    live
      .where('fleet_id', '=', of.fleetId)
      .where('service_type', '=', of.serviceType)
      .where(
        sql<boolean>`valid_from <= ${of.day}::date and coalesce(valid_until, 'infinity') >= ${of.day}::date`,
      ),
  )
  return (row as TariffRow | undefined) ?? null
}

/** Another tariff of the same fleet and service type with a day in common; null without one. */
export async function findOverlap(
  tx: Transaction,
  of: {
    fleetId: string
    serviceType: string
    validFrom: string
    validUntil: string | null
    exceptId: string | null
  },
): Promise<TariffRow | null> {
  let others = live
    .where('fleet_id', '=', of.fleetId)
    .where('service_type', '=', of.serviceType)
    .where(
      sql<boolean>`daterange(billing.tariffs.valid_from, billing.tariffs.valid_until, '[]') && daterange(${of.validFrom}::date, ${of.validUntil}::date, '[]')`,
    )
  if (of.exceptId !== null) others = others.where('id', '!=', of.exceptId)
  return (
    ((await tx.first(others.orderBy('billing.tariffs.valid_from').limit(1))) as TariffRow | undefined) ?? null
  )
}

const changedNow = (tx: Transaction) => ({
  updated_at: tx.now,
  updated_by_name: tx.actor?.displayName ?? null,
})

export interface TariffFields {
  name: string
  validFrom: string
  validUntil: string | null
  rates: Rates
}

export async function insertTariff(
  tx: Transaction,
  of: TariffFields & {
    id: string
    companyId: string
    fleetId: string
    serviceType: string
    currency: string
  },
): Promise<void> {
  await tx.run(
    query.insertInto('billing.tariffs').values({
      id: of.id,
      company_id: of.companyId,
      fleet_id: of.fleetId,
      service_type: of.serviceType,
      name: of.name,
      valid_from: sql`${of.validFrom}::date`,
      valid_until: sql`${of.validUntil}::date`,
      currency: of.currency,
      rates: JSON.stringify(of.rates),
      created_at: tx.now,
      ...changedNow(tx),
    }),
  )
}

/** Increments the version. */
export async function rewriteTariff(tx: Transaction, id: string, of: TariffFields): Promise<void> {
  await tx.run(
    query
      .updateTable('billing.tariffs')
      .set({
        name: of.name,
        valid_from: sql`${of.validFrom}::date`,
        valid_until: sql`${of.validUntil}::date`,
        rates: JSON.stringify(of.rates),
        ...changedNow(tx),
        version: sql`version + 1`,
      })
      .where('id', '=', id),
  )
}

export async function archiveTariff(tx: Transaction, id: string): Promise<void> {
  await tx.run(
    query
      .updateTable('billing.tariffs')
      .set({ archived_at: tx.now, ...changedNow(tx) })
      .where('id', '=', id),
  )
}

/** Names of a fleet's tariffs with a flat fare from or to a zone. */
export async function findTariffsOfZone(
  tx: Transaction,
  { id, fleetId }: { id: string; fleetId: string },
): Promise<string[]> {
  const rows = await tx.sql<{ name: string }>(
    `select name from billing.tariffs where fleet_id = $1 and archived_at is null and exists (
       select from jsonb_array_elements(rates -> 'zoneFares') fare
       where fare ->> 'fromZoneId' = $2 or fare ->> 'toZoneId' = $2)
     order by valid_from desc`,
    [fleetId, id],
  )
  return rows.map(({ name }) => name)
}
