import type { PoolClient } from 'pg'
import { columnArray, jsonArray } from './telemetry.batch.arrays.ts'
import type { StoredPositions } from './telemetry.hours.rules.ts'
import { positionRowColumns } from './telemetry.positions.rules.ts'
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

const positionInsert = (table: string) => {
  const { arrays, names } = relation(positionRowColumns, 1)
  return `insert into ${table} (${names}) select ${names} from unnest(${arrays}) as rows(${names}) on conflict do nothing`
}
const keyedStates = [
  { name: 'vehicle_no', type: 'int4' },
  { name: 'movement_epoch', type: 'int4' },
  ...stateColumns,
]
const firstState = positionRowColumns.length + 1
const firstDirty = firstState + keyedStates.length
const firstExtra = firstDirty + 2
const states = relation(keyedStates, firstState)

// One round trip. The truth never goes backwards, whichever process writes last: an older state, or one that does not
// know that its movement was computed anew, changes no row; its day is then computed anew from the positions.
const batchText = `with positions as (${positionInsert('telemetry.positions')}),
  extras as (insert into telemetry.position_extras (vehicle_no, fix_time, report_hash, extras)
    select * from unnest($${firstExtra}::int4[], $${firstExtra + 1}::timestamptz[], $${firstExtra + 2}::int8[], $${firstExtra + 3}::jsonb[])
    on conflict do nothing),
  given as materialized (select * from unnest(${states.arrays}) as given(${states.names})),
  taken as (update telemetry.vehicle_state s set ${stateColumns.map(({ name }) => `${name} = given.${name}`).join(', ')}
    from given where s.vehicle_no = given.vehicle_no and s.movement_epoch = given.movement_epoch
      and (s.as_of, s.last_report_at) <= (given.as_of, given.last_report_at)
    returning s.vehicle_no),
  refused as (select vehicle_no, day from given where vehicle_no not in (select vehicle_no from taken)),
  dirty as (insert into telemetry.dirty_days (vehicle_no, day, mark)
    select vehicle_no, day, (random() * 9e15)::int8 from (
      select vehicle_no, day from refused where day is not null union
      select * from unnest($${firstDirty}::int4[], $${firstDirty + 1}::date[])) as days order by 1, 2
    on conflict (vehicle_no, day) do update set mark = excluded.mark)
  select vehicle_no from refused`

/** Open days keep delays of four bytes. */
const mostDelayMs = 2 ** 31 - 1

function positionValues(positions: PositionColumns, most: number): Buffer[] {
  const rows = [...positions.vehicleNo.keys()]
  return positionRowColumns.map(({ type, read }) =>
    columnArray(type, rows, (at) => read(positions, at, most)),
  )
}

export interface Batch {
  positions: PositionColumns
  extras: Effects['extras']
  states: readonly VehicleState[]
  dirty: readonly DirtyDay[]
}

/**
 * Writes a batch in one statement, which is a transaction of its own unless one is open.
 * @returns numbers of vehicles whose state another process knew better
 */
export async function writeBatch(client: PoolClient, batch: Batch): Promise<Set<number>> {
  const { positions, extras, states: given, dirty } = batch
  const result = await client.query<{ vehicle_no: number }>({
    name: 'telemetry.batch',
    text: batchText,
    values: [
      ...positionValues(positions, mostDelayMs),
      columnArray('int4', given, (state) => state.vehicleNo),
      columnArray('int4', given, (state) => state.movement.epoch),
      ...stateColumns.map(({ type, read }) =>
        type === 'text' ? literal(given, read) : columnArray(type, given, read),
      ),
      columnArray('int4', dirty, ({ vehicleNo }) => vehicleNo),
      columnArray('date', dirty, ({ day }) => day),
      columnArray('int4', extras, (row) => row.vehicleNo),
      columnArray('time', extras, (row) => row.fixTime),
      columnArray('int8', extras, (row) => row.reportHash),
      jsonArray(extras.map((row) => row.extras)),
    ],
  })
  return new Set(result.rows.map((row) => row.vehicle_no))
}

/** One statement that inserts positions into a table of theirs. */
export function positionStatement(
  table: 'positions' | 'positions_late',
  positions: PositionColumns,
): { text: string; values: unknown[] } {
  const most = table === 'positions' ? mostDelayMs : Number.MAX_SAFE_INTEGER
  return { text: positionInsert(`telemetry.${table}`), values: positionValues(positions, most) }
}

/** Positions of days that are closed or being closed wait apart until they join their hour. */
export async function insertLatePositions(client: PoolClient, positions: PositionColumns): Promise<void> {
  if (positions.vehicleNo.length === 0) return
  await client.query({
    name: 'telemetry.positions_late.insert',
    ...positionStatement('positions_late', positions),
  })
}

/** Held while old positions are written, and alone by who closes a day. */
export const boundaryLock = "hashtextextended('telemetry.history_boundary', 0)"

/** Waits for a day that is being closed, keeps the next from being closed, and tells where open days begin, epoch ms. */
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
