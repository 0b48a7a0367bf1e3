import type { OutputOf, ParsedOf } from '@rumbo/contract/endpoint'
import {
  type ExpectedDevice,
  type ExpectedState,
  expectedStates,
  type listExpectedDevices,
} from '@rumbo/contract/telemetry.expected.contract'
import { query } from '@rumbo/database'
import { type RawBuilder, sql } from 'kysely'
import { searchPatterns } from '../../platform/database/search-patterns.ts'
import type { Transaction } from '../../platform/database/transaction.ts'

type Filter = ParsedOf<typeof listExpectedDevices>['query']
type Counts = OutputOf<typeof listExpectedDevices>['counts']

// No person's role has a right on the list: everything here runs under the system role, always for one company.

const rowsOf = <Row>(tx: Transaction, statement: RawBuilder<Row>) =>
  tx.rows<Row>({ compile: () => statement.compile(query) })

/** Whether the company exists and is not archived. */
export async function isLiveCompany(tx: Transaction, companyId: string): Promise<boolean> {
  const rows = await tx.sql('select from organisation.companies where id = $1 and archived_at is null', [
    companyId,
  ])
  return rows.length > 0
}

/** Serialises the additions of a company, so that two at once do not exceed its limit. */
export async function lockExpectedOf(tx: Transaction, companyId: string): Promise<void> {
  await tx.sql('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `telemetry.expected_devices ${companyId}`,
  ])
}

export async function countExpected(tx: Transaction, companyId: string): Promise<number> {
  const [row] = await tx.sql<{ count: number }>(
    'select count(*)::int as count from telemetry.expected_devices where company_id = $1',
    [companyId],
  )
  return row?.count ?? 0
}

/** Counts identifiers that a company asks to list. @returns how many it asked for within the same 24 hours */
export async function countChecks(tx: Transaction, companyId: string, identifiers: number): Promise<number> {
  const [row] = await tx.sql<{ identifiers: number }>(
    `insert into telemetry.expected_checks as c (company_id, since, identifiers) values ($1, $2, $3)
     on conflict (company_id) do update set
       since = case when c.since > $2 - interval '1 day' then c.since else excluded.since end,
       identifiers = excluded.identifiers + case when c.since > $2 - interval '1 day' then c.identifiers else 0 end
     returning identifiers`,
    [companyId, tx.now, identifiers],
  )
  return row?.identifiers ?? 0
}

/** Which of the identifiers the company lists. */
export async function findListed(
  tx: Transaction,
  companyId: string,
  identifiers: readonly string[],
): Promise<string[]> {
  const rows = await tx.sql<{ identifier: string }>(
    'select identifier from telemetry.expected_devices where company_id = $1 and identifier = any($2::text[])',
    [companyId, identifiers],
  )
  return rows.map(({ identifier }) => identifier)
}

/**
 * Lists the identifiers, except those that another company lists or that a vehicle of one has or had; of two companies
 * that add the same at once, the one that commits first has it.
 * @param isFormerFree whether what no vehicle has any more may be listed: a mistyped identifier, or a device that was sold
 * @returns those that are new on the list
 */
export async function insertExpected(
  tx: Transaction,
  companyId: string,
  identifiers: readonly string[],
  isFormerFree: boolean,
): Promise<string[]> {
  // What a deleted company listed is free.
  await tx.sql(
    `delete from telemetry.expected_devices e using organisation.companies c
      where e.identifier = any($1::text[]) and c.id = e.company_id and c.archived_at is not null`,
    [identifiers],
  )
  // In order, so that two companies that add the same wait for each other in one direction only.
  const rows = await tx.sql<{ identifier: string }>(
    `insert into telemetry.expected_devices (identifier, company_id, added_at, added_by, added_by_name)
     select identifier, $2, $3, $4, $5 from unnest($1::text[]) as given(identifier)
     where not exists (select from vehicles.vehicles v
       where v.imei = given.identifier and v.archived_at is null and v.company_id <> $2)
       and ($6 or not exists (select from vehicles.device_spans s join organisation.companies c on c.id = s.company_id
         where s.imei = given.identifier and s.company_id <> $2 and c.archived_at is null))
     order by identifier collate "C" on conflict (identifier) do nothing returning identifier`,
    [identifiers, companyId, tx.now, tx.actor?.userId ?? null, tx.actor?.displayName ?? null, isFormerFree],
  )
  const added = rows.map(({ identifier }) => identifier)
  await markExpected(tx, added, true)
  return added
}

/** @param identifiers null for all @returns those that were on the company's list */
export async function deleteExpected(
  tx: Transaction,
  companyId: string,
  identifiers: readonly string[] | null,
): Promise<string[]> {
  const rows = await tx.sql<{ identifier: string }>(
    `delete from telemetry.expected_devices
      where company_id = $1 and ($2::text[] is null or identifier = any($2::text[])) returning identifier`,
    [companyId, identifiers],
  )
  const removed = rows.map(({ identifier }) => identifier).sort()
  await markExpected(tx, removed, false)
  return removed
}

/** The next report of a device corrects its mark where both happen at once. */
async function markExpected(
  tx: Transaction,
  identifiers: readonly string[],
  isExpected: boolean,
): Promise<void> {
  if (identifiers.length === 0) return
  // Locked in the order in which gateways lock them.
  await tx.sql(
    `update telemetry.unknown_devices u set is_expected = $2 from (
       select identifier from telemetry.unknown_devices where identifier = any($1::text[]) order by identifier for update
     ) as found where u.identifier = found.identifier`,
    [identifiers, isExpected],
  )
}

/** A device may still be among the unknown ones after a vehicle got it. */
const stateOf = sql<ExpectedState>`case
  when v.id is null then case when u.identifier is null then 'silent' else 'unknown' end
  when v.company_id = e.company_id then 'assigned' else 'elsewhere' end`
const from = sql`telemetry.expected_devices e
  left join vehicles.vehicles v on v.imei = e.identifier and v.archived_at is null
  left join telemetry.unknown_devices u on u.identifier = e.identifier`

function matches({ companyId, search, state }: Filter): RawBuilder<boolean> {
  const parts: RawBuilder<unknown>[] = [sql`e.company_id = ${companyId}`]
  if (state?.length) parts.push(sql`${stateOf} = any(${state}::text[])`)
  for (const pattern of searchPatterns(search))
    parts.push(
      sql`lower(e.identifier || case when v.company_id = e.company_id then ' ' || v.vehicle_number else '' end)
        like ${pattern}`,
    )
  return sql<boolean>`${sql.join(parts, sql` and `)}`
}

interface ExpectedRow {
  identifier: string
  state: ExpectedState
  last_seen_at: Date | null
  vehicle_id: string | null
  vehicle_number: string | null
  added_at: Date
  added_by_name: string | null
}

const column = { identifier: 'identifier', addedAt: 'added_at', lastSeenAt: 'last_seen_at' } as const

/** A page of a company's list, the total number of matches, and the whole list counted by state. */
export async function findExpected(
  tx: Transaction,
  filter: Filter,
): Promise<{ items: ExpectedDevice[]; total: number; counts: Counts }> {
  const condition = matches(filter)
  const direction = sql.raw(filter.order)
  const rows = await rowsOf(
    tx,
    sql<ExpectedRow>`
      select e.identifier, ${stateOf} as state, e.added_at, e.added_by_name,
        case when v.id is null then u.last_seen_at end as last_seen_at,
        case when v.company_id = e.company_id then v.id end as vehicle_id,
        case when v.company_id = e.company_id then v.vehicle_number end as vehicle_number
      from ${from} where ${condition}
      order by ${sql.ref(column[filter.sort])} ${direction} nulls last, e.identifier ${direction}
      limit ${filter.size} offset ${(filter.page - 1) * filter.size}`,
  )
  const [found] = await rowsOf(
    tx,
    sql<{ total: number }>`select count(*)::int as total from ${from} where ${condition}`,
  )
  const counted = await rowsOf(
    tx,
    sql<{ state: ExpectedState; count: number }>`
      select ${stateOf} as state, count(*)::int as count from ${from}
      where e.company_id = ${filter.companyId} group by 1`,
  )
  const countOf = (state: ExpectedState) => counted.find((one) => one.state === state)?.count ?? 0
  return {
    items: rows.map(expectedOf),
    total: found?.total ?? 0,
    counts: Object.fromEntries(expectedStates.map((state) => [state, countOf(state)])) as Counts,
  }
}

const expectedOf = (row: ExpectedRow): ExpectedDevice => ({
  identifier: row.identifier,
  state: row.state,
  lastSeenAt: row.last_seen_at?.toISOString() ?? null,
  vehicle:
    row.vehicle_id !== null && row.vehicle_number !== null
      ? { id: row.vehicle_id, vehicleNumber: row.vehicle_number }
      : null,
  addedAt: row.added_at.toISOString(),
  addedByName: row.added_by_name,
})
