import type { Pool } from 'pg'
import type { Clock } from '../platform/clock.ts'
import { openTransaction, type Transaction, writeNews } from '../platform/database/transaction.ts'
import { type CauseChange, changeCauses } from '../vehicles/index.ts'
import { alarmReported } from './telemetry.facts.ts'
import {
  countUnknown,
  insertAlarms,
  insertExtras,
  insertPositions,
  insertRejected,
  updateStates,
} from './telemetry.intake.repository.ts'
import { isAlarming, isUsableFix } from './telemetry.rules.ts'
import type { Effects, ReceivedAnswer } from './telemetry.state.ts'

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

/** Writes the effects of a batch in one transaction. Writing the same again changes nothing and tells nothing. */
export async function commitEffects(
  pool: Pool,
  clock: Clock,
  effects: Effects,
  commitAnswers?: CommitAnswers,
): Promise<{ statesTaken: number }> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query('begin; set local role rumbo_system; set local synchronous_commit = on')
    const now = clock.now()
    const { tx, news } = openTransaction(client, null, now)
    if (effects.alarms.length > 0 || effects.awake.size > 0) await writeCauses(tx, effects)
    await insertPositions(client, effects)
    await insertExtras(client, effects)
    const statesTaken = await updateStates(client, [...effects.states.values()])
    await insertRejected(tx, effects.rejected)
    await countUnknown(tx, effects.unknown, mostUnknownDevices)
    if (effects.answers.length > 0) await commitAnswers?.(tx, effects.answers)
    await writeNews(client, news, null, now)
    await client.query('commit')
    return { statesTaken }
  } catch (error) {
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
  error instanceof Error && 'code' in error && /^(2[123]|54)/.test(String(error.code))
