import { expect, it } from 'vitest'
import { createDurations, mergeDurations, quantileMs } from './durations.ts'

it('computes quantiles within 10 % over several processes, and resets when read', () => {
  const [one, two] = [createDurations(), createDurations()]
  for (let ms = 1; ms <= 100; ms += 1) (ms % 2 ? one : two).add(ms)
  const sums = mergeDurations([one.take(), two.take()])
  expect(sums.count).toBe(100)
  expect(sums.totalMs).toBe(5050)
  for (const [share, ms] of [
    [0.5, 50],
    [0.95, 95],
  ] as const)
    expect(Math.abs((quantileMs(sums, share) ?? 0) / ms - 1)).toBeLessThan(0.1)
  expect(quantileMs(one.take(), 0.5)).toBeNull()
})

it('clamps durations that are too short or too long', () => {
  const durations = createDurations()
  durations.add(0)
  durations.add(1e9)
  const sums = durations.take()
  expect(quantileMs(sums, 0.5)).toBeLessThan(0.1)
  expect(quantileMs(sums, 1)).toBeGreaterThan(60_000)
})
