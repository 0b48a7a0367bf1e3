import type { PoolClient } from 'pg'
import { positionRowColumns } from '../history/telemetry.positions.rules.ts'
import type { StoredPositions } from '../intake/telemetry.state.ts'
import type { latestRowsOf } from '../readings/telemetry.reading-steps.ts'
import { bytesArray, columnArray } from './telemetry.batch.arrays.ts'
import type { DirtyDay, Effects, PositionColumns, VehicleState } from './telemetry.state.ts'
import { type Cell, stateColumns } from './telemetry.state-columns.ts'

/** An array literal of words that need no quotes. */
function literal<Row>(rows: readonly Row[], cell: (row: Row) => Cell | undefined): string {
  let text = '{'
  for (let at = 0; at < rows.length; at += 1) {
    const value = cell(rows[at] as Row)
    text += at === 0 ? '' : ','
    text += value === null || value === undefined ? 'NULL' : value
  }
  return `${text}}`
}

const sqlType = (type: string) => (type === 'time' ? 'timestamptz' : type)

/** Parameters of one type each, as an unnested relation. */
function relation(columns: readonly { name: string; type: string }[], first: number) {
  return {
    arrays: columns.map(({ type }, at) => `$${first + at}::${sqlType(type)}[]`).join(', '),
    names: columns.map(({ name }) => name).join(', '),
  }
}

const positionInsert = (table: string, condition = '') => {
  const { arrays, names } = relation(positionRowColumns, 1)
  return `insert into ${table} (${names}) select ${names} from unnest(${arrays}) as rows(${names}) ${condition} on conflict do nothing`
}
const keyedStates = [
  { name: 'vehicle_no', type: 'int4' },
  { name: 'state_version', type: 'int8' },
  ...stateColumns,
]
const firstState = positionRowColumns.length + 1
const firstDirty = firstState + keyedStates.length
const firstReading = firstDirty + 2
const firstLatest = firstReading + 4
const states = relation(keyedStates, firstState)

// One round trip: if the version of any vehicle's state has changed, nothing is written. Rows are locked by vehicle
// number first, since the planner chooses the order of an update and two gateways could deadlock.
const batchText = `with given as materialized (select * from unnest(${states.arrays}) as given(${states.names})),
  held as materialized (select s.vehicle_no from telemetry.vehicle_state s join given using (vehicle_no)
    where s.state_version = given.state_version order by s.vehicle_no for no key update of s),
  refused as materialized (select vehicle_no from given where vehicle_no not in (select vehicle_no from held)),
  positions as (${positionInsert('telemetry.positions', 'where not exists (select from refused)')}),
  readings as (insert into telemetry.readings (vehicle_no, stated_at, report_hash, readings)
    select * from unnest($${firstReading}::int4[], $${firstReading + 1}::timestamptz[], $${firstReading + 2}::int4[], $${firstReading + 3}::bytea[])
    where not exists (select from refused) on conflict do nothing),
  latest as (insert into telemetry.latest_readings (vehicle_no, as_of, readings)
    select * from unnest($${firstLatest}::int4[], $${firstLatest + 1}::timestamptz[], $${firstLatest + 2}::bytea[])
    where not exists (select from refused)
    on conflict (vehicle_no) do update set as_of = excluded.as_of, readings = excluded.readings),
  updated as (update telemetry.vehicle_state s set state_version = s.state_version + 1,
      ${stateColumns.map(({ name }) => `${name} = given.${name}`).join(', ')}
    from given where s.vehicle_no = given.vehicle_no and not exists (select from refused)),
  dirty as (insert into telemetry.dirty_days (vehicle_no, day, mark)
    select vehicle_no, day, (random() * 9e15)::int8
    from unnest($${firstDirty}::int4[], $${firstDirty + 1}::date[]) as days(vehicle_no, day)
    where not exists (select from refused) order by 1, 2
    on conflict (vehicle_no, day) do update set mark = excluded.mark)
  select vehicle_no from refused`

/** Open days keep delays of four bytes. */
const maxDelayMs = 2 ** 31 - 1

function positionValues(positions: PositionColumns, maxDelayMs: number): Buffer[] {
  const rows = [...positions.vehicleNo.keys()]
  return positionRowColumns.map(({ type, read }) =>
    columnArray(type, rows, (at) => read(positions, at, maxDelayMs)),
  )
}

export interface Batch {
  positions: PositionColumns
  readings: Effects['readings']
  latest: ReturnType<typeof latestRowsOf>
  states: readonly VehicleState[]
  dirty: readonly DirtyDay[]
}

/**
 * Writes a batch in one statement, which is a transaction of its own unless one is open.
 * @returns numbers of vehicles whose state has another version than the one given: then nothing was written, and an
 * open transaction holds the locks of all other vehicles of the batch
 */
export async function writeBatch(client: PoolClient, batch: Batch): Promise<Set<number>> {
  const { positions, readings, latest, states: given, dirty } = batch
  const result = await client.query<{ vehicle_no: number }>({
    name: 'telemetry.batch',
    text: batchText,
    values: [
      ...positionValues(positions, maxDelayMs),
      columnArray('int4', given, (state) => state.vehicleNo),
      columnArray('int8', given, (state) => state.stateVersion),
      ...stateColumns.map(({ type, read }) =>
        type === 'text' ? literal(given, read) : columnArray(type, given, read),
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
    ],
  })
  return new Set(result.rows.map((row) => row.vehicle_no))
}

/** The statement that inserts positions into one of their tables. */
export function positionStatement(
  table: 'positions' | 'positions_late',
  positions: PositionColumns,
): { text: string; values: unknown[] } {
  const maxDelay = table === 'positions' ? maxDelayMs : Number.MAX_SAFE_INTEGER
  return { text: positionInsert(`telemetry.${table}`), values: positionValues(positions, maxDelay) }
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
