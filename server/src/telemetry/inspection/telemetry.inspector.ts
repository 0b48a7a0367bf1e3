import type { MessageInspector } from '@rumbo/gateway'
import type { Logger } from 'pino'
import { asSystem } from '../../platform/access/access.ts'
import type { Bus } from '../../platform/bus.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { findInspections, inspectionChannel, putMessages } from './telemetry.inspection.repository.ts'
import {
  enqueue,
  type Inspected,
  maskedMessage,
  messageOf,
  newInspected,
  type TakenMessages,
  takeWaiting,
} from './telemetry.waiting-messages.ts'

export interface InspectorOptions {
  database: Database
  bus: Pick<Bus, 'listen' | 'onReconnect'>
  clock: Clock
  log: Pick<Logger, 'warn'>
  /** Passwords that messages of these devices may contain, by identifier. */
  findSecrets(
    tx: Transaction,
    identifiers: readonly string[],
  ): Promise<ReadonlyMap<string, readonly string[]>>
  /** Milliseconds between writes while a device is inspected. Default: 500. */
  writeIntervalMs?: number
}

/** The inspector of a gateway process. While no device is inspected it has no timer and sends no query. */
export interface RunningInspector extends MessageInspector {
  /** Reads the inspections in force, and follows their changes. */
  start(): Promise<void>
  /** Stores what waits. */
  end(): Promise<void>
}

/** Records messages of inspected devices, a batch at a time; messages that cannot be stored are lost and counted. */
export function createMessageInspector(options: InspectorOptions): RunningInspector {
  const { database, bus, clock, log, findSecrets, writeIntervalMs = 500 } = options
  let inspected = new Map<string, Inspected>()
  let timer: NodeJS.Timeout | undefined
  let work: Promise<void> = Promise.resolve()
  const unsubscribes: (() => void)[] = []

  /** One at a time, so that an older list of inspections never replaces a newer one. */
  function inOrder(what: string, task: () => Promise<void>): Promise<void> {
    work = work.then(task).catch((error: unknown) => log.warn({ err: error }, `could not ${what}`))
    return work
  }

  const refresh = () =>
    inOrder('read the inspected devices', async () => {
      const { found, secrets } = await database.transaction(
        asSystem('inspected devices'),
        async (tx) => {
          const found = await findInspections(tx)
          const identifiers = found.map(({ identifier }) => identifier)
          return { found, secrets: found.length > 0 ? await findSecrets(tx, identifiers) : new Map() }
        },
        { readOnly: true },
      )
      const next = new Map<string, Inspected>()
      for (const { vehicleId, identifier, until } of found) {
        const known = inspected.get(identifier)
        const isSame = known?.vehicleId === vehicleId
        const one = isSame ? known : newInspected(vehicleId)
        one.until = until.getTime()
        for (const secret of secrets.get(identifier) ?? []) one.secrets.add(secret)
        next.set(identifier, one)
      }
      inspected = next
      keepTimer()
    })

  function keepTimer(): void {
    if (inspected.size === 0) {
      clearInterval(timer)
      timer = undefined
    } else if (!timer) {
      timer = setInterval(() => void flush(), writeIntervalMs)
      timer.unref()
    }
  }

  async function store(batch: readonly TakenMessages[]): Promise<void> {
    await database.transaction(asSystem('inspected messages'), async (tx) => {
      const known = await findSecrets(
        tx,
        batch.map(({ identifier }) => identifier),
      )
      const messages = batch.flatMap(({ identifier, one, messages }) => {
        for (const secret of known.get(identifier) ?? []) one.secrets.add(secret)
        return messages.map((message) => maskedMessage(message, one.secrets))
      })
      await putMessages(tx, messages)
    })
  }

  async function storeWaiting(): Promise<void> {
    const now = clock.now().getTime()
    const batch: TakenMessages[] = []
    for (const [identifier, one] of inspected) {
      if (one.waiting.length > 0) batch.push({ identifier, one, messages: takeWaiting(one) })
      if (one.until <= now) inspected.delete(identifier)
    }
    keepTimer()
    if (batch.length === 0) return
    try {
      await store(batch)
    } catch (error) {
      for (const { one, messages } of batch)
        one.lost += messages.length + (messages[0]?.content.lostBefore ?? 0)
      throw error
    }
  }

  /** One waits for the one before at most: while a write hangs, no queue grows. */
  let isFlushQueued = false
  function flush(): Promise<void> {
    if (isFlushQueued) return work
    isFlushQueued = true
    return inOrder('store messages of inspected devices', () => {
      isFlushQueued = false
      return storeWaiting()
    })
  }

  return {
    get isActive() {
      return inspected.size > 0
    },
    isInspected: (deviceIdentifier) => inspected.has(deviceIdentifier),
    record(bytes) {
      const one = inspected.get(bytes.deviceIdentifier)
      if (!one) return
      for (const secret of bytes.secrets) one.secrets.add(secret)
      try {
        enqueue(one, messageOf(bytes, one.vehicleId, clock.now()))
      } catch (error) {
        // Whatever is wrong with it, the connection of the device goes on.
        log.warn({ err: error }, 'could not record a message of an inspected device')
      }
    },
    async start() {
      unsubscribes.push(
        bus.listen(inspectionChannel, () => void refresh()),
        bus.onReconnect(() => void refresh()),
      )
      await refresh()
    },
    async end() {
      for (const unsubscribe of unsubscribes.splice(0)) unsubscribe()
      await flush()
      clearInterval(timer)
    },
  }
}
