import { can, isSuperAdmin } from '@rumbo/contract/access'
import type { OutputOf, ParsedOf } from '@rumbo/contract/endpoint'
import type {
  DaySummary,
  historyDates,
  historyPositions,
  historyRoute,
  historyStatistics,
  PositionColumns,
  Stay,
} from '@rumbo/contract/telemetry.contract'
import type { FenceFix } from '@rumbo/geo/fences/crossing-state'
import { createAreaFinder } from '@rumbo/geo/geometry/area-finder'
import { findZonesOfFleet } from '../../places/index.ts'
import { type Actor, asSystem } from '../../platform/access/access.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { fieldProblem, problem } from '../../platform/problem.ts'
import { reachVehicle } from '../devices/telemetry.onboarding.actions.ts'
import type { StoredPositions } from '../intake/telemetry.state.ts'
import { readBoundary } from './telemetry.closing.repository.ts'
import {
  findCommonRetention,
  findDays,
  findStays,
  findTotals,
  findTrips,
  findVehicleClock,
  measureDatabase,
  type VehicleClock,
} from './telemetry.history.repository.ts'
import {
  columnsOf,
  createRouteBuilder,
  cursorOf,
  keyOfCursor,
  type MomentRange,
  type RequestedRange,
  rangeOf,
} from './telemetry.history.rules.ts'
import { type PositionKey, readPositions } from './telemetry.positions.repository.ts'
import { createReplay, type Replay } from './telemetry.recompute.rules.ts'
import { readTrackHours } from './telemetry.track.repository.ts'
import { chooseInSteps, shownColumns } from './telemetry.track.rules.ts'
import { trackInSteps } from './telemetry.track-join.rules.ts'

/** Checks access through the vehicle before reading, because positions contain no fleet. */
export const readAsSystem = <Result>(
  database: Database,
  actor: Actor,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> => database.transaction(asSystem('history', actor), work, { readOnly: true })

/** @throws Problem `history_range` */
export function requireRange(asked: RequestedRange, timeZone: string): MomentRange {
  const range = rangeOf(asked, timeZone)
  if (!range) throw problem('history_range')
  return range
}

/** Yields pages of positions in order, each read in its own short transaction. */
export async function* pagesOf(
  database: Database,
  actor: Actor,
  vehicleNo: number,
  range: MomentRange,
  limit: number,
): AsyncGenerator<StoredPositions> {
  let after: PositionKey | undefined
  for (;;) {
    const asked = { ...range, after, limit }
    const { positions, hasMore } = await readAsSystem(database, actor, (tx) =>
      readPositions(tx, vehicleNo, asked),
    )
    yield positions
    after = lastKeyOf(positions)
    if (!hasMore || !after) return
  }
}

/** Yields the usable fixes of a vehicle in order, a page at a time. Call after checking access. */
export async function* recordedFixes(
  database: Database,
  actor: Actor,
  vehicleNo: number,
  range: MomentRange,
): AsyncGenerator<FenceFix[]> {
  for await (const page of pagesOf(database, actor, vehicleNo, range, fixesAtOnce)) {
    const { time, latitude, longitude, speedKmh, heading } = columnsOf(page)
    yield time.map((at, index) => ({
      time: at,
      place: { latitude: latitude[index] as number, longitude: longitude[index] as number },
      // It is not stored.
      accuracyMetres: null,
      speedKmh: speedKmh[index] ?? 0,
      // An unknown heading is against no direction.
      headingDegrees: heading[index] ?? Number.NaN,
    }))
  }
}
/** Evaluated between two turns of the event loop. */
const fixesAtOnce = 5_000

function lastKeyOf({ fixTime, reportHash }: StoredPositions): PositionKey | undefined {
  const [time, hash] = [fixTime.at(-1), reportHash.at(-1)]
  return time === undefined || hash === undefined ? undefined : { fixTime: time, reportHash: hash }
}

/** Bytes per position, packed and as a row, measured by `npm run bench -- history-storage`. */
const bytesPerPacked = 27
const bytesPerOpen = 130

/** @throws Problem `vehicle_not_found` */
export async function readStatistics(
  database: Database,
  actor: Actor,
  { vehicleId }: ParsedOf<typeof historyStatistics>['query'],
): Promise<OutputOf<typeof historyStatistics>> {
  const vehicle = vehicleId ? await reachVehicle(database, actor, vehicleId, 'vehicles.read') : null
  const boundary = await readAsSystem(database, actor, readBoundary)
  const packedBefore = boundary?.readFrom ?? null
  const { packed, ...totals } = await database.transaction(
    actor,
    (tx) => findTotals(tx, vehicle?.id ?? null, packedBefore),
    { readOnly: true },
  )
  const companyIds = vehicle
    ? [vehicle.companyId]
    : isSuperAdmin(actor.scopes)
      ? null
      : [...actor.companies.read]
  return readAsSystem(database, actor, async (tx) => ({
    ...totals,
    historyBytes: packed * bytesPerPacked + (totals.records - packed) * bytesPerOpen,
    databaseBytes: !vehicle && can(actor, 'monitoring.read') ? await measureDatabase(tx) : null,
    retentionDays: await findCommonRetention(tx, companyIds),
  }))
}

/** @throws Problem `vehicle_not_found` */
export async function listDates(
  database: Database,
  actor: Actor,
  id: string,
  range: ParsedOf<typeof historyDates>['query'],
): Promise<OutputOf<typeof historyDates>> {
  const { vehicleNo } = await reachVehicle(database, actor, id, 'vehicles.read')
  return readAsSystem(database, actor, async (tx) => ({
    timeZone: (await findVehicleClock(tx, vehicleNo)).timeZone,
    items: await findDays(tx, vehicleNo, range),
  }))
}

type Summary = Omit<DaySummary, 'date'>

/** Distance and times of a range without a stored day, computed from positions. */
function summaryOf({ days }: Replay): Summary {
  const all = [...days.values()]
  const sum = (of: (day: (typeof all)[number]['sums']) => number) =>
    all.reduce((total, { sums }) => total + of(sums), 0)
  const moments = all.flatMap(({ sums, lastAt }) => [sums.firstAt ?? [], lastAt ?? []].flat())
  const asText = (ms: number) => new Date(ms).toISOString()
  return {
    records: sum(({ records }) => records),
    distanceMetres: Math.round(sum(({ distanceMetres }) => distanceMetres)),
    movingSeconds: sum(({ movingSeconds }) => movingSeconds),
    idleSeconds: sum(({ idleSeconds }) => idleSeconds),
    engineSeconds: sum(({ engineSeconds }) => engineSeconds),
    maxSpeedKmh: all.reduce((most, { sums }) => Math.max(most, sums.maxSpeedTenths), 0) / 10,
    firstAt: moments.length > 0 ? asText(Math.min(...moments)) : null,
    lastAt: moments.length > 0 ? asText(Math.max(...moments)) : null,
  }
}

interface RouteContext {
  clock: VehicleClock
  range: MomentRange
  trips: OutputOf<typeof historyRoute>['trips']
  stays: Omit<Stay, 'zone'>[]
  day: DaySummary | undefined
}

async function readRouteContext(
  tx: Transaction,
  vehicleNo: number,
  asked: RequestedRange,
): Promise<RouteContext> {
  const clock = await findVehicleClock(tx, vehicleNo)
  const range = requireRange(asked, clock.timeZone)
  const { date } = asked
  return {
    clock,
    range,
    trips: await findTrips(tx, vehicleNo, range),
    stays: await findStays(tx, vehicleNo, range),
    day: date === undefined ? undefined : (await findDays(tx, vehicleNo, { from: date, to: date }))[0],
  }
}

/** The longest step in milliseconds before control returns to the event loop. */
const sliceMs = 4
const yieldToEventLoop = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Runs a long computation in slices, so that other calls are not blocked. */
async function runInSlices<Result>(steps: Generator<void, Result>): Promise<Result> {
  let begunMs = performance.now()
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    if (performance.now() - begunMs < sliceMs) continue
    await yieldToEventLoop()
    begunMs = performance.now()
  }
}

/** The route of a day, computed from stored hours without an object per position. */
async function readDayRoute(
  database: Database,
  actor: Actor,
  vehicleNo: number,
  range: MomentRange,
  points: number,
): Promise<{ positions: PositionColumns; records: number }> {
  const hours = await readAsSystem(database, actor, (tx) => readTrackHours(tx, vehicleNo, range))
  return runInSlices(
    (function* () {
      const track = yield* trackInSteps(hours, range)
      const kept = yield* chooseInSteps(track, points)
      return { positions: shownColumns(track, kept), records: track.count }
    })(),
  )
}

/** Names the zones of the vehicle's fleet, as they are now, for those who may read them. */
async function withZones(
  database: Database,
  actor: Actor,
  { fleetId, companyId }: { fleetId: string; companyId: string },
  stays: readonly Omit<Stay, 'zone'>[],
): Promise<Stay[]> {
  const isReader = can(actor, 'tariffs.read', { fleetId, companyId })
  if (!isReader || stays.length === 0) return stays.map((stay) => ({ ...stay, zone: null }))
  const zones = await database.transaction(actor, (tx) => findZonesOfFleet(tx, fleetId), { readOnly: true })
  const zoneAt = createAreaFinder(zones)
  return stays.map((stay) => ({ ...stay, zone: zoneAt(stay)?.name ?? null }))
}

/** Positions read at once for a route. */
const routePage = 50_000

/**
 * The route of a day or a time range, with its trips and stays.
 * @throws Problem `vehicle_not_found`, `history_range`
 */
export async function readRoute(
  database: Database,
  actor: Actor,
  id: string,
  { points, ...asked }: ParsedOf<typeof historyRoute>['query'],
): Promise<OutputOf<typeof historyRoute>> {
  const vehicle = await reachVehicle(database, actor, id, 'vehicles.read')
  const { vehicleNo } = vehicle
  const { clock, range, trips, stays, day } = await readAsSystem(database, actor, (tx) =>
    readRouteContext(tx, vehicleNo, asked),
  )
  const replay = createReplay(clock.timeZone, null)
  const pageByPage = async () => {
    const route = createRouteBuilder(points)
    for await (const page of pagesOf(database, actor, vehicleNo, range, routePage)) {
      route.add(page)
      replay.add(page)
    }
    return route.finish()
  }
  const { positions, records } = day
    ? await readDayRoute(database, actor, vehicleNo, range, points)
    : await pageByPage()
  const { date: _, ...ofDay } = day ?? { date: '', ...summaryOf(replay) }
  return {
    from: new Date(range.fromMs).toISOString(),
    to: new Date(range.toMs).toISOString(),
    positions,
    records,
    isSimplified: positions.time.length < records,
    trips,
    stays: await withZones(database, actor, vehicle, stays),
    summary: ofDay,
  }
}

/**
 * A page of the usable positions of a range.
 * @throws Problem `vehicle_not_found`, `history_range`
 */
export async function listPositions(
  database: Database,
  actor: Actor,
  id: string,
  { cursor, size, ...asked }: ParsedOf<typeof historyPositions>['query'],
): Promise<OutputOf<typeof historyPositions>> {
  const { vehicleNo } = await reachVehicle(database, actor, id, 'vehicles.read')
  const after = cursor === undefined ? undefined : keyOfCursor(cursor)
  if (after === null) throw fieldProblem({ path: 'query.cursor', code: 'wrong_format' })
  return readAsSystem(database, actor, async (tx) => {
    const { timeZone } = await findVehicleClock(tx, vehicleNo)
    const page = { ...requireRange(asked, timeZone), after, limit: size }
    const { positions, hasMore } = await readPositions(tx, vehicleNo, page)
    const last = lastKeyOf(positions)
    return { positions: columnsOf(positions), nextCursor: hasMore && last ? cursorOf(last) : null }
  })
}
