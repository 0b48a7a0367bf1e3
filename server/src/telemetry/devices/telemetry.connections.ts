import { gatewayGoneAfterMs } from '@rumbo/contract/telemetry.freshness'
import { dayMs, hourMs } from '@rumbo/contract/time-units'
import type { Logger } from 'pino'
import { asSystem } from '../../platform/access/access.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { forgetClaims } from './telemetry.claims.repository.ts'
import {
  type ConnectionRecord,
  endConnections,
  findConnectedElsewhere,
  forgetConnections,
  type GatewayRecord,
  putConnections,
  putGateway,
  removeGateway,
} from './telemetry.connections.repository.ts'

export interface ConnectionRecorderOptions {
  database: Database
  clock: Clock
  log: Pick<Logger, 'warn'>
  /** Returns the current record of this gateway. */
  describe(): GatewayRecord
  /** Called with devices that are connected here and to another gateway. */
  onConnectedElsewhere?(records: readonly ConnectionRecord[]): void
  /** Milliseconds between writes of connections. Default: 500. */
  writeIntervalMs?: number
}

/** Stores which gateways run and which devices are connected to them. */
export interface ConnectionRecorder {
  /** Adds a record to the next batch; the last one of a device counts. */
  note(record: ConnectionRecord): void
  /** Ends the connections of gateways that are gone, and registers this one. */
  start(): Promise<void>
  /** Ends the connections of this gateway and removes it. */
  end(): Promise<void>
  /** Records that were dropped because too many waited. */
  readonly lostNotes: number
}

const gatewayIntervalMs = 5_000
const keptMs = 7 * dayMs
const forgetEveryMs = hourMs
/** Small, so that positions do not wait long for the database. */
const maxAtOnce = 1_000
const maxWaiting = 100_000
const longestIdentifier = 64

export function createConnectionRecorder(options: ConnectionRecorderOptions): ConnectionRecorder {
  const { database, clock, log, describe, writeIntervalMs = 500 } = options
  const waiting = new Map<string, ConnectionRecord>()
  const timers: NodeJS.Timeout[] = []
  let lostNotes = 0
  let forgottenAt = 0
  let writing: Promise<void> = Promise.resolve()

  /** One write at a time, each in a transaction of its own. */
  function write(what: string, work: (tx: Transaction) => Promise<void>): Promise<void> {
    const result = writing.then(() => database.transaction(asSystem(what), work))
    writing = result.catch(() => undefined)
    return result
  }

  async function writeConnections(): Promise<void> {
    if (waiting.size === 0) return
    const batch: ConnectionRecord[] = []
    for (const record of waiting.values()) {
      batch.push(record)
      waiting.delete(record.identifier)
      if (batch.length === maxAtOnce) break
    }
    try {
      let contested: ConnectionRecord[] = []
      await write('device connections', async (tx) => {
        const present = new Map(batch.flatMap((one) => (one.isConnected ? [[one.identifier, one]] : [])))
        const aliveSince = new Date(tx.now.getTime() - gatewayGoneAfterMs)
        const held = await findConnectedElsewhere(tx, describe().id, [...present.keys()], aliveSince)
        contested = held.flatMap(({ identifier }) => present.get(identifier) ?? [])
        await putConnections(tx, describe().id, batch)
      })
      if (contested.length > 0) options.onConnectedElsewhere?.(contested)
    } catch (error) {
      for (const record of batch) if (!waiting.has(record.identifier)) waiting.set(record.identifier, record)
      throw error
    }
  }

  async function writeGateway(): Promise<void> {
    await write('device gateway', async (tx) => {
      const now = tx.now.getTime()
      await putGateway(tx, describe())
      await endConnections(tx, new Date(now - gatewayGoneAfterMs), null)
      if (now - forgottenAt < forgetEveryMs) return
      await forgetConnections(tx, new Date(now - keptMs))
      await forgetClaims(tx, new Date(now - keptMs))
      forgottenAt = now
    })
  }

  function repeat(everyMs: number, what: string, work: () => Promise<void>): void {
    let isBusy = false
    const timer = setInterval(() => {
      if (isBusy) return
      isBusy = true
      work()
        .catch((error: unknown) => log.warn({ err: error }, `could not write ${what}; retrying`))
        .finally(() => {
          isBusy = false
        })
    }, everyMs)
    timer.unref()
    timers.push(timer)
  }

  return {
    note(record) {
      const { identifier } = record
      if (identifier.length > longestIdentifier || identifier.includes('\u0000')) return
      if (waiting.size >= maxWaiting && !waiting.has(identifier)) lostNotes += 1
      else waiting.set(identifier, record)
    },
    async start() {
      await writeGateway()
      repeat(gatewayIntervalMs, 'the state of the device gateway', writeGateway)
      repeat(writeIntervalMs, 'device connections', writeConnections)
    },
    async end() {
      for (const timer of timers.splice(0)) clearInterval(timer)
      await writing
      try {
        while (waiting.size > 0) await writeConnections()
        await write('device gateway', async (tx) => {
          await endConnections(tx, new Date(clock.now().getTime() - gatewayGoneAfterMs), describe().id)
          await removeGateway(tx, describe().id)
        })
      } catch (error) {
        log.warn(
          { err: error },
          'could not remove the device gateway; it is removed after 20 s without a heartbeat',
        )
      }
    },
    get lostNotes() {
      return lostNotes
    },
  }
}
