import { expect, it } from 'vitest'
import { createReplay } from './replay.ts'

/** A replay with manual frames, each a given number of milliseconds after the previous one. */
function createHarness() {
  let nowMs = 0
  let next: (() => void) | null = null
  const replay = createReplay({
    now: () => nowMs,
    frame: (work) => {
      next = work
      return 1
    },
    cancel: () => {
      next = null
    },
  })
  const pass = (ms: number) => {
    nowMs += ms
    const work = next
    next = null
    work?.()
  }
  return { replay, pass }
}

it('advances by time at its rate, independent of the frame rate', () => {
  const { replay, pass } = createHarness()
  replay.setBounds({ fromMs: 1_000, toMs: 100_000 })
  expect(replay.at()).toBe(1_000)
  replay.setRate(30)
  replay.play()
  pass(16)
  pass(1_000)
  expect(replay.at()).toBe(1_000 + 1_016 * 30)
  replay.pause()
  pass(500)
  expect([replay.at(), replay.isPlaying()]).toEqual([31_480, false])
})

it('stops at the end, and then starts again from the beginning', () => {
  const { replay, pass } = createHarness()
  replay.setBounds({ fromMs: 0, toMs: 5_000 })
  replay.play()
  pass(1_000)
  expect([replay.at(), replay.isPlaying()]).toEqual([5_000, false])
  replay.play()
  expect([replay.at(), replay.isPlaying()]).toEqual([0, true])
})

it('stays within its bounds', () => {
  const { replay } = createHarness()
  replay.play()
  expect(replay.isPlaying()).toBe(false)
  replay.setBounds({ fromMs: 10, toMs: 20 })
  replay.seek(999)
  expect(replay.at()).toBe(20)
  let calls = 0
  const leave = replay.subscribe(() => {
    calls += 1
  })
  replay.seek(12)
  leave()
  replay.seek(13)
  expect(calls).toBe(1)
})

it('jumps over stops while it plays, but may be moved into one', () => {
  const { replay, pass } = createHarness()
  replay.setBounds({ fromMs: 0, toMs: 100_000 })
  replay.setSkips([
    { fromMs: 10_000, toMs: 40_000 },
    { fromMs: 40_000, toMs: 50_000 },
  ])
  replay.setRate(1)
  replay.seek(9_000)
  replay.play()
  pass(500)
  expect(replay.at()).toBe(9_500)
  pass(1_000)
  expect(replay.at()).toBe(50_000)
  replay.pause()
  replay.seek(20_000)
  expect(replay.at()).toBe(20_000)
})

it('ends at a stop that has not ended', () => {
  const { replay, pass } = createHarness()
  replay.setBounds({ fromMs: 0, toMs: 30_000 })
  replay.setSkips([{ fromMs: 10_000, toMs: 60_000 }])
  replay.seek(9_900)
  replay.play()
  pass(100)
  expect([replay.at(), replay.isPlaying()]).toEqual([30_000, false])
})
