import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { SocketLike } from './live.socket.ts'
import { createLive } from './live.ts'

function bench() {
  const onReturn = vi.fn()
  let socket: SocketLike | null = null
  const live = createLive({
    connect: () => {
      socket = {
        send: () => {},
        close: () => {},
        onopen: null,
        onmessage: null,
        onclose: null,
        onerror: null,
      }
      return socket
    },
    token: () => 'token',
    onStale: () => {},
    onRefused: async () => {},
    onClock: () => {},
    onReturn,
    schedule: (work) => work(),
    random: () => 0,
  })
  live.start()
  const welcome = () => {
    socket?.onopen?.()
    socket?.onmessage?.({ data: JSON.stringify({ type: 'welcome', now: Date.now() }) })
  }
  const lose = () => socket?.onclose?.()
  return { live, onReturn, welcome, lose }
}

let stop = () => {}
beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  stop()
  vi.useRealTimers()
})

it('tells of the stream that is back after it was lost, once, and not of the first connection', () => {
  const { live, onReturn, welcome, lose } = bench()
  stop = live.stop
  welcome()
  expect(onReturn).not.toHaveBeenCalled()
  for (let tries = 0; tries < 3; tries += 1) {
    lose()
    vi.advanceTimersByTime(1)
  }
  expect(onReturn).not.toHaveBeenCalled()
  welcome()
  expect(onReturn).toHaveBeenCalledTimes(1)
})

it('tells of the first connection where the tries before it failed', () => {
  const { live, onReturn, welcome, lose } = bench()
  stop = live.stop
  lose()
  vi.advanceTimersByTime(1)
  welcome()
  expect(onReturn).toHaveBeenCalledTimes(1)
})

it("tells of the browser's network, and no more once it is stopped", () => {
  const { live, onReturn, welcome } = bench()
  stop = live.stop
  welcome()
  globalThis.dispatchEvent(new Event('online'))
  expect(onReturn).toHaveBeenCalledTimes(1)
  live.stop()
  globalThis.dispatchEvent(new Event('online'))
  expect(onReturn).toHaveBeenCalledTimes(1)
})
