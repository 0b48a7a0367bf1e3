import type { Pool, PoolClient } from 'pg'
import type { Clock } from '../platform/clock.ts'
import { openTransaction, type Transaction, writeNews } from '../platform/database/transaction.ts'
import { type CauseChange, changeCauses } from '../vehicles/index.ts'
import { type Batch, holdBoundary, insertLatePositions, writeBatch } from './telemetry.batch.repository.ts'
import { alarmReported } from './telemetry.facts.ts'
import { countUnknown, insertAlarms, insertRejected } from './telemetry.intake.repository.ts'
import { markDirty, writeMovements } from './telemetry.movement.repository.ts'
import { isAlarming, isUsableFix } from './telemetry.rules.ts'
import { type Effects, newEffects, type PositionColumns, type ReceivedAnswer } from './telemetry.state.ts'

/** Devices without a vehicle that are listed; those seen longest ago give way. */
const mostUnknownDevices = 2_000

/** Alarms that were new become causes and facts; silence ends. Vehicles are locked before their state is written. */
async function writeCauses(tx: Transaction, effects: Effects): Promise<void> {
  const changes: CauseChange[] = [...effects.awake].map((vehicleId) => ({
    vehicleId,
    cause: 'silent',
    sourceId: null,
    holds: false,
  }))
  if (effects.alarms.length > 0) {
    const fresh = new Map((await insertAlarms(tx, effects.alarms)).map((alarm) => [alarm.id, alarm]))
    for (const { id, vehicleId, kind, report, isLate } of effects.alarms) {
      const alarm = fresh.get(id)
      if (!alarm) continue
      fresh.delete(id)
      const fix = report.fix && isUsableFix(report.fix) ? report.fix : null
      const place = { companyId: alarm.company_id, fleetId: alarm.fleet_id }
      tx.fact(
        alarmReported(
          {
            alarmId: id,
            vehicleId,
            kind,
            fixTime: fix?.time.toISOString() ?? null,
            receivedAt: report.receivedAt.toISOString(),
            latitude: fix?.latitude ?? null,
            longitude: fix?.longitude ?? null,
            isLate,
          },
          place,
        ),
      )
      tx.stale({ domain: 'events', ...place })
      if (isAlarming(kind))
        changes.push({ vehicleId, cause: 'alarmed', sourceId: id, holds: true, detail: kind })
    }
  }
  await changeCauses(tx, changes)
}

/** Takes devices' answers to commands within the transaction of their batch; repeating it must change nothing. */
export type CommitAnswers = (tx: Transaction, answers: readonly ReceivedAnswer[]) => Promise<void>

/** Fixes younger than this lie in days that nobody closes yet, nor has begun to. */
const surelyOpenMs = 60 * 3_600_000

/** The part of the positions whose days are closed, or about to be; taken out of `positions`. */
function takeClosed(positions: PositionColumns, openFromMs: number): PositionColumns {
  const closed = newEffects().positions
  const open = newEffects().positions
  const names = Object.keys(positions) as (keyof PositionColumns)[]
  positions.fixTime.forEach((time, at) => {
    const to = time < openFromMs ? closed : open
    for (const name of names) (to[name] as unknown[]).push(positions[name][at])
  })
  Object.assign(positions, open)
  return closed
}

const hasOld = ({ fixTime }: PositionColumns, now: Date) =>
  fixTime.some((time) => time < now.getTime() - surelyOpenMs)

const isPlain = (effects: Effects) =>
  effects.alarms.length === 0 &&
  effects.awake.size === 0 &&
  effects.movements.length === 0 &&
  effects.rejected.length === 0 &&
  effects.unknown.size === 0 &&
  effects.answers.length === 0

const batchOf = ({ positions, extras, states, dirty }: Effects): Batch => ({
  positions: { ...positions },
  extras,
  states: [...states.values()],
  dirty: [...dirty.values()],
})

async function writeAll(
  client: PoolClient,
  effects: Effects,
  now: Date,
  commitAnswers?: CommitAnswers,
): Promise<Set<number>> {
  const { tx, news } = openTransaction(client, null, now)
  const batch = batchOf(effects)
  if (hasOld(batch.positions, now)) {
    const openFromMs = await holdBoundary(client)
    await insertLatePositions(client, takeClosed(batch.positions, openFromMs))
  }
  if (effects.alarms.length > 0 || effects.awake.size > 0) await writeCauses(tx, effects)
  const refused = await writeBatch(client, batch)
  const isRefused = ({ vehicle }: Effects['movements'][number]) => refused.has(vehicle.vehicleNo)
  await writeMovements(
    tx,
    effects.movements.filter((one) => !isRefused(one)),
  )
  const daysPassed = effects.movements
    .filter(isRefused)
    .flatMap(({ vehicle, event }) =>
      event.kind === 'day_ended' ? [{ vehicleNo: vehicle.vehicleNo, day: event.day }] : [],
    )
  await markDirty(tx, daysPassed)
  await insertRejected(tx, effects.rejected)
  await countUnknown(tx, effects.unknown, mostUnknownDevices)
  if (effects.answers.length > 0) await commitAnswers?.(tx, effects.answers)
  await writeNews(client, news, null, now)
  return refused
}

/**
 * Writes the effects of a batch in one transaction: in one statement, where nothing but positions and states came.
 * Writing the same again changes nothing and tells nothing.
 * @param pool connections that have the system's role
 * @returns numbers of vehicles whose state was not taken, since another process knew better
 */
export async function commitEffects(
  pool: Pool,
  clock: Clock,
  effects: Effects,
  commitAnswers?: CommitAnswers,
): Promise<Set<number>> {
  const client = await pool.connect()
  const now = clock.now()
  let broken: Error | undefined
  let isOpen = false
  try {
    if (isPlain(effects) && !hasOld(effects.positions, now)) return await writeBatch(client, batchOf(effects))
    isOpen = true
    await client.query('begin')
    const refused = await writeAll(client, effects, now, commitAnswers)
    await client.query('commit')
    return refused
  } catch (error) {
    if (isOpen)
      await client.query('rollback').catch((failure: Error) => {
        broken = failure
      })
    throw error
  } finally {
    client.release(broken)
  }
}

/** The data, not the database, is at fault: SQLSTATE classes 21, 22, 23 and 54. Repeating cannot help. */
export const isDataError = (error: unknown): error is Error =>
  // 23503: a vehicle was moved to another fleet at this moment; the repetition reads where it is.
  error instanceof Error && 'code' in error && /^(2[12]|23(?!503)|54)/.test(String(error.code))
