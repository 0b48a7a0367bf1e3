import pg, { type PoolClient } from 'pg'
import type { fenceRowsOf } from '../fences/telemetry.fences.repository.ts'
import { positionRowColumns } from '../history/telemetry.positions.rules.ts'
import type { StoredPositions } from '../intake/telemetry.state.ts'
import type { latestRowsOf } from '../readings/telemetry.reading-steps.ts'
import { positionFlag } from '../telemetry.rules.ts'
import { bytesArray, columnArray } from './telemetry.batch.arrays.ts'
import { type RowField, rowEncoder } from './telemetry.batch.rows.ts'
import type { DirtyDay, Effects, PositionColumns, VehicleState } from './telemetry.state.ts'
import { stateColumns } from './telemetry.state-columns.ts'

const sqlType = (type: string) => (type === 'time' ? 'timestamptz' : type)

const positionNames = positionRowColumns.map(({ name }) => name).join(', ')

/** Positions from one array a column. */
function positionInsert(table: string): string {
  const arrays = positionRowColumns.map(({ type }, at) => `$${1 + at}::${sqlType(type)}[]`).join(', ')
  return `insert into ${table} (${positionNames}) select ${positionNames} from unnest(${arrays}) as rows(${positionNames}) on conflict do nothing`
}

/** Fields of the type telemetry.batch_vehicle. */
const stateFields: readonly (RowField<VehicleState> & { name: string })[] = [
  { name: 'vehicle_no', type: 'int4', read: (state) => state.vehicleNo },
  { name: 'state_version', type: 'int8', read: (state) => state.stateVersion },
  ...stateColumns,
]
const encodeStates = rowEncoder(stateFields)

const given = 'given as materialized (select * from unnest($1::telemetry.batch_vehicle[]))'
const changes = `state_version = s.state_version + 1,
      ${stateColumns.map(({ name }) => `${name} = given.${name}`).join(', ')}
    from given where s.vehicle_no = given.vehicle_no`
/** @param which parameter has the rows */
const positionsOf = (which: string, condition: string) => `insert into telemetry.positions (${positionNames})
    select ${positionNames} from unnest(${which}::telemetry.batch_position[]) ${condition}`

/** @param condition of writing anything */
const rest = (
  condition: string,
) => `readings as (insert into telemetry.readings (vehicle_no, stated_at, report_hash, readings)
    select * from unnest($6::int4[], $7::timestamptz[], $8::int4[], $9::bytea[]) ${condition} on conflict do nothing),
  latest as (insert into telemetry.latest_readings (vehicle_no, as_of, readings)
    select * from unnest($10::int4[], $11::timestamptz[], $12::bytea[]) ${condition}
    on conflict (vehicle_no) do update set as_of = excluded.as_of, readings = excluded.readings),
  fences as (insert into telemetry.fence_states (vehicle_no, states, last_fix)
    select * from unnest($13::int4[], $14::jsonb[], $15::jsonb[]) ${condition}
    on conflict (vehicle_no) do update set states = excluded.states, last_fix = excluded.last_fix),
  dirty as (insert into telemetry.dirty_days (vehicle_no, day, mark)
    select vehicle_no, day, (random() * 9e15)::int8
    from unnest($4::int4[], $5::date[]) as days(vehicle_no, day) ${condition} order by 1, 2
    on conflict (vehicle_no, day) do update set mark = excluded.mark)`

// One round trip. If the version of any vehicle's state has changed, nothing is written. The states are locked in the order
// of vehicle numbers first: an update alone locks them in an order that the planner chooses, so two gateways could deadlock.
const none = 'where not exists (select from refused)'
const carefulText = `with ${given},
  held as materialized (select s.vehicle_no from telemetry.vehicle_state s join given using (vehicle_no)
    where s.state_version = given.state_version order by s.vehicle_no for no key update of s),
  refused as materialized (select vehicle_no from given where vehicle_no not in (select vehicle_no from held)),
  positions as (${positionsOf('$2', `${none} on conflict do nothing`)}),
  others as (${positionsOf('$3', `${none} on conflict do nothing`)}),
  ${rest(none)},
  updated as (update telemetry.vehicle_state s set ${changes} and not exists (select from refused))
  select vehicle_no from refused`

// The same without locking the states first, and without looking up whether a new position is stored already. This is much
// less work. A state that another gateway has changed, or a position that is stored already, makes it fail as a whole.
const quickText = `with ${given},
  updated as (update telemetry.vehicle_state s set ${changes} and s.state_version = given.state_version
    returning s.vehicle_no),
  positions as (${positionsOf('$2', '')}),
  others as (${positionsOf('$3', 'on conflict do nothing')}),
  ${rest('')}
  select telemetry.refuse_stale_states() where (select count(*) from updated) <> (select count(*) from given)`

interface RowTypes {
  state: number
  position: number
}
/** By connection: databases number their types differently. */
const knownTypes = new WeakMap<PoolClient, RowTypes>()

/** The numbers of the types of rows in the connection's database. */
async function rowTypesOf(client: PoolClient): Promise<RowTypes> {
  const known = knownTypes.get(client)
  if (known) return known
  const { rows } = await client.query<RowTypes>(
    `select 'telemetry.batch_vehicle'::regtype::oid::int8::float8 as state,
       'telemetry.batch_position'::regtype::oid::int8::float8 as position`,
  )
  const [types] = rows
  if (!types) throw new Error('The types of rows were not answered.')
  knownTypes.set(client, types)
  return types
}

/** Open days keep delays of four bytes. */
const maxDelayMs = 2 ** 31 - 1

const rowsOf = (positions: PositionColumns) => [...positions.vehicleNo.keys()]

const uncertain = positionFlag.invalid | positionFlag.suspect | positionFlag.late

/** Positions are columns: their rows are places in them. */
const encodePositions = rowEncoder<number, PositionColumns>(
  positionRowColumns.map(({ type, read }) => ({
    type,
    read: (at, positions) => read(positions, at, maxDelayMs),
  })),
)

export interface Batch {
  positions: PositionColumns
  readings: Effects['readings']
  latest: ReturnType<typeof latestRowsOf>
  fences: ReturnType<typeof fenceRowsOf>
  states: readonly VehicleState[]
  dirty: readonly DirtyDay[]
}

/**
 * Writes a batch in one statement, which is a transaction of its own unless one is open.
 * @returns the numbers of vehicles whose state has another version than the one given; always empty by `quick`. If there are
 * any, nothing was written, and an open transaction still holds the locks of the other vehicles of the batch
 * @throws by `quick`, an error that `isWronglyPresumed` if another process has changed a state, or has stored a position
 * newer than a state. Nothing was written
 */
export async function writeBatch(
  client: PoolClient,
  batch: Batch,
  way: 'quick' | 'careful' = 'careful',
): Promise<Set<number>> {
  const { positions, readings, latest, fences, states, dirty } = batch
  const types = await rowTypesOf(client)
  // Of positions that are newer than the state, none is stored as long as the state is the one given.
  const isNew = (at: number) => ((positions.flags[at] ?? 0) & uncertain) === 0
  const rows = rowsOf(positions)
  const result = await client.query<{ vehicle_no: number }>({
    name: `telemetry.batch.${way}`,
    text: way === 'quick' ? quickText : carefulText,
    values: [
      encodeStates(types.state, states),
      encodePositions(types.position, rows.filter(isNew), positions),
      encodePositions(
        types.position,
        rows.filter((at) => !isNew(at)),
        positions,
      ),
      columnArray('int4', dirty, ({ vehicleNo }) => vehicleNo),
      columnArray('date', dirty, ({ day }) => day),
      columnArray('int4', readings, (row) => row.vehicleNo),
      columnArray('time', readings, (row) => row.time),
      columnArray('int4', readings, (row) => row.reportHash),
      bytesArray(readings.map((row) => row.packed)),
      columnArray('int4', latest, (row) => row.vehicleNo),
      columnArray('time', latest, (row) => row.asOf),
      bytesArray(latest.map((row) => row.packed)),
      columnArray('int4', fences, (row) => row.vehicleNo),
      fences.map((row) => row.states),
      fences.map((row) => row.lastFix),
    ],
  })
  return new Set(result.rows.map((row) => row.vehicle_no))
}

const uniqueViolation = '23505'
const refusals = ['RU001', '40P01']
/** The parent and its days. */
const positionTable = /^positions(_\d{8})?$/

const isUniqueViolation = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && error.code === uniqueViolation

/**
 * Whether writing by `quick` failed because another process also writes states of these vehicles: a state had another
 * version, a position was already stored, or two batches deadlocked.
 */
export const isWronglyPresumed = (error: unknown): boolean =>
  isUniqueViolation(error)
    ? error.schema === 'telemetry' && positionTable.test(error.table ?? '')
    : error instanceof pg.DatabaseError && refusals.includes(error.code ?? '')

/** Whether a batch that failed by `quick` may succeed when it is repeated: another process may have come first. */
export const mayRepeat = (error: unknown): boolean => isWronglyPresumed(error) || isUniqueViolation(error)

/** The statement that inserts positions into one of their tables. */
export function positionStatement(
  table: 'positions' | 'positions_late',
  positions: PositionColumns,
): { text: string; values: unknown[] } {
  const maxDelay = table === 'positions' ? maxDelayMs : Number.MAX_SAFE_INTEGER
  const rows = rowsOf(positions)
  const values = positionRowColumns.map(({ type, read }) =>
    columnArray(type, rows, (at) => read(positions, at, maxDelay)),
  )
  return { text: positionInsert(`telemetry.${table}`), values }
}

/** Positions of closed days, or days being closed, are stored separately until they are merged into their hour. */
export async function insertLatePositions(client: PoolClient, positions: PositionColumns): Promise<void> {
  if (positions.vehicleNo.length === 0) return
  await client.query({
    name: 'telemetry.positions_late.insert',
    ...positionStatement('positions_late', positions),
  })
}

/** Shared while old positions are written, exclusive while a day is closed. */
export const boundaryLock = "hashtextextended('telemetry.history_boundary', 0)"

/**
 * Waits for a day that is being closed, and keeps the next from being closed until the transaction ends.
 * @returns where open days begin, epoch ms
 */
export async function holdBoundary(client: PoolClient): Promise<number> {
  await client.query(`select pg_advisory_xact_lock_shared(${boundaryLock})`)
  const { rows } = await client.query<{ write_from: string }>(
    'select write_from::text from telemetry.history_boundary',
  )
  return Date.parse(`${rows[0]?.write_from}T00:00:00Z`)
}

/** The columns of one vehicle's positions with its number, to be inserted. */
export const withVehicle = (vehicleNo: number, positions: StoredPositions): PositionColumns => ({
  ...positions,
  vehicleNo: positions.fixTime.map(() => vehicleNo),
})
