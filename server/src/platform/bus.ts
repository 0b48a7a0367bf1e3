import pg from 'pg'
import type { Logger } from 'pino'

/** Hints between processes: small, not stored, may be lost. Use facts where delivery must be guaranteed. */
export interface Bus {
  /**
   * Calls the handler with every payload published on the channel, including this process's own, once LISTEN is active.
   * @returns a function that removes the handler
   */
  listen(channel: string, handler: (payload: string) => void): () => void
  /**
   * Sends payloads of less than 8,000 bytes each, in order. Never rejects: payloads that cannot be sent are dropped,
   * and every process's `onReconnect` handlers are called.
   */
  publish(channel: string, payloads: readonly string[]): Promise<void>
  /** Calls the handler after messages may have been lost: state built from messages must be read again. */
  onReconnect(handler: () => void): () => void
  /** Resolves once the connection is up and listens on every channel requested so far. */
  ready(): Promise<void>
  close(): Promise<void>
}

export interface BusOptions {
  url: string
  log: Logger
  /** Wait before the first reconnection attempt; doubles up to thirty times this. Default: 100 ms. */
  retryMs?: number
  /** How often an idle connection is probed. Default: 5 s. */
  probeMs?: number
}

/** Every bus listens on this channel: a process that failed to send publishes the loss here. */
const lossChannel = 'rumbo_lost'
const channelName = /^[a-z_]{1,60}$/

/** A bus on PostgreSQL's LISTEN and NOTIFY, with one connection of its own and reconnection. */
export function createBus({ url, log, retryMs = 100, probeMs = 5_000 }: BusOptions): Bus {
  const handlers = new Map<string, Set<(payload: string) => void>>()
  const lossHandlers = new Set<() => void>()
  let client: pg.Client | null = null
  let isClosed = false
  let hasConnected = false
  let hasDropped = false
  let waiting: NodeJS.Timeout | undefined
  let pending: Promise<unknown> = Promise.resolve()
  let announce: () => void = () => undefined
  let connected = new Promise<void>((resolve) => {
    announce = resolve
  })

  const safely = (what: string, work: () => void) => {
    try {
      work()
    } catch (error) {
      log.error({ err: error, channel: what }, 'bus handler failed')
    }
  }
  const notifyReconnect = () => {
    for (const handler of [...lossHandlers]) safely('reconnect', handler)
  }

  function lost(dead: pg.Client, error?: unknown) {
    if (client !== dead) return
    client = null
    connected = new Promise<void>((resolve) => {
      announce = resolve
    })
    dead.end().catch(() => undefined)
    if (isClosed) return
    log.warn({ err: error }, 'bus lost its database connection; reconnecting')
    connect(1)
  }

  function connect(attempt: number) {
    const fresh = new pg.Client({
      connectionString: url,
      application_name: 'rumbo bus',
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
      query_timeout: 5_000,
    })
    fresh.on('error', (error) => lost(fresh, error))
    fresh.on('end', () => lost(fresh))
    fresh.on('notification', ({ channel, payload = '' }) => {
      if (channel === lossChannel) notifyReconnect()
      for (const handler of [...(handlers.get(channel) ?? [])]) safely(channel, () => handler(payload))
    })
    pending = (async () => {
      await fresh.connect()
      const channels = [lossChannel, ...handlers.keys()]
      await fresh.query(channels.map((channel) => `listen ${channel}`).join('; '))
      if (isClosed) return await fresh.end()
      client = fresh
      // A handler may have been added while the first LISTEN was in progress.
      for (const channel of handlers.keys()) if (!channels.includes(channel)) subscribe(channel)
      if (hasConnected) {
        if (hasDropped) await fresh.query(`notify ${lossChannel}`)
        else notifyReconnect()
      }
      hasConnected = true
      hasDropped = false
      announce()
    })().catch((error: unknown) => {
      if (client === fresh) return lost(fresh, error)
      fresh.end().catch(() => undefined)
      if (isClosed) return
      if (attempt === 1 || attempt % 10 === 0)
        log.warn({ err: error, attempt }, 'bus could not connect to the database; retrying')
      waiting = setTimeout(() => connect(attempt + 1), retryMs * Math.min(2 ** (attempt - 1), 30))
    })
  }

  function subscribe(channel: string) {
    const current = client
    if (!current) return
    pending = pending
      .then(() => current.query(`listen ${channel}`))
      .catch((error: unknown) => lost(current, error))
  }

  const probing = setInterval(() => {
    const current = client
    current?.query('select 1').catch((error: unknown) => lost(current, error))
  }, probeMs)
  probing.unref()
  connect(1)

  return {
    listen(channel, handler) {
      if (!channelName.test(channel)) throw new Error(`"${channel}" is not a valid bus channel name.`)
      const known = handlers.get(channel)
      if (known) known.add(handler)
      else {
        handlers.set(channel, new Set([handler]))
        subscribe(channel)
      }
      return () => void handlers.get(channel)?.delete(handler)
    },
    async publish(channel, payloads) {
      if (payloads.length === 0) return
      const current = client
      if (!current) {
        hasDropped = true
        return
      }
      try {
        await current.query('select pg_notify($1, payload) from unnest($2::text[]) as sent (payload)', [
          channel,
          payloads,
        ])
      } catch (error) {
        hasDropped = true
        log.warn({ err: error, channel }, 'could not publish hints')
        if (!(error instanceof pg.DatabaseError)) return lost(current, error)
        // PostgreSQL refused the payload, for instance as too long; the connection is up, so the loss is published at
        // once.
        await current.query(`notify ${lossChannel}`).then(
          () => {
            hasDropped = false
          },
          (failure: unknown) => lost(current, failure),
        )
      }
    },
    onReconnect(handler) {
      lossHandlers.add(handler)
      return () => void lossHandlers.delete(handler)
    },
    async ready() {
      await connected
      await pending
    },
    async close() {
      isClosed = true
      clearInterval(probing)
      clearTimeout(waiting)
      const last = client
      client = null
      await last?.end().catch(() => undefined)
      await pending.catch(() => undefined)
    },
  }
}
