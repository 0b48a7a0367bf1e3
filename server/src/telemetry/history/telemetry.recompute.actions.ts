import type { Logger } from 'pino'
import { asSystem } from '../../platform/access/access.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import {
  type FinishedDay,
  type VehicleEvent,
  writeDays,
  writeMovements,
} from '../intake/telemetry.movement.repository.ts'
import type { MovementEvent } from '../intake/telemetry.movement.ts'
import { writeMovementOf } from '../intake/telemetry.state.repository.ts'
import { dayAfter, dayStartMs, localDay } from './telemetry.days.rules.ts'
import { type PositionKey, readPositions } from './telemetry.positions.repository.ts'
import {
  correctMarks,
  type DirtyVehicle,
  deleteSegments,
  findDevice,
  findDirty,
  findSeed,
  findStarts,
  lockState,
  removeMarks,
} from './telemetry.recompute.repository.ts'
import { createReplay, type Replay } from './telemetry.recompute.rules.ts'

const pagePositions = 20_000
/** The latest moment of a Date, epoch ms. */
const endOfTime = 8.64e15

type Began = Extract<MovementEvent, { kind: 'trip_began' | 'stay_began' }>
const isBegin = (event: MovementEvent): event is Began =>
  event.kind === 'trip_began' || event.kind === 'stay_began'

interface Same {
  /** Start of the first trip or stay that is unchanged. */
  beginsAt: number
  /** End of its day; everything later is unchanged. */
  dayEndMs: number
}

/** Replays positions until a trip or stay starts as stored and its day is over, else to the last position. */
async function replayUntilSame(
  tx: Transaction,
  vehicle: DirtyVehicle,
  replay: Replay,
  range: { fromMs: number; sureFromMs: number; lastMs: number },
): Promise<Same | null> {
  const known = await findStarts(tx, vehicle.vehicle_no, range.sureFromMs)
  let looked = 0
  let same: Same | null = null
  const lookForSame = (): void => {
    for (; looked < replay.events.length && same === null; looked += 1) {
      const event = replay.events[looked]
      if (!event || !isBegin(event) || event.startedAt < range.sureFromMs) continue
      const key = `${event.kind === 'trip_began' ? 'trip' : 'stay'} ${event.startedAt}`
      const dayEndMs = localDay(vehicle.time_zone, event.startedAt).toMs
      // The current day is part of the state, which is then rewritten too.
      if (known.has(key) && dayEndMs <= range.lastMs) same = { beginsAt: event.startedAt, dayEndMs }
    }
  }
  const isOver = (at: number): boolean => {
    lookForSame()
    return same !== null && at >= same.dayEndMs
  }
  let after: PositionKey | undefined
  for (;;) {
    const { positions, hasMore } = await readPositions(tx, vehicle.vehicle_no, {
      fromMs: range.fromMs,
      toMs: endOfTime,
      after,
      limit: pagePositions,
    })
    replay.add(positions, isOver)
    const lastTime = positions.fixTime.at(-1)
    const lastHash = positions.reportHash.at(-1)
    if (lastTime === undefined || lastHash === undefined || !hasMore || isOver(lastTime)) return same
    after = { fixTime: lastTime, reportHash: lastHash }
  }
}

/** Recomputes the marked days of one vehicle from their positions, and updates derived rows that differ. */
async function recompute(tx: Transaction, vehicle: DirtyVehicle): Promise<void> {
  const { vehicle_no: vehicleNo, time_zone: timeZone, days } = vehicle
  const state = await lockState(tx, vehicleNo)
  const firstDay = days[0]?.day
  const lastDay = days.at(-1)?.day
  if (firstDay === undefined || lastDay === undefined) return
  const sureFromMs = dayStartMs(timeZone, dayAfter(lastDay))
  const seed = await findSeed(tx, vehicleNo, dayStartMs(timeZone, firstDay))
  const fromMs = seed?.startedAt ?? 0
  const lastMs = Math.max(state?.as_of ?? 0, sureFromMs - 1)
  const replay = createReplay(timeZone, seed)
  const same = await replayUntilSame(tx, vehicle, replay, { fromMs, sureFromMs, lastMs })
  const endsMs = same ? same.beginsAt - 1 : endOfTime
  const owner = { vehicleNo, vehicleId: vehicle.vehicle_id }
  const events: VehicleEvent[] = replay.events
    .filter((event) => event.kind !== 'day_ended' && event.startedAt <= endsMs)
    .map((event) => ({ vehicle: owner, event }))
  await deleteSegments(tx, vehicleNo, fromMs, endsMs)
  await writeMovements(tx, events)
  const { movement } = replay
  const isRunning = (day: string) => same === null && state !== undefined && day === movement.day
  const finished: FinishedDay[] = [...replay.days.values()]
    .filter(({ day }) => (seed === null || day >= firstDay) && !isRunning(day))
    .map((day) => ({ vehicle: owner, ...day }))
  await writeDays(tx, finished)
  const running = movement.day !== null && isRunning(movement.day) ? replay.days.get(movement.day) : undefined
  if (state && running) {
    // The engine hours keep their value: late points must not turn a meter back.
    const engineSeconds = state.engine_seconds ?? 0
    await writeMovementOf(tx, vehicleNo, { ...movement, engineSeconds, sums: running.sums })
    // The gateway reads the state again; the version refuses batches it started earlier.
    tx.forgetDevices(await findDevice(tx, vehicleNo))
  }
  await correctMarks(tx, vehicleNo, replay.wrongMarks)
  await removeMarks(tx, vehicleNo, days)
}

/** Recomputes days with late points, vehicle by vehicle. Idempotent. @returns the number of processed vehicles */
export async function recomputeDirtyDays(
  database: Database,
  log: Logger,
  { signal, limit = 2_000 }: { signal?: AbortSignal; limit?: number } = {},
): Promise<number> {
  const vehicles = await database.transaction(asSystem('dirty days'), (tx) => findDirty(tx, limit), {
    readOnly: true,
  })
  for (const vehicle of vehicles) {
    if (signal?.aborted) break
    try {
      await database.transaction(asSystem('dirty days'), (tx) => recompute(tx, vehicle))
    } catch (error) {
      log.error(
        { err: error, vehicleNo: vehicle.vehicle_no },
        'could not recompute the days of a vehicle; they stay marked for the next run',
      )
    }
  }
  return vehicles.length
}
