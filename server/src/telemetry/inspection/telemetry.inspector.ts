import type { InspectedBytes, MessageInspector } from '@rumbo/gateway'
import type { Logger } from 'pino'
import { asSystem } from '../../platform/access/access.ts'
import type { Bus } from '../../platform/bus.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import {
  findInspections,
  inspectionChannel,
  putMessages,
  type StoredMessage,
} from './telemetry.inspection.repository.ts'
import { decodedOf, maskedBytes, maskedContent } from './telemetry.inspection.rules.ts'

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

interface Inspected {
  vehicleId: string
  /** Epoch milliseconds. */
  until: number
  secrets: Set<string>
  /** The last ones that are not stored yet. */
  waiting: (StoredMessage & { whole: Uint8Array })[]
}

/** As many as are kept of a vehicle. */
const maxWaiting = 200

/** Records messages of inspected devices, a batch at a time; messages that cannot be stored are lost. */
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
        const one = isSame ? known : { vehicleId, until: 0, secrets: new Set<string>(), waiting: [] }
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

  const flush = () =>
    inOrder('store messages of inspected devices', async () => {
      const now = clock.now().getTime()
      const batch: { identifier: string; one: Inspected; messages: Inspected['waiting'] }[] = []
      for (const [identifier, one] of inspected) {
        if (one.waiting.length > 0) batch.push({ identifier, one, messages: one.waiting.splice(0) })
        if (one.until <= now) inspected.delete(identifier)
      }
      keepTimer()
      if (batch.length === 0) return
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
    })

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
        one.waiting.push(messageOf(bytes, one.vehicleId, clock.now()))
        if (one.waiting.length > maxWaiting) one.waiting.shift()
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

/** A message of 64 KB over HTTP is the longest. */
function messageOf(found: InspectedBytes, vehicleId: string, at: Date): Inspected['waiting'][number] {
  const isSent = found.kind === 'acknowledgement' || found.kind === 'command'
  const isUnread = found.reports.some(({ unreadFrame }) => unreadFrame !== undefined)
  return {
    vehicleId,
    identifier: found.deviceIdentifier,
    at,
    direction: isSent ? 'out' : 'in',
    kind: found.kind === 'message' && isUnread ? 'unread' : found.kind,
    protocol: found.protocol,
    transport: found.transport,
    connection: found.connectionId,
    address: found.remoteAddress,
    whole: found.bytes.slice(),
    bytes: Buffer.alloc(0),
    length: found.bytes.length,
    content: {
      checksumHolds: found.checksumHolds,
      text: found.text,
      reports: found.reports.map(decodedOf),
    },
  }
}

const maskedMessage = (
  { whole, ...message }: Inspected['waiting'][number],
  secrets: ReadonlySet<string>,
): StoredMessage => ({
  ...message,
  bytes: maskedBytes(whole, secrets),
  content: maskedContent(message.content, secrets),
})
