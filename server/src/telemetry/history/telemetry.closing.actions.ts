import { hourMs } from '@rumbo/contract/time-units'
import type { Logger } from 'pino'
import { asSystem } from '../../platform/access/access.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { newStoredPositions, type StoredPositions } from '../intake/telemetry.state.ts'
import { openDaysBefore } from '../telemetry.rules.ts'
import {
  deleteLate,
  findLateHours,
  lockHours,
  openHours,
  type PackedHour,
  readBoundary,
  readFromHours,
  stopWriting,
  vehiclesOfDay,
  writeHours,
} from './telemetry.closing.repository.ts'
import { dayAfter } from './telemetry.days.rules.ts'
import { copyPosition, packHour } from './telemetry.hours.rules.ts'
import { readPositions } from './telemetry.positions.repository.ts'

// A day is closed in steps; after a crash the interrupted step is repeated:
// 1. write_from moves past it: its partition accepts no more rows. 2. Its hours are written, vehicle by vehicle, and not
// read yet. 3. read_from moves past it: from now on it is read from the hours. 4. Its partition is detached and dropped
// (telemetry.keeper). A late position is added to its hour once read_from has passed.

const pagePositions = 50_000
const vehiclesAtOnce = 100

/** Splits positions in order into packed hours. */
function packHours(vehicleNo: number, positions: StoredPositions): PackedHour[] {
  const hours: PackedHour[] = []
  let current = newStoredPositions()
  let currentMs = Number.NaN
  const finish = () => {
    if (current.fixTime.length > 0)
      hours.push({ vehicleNo, hourMs: currentMs, records: current.fixTime.length, points: packHour(current) })
    current = newStoredPositions()
  }
  for (let at = 0; at < positions.fixTime.length; at += 1) {
    const ofHour = Math.floor((positions.fixTime[at] ?? 0) / hourMs) * hourMs
    if (ofHour !== currentMs) finish()
    currentMs = ofHour
    copyPosition(positions, at, current)
  }
  finish()
  return hours
}

async function packVehicle(tx: Transaction, vehicleNo: number, fromMs: number, toMs: number): Promise<void> {
  await lockHours(tx, vehicleNo)
  let startMs = fromMs
  for (;;) {
    const page = { fromMs: startMs, toMs, limit: pagePositions }
    const { positions, hasMore } = await readPositions(tx, vehicleNo, page)
    const hours = packHours(vehicleNo, positions)
    if (!hasMore) {
      await writeHours(tx, hours)
      return
    }
    // The last hour of a page may be incomplete, so the next page starts at its beginning.
    const last = hours.length > 1 ? hours.pop() : undefined
    await writeHours(tx, hours)
    if (last) startMs = last.hourMs
    else {
      await packLongHour(tx, vehicleNo, hours[0]?.hourMs ?? startMs)
      startMs = (hours[0]?.hourMs ?? startMs) + hourMs
    }
  }
}

/** An hour with more positions than a page holds. */
async function packLongHour(tx: Transaction, vehicleNo: number, fromMs: number): Promise<void> {
  const range = { fromMs, toMs: fromMs + hourMs, limit: Number.MAX_SAFE_INTEGER - 1 }
  const { positions } = await readPositions(tx, vehicleNo, range)
  await writeHours(tx, packHours(vehicleNo, positions))
}

async function closeDay(database: Database, day: string, signal?: AbortSignal): Promise<boolean> {
  await database.transaction(asSystem('closing a day'), async (tx) => {
    await stopWriting(tx, day)
    await openHours(tx, day, day)
  })
  const fromMs = Date.parse(`${day}T00:00:00Z`)
  let after = -1
  for (;;) {
    if (signal?.aborted) return false
    const { numbers, lastLookedAt } = await database.transaction(
      asSystem('closing a day'),
      (tx) => vehiclesOfDay(tx, day, after, vehiclesAtOnce),
      { readOnly: true },
    )
    for (const vehicleNo of numbers)
      await database.transaction(asSystem('closing a day'), (tx) =>
        packVehicle(tx, vehicleNo, fromMs, fromMs + 24 * hourMs),
      )
    if (lastLookedAt === null) break
    after = lastLookedAt
  }
  await database.transaction(asSystem('closing a day'), (tx) => readFromHours(tx, day))
  return true
}

/**
 * Closes every UTC day that ended at least three days ago. Safe to interrupt and to repeat.
 * @returns the days that were closed
 */
export async function closeDays(
  database: Database,
  now: Date,
  { log, signal }: { log: Logger; signal?: AbortSignal },
): Promise<string[]> {
  const openFrom = dayAfter(now.toISOString().slice(0, 10), -openDaysBefore)
  const closed: string[] = []
  for (;;) {
    const boundary = await database.transaction(asSystem('closing a day'), readBoundary, { readOnly: true })
    if (!boundary || boundary.readFrom >= openFrom) return closed
    const startedAt = performance.now()
    if (!(await closeDay(database, boundary.readFrom, signal))) return closed
    closed.push(boundary.readFrom)
    const seconds = Math.round((performance.now() - startedAt) / 1000)
    log.info({ day: boundary.readFrom, seconds }, 'a day of positions was closed')
  }
}

const lateHoursAtOnce = 500

/** Joins late points of closed days to their hours. @returns how many hours were written */
export async function mergeLatePositions(database: Database, signal?: AbortSignal): Promise<number> {
  const hours = await database.transaction(asSystem('late positions'), (tx) =>
    findLateHours(tx, lateHoursAtOnce),
  )
  for (const { vehicle_no: vehicleNo, hour_ms: fromMs, day } of hours) {
    if (signal?.aborted) break
    await database.transaction(asSystem('late positions'), async (tx) => {
      await lockHours(tx, vehicleNo)
      await openHours(tx, day, day)
      const range = { fromMs, toMs: fromMs + hourMs, limit: Number.MAX_SAFE_INTEGER - 1 }
      const { positions } = await readPositions(tx, vehicleNo, range)
      await writeHours(tx, packHours(vehicleNo, positions))
      await deleteLate(tx, vehicleNo, fromMs, positions)
    })
  }
  return hours.length
}
