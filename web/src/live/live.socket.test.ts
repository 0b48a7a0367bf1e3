import { type ClientMessage, limitCloseCodes, type ServerMessage } from '@rumbo/contract/live.contract'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { someLiveVehicle } from './live.factory.ts'
import { backOffMs, createLiveSocket, type SocketLike, silenceMs } from './live.socket.ts'

class FakeSocket implements SocketLike {
  onopen: (() => void) | null = null
  onmessage: ((message: { data: unknown }) => void) | null = null
  onclose: SocketLike['onclose'] = null
  onerror: (() => void) | null = null
  said: ClientMessage[] = []
  isClosed = false
  send(text: string) {
    this.said.push(JSON.parse(text))
  }
  close() {
    this.isClosed = true
  }
  receive(message: ServerMessage) {
    this.onmessage?.({ data: JSON.stringify(message) })
  }
}

function bench() {
  const sockets: FakeSocket[] = []
  const hooks = {
    onSnapshot: vi.fn(),
    onChanges: vi.fn(),
    onStale: vi.fn(),
    onMessage: vi.fn(),
    onConnection: vi.fn(),
    onRefused: vi.fn(async () => {}),
    onLimit: vi.fn(),
  }
  const live = createLiveSocket({
    ...hooks,
    connect: () => {
      const made = new FakeSocket()
      sockets.push(made)
      return made
    },
    token: () => 'token-1',
    random: () => 1,
  })
  const last = () => sockets[sockets.length - 1] as FakeSocket
  const open = () => {
    last().onopen?.()
    last().receive({ type: 'welcome', now: 5 })
  }
  return { live, hooks, sockets, last, open }
}
const snapshot = (number: number, epoch = 'e1', channel = 'f1'): ServerMessage => ({
  type: 'snapshot',
  channel,
  epoch,
  number,
  now: 1,
  vehicles: [someLiveVehicle()],
})
const changes = (previous: number, number: number, epoch = 'e1', channel = 'f1'): ServerMessage => ({
  type: 'changes',
  channel,
  epoch,
  previous,
  number,
  now: 1,
  vehicles: [{ id: 'v1', speedKmh: number }],
  gone: [],
  stale: [],
})
const started = () => {
  const made = bench()
  made.live.watch(['f1'])
  made.live.start()
  made.open()
  made.last().receive(snapshot(10))
  return made
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('the live socket', () => {
  it('first sends hello with the token and the watched fleets', () => {
    const { last } = started()
    expect(last().said).toEqual([{ type: 'hello', token: 'token-1', fleets: ['f1'], resume: [] }])
  })

  it('forwards the snapshot and the changes that follow it', () => {
    const { last, hooks } = started()
    last().receive(changes(10, 11))
    last().receive(changes(11, 14))
    expect(hooks.onSnapshot).toHaveBeenCalledOnce()
    expect(hooks.onChanges.mock.calls.map(([, [first]]) => first.speedKmh)).toEqual([11, 14])
  })

  it('ignores changes it already has, and requests a snapshot once for a channel that missed one', () => {
    const { last, hooks } = started()
    last().receive(changes(9, 10))
    expect(last().said).toHaveLength(1)
    last().receive(changes(12, 13))
    last().receive(changes(13, 14))
    expect(hooks.onChanges).not.toHaveBeenCalled()
    expect(last().said.slice(1)).toEqual([{ type: 'again', channel: 'f1' }])
    expect(hooks.onStale).not.toHaveBeenCalled()
    last().receive(snapshot(14))
    expect(hooks.onStale.mock.calls).toEqual([[[{ domain: '*' }]]])
    last().receive(changes(14, 15))
    expect(hooks.onChanges).toHaveBeenCalledOnce()
  })

  it('accepts changes merged for a slow client if they overlap what it has', () => {
    const { last, hooks } = started()
    last().receive(changes(8, 12))
    expect(hooks.onChanges).toHaveBeenCalledOnce()
  })

  it('requests a snapshot when the epoch differs', () => {
    const { last, hooks } = started()
    last().receive(changes(10, 11, 'e2'))
    expect(hooks.onChanges).not.toHaveBeenCalled()
    expect(last().said.at(-1)).toEqual({ type: 'again', channel: 'f1' })
  })

  it('forwards stale hints, also of changes it cannot apply', () => {
    const { last, hooks } = started()
    last().receive({ ...changes(40, 41), stale: [{ domain: 'services' }] } as ServerMessage)
    last().receive({ type: 'stale', now: 1, hints: [{ domain: 'organisation' }] })
    expect(hooks.onStale.mock.calls).toEqual([[[{ domain: 'services' }]], [[{ domain: 'organisation' }]]])
  })

  it('watches another fleet and ignores the previous one', () => {
    const { live, last, hooks } = started()
    live.watch(['f2'])
    expect(last().said.at(-1)).toEqual({ type: 'watch', fleets: ['f2'] })
    last().receive(changes(10, 11))
    expect(hooks.onChanges).not.toHaveBeenCalled()
    last().receive(snapshot(3, 'e9', 'f2'))
    expect(hooks.onSnapshot).toHaveBeenLastCalledWith('f2', [someLiveVehicle()])
  })

  it('sends a renewed token', () => {
    const { live, last } = started()
    live.renewToken('token-2')
    expect(last().said.at(-1)).toEqual({ type: 'token', token: 'token-2' })
  })

  it('ignores invalid messages', () => {
    const { last, hooks } = started()
    for (const data of ['', '{', 'null', '[]', '{"type":"unheard"}']) last().onmessage?.({ data })
    last().receive(changes(10, 11))
    expect(hooks.onChanges).toHaveBeenCalledOnce()
  })
})

describe('reconnecting', () => {
  it('resumes each channel at its last number', () => {
    const { last, sockets } = started()
    last().onclose?.()
    vi.advanceTimersByTime(1000)
    expect(sockets).toHaveLength(2)
    last().onopen?.()
    expect(last().said[0]).toMatchObject({ resume: [{ channel: 'f1', epoch: 'e1', number: 10 }] })
  })

  it('doubles the wait after each failure, up to half a minute, and resets it after a welcome', () => {
    const { live, sockets, last, open } = bench()
    live.start()
    const waits = [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]
    for (const [failures, waitMs] of waits.entries()) {
      last().onerror?.()
      vi.advanceTimersByTime(waitMs - 1)
      expect(sockets).toHaveLength(failures + 1)
      vi.advanceTimersByTime(1)
      expect(sockets).toHaveLength(failures + 2)
    }
    open()
    last().onclose?.()
    vi.advanceTimersByTime(1000)
    expect(sockets).toHaveLength(waits.length + 2)
  })

  it('spreads the waits over the whole range', () => {
    expect([0, 0.5, 1].map((random) => backOffMs(2, random))).toEqual([0, 2000, 4000])
  })

  it('follows three heartbeats of silence, and not two', () => {
    const { sockets, last } = started()
    vi.advanceTimersByTime(silenceMs - 1)
    last().receive({ type: 'alive', now: 1 })
    vi.advanceTimersByTime(silenceMs - 1)
    expect(sockets[0]?.isClosed).toBe(false)
    vi.advanceTimersByTime(1)
    expect(sockets[0]?.isClosed).toBe(true)
    vi.advanceTimersByTime(1000)
    expect(sockets).toHaveLength(2)
  })

  it('follows a connection that never opens', () => {
    const { live, sockets } = bench()
    live.start()
    vi.advanceTimersByTime(11_000)
    expect(sockets).toHaveLength(2)
  })

  it('happens at once on request, and never twice', () => {
    const { live, last, sockets, open } = started()
    last().onclose?.()
    live.reconnectNow()
    expect(sockets).toHaveLength(2)
    open()
    live.reconnectNow()
    vi.advanceTimersByTime(1000)
    expect(sockets).toHaveLength(2)
  })

  it.each(['person_limit', 'address_limit'] as const)(
    'waits for a request after %s, also if only the close code arrived',
    async (code) => {
      for (const isAnswered of [true, false]) {
        const { live, last, hooks, sockets } = started()
        if (isAnswered) last().receive({ type: 'refused', code })
        else last().onclose?.({ code: limitCloseCodes[code] })
        expect(hooks.onLimit).toHaveBeenCalledWith(code)
        expect(hooks.onConnection).toHaveBeenLastCalledWith('paused')
        expect(hooks.onRefused).not.toHaveBeenCalled()
        await vi.advanceTimersByTimeAsync(3_600_000)
        expect(sockets).toHaveLength(1)
        live.reconnectNow()
        expect(sockets).toHaveLength(2)
        live.stop()
      }
    },
  )

  it('waits for the session after a refusal, and restarts its channels when the scopes changed', async () => {
    const { last, hooks, sockets } = started()
    last().receive({ type: 'refused', code: 'scope_changed' })
    expect(hooks.onRefused).toHaveBeenCalledWith('scope_changed')
    await vi.advanceTimersByTimeAsync(1000)
    expect(sockets).toHaveLength(2)
    last().onopen?.()
    expect(last().said[0]).toMatchObject({ resume: [] })
  })

  it('ends with stop', () => {
    const { live, last, sockets } = started()
    live.stop()
    expect(last().isClosed).toBe(true)
    vi.advanceTimersByTime(120_000)
    expect(sockets).toHaveLength(1)
  })
})
