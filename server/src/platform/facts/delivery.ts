import { hourMs } from '@rumbo/contract/time-units'
import type { Logger } from 'pino'
import { asSystem } from '../access/access.ts'
import type { Bus } from '../bus.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import type { Transaction } from '../database/transaction.ts'
import {
  claimDeliveries,
  countPending,
  type DeliveredFact,
  readPending,
  recordFailure,
  registerListener,
} from './pending.ts'

export interface FactListener {
  /** Stored in the database: a renamed listener is a new one. */
  name: string
  kinds: readonly string[] | 'all'
  /**
   * Runs in the transaction that records the delivery, so its effects happen once. Work outside the database must be
   * enqueued as a job in the same transaction.
   */
  handle(fact: DeliveredFact, tx: Transaction): Promise<void>
  /**
   * Like `handle`, for up to 100 facts in one transaction, in order. Where it fails, each fact is handled alone, so that
   * only the one that cannot be handled is retried. Default: `handle` for each, in a transaction of its own.
   */
  handleMany?(facts: readonly DeliveredFact[], tx: Transaction): Promise<void>
  /** Whether its first registration also delivers facts already stored. Default: only later ones. */
  fromTheBeginning?: boolean
}

export interface FactDelivery {
  /** Registers the listeners and starts delivering pending facts. */
  start(): Promise<void>
  /** Stops delivering; resolves when deliveries in progress are committed or rolled back. */
  drain(): Promise<void>
  /** Delivers until nothing is due. @returns the number of facts handled by this process */
  deliverNow(): Promise<number>
  /** Number of undelivered facts, and of those whose delivery has failed before. */
  counts(): Promise<{ pending: number; failing: number }>
}

export interface FactDeliveryOptions {
  database: Database
  bus: Pick<Bus, 'listen'>
  listeners: readonly FactListener[]
  log: Logger
  clock: Clock
  /** Polling interval beside notifications. Default: 5 s. */
  pollMs?: number
}

/** Facts are written just before their commit, so a notification needs to look back only this far. */
const wakeWindowSeconds = 30
/** Looked back once a minute, for slow commits. */
const sweepWindowSeconds = 3600
const sweepEveryMs = 60_000
const batch = 100
/** Retry interval while another process handles the listener's facts, since that process may die. */
const busyRetryMs = 250

interface ListenerState {
  listener: FactListener
  identity: ReturnType<typeof asSystem>
  running: Promise<number> | null
  isWoken: boolean
  /** Whether all stored facts must be checked: at the start, and after a failed pass. */
  needsAll: boolean
  sweptAt: number
  retry: NodeJS.Timeout | undefined
}

/**
 * Delivers facts after their commit, at least once, in any number of processes on one database. One process at a time
 * handles a fact, and its effects commit together with the record of its delivery. A failed fact is retried with
 * growing pauses and does not delay others; without failures, order is by sequence.
 */
export function createFactDelivery(options: FactDeliveryOptions): FactDelivery {
  const { database, bus, log, clock, pollMs = 5_000 } = options
  const states: ListenerState[] = options.listeners.map((listener) => ({
    listener,
    identity: asSystem(`listener ${listener.name}`),
    running: null,
    isWoken: false,
    needsAll: true,
    sweptAt: 0,
    retry: undefined,
  }))
  if (new Set(states.map(({ listener }) => listener.name)).size < states.length)
    throw new Error('Two fact listeners have the same name.')
  let isDraining = false
  let polling: NodeJS.Timeout | undefined
  let silence: () => void = () => undefined

  const retryIn = (state: ListenerState, ms: number) => {
    if (isDraining || !polling) return
    clearTimeout(state.retry)
    state.retry = setTimeout(() => wake(state), ms)
  }

  /** @returns `busy` where another process handles facts of this listener, which ends the pass */
  async function deliver(state: ListenerState, fact: DeliveredFact): Promise<'handled' | 'skipped' | 'busy'> {
    const { listener, identity } = state
    try {
      return await database.transaction(identity, async (tx) => {
        const claimed = await claimDeliveries(tx, listener.name, [fact.id])
        if (claimed === 'busy') return 'busy'
        if (!claimed.has(fact.id)) return 'skipped'
        await listener.handle(fact, tx)
        return 'handled'
      })
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      const { attempts, nextAttemptAt } = await database.transaction(identity, (tx) =>
        recordFailure(tx, listener.name, fact.id, reason),
      )
      log.error(
        { err: error, listener: listener.name, fact: fact.id, kind: fact.kind, attempts },
        'fact listener failed; retrying later',
      )
      retryIn(state, Math.min(nextAttemptAt.getTime() - clock.now().getTime(), hourMs))
      return 'skipped'
    }
  }

  /** @returns how many of the facts were handled; `alone` where each must be handled by itself */
  async function deliverTogether(
    { listener, identity }: ListenerState,
    facts: readonly DeliveredFact[],
  ): Promise<number | 'busy' | 'alone'> {
    if (!listener.handleMany || facts.length < 2) return 'alone'
    try {
      return await database.transaction(identity, async (tx) => {
        const claimed = await claimDeliveries(
          tx,
          listener.name,
          facts.map(({ id }) => id),
        )
        if (claimed === 'busy') return 'busy'
        const mine = facts.filter(({ id }) => claimed.has(id))
        if (mine.length > 0) await listener.handleMany?.(mine, tx)
        return mine.length
      })
    } catch (error) {
      log.warn(
        { err: error, listener: listener.name, facts: facts.length },
        'could not handle facts together; handling each alone',
      )
      return 'alone'
    }
  }

  /** Delivers the facts that are due; ends early when draining or when another process serves this listener. */
  async function pass(state: ListenerState): Promise<number> {
    const startedAt = clock.now().getTime()
    const window = state.needsAll
      ? 'all'
      : startedAt - state.sweptAt >= sweepEveryMs
        ? sweepWindowSeconds
        : wakeWindowSeconds
    let handled = 0
    for (;;) {
      const facts = await database.transaction(
        state.identity,
        (tx) => readPending(tx, state.listener, window, batch),
        { readOnly: true },
      )
      const together = isDraining ? 'busy' : await deliverTogether(state, facts)
      if (together === 'busy') {
        retryIn(state, busyRetryMs)
        return handled
      }
      if (together !== 'alone') handled += together
      for (const fact of together === 'alone' ? facts : []) {
        if (isDraining) return handled
        const outcome = await deliver(state, fact)
        if (outcome === 'busy') {
          retryIn(state, busyRetryMs)
          return handled
        }
        if (outcome === 'handled') handled += 1
      }
      if (facts.length < batch) break
    }
    state.needsAll = false
    if (window !== wakeWindowSeconds) state.sweptAt = startedAt
    return handled
  }

  async function run(state: ListenerState): Promise<number> {
    let handled = 0
    do {
      state.isWoken = false
      try {
        handled += await pass(state)
      } catch (error) {
        state.needsAll = true
        log.error({ err: error, listener: state.listener.name }, 'could not deliver facts')
        return handled
      }
    } while (state.isWoken && !isDraining)
    return handled
  }

  function wake(state: ListenerState): Promise<number> {
    if (isDraining) return Promise.resolve(0)
    if (state.running) {
      state.isWoken = true
      return state.running
    }
    state.running = run(state).finally(() => {
      state.running = null
    })
    return state.running
  }

  const wakeAll = () => {
    for (const state of states) void wake(state)
  }

  const register = () =>
    database.transaction(asSystem('register fact listeners'), async (tx) => {
      for (const { listener } of states)
        await registerListener(tx, listener.name, listener.fromTheBeginning ?? false)
    })

  return {
    async start() {
      await register()
      silence = bus.listen('rumbo_facts', wakeAll)
      polling = setInterval(wakeAll, pollMs)
      wakeAll()
    },
    async drain() {
      isDraining = true
      silence()
      clearInterval(polling)
      for (const state of states) clearTimeout(state.retry)
      await Promise.all(states.map((state) => state.running))
    },
    async deliverNow() {
      await register()
      for (let total = 0; ; ) {
        for (const state of states) state.needsAll = true
        const handled = (await Promise.all(states.map(wake))).reduce((sum, count) => sum + count, 0)
        total += handled
        if (handled === 0) return total
      }
    },
    counts: () =>
      database.transaction(
        asSystem('count facts'),
        (tx) =>
          countPending(
            tx,
            states.map(({ listener }) => listener),
          ),
        { readOnly: true },
      ),
  }
}
