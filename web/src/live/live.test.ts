import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { someLine } from './live.factory.ts'
import { createLive } from './live.ts'

function bench() {
  const onBegin = vi.fn()
  const onReturn = vi.fn()
  const line = someLine()
  const live = createLive({
    connect: line.connect,
    token: () => 'token',
    onStale: () => {},
    onRefused: async () => {},
    onClock: () => {},
    onBegin,
    onReturn,
    schedule: (work) => work(),
    random: () => 0,
  })
  live.start()
  return { live, onBegin, onReturn, welcome: line.welcome, lose: line.lose }
}

let stop = () => {}
beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  stop()
  vi.useRealTimers()
})

it('reports the first connection, and once that a lost stream is back', () => {
  const { live, onBegin, onReturn, welcome, lose } = bench()
  stop = live.stop
  expect(onBegin).not.toHaveBeenCalled()
  welcome()
  expect(onBegin).toHaveBeenCalledTimes(1)
  expect(onReturn).not.toHaveBeenCalled()
  for (let tries = 0; tries < 3; tries += 1) {
    lose()
    vi.advanceTimersByTime(1)
  }
  expect(onReturn).not.toHaveBeenCalled()
  welcome()
  expect(onReturn).toHaveBeenCalledTimes(1)
  expect(onBegin).toHaveBeenCalledTimes(1)
})

it('reports the first connection after failed attempts', () => {
  const { live, onReturn, welcome, lose } = bench()
  stop = live.stop
  lose()
  vi.advanceTimersByTime(1)
  welcome()
  expect(onReturn).toHaveBeenCalledTimes(1)
})

it("reports the browser's network state, and nothing once it is stopped", () => {
  const { live, onReturn, welcome } = bench()
  stop = live.stop
  welcome()
  globalThis.dispatchEvent(new Event('online'))
  expect(onReturn).toHaveBeenCalledTimes(1)
  live.stop()
  globalThis.dispatchEvent(new Event('online'))
  expect(onReturn).toHaveBeenCalledTimes(1)
})
