import type { Endpoint, InputOf, OutputOf } from '@rumbo/contract/endpoint'
import { apiAddress } from '../../addresses.ts'
import {
  isWorthRetrying,
  messageField,
  NotTheApiError,
  ProblemError,
  readProblem,
  TransportError,
} from './problems.ts'

const requestTimeoutMs = 10_000
/** Timeout of uploads and downloads, in milliseconds. */
const transferTimeoutMs = 120_000
const retryDelaysMs = [1000, 2000, 4000] as const

/** What the HTTP client needs from the session. */
export interface HttpSession {
  /** The current token; null when nobody is signed in. */
  token: () => string | null
  /** Renews the token if it may be invalid (expired, or the computer slept). Never rejects. */
  settle: () => Promise<void>
  /** Called when a call was answered 401: the session has ended. */
  unauthorised: () => void
}

export interface HttpOptions {
  fetch: typeof globalThis.fetch
  session: HttpSession
  newKey?: () => string
}

export interface CallOptions {
  signal?: AbortSignal
  /** Number of retries after no answer or a 5xx. Default: 3; always 0 for endpoints that are not repeatable. */
  retries?: number
  timeoutMs?: number
  /** The browser sends it even though the page is being closed. */
  isLast?: boolean
  /** One key for several calls that make up the same change. Default: a new key. */
  idempotencyKey?: string
}

export interface Http {
  /**
   * Calls an endpoint and returns its answer. Throws `ProblemError` (refused), `TransportError` (no answer),
   * `NotTheApiError` (HTML), or the reason of the abort signal.
   */
  call: <E extends Endpoint>(endpoint: E, input: InputOf<E>, options?: CallOptions) => Promise<OutputOf<E>>
}

/** Uploads and downloads of bytes instead of JSON. */
export interface Transfers {
  /**
   * Sends or fetches bytes at a path below `/v1`, without retries; throws the same errors as `call`. The body is sent
   * unchanged with its own content type.
   */
  transfer: (
    path: string,
    init: { method: 'GET' | 'POST'; body?: Blob; signal?: AbortSignal },
  ) => Promise<Blob>
}

interface RawInput {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}

/** Calls that open, renew or end the session; they do not wait for a renewal. */
const sessionPaths: ReadonlySet<string> = new Set(['/auth/login', '/auth/refresh', '/auth/logout'])

/** Creates a UUID, also in an insecure context where `crypto.randomUUID` does not exist. */
export function newUuid(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

function pause(durationMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, durationMs)
    signal?.addEventListener('abort', stop, { once: true })
  })
}

async function readBytes(response: Response): Promise<Blob> {
  if (!response.ok) await readAnswer(response)
  return response.blob()
}

async function readAnswer(response: Response): Promise<unknown> {
  const text = await response.text()
  const isHtml =
    response.headers.get('content-type')?.includes('text/html') || /^\s*<(!doctype|html)/i.test(text)
  if (isHtml) throw new NotTheApiError(response.status)
  let body: unknown = null
  try {
    body = text === '' ? null : JSON.parse(text)
  } catch {
    throw new ProblemError(response.status, response.ok ? 'The answer is not JSON' : text.slice(0, 200), null)
  }
  if (!response.ok) throw new ProblemError(response.status, messageField(body), readProblem(body))
  return body
}

/** Creates the client of the HTTP API: addresses, token, timeout, retries, idempotency keys, problems. */
export function createHttp({ fetch, session, newKey = newUuid }: HttpOptions): Http & Transfers {
  /**
   * One attempt. Timeouts and broken connections become `TransportError`; an abort by the caller stays what it is.
   */
  async function once<Answer>(
    address: string,
    init: RequestInit,
    timeoutMs: number,
    signal: AbortSignal | undefined,
    read: (response: Response) => Promise<Answer>,
  ): Promise<Answer> {
    const limit = new AbortController()
    const stop = () => limit.abort(signal?.reason)
    if (signal?.aborted) throw signal.reason
    signal?.addEventListener('abort', stop, { once: true })
    let isTimeout = false
    const timer = setTimeout(() => {
      isTimeout = true
      limit.abort()
    }, timeoutMs)
    try {
      return await read(await fetch(address, { ...init, signal: limit.signal }))
    } catch (error) {
      if (signal?.aborted) throw signal.reason
      if (error instanceof ProblemError || error instanceof NotTheApiError) throw error
      if (isTimeout) throw new TransportError(`Timeout of ${timeoutMs} ms exceeded`, true)
      throw new TransportError(error instanceof Error ? error.message : '', false)
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', stop)
    }
  }

  async function call<E extends Endpoint>(endpoint: E, input: InputOf<E>, options: CallOptions = {}) {
    const { params, query, body } = input as RawInput
    const address = apiAddress(endpoint, { params, query })
    const isMutation = endpoint.method !== 'GET'
    const isSessionCall = sessionPaths.has(endpoint.path)
    const headers: Record<string, string> = { accept: 'application/json' }
    if (isMutation) headers['idempotency-key'] = options.idempotencyKey ?? newKey()
    if (body !== undefined) headers['content-type'] = 'application/json'
    const retries = endpoint.isRepeatable === false ? 0 : (options.retries ?? retryDelaysMs.length)

    if (!isSessionCall) await session.settle()
    for (let attempt = 0; ; attempt += 1) {
      const token = session.token()
      try {
        const answer = await once(
          address,
          {
            method: endpoint.method,
            credentials: 'same-origin',
            headers: token === null ? headers : { ...headers, authorization: `Bearer ${token}` },
            body: body === undefined ? undefined : JSON.stringify(body),
            keepalive: options.isLast,
          },
          options.timeoutMs ?? requestTimeoutMs,
          options.signal,
          readAnswer,
        )
        return answer as OutputOf<E>
      } catch (error) {
        const isUnauthorised = error instanceof ProblemError && error.status === 401
        // A public endpoint does not use the token: its 401 concerns the credentials in the request.
        if (isUnauthorised && endpoint.access !== 'public') {
          const renewed = session.token()
          // The token was renewed during this call: the 401 concerns the old one.
          if (attempt === 0 && token !== null && renewed !== null && renewed !== token) continue
          session.unauthorised()
        }
        const delayMs = retryDelaysMs[attempt]
        if (attempt >= retries || delayMs === undefined || !isWorthRetrying(error)) throw error
        await pause(delayMs, options.signal)
      }
    }
  }

  const transfer: Transfers['transfer'] = async (path, { method, body, signal }) => {
    await session.settle()
    const token = session.token()
    const headers: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` }
    try {
      const init = { method, credentials: 'same-origin', headers, body } as const
      return await once(`/v1${path}`, init, transferTimeoutMs, signal, readBytes)
    } catch (error) {
      if (error instanceof ProblemError && error.status === 401) session.unauthorised()
      throw error
    }
  }

  return { call, transfer }
}
