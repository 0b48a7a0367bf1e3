import { can } from '@rumbo/contract/access'
import type { OutputOf, ParsedOf } from '@rumbo/contract/endpoint'
import { historyDaysRange } from '@rumbo/contract/organisation.contract'
import type {
  LatestReading,
  ReadingSeries,
  readingHistory,
  vehicleReadings,
} from '@rumbo/contract/telemetry.readings.contract'
import {
  compareReadings,
  kindOfValue,
  type ReadingName,
  readingKeyOf,
  readingOf,
} from '@rumbo/contract/telemetry.readings.rules'
import { dayMs } from '@rumbo/contract/time-units'
import type { Actor } from '../../platform/access/access.ts'
import type { Database } from '../../platform/database/database.ts'
import { reachVehicle } from '../devices/telemetry.onboarding.actions.ts'
import { readAsSystem, requireRange } from '../history/telemetry.history.actions.ts'
import { findVehicleClock } from '../history/telemetry.history.repository.ts'
import type { MomentRange } from '../history/telemetry.history.rules.ts'
import { type PackedReading, unpackReadings } from './telemetry.reading-packing.rules.ts'
import { createSeries } from './telemetry.reading-series.rules.ts'
import {
  behindMs,
  catchUp,
  holdsMs,
  type KeptReading,
  keptOf,
  keptSince,
  readingsIn,
} from './telemetry.reading-state.ts'
import {
  findLatest,
  findReadings,
  type ReadingRange,
  type ReadingRow,
} from './telemetry.readings.repository.ts'

type Vehicle = Awaited<ReturnType<typeof reachVehicle>>

/** Which readings somebody may read of a vehicle: identifiers and what decoders did not understand only its editors. */
export function readableBy(actor: Actor, { companyId, fleetId, id: vehicleId }: Vehicle) {
  const isEditor = can(actor, 'vehicles.edit', { companyId, fleetId, vehicleId })
  const isGuest = actor.level === 'guest'
  return ({ audience }: ReadingName): boolean =>
    audience === 'all' || isEditor || (audience === 'staff' && !isGuest)
}

const descriptionOf = ({ name, entry, index, group }: ReadingName, kind: LatestReading['kind']) => ({
  name,
  key: entry && readingKeyOf(entry),
  index,
  kind,
  group,
  unit: entry?.unit ?? null,
  digits: entry?.kind === 'number' ? entry.digits : 3,
})

/** Of the history, in memory at once: rows have at most 8 KB. */
const rowsAtOnce = 500

/** A range with the time before it in which values were stated that hold at its start. */
export const aroundOf = ({ fromMs, toMs }: MomentRange): MomentRange => ({ fromMs: fromMs - holdsMs, toMs })

/** Yields the rows of a range in the order of time, a page after another. */
async function* pagesOf(
  range: { fromMs: number; toMs: number },
  read: (range: ReadingRange) => Promise<ReadingRow[]>,
): AsyncGenerator<ReadingRow[]> {
  let after: ReadingRow | undefined
  for (;;) {
    const rows = await read({ ...range, after, limit: rowsAtOnce })
    yield rows
    after = rows.at(-1)
    if (rows.length < rowsAtOnce) return
  }
}

/** Yields the rows of a range in the order of time, each page read in its own short transaction. */
export const readingRowsWithin = (
  database: Database,
  actor: Actor,
  vehicleNo: number,
  range: { fromMs: number; toMs: number },
): AsyncGenerator<ReadingRow[]> =>
  pagesOf(range, (page) => readAsSystem(database, actor, (tx) => findReadings(tx, vehicleNo, page)))

/** Yields the readings of a range in the order of time, a page after another. */
export async function* readingsWithin(
  ...asked: Parameters<typeof readingRowsWithin>
): AsyncGenerator<PackedReading[]> {
  for await (const rows of readingRowsWithin(...asked))
    yield rows.flatMap(({ packed, time }) => [...unpackReadings(packed, time)])
}

function shown({ name, value, time, implausible }: KeptReading & { time: number }): LatestReading {
  const last = value ?? implausible?.value
  const kind = last === undefined ? (name.entry?.kind ?? 'text') : kindOfValue(last)
  return {
    ...descriptionOf(name, kind),
    value,
    time: value === null ? null : new Date(time).toISOString(),
    implausible: implausible && {
      value: implausible.value,
      time: new Date(implausible.time).toISOString(),
    },
  }
}

/**
 * The latest readings of a vehicle that the caller may read, as old as the company keeps its history.
 * @throws Problem `vehicle_not_found`
 */
export async function listReadings(
  database: Database,
  actor: Actor,
  id: string,
): Promise<OutputOf<typeof vehicleReadings>> {
  const vehicle = await reachVehicle(database, actor, id, 'vehicles.read')
  const kept = await readAsSystem(database, actor, async (tx) => {
    const latest = await findLatest(tx, vehicle.vehicleNo)
    const found = keptOf(latest)
    const toMs = tx.now.getTime() + holdsMs
    const fromMs = latest ? latest.asOf - behindMs : toMs - 2 * holdsMs
    for await (const rows of pagesOf({ fromMs, toMs }, (page) => findReadings(tx, vehicle.vehicleNo, page)))
      for (const { packed, time } of rows) catchUp(found, unpackReadings(packed, time))
    const { historyDays } = await findVehicleClock(tx, vehicle.vehicleNo)
    return keptSince(found, tx.now.getTime() - (historyDays ?? historyDaysRange.default) * dayMs)
  })
  const isReadable = readableBy(actor, vehicle)
  const items = [...readingsIn(kept)]
    .filter(({ name }) => isReadable(name))
    .sort((one, other) => compareReadings(one.name, other.name))
    .map(shown)
  return { items }
}

type Series = ReturnType<typeof createSeries>

/** A series, with the value that held at the start of the range as its first. */
function createHeldSeries(range: { fromMs: number; toMs: number }, points: number): Series {
  const series = createSeries(range, points)
  let held: PackedReading | null = null
  const begin = () => {
    if (held) series.add({ ...held, time: range.fromMs })
    held = null
  }
  return {
    add(reading) {
      if (reading.time < range.fromMs) {
        if (!reading.isImplausible) held = reading
        return
      }
      if (reading.time > range.fromMs) begin()
      held = null
      series.add(reading)
    },
    finish() {
      begin()
      return series.finish()
    },
  }
}

/**
 * Readings within a range, joined to `points` at most.
 * @throws Problem `vehicle_not_found`, `history_range`
 */
export async function readReadingHistory(
  database: Database,
  actor: Actor,
  id: string,
  { names, points, ...asked }: ParsedOf<typeof readingHistory>['query'],
): Promise<OutputOf<typeof readingHistory>> {
  const vehicle = await reachVehicle(database, actor, id, 'vehicles.read')
  const { timeZone } = await readAsSystem(database, actor, (tx) => findVehicleClock(tx, vehicle.vehicleNo))
  const range = requireRange(asked, timeZone)
  const isReadable = readableBy(actor, vehicle)
  const byName = new Map(names.map((name) => [name, createHeldSeries(range, points)]))
  for await (const page of readingsWithin(database, actor, vehicle.vehicleNo, aroundOf(range)))
    for (const reading of page) if (isReadable(reading.name)) byName.get(reading.name.name)?.add(reading)
  const series = [...byName].map(([given, one]): ReadingSeries => {
    const name = readingOf(given)
    const { isNumber, ...columns } = one.finish()
    const isEmpty = (columns.points ?? columns.changes)?.time.length === 0
    const [change] = columns.changes?.value ?? []
    const kind = isNumber
      ? 'number'
      : change === undefined
        ? (name.entry?.kind ?? 'text')
        : kindOfValue(change)
    const described = { ...descriptionOf(name, kind), ...columns }
    return isEmpty && kind === 'number'
      ? { ...described, points: { time: [], min: [], max: [] }, changes: null }
      : described
  })
  return { from: new Date(range.fromMs).toISOString(), to: new Date(range.toMs).toISOString(), series }
}
