import { serviceStatuses } from '@rumbo/contract/services.contract'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { minutesUntil, pauseMs, progressOf, tokenOf } from './tracking.rules.ts'

it('asks often while a vehicle is expected, and more and more rarely after failures, never more than a minute apart', () => {
  expect(pauseMs('vehicle_assigned', 0)).toBe(5_000)
  expect(pauseMs('completed', 0)).toBe(60_000)
  fc.assert(
    fc.property(
      fc.option(fc.constantFrom(...serviceStatuses)),
      fc.nat(),
      (status, failures) =>
        pauseMs(status, failures) <= pauseMs(status, failures + 1) && pauseMs(status, failures) <= 60_000,
    ),
  )
})

it('rounds minutes up, so that a vehicle comes no later than shown', () => {
  const now = Date.parse('2026-03-02T15:00:00.000Z')
  const inSeconds = (count: number) => minutesUntil(new Date(now + count * 1000).toISOString(), now)
  expect([-60, 0, 59, 60, 61, 600].map(inSeconds)).toEqual([0, 0, 0, 1, 2, 10])
})

it('never goes back as a service goes on', () => {
  const steps = (['created', 'on_dispatch', 'vehicle_assigned', 'in_progress', 'completed'] as const).map(
    (status) => progressOf({ status, stops: [] }),
  )
  expect(steps).toEqual([...steps].sort((a, b) => a - b))
})

it('reads the token from the address', () => {
  expect(tokenOf('/s/abc')).toBe('abc')
  expect(tokenOf('/')).toBe('')
})
