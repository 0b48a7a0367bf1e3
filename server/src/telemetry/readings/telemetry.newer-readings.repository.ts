import type { Transaction } from '../../platform/database/transaction.ts'
import { secondText } from '../history/telemetry.positions.rules.ts'
import { unpackReadings } from './telemetry.reading-packing.rules.ts'
import { behindMs, catchUp, type KeptReadings, keptOf, latestRowOf } from './telemetry.reading-state.ts'

/** A vehicle with the row of its latest readings; both null without one. */
interface WithLatest {
  vehicle_no: number
  readings: Buffer | null
  /** Epoch ms. */
  readings_as_of: number | null
}

/** Rows of the history in memory at once, of 8 KB at most each. */
const rowsAtOnce = 250
/** The newest ones count: a device over HTTP may state anything any number of times. */
const rowsOfVehicle = 500

// One vehicle after another, and each one's rows by time: the limit within has its rows in order, and nothing sorts them again.
const newerText = `declare newer_readings no scroll cursor for
  select w.vehicle_no, h.time, h.readings from unnest($1::int4[], $2::timestamptz[]) as w(vehicle_no, from_at)
  cross join lateral (select (extract(epoch from n.stated_at) * 1000)::float8 as time, n.readings
    from (select stated_at, report_hash, readings from telemetry.readings c
      where c.vehicle_no = w.vehicle_no and c.stated_at >= w.from_at
        and ${secondText('c.stated_at')} >= ${secondText('w.from_at')}
      order by ${secondText('c.stated_at')} desc limit ${rowsOfVehicle}) n
    order by n.stated_at, n.report_hash) h`

interface NewerRow {
  vehicle_no: number
  /** Epoch ms. */
  time: number
  readings: Buffer
}

/** Yields what the history has since, in the order of `vehicles` and of time. */
async function* newerRows(tx: Transaction, vehicles: readonly WithLatest[]): AsyncGenerator<NewerRow> {
  await tx.sql(newerText, [
    vehicles.map(({ vehicle_no }) => vehicle_no),
    vehicles.map(({ readings_as_of }) => new Date((readings_as_of ?? 0) - behindMs)),
  ])
  for (let isOver = false; !isOver; ) {
    const rows = await tx.sql<NewerRow>(`fetch ${rowsAtOnce} from newer_readings`)
    yield* rows
    isOver = rows.length < rowsAtOnce
  }
  await tx.sql('close newer_readings')
}

/**
 * Adds to the rows of the latest readings what the history has since: they are written once a minute, and never after a
 * crash. Of the history, two megabytes are in memory at once.
 * @param vehicles changed in place
 */
export async function addNewerReadings(tx: Transaction, vehicles: readonly WithLatest[]): Promise<void> {
  const known = vehicles.filter(({ readings }) => readings !== null)
  if (known.length === 0) return
  const byNumber = new Map(known.map((vehicle) => [vehicle.vehicle_no, vehicle]))
  let vehicle: WithLatest | undefined
  let kept: KeptReadings | undefined
  for await (const row of newerRows(tx, known)) {
    if (vehicle?.vehicle_no !== row.vehicle_no || !kept) {
      replaceLatest(vehicle, kept)
      vehicle = byNumber.get(row.vehicle_no)
      kept = keptOf(latestOf(vehicle))
    }
    addRow(kept, row)
  }
  replaceLatest(vehicle, kept)
}

const latestOf = (vehicle: WithLatest | undefined) =>
  vehicle?.readings ? { packed: vehicle.readings, asOf: vehicle.readings_as_of ?? 0 } : null

function addRow(kept: KeptReadings, { readings, time }: NewerRow): void {
  try {
    catchUp(kept, unpackReadings(readings, time))
  } catch {
    // A newer version wrote it, with readings unknown here. Reports must be stored all the same.
  }
}

function replaceLatest(vehicle: WithLatest | undefined, kept: KeptReadings | undefined): void {
  if (!vehicle || !kept) return
  const { packed, asOf } = latestRowOf(kept)
  vehicle.readings = packed
  vehicle.readings_as_of = asOf
}
