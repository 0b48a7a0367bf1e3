import type { DeviceProtocol } from '@rumbo/contract/telemetry.device-report.contract'
import type { Logger } from 'pino'
import { v7 as uuid } from 'uuid'
import { asSystem } from '../../platform/access/access.ts'
import type { Bus } from '../../platform/bus.ts'
import type { Database } from '../../platform/database/database.ts'
import { packMessages, type Transaction } from '../../platform/database/transaction.ts'
import { type ContestedDevice, type NewClaim, putClaims } from './telemetry.claims.repository.ts'

/** A message of a device, sent to other gateways that receive messages of the same device. */
export interface SharedMessage {
  deviceIdentifier: string
  connection: string
  address: string
  protocol: DeviceProtocol
}

export interface ClaimRecorderOptions {
  database: Database
  bus: Pick<Bus, 'listen' | 'publish'>
  log: Pick<Logger, 'warn'>
  /** Of this process. */
  gatewayId: string
  /** Records claims that begin, within the transaction that stores them. */
  recordClaims(tx: Transaction, claims: readonly NewClaim[]): Promise<void>
  /** Called with messages of other gateways. */
  onRemoteMessage(message: SharedMessage): void
}

/** Stores which devices are claimed, and exchanges messages of devices that are connected to two gateways. */
export interface ClaimRecorder {
  note(device: ContestedDevice): void
  share(message: SharedMessage): void
  /** Stores the claims noted so far. */
  end(): Promise<void>
}

const channel = 'rumbo_device_messages'
const shareAfterMs = 50
const againMs = 1_000
const maxAtOnce = 500
const maxShared = 10_000

export function createClaimRecorder(options: ClaimRecorderOptions): ClaimRecorder {
  const { database, bus, log, gatewayId, recordClaims, onRemoteMessage } = options
  const contested = new Map<string, ContestedDevice>()
  const waiting = new Map<string, SharedMessage>()
  let writing: Promise<void> | null = null
  let sharing: NodeJS.Timeout | undefined
  let retry: NodeJS.Timeout | undefined
  let isEnding = false

  const unsubscribe = bus.listen(channel, (payload) => {
    for (const message of JSON.parse(payload) as (SharedMessage & { gatewayId: string })[])
      if (message.gatewayId !== gatewayId) onRemoteMessage(message)
  })

  async function write(): Promise<void> {
    while (contested.size > 0) {
      const batch = [...contested.values()].slice(0, maxAtOnce)
      for (const { identifier } of batch) contested.delete(identifier)
      try {
        await database.transaction(asSystem('device claims'), async (tx) => {
          const begun = await putClaims(
            tx,
            batch,
            batch.map(() => uuid()),
          )
          if (begun.length > 0) await recordClaims(tx, begun)
        })
      } catch (error) {
        for (const one of batch) if (!contested.has(one.identifier)) contested.set(one.identifier, one)
        throw error
      }
    }
  }

  function writeSoon(): void {
    if (writing || retry) return
    writing = write()
      .catch((error: unknown) => {
        log.warn({ err: error }, 'could not store device claims; retrying')
        if (isEnding) return
        retry = setTimeout(() => {
          retry = undefined
          writeSoon()
        }, againMs)
        retry.unref()
      })
      .finally(() => {
        writing = null
        if (contested.size > 0 && !isEnding) writeSoon()
      })
  }

  async function send(): Promise<void> {
    sharing = undefined
    const messages = [...waiting.values()].map((message) => ({ gatewayId, ...message }))
    waiting.clear()
    await bus.publish(channel, packMessages(messages))
  }

  return {
    note(device) {
      contested.set(device.identifier, device)
      writeSoon()
    },
    share(message) {
      if (waiting.size >= maxShared) return
      waiting.set(message.deviceIdentifier, message)
      sharing ??= setTimeout(() => void send(), shareAfterMs)
    },
    async end() {
      isEnding = true
      unsubscribe()
      clearTimeout(sharing)
      clearTimeout(retry)
      await writing
      await write().catch((error: unknown) =>
        log.warn({ err: error }, 'could not store device claims at shutdown; they are lost'),
      )
    },
  }
}
