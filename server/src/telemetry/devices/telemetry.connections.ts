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
  /** What this gateway is at the moment. */
  describe(): GatewayRecord
  /** Devices that spoke here and are reported as connected by another gateway. */
  onConnectedElsewhere?(records: readonly ConnectionRecord[]): void
  /** Milliseconds between writings of connections; 500 unless told. */
  writeIntervalMs?: number
}

/** Writes for every process to read which gateways there are, and which devices they have on the line. */
export interface ConnectionRecorder {
  /** Notes what will be written with the next batch; the last word on a device counts. */
  note(record: ConnectionRecord): void
  /** The connections of gateways that are gone, ended; and this gateway told of. */
  start(): Promise<void>
  /** Ends the connections of this gateway, and takes it off the list. */
  end(): Promise<void>
  /** Notes that were given up, since too many waited. */
  readonly lostNotes: number
}

const gatewayIntervalMs = 5_000
/** A gateway that was silent for this long is gone, and its connections with it. */
const goneAfterMs = 20_000
const keptMs = 7 * 86_400_000
const forgetEveryMs = 3_600_000
/** Small, so that positions wait little for the database. */
const mostAtOnce = 1_000
const mostWaiting = 100_000
const longestIdentifier = 64

export function createConnectionRecorder(options: ConnectionRecorderOptions): ConnectionRecorder {
  const { database, clock, log, describe, writeIntervalMs = 500 } = options
  const waiting = new Map<string, ConnectionRecord>()
  const timers: NodeJS.Timeout[] = []
  let lostNotes = 0
  let forgottenAt = 0
  let writing: Promise<void> = Promise.resolve()

  /** One at a time, each in a transaction of its own; what fails is tried again with the next. */
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
      if (batch.length === mostAtOnce) break
    }
    try {
      let contested: ConnectionRecord[] = []
      await write('device connections', async (tx) => {
        const present = new Map(batch.flatMap((one) => (one.isConnected ? [[one.identifier, one]] : [])))
        const aliveSince = new Date(tx.now.getTime() - goneAfterMs)
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
      await endConnections(tx, new Date(now - goneAfterMs), null)
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
        .catch((error: unknown) =>
          log.warn({ err: error }, `${what} could not be written and is tried again`),
        )
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
      if (waiting.size >= mostWaiting && !waiting.has(identifier)) lostNotes += 1
      else waiting.set(identifier, record)
    },
    async start() {
      await writeGateway()
      repeat(gatewayIntervalMs, 'The state of the device gateway', writeGateway)
      repeat(writeIntervalMs, 'Device connections', writeConnections)
    },
    async end() {
      for (const timer of timers.splice(0)) clearInterval(timer)
      await writing
      try {
        while (waiting.size > 0) await writeConnections()
        await write('device gateway', async (tx) => {
          await endConnections(tx, new Date(clock.now().getTime() - goneAfterMs), describe().id)
          await removeGateway(tx, describe().id)
        })
      } catch (error) {
        // Another gateway, or the next start, finds that this one is gone.
        log.warn({ err: error }, 'The end of the device gateway could not be written')
      }
    },
    get lostNotes() {
      return lostNotes
    },
  }
}
