import { minuteMs } from '@rumbo/contract/time-units'
import { LRUCache } from 'lru-cache'
import type { Clock } from '../clock.ts'
import { Problem } from '../problem.ts'
import { createSemaphore } from '../semaphore.ts'
import { type BreakerState, createCircuitBreaker } from './circuit-breaker.ts'

/**
 * Why a call failed.
 * - `open`, `busy`: not attempted, because the service failed recently or too many calls wait.
 * - `timeout`, `unreachable`, `redirected`, `too_large`, `unreadable`, `failed`: the service is at fault.
 * - `refused`: the service refused this call (4xx with JSON); `answer` is its response.
 * - `cancelled`: the caller aborted the call.
 */
export type UpstreamFailureKind =
  | 'open'
  | 'busy'
  | 'timeout'
  | 'unreachable'
  | 'redirected'
  | 'too_large'
  | 'unreadable'
  | 'failed'
  | 'refused'
  | 'cancelled'

export class UpstreamFailure extends Error {
  override readonly name = 'UpstreamFailure'
  readonly kind: UpstreamFailureKind
  readonly upstream: string
  /** HTTP status of the response; null without one. */
  readonly status: number | null
  /** Parsed JSON of a `refused` call. */
  readonly answer: unknown

  constructor(
    upstream: string,
    kind: UpstreamFailureKind,
    more: { status?: number; answer?: unknown; cause?: unknown } = {},
  ) {
    super(`The service ${upstream}: ${kind}.`, { cause: more.cause })
    this.upstream = upstream
    this.kind = kind
    this.status = more.status ?? null
    this.answer = more.answer
  }
}

export interface UpstreamOptions {
  /** Name for logs and monitoring, such as `routing`. */
  name: string
  /** http(s) URL; its path and query (such as a key) are kept, user and password become Basic authentication. */
  baseUrl: string
  /** Timeout of one call in milliseconds, including waiting. */
  timeoutMs: number
  clock: Clock
  /** Limit of a response body in bytes. Default: 4 MiB. */
  maxBytes?: number
  /** Concurrent calls. Default: 8. */
  maxConcurrent?: number
  /** Waiting calls; further ones fail as `busy`. Default: 64. */
  maxWaiting?: number
  /** Consecutive failures that open the breaker. Default: 5. */
  failuresToOpen?: number
  /** How long the breaker stays open at first; doubles up to 2 minutes. Default: 10 s. */
  openMs?: number
  /** Time to live of cached responses; 0 disables the cache. Default: 5 minutes. */
  cacheMs?: number
  /** Size limit of all cached responses as text. Default: 8 MiB. */
  cacheBytes?: number
  headers?: Readonly<Record<string, string>>
}

export interface UpstreamCall<Read> {
  /** Path relative to the base URL, without a leading slash. */
  path: string
  query?: Readonly<Record<string, string | number>>
  /** Sent as JSON by POST. Default: the call is a GET. */
  body?: unknown
  /** Validates and converts the parsed JSON; an error makes the call fail as `unreadable`. */
  read(json: unknown): Read
  signal?: AbortSignal
  /**
   * A shared timeout for several calls that form one query: only its first failure counts against the service. Default:
   * a timeout per call.
   */
  timeout?: AbortSignal
  /** Whether the call may be answered from the cache. */
  isCacheable?: boolean
}

export interface UpstreamStatus {
  name: string
  /** Host and port only, since the URL may contain secrets. */
  host: string
  breaker: BreakerState
  retryAt: Date | null
  timesOpened: number
  running: number
  waiting: number
  /** Numbers of calls since the start. */
  counts: { asked: number; answered: number; fromCache: number } & Record<UpstreamFailureKind, number>
  /** Median duration of the last hundred responses in milliseconds; null before the first. */
  medianMs: number | null
  lastFailure: { at: Date; kind: UpstreamFailureKind; status: number | null } | null
}

export interface Upstream {
  /** Makes one call without retries. @throws UpstreamFailure */
  ask<Read>(call: UpstreamCall<Read>): Promise<Read>
  status(): UpstreamStatus
}

const faults = new Set<UpstreamFailureKind>([
  'timeout',
  'unreachable',
  'redirected',
  'too_large',
  'unreadable',
  'failed',
])
const failureKinds: UpstreamFailureKind[] = ['open', 'busy', 'refused', 'cancelled', ...faults]
/** 4xx statuses caused by our credentials or by load, not by the call itself. */
const troubleStatuses = new Set([401, 403, 407, 408, 425, 429])
const keptTimes = 100

/**
 * Client for a configured HTTP service with JSON: timeouts, concurrency limit, circuit breaker, size limit and cache.
 */
export function createUpstream(options: UpstreamOptions): Upstream {
  const { name, clock, maxBytes = 4 * 1024 * 1024, maxConcurrent = 8, maxWaiting = 64 } = options
  const base = new URL(options.baseUrl)
  const { username, password, host } = base
  base.username = ''
  base.password = ''
  const credentials = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`)
  const headers: Record<string, string> = { accept: 'application/json', ...options.headers }
  if (username) headers.authorization = `Basic ${credentials.toString('base64')}`
  const cacheMs = options.cacheMs ?? 5 * minuteMs
  const cache = new LRUCache<string, string>({
    maxSize: options.cacheBytes ?? 8 * 1024 * 1024,
    sizeCalculation: (text, key) => text.length + key.length,
    ttl: cacheMs,
    ttlResolution: 0,
    perf: { now: () => clock.now().getTime() },
  })
  const breaker = createCircuitBreaker({
    clock,
    failuresToOpen: options.failuresToOpen ?? 5,
    openMs: options.openMs ?? 10_000,
    maxOpenMs: 120_000,
  })
  const counts = Object.fromEntries(
    ['asked', 'answered', 'fromCache', ...failureKinds].map((key) => [key, 0]),
  ) as UpstreamStatus['counts']
  /** Shared timeouts of queries that already counted as a failure. */
  const blamed = new WeakSet<AbortSignal>()
  const limit = createSemaphore(maxConcurrent, { maxWaiting })
  let waiting = 0
  let times: number[] = []
  let running = 0
  let lastFailure: UpstreamStatus['lastFailure'] = null

  const failure = (kind: UpstreamFailureKind, more?: ConstructorParameters<typeof UpstreamFailure>[2]) =>
    new UpstreamFailure(name, kind, more)

  /** @throws UpstreamFailure `busy` where too many calls wait; the signal's reason */
  async function limited<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    let isRunning = false
    waiting += 1
    try {
      return await limit(
        async () => {
          isRunning = true
          waiting -= 1
          running += 1
          try {
            return await work()
          } finally {
            running -= 1
          }
        },
        { signal },
      )
    } catch (error) {
      if (!isRunning && error instanceof Problem) throw failure('busy')
      throw error
    } finally {
      if (!isRunning) waiting -= 1
    }
  }

  function addressOf(call: UpstreamCall<unknown>): URL {
    const url = new URL(base)
    url.pathname = `${base.pathname.replace(/\/$/, '')}/${call.path}`
    for (const [key, value] of Object.entries(call.query ?? {})) url.searchParams.set(key, String(value))
    return url
  }

  async function fetchText(url: URL, body: string | undefined, signal: AbortSignal): Promise<string> {
    const answer = await fetch(url, {
      method: body === undefined ? 'GET' : 'POST',
      headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
      body,
      redirect: 'manual',
      signal,
    })
    const { status } = answer
    if (status >= 300 && status < 400) {
      await answer.body?.cancel()
      throw failure('redirected', { status })
    }
    const text = await readBounded(answer, maxBytes, () => failure('too_large', { status }))
    if (answer.ok) return text
    if (status >= 500 || troubleStatuses.has(status)) throw failure('failed', { status })
    throw failure('refused', { status, answer: parsed(text, status) })
  }

  function parsed(text: string, status = 200): unknown {
    try {
      return JSON.parse(text)
    } catch (cause) {
      throw failure('unreadable', { status, cause })
    }
  }
  function understood<Read>(text: string, read: (json: unknown) => Read): Read {
    const json = parsed(text)
    try {
      return read(json)
    } catch (cause) {
      throw failure('unreadable', { status: 200, cause })
    }
  }

  async function call<Read>(asked: UpstreamCall<Read>): Promise<Read> {
    const url = addressOf(asked)
    const body = asked.body === undefined ? undefined : JSON.stringify(asked.body)
    const key = `${url.href}\n${body ?? ''}`
    const kept = asked.isCacheable ? cache.get(key) : undefined
    if (kept !== undefined) {
      counts.fromCache += 1
      return understood(kept, asked.read)
    }
    if (!breaker.admit()) throw failure('open')
    const timeout = asked.timeout ?? AbortSignal.timeout(options.timeoutMs)
    const signal = asked.signal ? AbortSignal.any([timeout, asked.signal]) : timeout
    let isInside = false
    try {
      let startedAt = 0
      const { text, read } = await limited(signal, async () => {
        isInside = true
        signal.throwIfAborted()
        startedAt = performance.now()
        const text = await fetchText(url, body, signal)
        return { text, read: understood(text, asked.read) }
      })
      times = [...times, performance.now() - startedAt].slice(-keptTimes)
      breaker.succeeded()
      counts.answered += 1
      if (asked.isCacheable && cacheMs > 0) cache.set(key, text)
      return read
    } catch (error) {
      const described = failureOf(error, {
        isCancelled: asked.signal?.aborted === true,
        isLate: timeout.aborted,
      })
      if (described.kind === 'refused') breaker.succeeded()
      // Waiting in our own queue is not a failure of the service.
      else if (faults.has(described.kind) && isInside && !blamed.has(timeout)) {
        blamed.add(timeout)
        breaker.failed()
      } else breaker.withdrawn()
      throw described
    }
  }

  function failureOf(error: unknown, { isCancelled, isLate }: { isCancelled: boolean; isLate: boolean }) {
    if (error instanceof UpstreamFailure) return error
    return failure(isCancelled ? 'cancelled' : isLate ? 'timeout' : 'unreachable', { cause: error })
  }

  return {
    async ask(asked) {
      counts.asked += 1
      try {
        return await call(asked)
      } catch (error) {
        const described = failureOf(error, { isCancelled: false, isLate: false })
        counts[described.kind] += 1
        if (faults.has(described.kind))
          lastFailure = { at: clock.now(), kind: described.kind, status: described.status }
        throw described
      }
    },
    status: () => ({
      name,
      host,
      breaker: breaker.state,
      retryAt: breaker.retryAt,
      timesOpened: breaker.timesOpened,
      running,
      waiting,
      counts: { ...counts },
      medianMs: times.length === 0 ? null : ([...times].sort((a, b) => a - b)[times.length >> 1] ?? null),
      lastFailure,
    }),
  }
}

/** Reads the body as text, and fails as soon as it exceeds the limit. */
async function readBounded(answer: Response, maxBytes: number, tooLarge: () => Error): Promise<string> {
  const reader = answer.body?.getReader()
  if (!reader) return ''
  const parts: Uint8Array[] = []
  let bytes = 0
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    bytes += part.value.byteLength
    if (bytes > maxBytes) {
      await reader.cancel()
      throw tooLarge()
    }
    parts.push(part.value)
  }
  return Buffer.concat(parts).toString('utf8')
}
