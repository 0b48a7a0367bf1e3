import { setTimeout as pause } from 'node:timers/promises'
import { secondMs } from '@rumbo/contract/time-units'
import type { Logger } from 'pino'
import { asSystem } from '../access/access.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import type { Transaction } from '../database/transaction.ts'
import { type Claimed, claimDue, claimOfSeveral } from './claim.ts'
import { maxAttemptsOf, pauseAfter } from './pauses.ts'
import {
  forgetFormerReceivers,
  forgetIdleReceivers,
  receiverFailed,
  receiverWorks,
  withdrawTrial,
} from './receivers.ts'
import { type Accepted, type DeliveryChannel, DeliveryFailure, type Sender } from './sender.ts'
import { dropOptedOut, dropUnwanted, expireDue, keepDue, type Outcome, settle } from './settle.ts'

/** `retried`: a failed attempt that is not the last. */
export const countedStatuses = ['sent', 'retried', 'failed', 'expired', 'kept', 'dropped'] as const
export type CountedStatus = (typeof countedStatuses)[number]

/** Of deliveries about to be sent, by id, why those are not to be that nobody wants any more. */
export type FindUnwanted = (
  tx: Transaction,
  claimed: readonly Pick<Claimed, 'id' | 'kind'>[],
) => Promise<ReadonlyMap<string, string>>

export interface LaneOptions {
  database: Pick<Database, 'transaction'>
  clock: Clock
  log: Pick<Logger, 'warn' | 'error'>
  channel: DeliveryChannel
  sender: Sender | null
  /** Deliveries sent at a time. */
  atOnce: number
  /** Of them, those to one server where the channel has several. */
  perReceiver: number
  /** How long one delivery may take; shorter than a lease. */
  limitMs: number
  count: (status: CountedStatus, number: number) => void
  findUnwanted: FindUnwanted
}

/** Sends the deliveries of one channel, in one of possibly several workers. */
export interface Lane {
  /** Looks for deliveries that are due, unless it does so already. */
  wake(): void
  /** Resolves when nothing is in flight and nothing more was due. */
  idle(): Promise<void>
  /** Claims nothing more; interrupts what is still in flight after `graceMs`. */
  drain(graceMs: number): Promise<void>
}

interface Attempted {
  /** Why it was not sent; null if it was. */
  failure: unknown
  accepted?: Accepted | undefined
}

/** How often a settlement that the database refused is repeated, each second: less than a lease. */
const settlements = 20

export function createLane(options: LaneOptions): Lane {
  const { database, clock, log, channel, sender, atOnce, perReceiver, limitMs, count, findUnwanted } = options
  const maxAttempts = maxAttemptsOf(channel)
  /** Deliveries in flight, by server. */
  const busy = new Map<string, number>()
  const identity = asSystem('send deliveries')
  const inFlight = new Set<Promise<void>>()
  const stopping = new AbortController()
  let filling: Promise<void> | null = null
  let isWoken = false
  let isDraining = false
  let isFirst = true

  async function fill(): Promise<void> {
    while (isWoken && !isDraining) {
      isWoken = false
      if (inFlight.size >= atOnce) return
      const found = await database.transaction(identity, async (tx) => {
        if (isFirst && sender?.receiver === null) await forgetIdleReceivers(tx, channel)
        else if (isFirst) await forgetFormerReceivers(tx, channel, sender?.receiver ?? null)
        const expired = await expireDue(tx, channel)
        if (!sender) return { expired, kept: await keepDue(tx, channel), dropped: 0, claimed: [] }
        const limit = atOnce - inFlight.size
        const { receiver } = sender
        const claimed =
          receiver === null
            ? await claimOfSeveral(tx, { channel, limit, perReceiver, busy })
            : await claimDue(tx, { channel, receiver, limit })
        const allowed = await dropOptedOut(tx, channel, claimed)
        const wanted = await dropUnwanted(tx, allowed, await findUnwanted(tx, allowed))
        return { expired, kept: 0, dropped: claimed.length - wanted.length, claimed: wanted }
      })
      isFirst = false
      count('expired', found.expired)
      count('kept', found.kept)
      count('dropped', found.dropped)
      for (const delivery of found.claimed) begin(delivery)
      if (found.claimed.length + found.dropped > 0) isWoken = true
    }
  }

  function begin(delivery: Claimed): void {
    const { receiver } = delivery
    busy.set(receiver, (busy.get(receiver) ?? 0) + 1)
    const sending = send(delivery)
      .catch((error: unknown) =>
        log.error({ err: error, deliveryId: delivery.id }, 'could not record what became of a delivery'),
      )
      .finally(() => {
        inFlight.delete(sending)
        const others = (busy.get(receiver) ?? 1) - 1
        if (others > 0) busy.set(receiver, others)
        else busy.delete(receiver)
        wake()
      })
    inFlight.add(sending)
  }

  async function send(delivery: Claimed): Promise<void> {
    if (!sender) return
    const startedAt = performance.now()
    const result = await attempt(sender, delivery)
    const milliseconds = Math.round(performance.now() - startedAt)
    for (let tries = 1; ; tries += 1) {
      try {
        return await record(delivery, result, milliseconds)
      } catch (error) {
        if (tries === settlements || stopping.signal.aborted) throw error
        await pause(secondMs, undefined, { signal: stopping.signal }).catch(() => undefined)
      }
    }
  }

  async function attempt({ send }: Sender, delivery: Claimed): Promise<Attempted> {
    if (delivery.attempt > maxAttempts) {
      const failure = new DeliveryFailure('interrupted', { kind: 'refused' })
      return { failure }
    }
    const signal = AbortSignal.any([AbortSignal.timeout(limitMs), stopping.signal])
    try {
      return { failure: null, accepted: await send(delivery, signal) }
    } catch (failure) {
      return { failure }
    }
  }

  async function record(delivery: Claimed, result: Attempted, milliseconds: number): Promise<void> {
    const now = clock.now()
    const { failure } = result
    const { receiver } = delivery
    const outcome = outcomeOf(delivery, result, now)
    const wasRecorded = await database.transaction(identity, async (tx) => {
      const isOwn = await settle(tx, delivery, outcome, milliseconds)
      const { isTrial } = delivery
      if (failure === null) await receiverWorks(tx, receiver)
      else if (wasInterrupted(delivery)) {
        if (isTrial) await withdrawTrial(tx, receiver)
      } else if (kindOf(failure) === 'receiver')
        await receiverFailed(tx, { receiver, channel, error: sentenceOf(failure), isTrial })
      else await receiverWorks(tx, receiver)
      return isOwn
    })
    if (outcome.status !== 'sent')
      log.warn(
        { err: failure, deliveryId: delivery.id, attempts: delivery.attempts, status: outcome.status },
        'could not send a delivery',
      )
    if (!wasRecorded) log.warn({ deliveryId: delivery.id }, 'another worker has taken over a delivery')
    else count(outcome.status === 'pending' ? 'retried' : outcome.status, 1)
  }

  /** Whether its failure shows nothing about the server. */
  const wasInterrupted = ({ attempt }: Claimed) => stopping.signal.aborted || attempt > maxAttempts

  function outcomeOf(delivery: Claimed, { failure, accepted }: Attempted, now: Date): Outcome {
    if (failure === null) return { status: 'sent', ...accepted }
    const error = sentenceOf(failure)
    // Interrupted because this process ends: another one sends it.
    if (stopping.signal.aborted) return { status: 'pending', error, nextAttemptAt: now }
    const retryAfterMs = failure instanceof DeliveryFailure ? failure.retryAfterMs : 0
    const pauseMs = kindOf(failure) === 'refused' ? null : pauseAfter(channel, delivery.attempt, retryAfterMs)
    if (pauseMs === null) return { status: 'failed', error }
    const nextAttemptAt = new Date(now.getTime() + pauseMs)
    if (delivery.expiresAt !== null && delivery.expiresAt <= nextAttemptAt)
      return { status: 'expired', error }
    return { status: 'pending', error, nextAttemptAt }
  }

  function wake(): void {
    isWoken = true
    if (isDraining) return
    filling ??= fill()
      .catch((error: unknown) => log.warn({ err: error, channel }, 'could not read deliveries; retrying'))
      .finally(() => {
        filling = null
        if (isWoken) wake()
      })
  }

  async function idle(): Promise<void> {
    while (filling || inFlight.size > 0) await Promise.all([filling, ...inFlight])
  }

  return {
    wake,
    idle,
    async drain(graceMs) {
      isDraining = true
      const giveUp = setTimeout(() => stopping.abort(new Error('The process ends.')), graceMs)
      await idle()
      clearTimeout(giveUp)
      sender?.close()
    },
  }
}

const kindOf = (failure: unknown) => (failure instanceof DeliveryFailure ? failure.kind : 'receiver')

/** Errors of Node's fetch state the reason as their cause. */
function sentenceOf(failure: unknown): string {
  if (failure instanceof DOMException && failure.name === 'TimeoutError') return 'timeout'
  const error = failure instanceof TypeError && failure.cause instanceof Error ? failure.cause : failure
  return (error instanceof Error ? error.message || error.name : String(error)).slice(0, 500)
}
