import type { GpsCommand, listCommands } from '@rumbo/contract/commands.contract'
import { commandStatuses, commandTypes } from '@rumbo/contract/commands.device-command.contract'
import type { ParsedOf } from '@rumbo/contract/endpoint'
import { query } from '@rumbo/database'
import { type RawBuilder, sql } from 'kysely'
import { fleetsWithout } from '../platform/access/features.ts'
import type { Transaction } from '../platform/database/transaction.ts'
import { searchConditions } from '../vehicles/index.ts'
import { findCommandsById } from './commands.repository.ts'

export type CommandFilter = ParsedOf<typeof listCommands>['query']
/** The filter, and the fleets of the company that do not have commands. */
type PlacedFilter = CommandFilter & { without: readonly string[] }

/** The column whose values divide the list into groups that follow each other. */
type GroupColumn = 'priority' | 'status' | 'command_type'
interface Group {
  fleetId: string
  value: string | number
  amount: number
}

const rows = <Row>(tx: Transaction, statement: RawBuilder<Row>) =>
  tx.rows<Row>({ compile: () => statement.compile(query) })

const ids = (found: { id: string }[]) => found.map((row) => row.id)

/** Conditions of the filter that apply both to commands and to their totals. */
function conditions(alias: string, filter: Partial<PlacedFilter>): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  const parts = [sql<boolean>`true`]
  if (filter.companyId) parts.push(sql`${column('company_id')} = ${filter.companyId}`)
  if (filter.fleetId) parts.push(sql`${column('fleet_id')} = ${filter.fleetId}`)
  if (filter.without?.length) parts.push(sql`${column('fleet_id')} <> all(${filter.without}::uuid[])`)
  if (filter.status?.length) parts.push(sql`${column('status')} = any(${filter.status}::text[])`)
  if (filter.type?.length) parts.push(sql`${column('command_type')} = any(${filter.type}::text[])`)
  return sql<boolean>`${sql.join(parts, sql` and `)}`
}

const groupColumns = { priority: 'priority', status: 'status', commandType: 'command_type' } as const
function groupColumnOf(filter: CommandFilter): GroupColumn | null {
  if (filter.sort !== 'createdAt') return groupColumns[filter.sort]
  if (filter.status?.length) return 'status'
  return filter.type?.length ? 'command_type' : null
}

const rankOf = (column: GroupColumn | null, value: string | number): number => {
  if (column === 'status') return (commandStatuses as readonly unknown[]).indexOf(value)
  if (column === 'command_type') return (commandTypes as readonly unknown[]).indexOf(value)
  return Number(value)
}

/** Newest first within a group; a list sorted by time uses the requested direction. */
const timeOrder = (filter: CommandFilter, alias: string) => {
  const direction = sql.raw(filter.sort === 'createdAt' ? filter.order : 'desc')
  return sql`${sql.ref(`${alias}.created_at`)} ${direction}, ${sql.ref(`${alias}.id`)} ${direction}`
}

/** Above this number of streams, all fleets are read together instead of merging a stream per fleet. */
const maxStreams = 64

/** A page of the commands within the caller's scopes that match the filter, and their total number. */
export async function findCommands(
  tx: Transaction,
  asked: CommandFilter,
): Promise<{ items: GpsCommand[]; total: number }> {
  const filter = { ...asked, without: asked.companyId ? fleetsWithout(tx.actor, asked.companyId) : [] }
  // The totals cover whole fleets, so they do not apply to drivers, who have few vehicles.
  const isOfDriver = (tx.actor?.drivesOnly.length ?? 0) > 0
  const found =
    filter.vehicleId || filter.search !== '' || isOfDriver
      ? await findAmongVehicles(tx, filter)
      : await findByGroups(tx, filter)
  return { items: await findCommandsById(tx, found.ids), total: found.total }
}

/** The order of groups as an expression; none for a list sorted by time. */
function rankOrder(filter: CommandFilter): RawBuilder<unknown>[] {
  if (filter.sort === 'createdAt') return []
  const direction = sql.raw(filter.order)
  if (filter.sort === 'priority') return [sql`c.priority ${direction}`]
  const values = filter.sort === 'status' ? commandStatuses : commandTypes
  const column = sql.ref(`c.${groupColumns[filter.sort]}`)
  return [sql`array_position(${values}::text[], ${column}) ${direction}`]
}

/** Reads all commands of a few vehicles. */
async function findAmongVehicles(tx: Transaction, filter: PlacedFilter) {
  const named = searchConditions(tx, filter.search)
  const vehicles = filter.vehicleId
    ? [filter.vehicleId]
    : ids(
        await rows<{ id: string }>(
          tx,
          sql`select v.id from vehicles.vehicles v where ${sql.join([sql`true`, ...named], sql` and `)}`,
        ),
      )
  const order = sql.join([...rankOrder(filter), timeOrder(filter, 'c')])
  const found = await rows<{ id: string; total: number }>(
    tx,
    sql`select c.id, count(*) over ()::integer as total from commands.commands c
        where c.vehicle_id = any(${vehicles}::uuid[]) and ${conditions('c', filter)}
        order by ${order}
        limit ${filter.size} offset ${(filter.page - 1) * filter.size}`,
  )
  const [first] = found
  if (first || filter.page === 1) return { ids: ids(found), total: first?.total ?? 0 }
  const [counted] = await rows<{ total: number }>(
    tx,
    sql`select count(*)::integer as total from commands.commands c
        where c.vehicle_id = any(${vehicles}::uuid[]) and ${conditions('c', filter)}`,
  )
  return { ids: [], total: counted?.total ?? 0 }
}

/** Uses the totals to skip the groups before the page, and reads at most one page of rows per group and fleet. */
async function findByGroups(tx: Transaction, filter: PlacedFilter) {
  const column = groupColumnOf(filter)
  const value = column ? sql.ref(`t.${column}`) : sql`0`
  const groups = await rows<Group>(
    tx,
    sql`select t.fleet_id as "fleetId", ${value} as value, sum(t.amount)::integer as amount
        from commands.totals t where ${conditions('t', filter)} group by 1, 2 having sum(t.amount) > 0`,
  )
  const total = groups.reduce((sum, group) => sum + group.amount, 0)
  const offset = (filter.page - 1) * filter.size
  if (offset >= total) return { ids: [], total }
  const { needed, skipped } = groupsOfPage(groups, column, filter, offset)
  const rest = offset - skipped
  const isWide = !filter.companyId && !filter.fleetId && needed.length > maxStreams
  const streams = isWide ? streamsOfAllFleets(needed) : needed
  // Company and fleets are applied by the totals already; the indexes contain neither company nor vehicle.
  const { companyId: _company, fleetId: _fleet, without: _without, ...narrower } = filter
  const isValue = column
    ? sql`${sql.ref(`c.${column}`)} = s.value::${sql.raw(column === 'priority' ? 'smallint' : 'text')}`
    : sql`true`
  const found = await rows<{ id: string }>(
    tx,
    sql`select found.id from unnest(
          ${streams.map((stream) => stream.fleetId)}::uuid[], ${streams.map((stream) => String(stream.value))}::text[],
          ${streams.map((stream) => stream.rank)}::integer[]) as s (fleet_id, value, rank)
        cross join lateral (
          select c.id, c.created_at from commands.commands c
          where ${isWide ? sql`true` : sql`c.fleet_id = s.fleet_id`} and ${isValue} and ${conditions('c', narrower)}
          order by ${timeOrder(filter, 'c')} limit ${rest + filter.size}) as found
        order by s.rank, ${timeOrder(filter, 'found')} limit ${filter.size} offset ${rest}`,
  )
  return { ids: ids(found), total }
}

interface Stream {
  fleetId: string | null
  value: string | number
  rank: number
}

/** One stream per value, over all fleets that row-level security allows. */
const streamsOfAllFleets = (groups: readonly (Group & { rank: number })[]): Stream[] => [
  ...new Map(groups.map(({ value, rank }) => [value, { fleetId: null, value, rank }])).values(),
]

/** All groups for a list sorted by time; otherwise the groups on the page, in order. */
function groupsOfPage(
  groups: readonly Group[],
  column: GroupColumn | null,
  filter: CommandFilter,
  offset: number,
): { needed: (Group & { rank: number })[]; skipped: number } {
  if (filter.sort === 'createdAt')
    return { needed: groups.map((group) => ({ ...group, rank: 0 })), skipped: 0 }
  const sign = filter.order === 'asc' ? 1 : -1
  const ranked = groups.map((group) => ({ ...group, rank: sign * rankOf(column, group.value) }))
  const needed: (Group & { rank: number })[] = []
  let passed = 0
  let skipped = 0
  for (const rank of [...new Set(ranked.map((group) => group.rank))].sort((one, other) => one - other)) {
    const members = ranked.filter((group) => group.rank === rank)
    const amount = members.reduce((sum, group) => sum + group.amount, 0)
    if (passed + amount <= offset) skipped += amount
    else if (passed < offset + filter.size) needed.push(...members)
    passed += amount
  }
  return { needed, skipped }
}
