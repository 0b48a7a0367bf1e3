import type { AlarmKind } from '@rumbo/contract/telemetry.device-report.contract'
import { hourMs } from '@rumbo/contract/time-units'
import type { Pool, PoolClient } from 'pg'
import type { Clock } from '../../platform/clock.ts'
import { openTransaction, type Transaction, writeEffects } from '../../platform/database/transaction.ts'
import { type CauseChange, changeCauses, lockVehicles } from '../../vehicles/index.ts'
import type { FoundCondition } from '../conditions/telemetry.conditions.ts'
import { fenceRowsOf } from '../fences/telemetry.fences.repository.ts'
import type { FenceOccurrence } from '../fences/telemetry.fences.ts'
import { openReadingMonths } from '../history/telemetry.partitions.repository.ts'
import { latestRowsOf } from '../readings/telemetry.reading-steps.ts'
import type { CardPresented } from '../telemetry.facts.ts'
import { isAlarming, isUsableFix } from '../telemetry.rules.ts'
import {
  type Batch,
  holdBoundary,
  insertLatePositions,
  isWronglyPresumed,
  mayRepeat,
  writeBatch,
} from './telemetry.batch.repository.ts'
import { countUnknown, insertAlarms, insertRejected } from './telemetry.intake.repository.ts'
import { writeMovements } from './telemetry.movement.repository.ts'
import {
  type Effects,
  type LastKnownPlace,
  newEffects,
  type PositionColumns,
  type PresentedCard,
  type ReceivedAnswer,
  type StatedCodes,
} from './telemetry.state.ts'

/** Devices without a vehicle that are listed; the least recently seen ones are removed. */
const maxUnknownDevices = 2_000

/** A new alarm of a vehicle. */
export interface CommittedAlarm {
  alarmId: string
  vehicleId: string
  kind: AlarmKind
  /** ISO 8601; null for an alarm without a fix. */
  fixTime: string | null
  receivedAt: string
  latitude: number | null
  longitude: number | null
  /** Reported after a newer position of the vehicle was known. */
  isLate: boolean
  companyId: string
  fleetId: string
  speedKmh: number | null
  heading: number | null
  /** Only for an alarm without a usable fix of its own. */
  lastKnown: LastKnownPlace | null
}
/**
 * Records new alarms within the transaction of their batch, with their vehicles locked, and returns the causes that
 * follow from them. Each alarm comes once, however often its batch is repeated.
 */
export type CommitAlarms = (tx: Transaction, alarms: readonly CommittedAlarm[]) => Promise<CauseChange[]>

/** Without the events domain, the alarm itself is the cause. */
const causesOfAlarms: CommitAlarms = async (_tx, alarms) =>
  alarms.flatMap(({ alarmId, vehicleId, kind }) =>
    isAlarming(kind) ? [{ vehicleId, cause: 'alarmed', sourceId: alarmId, holds: true, detail: kind }] : [],
  )

/** Inserts alarms. @returns those that were new */
async function insertNewAlarms(tx: Transaction, alarms: Effects['alarms']): Promise<CommittedAlarm[]> {
  const fresh = new Map((await insertAlarms(tx, alarms)).map((alarm) => [alarm.id, alarm]))
  const committed: CommittedAlarm[] = []
  for (const { id, vehicleId, kind, report, isLate, lastKnown } of alarms) {
    const alarm = fresh.get(id)
    if (!alarm) continue
    fresh.delete(id)
    const fix = report.fix && isUsableFix(report.fix) ? report.fix : null
    committed.push({
      alarmId: id,
      vehicleId,
      kind,
      fixTime: fix?.time.toISOString() ?? null,
      receivedAt: report.receivedAt.toISOString(),
      latitude: fix?.latitude ?? null,
      longitude: fix?.longitude ?? null,
      isLate,
      companyId: alarm.company_id,
      fleetId: alarm.fleet_id,
      speedKmh: fix?.speedKmh ?? null,
      heading: fix?.headingDegrees ?? null,
      lastKnown,
    })
  }
  return committed
}

/** Vehicles whose causes a batch may change. */
const vehiclesOfCauses = ({ awake, alarms, codes, conditions, fenceOccurrences }: Effects) => [
  ...awake,
  ...[...alarms, ...codes, ...conditions].map(({ vehicleId }) => vehicleId),
  ...fenceOccurrences.flatMap(({ vehicleId, triggers, isWorkshop }) =>
    triggers.length > 0 || isWorkshop ? [vehicleId] : [],
  ),
]

/** Alarms that were new become events, causes and facts; silence ends. For vehicles that are locked. */
async function writeCauses(
  tx: Transaction,
  effects: Effects,
  { commitAlarms = causesOfAlarms, commitConditions, commitFences }: CommitParts,
): Promise<void> {
  const changes: CauseChange[] = [...effects.awake].map((vehicleId) => ({
    vehicleId,
    cause: 'silent',
    sourceId: null,
    holds: false,
  }))
  if (effects.alarms.length > 0) {
    const alarms = await insertNewAlarms(tx, effects.alarms)
    if (alarms.length > 0) changes.push(...(await commitAlarms(tx, alarms)))
  }
  if (effects.conditions.length > 0)
    changes.push(...((await commitConditions?.(tx, effects.conditions)) ?? []))
  if (effects.fenceOccurrences.length > 0 && commitFences)
    changes.push(...(await commitFences(tx, effects.fenceOccurrences)))
  await changeCauses(tx, changes)
}

/** Records devices' answers to commands within the transaction of their batch; must be idempotent. */
export type CommitAnswers = (tx: Transaction, answers: readonly ReceivedAnswer[]) => Promise<void>
/**
 * Records trouble codes that were stated, within the transaction of their batch, with their vehicles locked. In the order
 * of the reports; each once, however often its batch is repeated.
 */
export type CommitCodes = (tx: Transaction, codes: readonly StatedCodes[]) => Promise<void>
/**
 * Records what was computed from readings and movements, within the transaction of their batch, with their vehicles locked,
 * and returns the causes that follow. Each once, however often its batch is repeated.
 */
export type CommitConditions = (tx: Transaction, found: readonly FoundCondition[]) => Promise<CauseChange[]>
/**
 * Records what happened in fences within the transaction of its batch, with the vehicles of wanted events and of workshops locked, and
 * returns the causes that follow. In the order of the reports; each once, however often its batch is repeated.
 */
export type CommitFences = (
  tx: Transaction,
  occurrences: readonly FenceOccurrence[],
) => Promise<CauseChange[]>
/** What other domains do within the transaction of a batch. */
export interface CommitParts {
  commitAnswers?: CommitAnswers
  commitAlarms?: CommitAlarms
  commitCodes?: CommitCodes
  commitConditions?: CommitConditions
  commitFences?: CommitFences
}

/** Fixes younger than this are in days that cannot be closed yet. */
const surelyOpenMs = 60 * hourMs

/** Removes the positions whose days are closed, or about to be, from `positions`. @returns them */
function splitOffClosed(positions: PositionColumns, openFromMs: number): PositionColumns {
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

const hasOld = ({ positions, readings }: Effects, now: Date) =>
  positions.fixTime.some((time) => time < now.getTime() - surelyOpenMs) ||
  readings.some(({ time }) => time < now.getTime() - surelyOpenMs)

const isPlain = (effects: Effects) =>
  effects.alarms.length === 0 &&
  effects.awake.size === 0 &&
  effects.movements.length === 0 &&
  effects.rejected.length === 0 &&
  effects.unknown.size === 0 &&
  effects.answers.length === 0 &&
  effects.cards.length === 0 &&
  effects.codes.length === 0 &&
  effects.conditions.length === 0 &&
  effects.fenceOccurrences.length === 0

const batchOf = (effects: Effects): Batch => ({
  positions: { ...effects.positions },
  readings: effects.readings,
  latest: latestRowsOf(effects),
  fences: fenceRowsOf(effects),
  states: [...effects.states.values()],
  dirty: [...effects.dirty.values()],
})

/** The effects of the batch's reports without those of some vehicles, by number. */
export type EffectsWithout = (refused: ReadonlySet<number>) => Effects

export interface Committed {
  /** What was written: nothing of the refused vehicles. */
  effects: Effects
  /** Vehicles whose state another process has changed since it was read; their reports have to run again. */
  refused: ReadonlySet<number>
}

type Way = 'quick' | 'careful'

/**
 * Writes positions and states of the vehicles whose version is current.
 * @param openFromMs where closed days end, if any are affected
 * @throws an error that `isWronglyPresumed`, by `quick`
 */
async function writeStates(
  client: PoolClient,
  given: Effects,
  without: EffectsWithout,
  way: Way,
  openFromMs = Number.NEGATIVE_INFINITY,
): Promise<Committed> {
  const refused = new Set<number>()
  let effects = given
  for (;;) {
    const batch = batchOf(effects)
    const closed = openFromMs > 0 ? splitOffClosed(batch.positions, openFromMs) : null
    const found = await writeBatch(client, batch, way)
    if (found.size === 0) {
      if (closed) await insertLatePositions(client, closed)
      return { effects, refused }
    }
    for (const vehicleNo of found) refused.add(vehicleNo)
    effects = without(refused)
  }
}

/** Shifts follow cards in a transaction of their own: nobody's acknowledgement waits for the locks of shifts. */
const factOf = ({ vehicleId, companyId, fleetId, card, at }: PresentedCard): CardPresented => ({
  kind: 'vehicle.card_presented',
  payload: { vehicleId, card, at: new Date(at).toISOString() },
  companyId,
  fleetId,
})

async function writeAll(
  client: PoolClient,
  given: Effects,
  without: EffectsWithout,
  now: Date,
  way: Way,
  parts: CommitParts,
): Promise<Committed> {
  const { commitAnswers, commitCodes } = parts
  const { tx, effects: recorded } = openTransaction(client, null, now)
  // Vehicles before their states, in the order in which all code locks both.
  const caused = vehiclesOfCauses(given)
  if (caused.length > 0) await lockVehicles(tx, [...new Set(caused)])
  const isOld = hasOld(given, now)
  if (isOld) await openReadingMonths(tx, given.readings)
  const openFromMs = isOld ? await holdBoundary(client) : undefined
  const { effects, refused } = await writeStates(client, given, without, way, openFromMs)
  if (vehiclesOfCauses(effects).length > 0 || effects.fenceOccurrences.length > 0)
    await writeCauses(tx, effects, parts)
  await writeMovements(tx, effects.movements)
  await insertRejected(tx, effects.rejected)
  await countUnknown(tx, effects.unknown, maxUnknownDevices)
  if (effects.answers.length > 0) await commitAnswers?.(tx, effects.answers)
  if (effects.codes.length > 0) await commitCodes?.(tx, effects.codes)
  for (const card of effects.cards) tx.fact(factOf(card))
  await writeEffects(client, recorded, null, now)
  return { effects, refused }
}

/** Commits once. @throws an error that `isWronglyPresumed`, by `quick`: then nothing was written */
async function commitBy(
  way: Way,
  client: PoolClient,
  effects: Effects,
  without: EffectsWithout,
  now: Date,
  parts: CommitParts,
): Promise<Committed> {
  if (isPlain(effects) && !hasOld(effects, now)) return writeStates(client, effects, without, way)
  await client.query('begin')
  try {
    const committed = await writeAll(client, effects, without, now, way, parts)
    await client.query('commit')
    return committed
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => {
      broken.set(client, failure)
    })
    throw error
  }
}

/** Connections on which even a rollback failed. */
const broken = new WeakMap<PoolClient, Error>()

/** After another gateway wrote states of the same vehicles, this one locks states before it writes them, for this time. */
const cautiousMs = 30_000
/** When that time ends, in epoch ms, by the pool of the gateway. */
const cautiousUntil = new WeakMap<Pool, number>()

/**
 * Writes the effects of a batch in one transaction, or in a single statement if they are only positions and states. The
 * effects of a vehicle are written only if its state still has the version from which they were computed.
 *
 * At first no other process is expected to write states of the same vehicles (`quick`). If one does, that attempt writes
 * nothing, and the batch is written again with locks (`careful`).
 * @param pool connections that have the system's role
 */
export async function commitEffects(
  pool: Pool,
  clock: Clock,
  effects: Effects,
  without: EffectsWithout,
  parts: CommitParts = {},
): Promise<Committed> {
  const client = await pool.connect()
  const now = clock.now()
  try {
    if (now.getTime() < (cautiousUntil.get(pool) ?? 0))
      return await commitBy('careful', client, effects, without, now, parts)
    try {
      return await commitBy('quick', client, effects, without, now, parts)
    } catch (error) {
      if (!mayRepeat(error)) throw error
      if (isWronglyPresumed(error)) cautiousUntil.set(pool, now.getTime() + cautiousMs)
      return await commitBy('careful', client, effects, without, now, parts)
    }
  } finally {
    client.release(broken.get(client))
  }
}

/** The data, not the database, is at fault: SQLSTATE classes 21, 22, 23 and 54. Repeating cannot help. */
export const isDataError = (error: unknown): error is Error =>
  // 23503: a vehicle was moved to another fleet concurrently; the retry reads its current fleet.
  error instanceof Error && 'code' in error && /^(2[12]|23(?!503)|54)/.test(String(error.code))
