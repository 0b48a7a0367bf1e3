import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { repeatEvery } from './repeat.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('repeated work', () => {
  it('is not begun again while it is running, and its end waits for it', async () => {
    let finish = () => {}
    const work = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)))
    const end = repeatEvery(1_000, work, { log: { warn: vi.fn() }, failed: 'failed' })
    await vi.advanceTimersByTimeAsync(3_500)
    expect(work).toHaveBeenCalledTimes(1)
    finish()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(work).toHaveBeenCalledTimes(2)
    const ended = vi.fn()
    const ending = end().then(ended)
    await vi.advanceTimersByTimeAsync(5_000)
    expect([work.mock.calls.length, ended.mock.calls.length]).toEqual([2, 0])
    finish()
    await ending
  })

  it('logs a failure and is tried again', async () => {
    const warn = vi.fn()
    const work = vi.fn(() => Promise.reject(new Error('no connection')))
    const end = repeatEvery(1_000, work, { log: { warn }, failed: 'could not look; retrying' })
    await vi.advanceTimersByTimeAsync(2_000)
    expect(work).toHaveBeenCalledTimes(2)
    expect(warn).toHaveBeenCalledWith({ err: new Error('no connection') }, 'could not look; retrying')
    await end()
  })
})
