import {
  confirmReset,
  forcedPasswordChange,
  initiateReset,
  login,
  logout,
  profileCompanies,
  refresh,
  register,
} from '@rumbo/contract/identity.contract'
import { createVehicle, listVehicles, readVehicle } from '@rumbo/contract/vehicles.contract'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createHttp, type HttpSession } from './http.ts'
import { errorMessage, NotTheApiError, ProblemError, TransportError } from './problems.ts'

type Reply = Response | Error | 'never'
interface Sent {
  address: string
  method: string
  headers: Record<string, string>
  credentials: string | undefined
}

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
const refusal = (status: number, code: string, message = 'Said by the server') =>
  json({ status, title: 'x', detail: message, message, code }, status)

function bench(replies: Reply[], some: Partial<HttpSession> = {}) {
  const sent: Sent[] = []
  const session = { token: () => 'token-1', settle: vi.fn(async () => {}), unauthorised: vi.fn(), ...some }
  const fetch: typeof globalThis.fetch = (address, init) => {
    sent.push({
      address: String(address),
      method: init?.method ?? '',
      headers: init?.headers as Record<string, string>,
      credentials: init?.credentials,
    })
    const reply = replies.length > 1 ? replies.shift() : replies[0]
    if (reply instanceof Response) return Promise.resolve(reply.clone())
    if (reply instanceof Error) return Promise.reject(reply)
    return new Promise((_, reject) => {
      init?.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
    })
  }
  let key = 0
  const newKey = () => {
    key += 1
    return `key-${key}`
  }
  return { sent, session, http: createHttp({ fetch, session, newKey }) }
}
const list = { query: { status: ['active', 'inactive'] as const, search: '', page: 2 } }
const credentials = { body: { username_or_email: 'ana', password: 'x' } }
const outcome = (promise: Promise<unknown>) =>
  promise.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  )

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a call', () => {
  it('sends parameters, cookies and the bearer token to a path below /v1', async () => {
    const { http, sent } = bench([json({ items: [] })])
    await http.call(listVehicles, { query: { ...list.query, status: ['active', 'inactive'] } })
    await http.call(readVehicle, { params: { id: 'a b' } })
    expect(sent.map((one) => one.address)).toEqual([
      '/v1/vehicles?status=active&status=inactive&page=2',
      '/v1/vehicles/a%20b',
    ])
    expect(sent[0]).toMatchObject({
      credentials: 'same-origin',
      headers: { authorization: 'Bearer token-1' },
    })
  })

  it('sends no bearer header when nobody is signed in', async () => {
    const { http, sent } = bench([json({ items: [] })], { token: () => null })
    await http.call(profileCompanies, {})
    expect(sent[0]?.headers).not.toHaveProperty('authorization')
  })

  it('waits for a session renewal before it is sent, except for calls of the session itself', async () => {
    const { http, session } = bench([json({})])
    await http.call(refresh, { body: {} })
    await http.call(login, credentials)
    await http.call(logout, { body: {} })
    expect(session.settle).not.toHaveBeenCalled()
    await http.call(profileCompanies, {})
    expect(session.settle).toHaveBeenCalledOnce()
  })
})

describe('no answer, a timeout or a 5xx', () => {
  it.each([
    ['a broken network', new TypeError('fetch failed'), TransportError],
    ['a 500', refusal(500, 'internal'), ProblemError],
    ['a 503', refusal(503, 'unavailable'), ProblemError],
  ])('%s is retried after 1, 2 and 4 s, then reported', async (_, reply, kind) => {
    const { http, sent } = bench([reply])
    const result = outcome(http.call(profileCompanies, {}))
    const after = async (ms: number) => {
      await vi.advanceTimersByTimeAsync(ms)
      return sent.length
    }
    expect(await after(0)).toBe(1)
    expect(await after(999)).toBe(1)
    expect(await after(1)).toBe(2)
    expect(await after(1999)).toBe(2)
    expect(await after(1)).toBe(3)
    expect(await after(3999)).toBe(3)
    expect(await after(1)).toBe(4)
    expect(await after(60_000)).toBe(4)
    expect(await result).toMatchObject({ error: expect.any(kind) })
  })

  it('aborts an attempt after 10 s', async () => {
    const { http, sent } = bench(['never', json({ items: [] })])
    const result = outcome(http.call(profileCompanies, {}))
    await vi.advanceTimersByTimeAsync(10_999)
    expect(sent).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(sent).toHaveLength(2)
    expect(await result).toEqual({ value: { items: [] } })
  })

  it('reports a timeout when every attempt timed out', async () => {
    const { http } = bench(['never'])
    const result = outcome(http.call(profileCompanies, {}))
    await vi.advanceTimersByTimeAsync(47_000)
    expect(await result).toMatchObject({ error: { isTimeout: true } })
  })

  it('is not retried while the disk of the server is full', async () => {
    const { http, sent } = bench([refusal(507, 'storage_full')])
    const result = outcome(http.call(profileCompanies, {}))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await result).toMatchObject({ error: { status: 507, code: 'storage_full' } })
    expect(sent).toHaveLength(1)
  })

  it('is not retried after a 4xx', async () => {
    const { http, sent } = bench([refusal(404, 'vehicle_not_found')])
    const result = outcome(http.call(readVehicle, { params: { id: '1' } }))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await result).toMatchObject({ error: { status: 404, code: 'vehicle_not_found' } })
    expect(sent).toHaveLength(1)
  })

  it.each([
    [
      'registration',
      register,
      { username: 'ana', first_name: 'Ana', last_name: 'Ruiz', email: 'ana@example.com', password: 'x' },
    ],
    ['a mail with a code', initiateReset, { email: 'ana@example.com' }],
    ['a password by a code', confirmReset, { email: 'ana@example.com', token: '123456', new_password: 'x' }],
  ])('is not retried when a repetition would be refused or executed twice: %s', async (_, endpoint, body) => {
    for (const reply of [new TypeError('fetch failed'), refusal(503, 'unavailable')]) {
      const { http, sent } = bench([reply])
      const result = outcome(
        http.call(endpoint, { body } as Parameters<typeof http.call<typeof endpoint>>[1]),
      )
      await vi.advanceTimersByTimeAsync(60_000)
      expect(await result).toHaveProperty('error')
      expect(sent).toHaveLength(1)
    }
  })

  it('stops retrying when the caller aborts', async () => {
    const { http, sent } = bench([refusal(500, 'internal')])
    const gone = new AbortController()
    const result = outcome(http.call(profileCompanies, {}, { signal: gone.signal }))
    await vi.advanceTimersByTimeAsync(500)
    gone.abort(new Error('left the page'))
    expect(await result).toMatchObject({ error: { message: 'left the page' } })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sent).toHaveLength(1)
  })
})

describe('the idempotency key', () => {
  it('is sent with a change: the same for each retry, a new one for the next change', async () => {
    const { http, sent } = bench([new TypeError('x'), refusal(502, 'internal'), json({}), json({})])
    const first = http.call(login, credentials)
    await vi.advanceTimersByTimeAsync(3000)
    await first
    await http.call(login, credentials)
    expect(sent.map((one) => one.headers['idempotency-key'])).toEqual(['key-1', 'key-1', 'key-1', 'key-2'])
  })

  it('is not sent with a GET', async () => {
    const { http, sent } = bench([json({ items: [] })])
    await http.call(profileCompanies, {})
    expect(sent[0]?.headers).not.toHaveProperty('idempotency-key')
  })
})

describe('a 401', () => {
  it('ends the session', async () => {
    const { http, session } = bench([refusal(401, 'unauthenticated')])
    await outcome(http.call(profileCompanies, {}))
    expect(session.unauthorised).toHaveBeenCalledOnce()
  })

  it('of a public endpoint does not end the session', async () => {
    const { http, session } = bench([refusal(401, 'invalid_credentials')])
    await outcome(http.call(login, credentials))
    await outcome(http.call(refresh, { body: {} }))
    const typed = { username_or_email: 'ana', current_password: 'x', new_password: 'y' }
    await outcome(http.call(forcedPasswordChange, { body: typed }))
    expect(session.unauthorised).not.toHaveBeenCalled()
  })

  it('for a token that was renewed meanwhile is retried once with the new token', async () => {
    const tokens = ['old', 'new', 'new']
    const { http, sent, session } = bench([refusal(401, 'unauthenticated'), json({ items: [] })], {
      token: () => tokens.shift() ?? 'new',
    })
    await http.call(profileCompanies, {})
    expect(sent.map((one) => one.headers.authorization)).toEqual(['Bearer old', 'Bearer new'])
    expect(session.unauthorised).not.toHaveBeenCalled()
  })
})

it('distinguishes HTML from JSON', async () => {
  const page = new Response('<!doctype html><title>x</title>', { headers: { 'content-type': 'text/html' } })
  const { error } = (await outcome(bench([page]).http.call(profileCompanies, {}))) as { error: unknown }
  expect(error).toBeInstanceOf(NotTheApiError)
  expect(error).toMatchObject({
    message: 'Backend API not available - received HTML instead of JSON response',
  })
})

it('can change a vehicle', async () => {
  const { http, sent } = bench([json({ id: '1' }, 201)])
  const body = { fleetId: 'f', vehicleNumber: '1' } as Parameters<
    typeof http.call<typeof createVehicle>
  >[1]['body']
  await http.call(createVehicle, { body })
  expect(sent[0]).toMatchObject({ method: 'POST', headers: { 'content-type': 'application/json' } })
})

describe('the message of an error', () => {
  const words = {
    problem: (code: string) => `worded ${code}`,
    timeout: () => 'worded time-out',
    html: () => 'worded html',
    networkError: () => 'Network Error',
  }
  const refused = (code: string, message: string) =>
    new ProblemError(409, message, { status: 409, title: '', detail: message, message, code })
  it.each([
    ['a known code in the person’s language', refused('name_taken', 'taken'), undefined, 'worded name_taken'],
    ['an unknown code by the answer’s message', refused('brand_new', 'brand new'), 'fallback', 'brand new'],
    ['an answer without a message by the fallback', new ProblemError(500, '', null), 'fallback', 'fallback'],
    ['a failure of the server by what failed', refused('internal', 'failed'), 'fallback', 'fallback'],
    ['a broken network by what failed', new TransportError('', false), 'fallback', 'fallback'],
    ['HTML', new NotTheApiError(200), 'fallback', 'worded html'],
    [
      'a broken network in our words, not in those of the browser',
      new TransportError('Failed to fetch', false),
      undefined,
      'Network Error',
    ],
    ['a time-out', new TransportError('Timeout', true), undefined, 'worded time-out'],
    ['nothing at all', new TransportError('', false), undefined, 'Network Error'],
    ['what is not even an error', 'x', undefined, 'Network Error'],
  ])('%s', (_, error, fallback, expected) => {
    expect(errorMessage(error, words, fallback)).toBe(expected)
  })
})

describe('a transfer', () => {
  it('sends bytes with the token and returns bytes, without retries', async () => {
    const { http, sent, session } = bench([new Response('a,b', { headers: { 'content-type': 'text/csv' } })])
    const blob = await http.transfer('/files/1', { method: 'GET' })
    expect(await blob.text()).toBe('a,b')
    expect(sent).toMatchObject([
      { address: '/v1/files/1', method: 'GET', headers: { authorization: 'Bearer token-1' } },
    ])
    expect(session.settle).toHaveBeenCalledOnce()
  })

  it('reports a refusal with its code, and the end of the session', async () => {
    const { http, session, sent } = bench([
      refusal(413, 'payload_too_large'),
      refusal(401, 'session_expired'),
    ])
    const send = () => outcome(http.transfer('/files?name=a.csv', { method: 'POST', body: new Blob(['a']) }))
    expect(await send()).toMatchObject({ error: { code: 'payload_too_large' } })
    expect(session.unauthorised).not.toHaveBeenCalled()
    expect(await send()).toMatchObject({ error: { status: 401 } })
    expect(session.unauthorised).toHaveBeenCalledOnce()
    expect(sent).toHaveLength(2)
  })

  it('may take two minutes, and is not retried', async () => {
    const { http, sent } = bench(['never'])
    const result = outcome(http.transfer('/files/1', { method: 'GET' }))
    await vi.advanceTimersByTimeAsync(119_999)
    expect(sent).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(await result).toMatchObject({ error: { isTimeout: true } })
  })
})
