import { expect, it } from 'vitest'
import { createTestedEvents } from './telemetry.history-test.rules.ts'

const minute = (at: number) => new Date(Date.UTC(2026, 2, 2) + at * 60_000).toISOString()
const event = (at: number, isRaised: boolean) => ({
  vehicleId: '0198c0de-0000-7000-8000-0000000000a1',
  kind: 'entry' as const,
  at: minute(at),
  latitude: 19.4,
  longitude: -99.1,
  silence: isRaised ? null : 'cooldown',
})
/** Listed events as `12!` for one raised at minute 12, and `12` for another. */
function listed(limit: number, given: readonly [at: number, isRaised: boolean][]) {
  const tested = createTestedEvents<ReturnType<typeof event>>(limit)
  for (const [at, isRaised] of given) tested.add(event(at, isRaised))
  const { events, isCut } = tested.list()
  const times = new Map(Array.from({ length: 10_000 }, (_, at) => [minute(at), at]))
  return { events: events.map(({ at, silence }) => `${times.get(at)}${silence ? '' : '!'}`), isCut }
}

it('lists all events in order of time, whichever vehicle they are of', () => {
  expect(
    listed(4, [
      [3, false],
      [5, true],
      [1, true],
      [4, false],
    ]),
  ).toEqual({ events: ['1!', '3', '4', '5!'], isCut: false })
})

it('prefers those that were raised where there are too many, also the latest one of all', () => {
  const many = Array.from({ length: 5_000 }, (_, at): [number, boolean] => [at, at % 1_000 === 999])
  expect(listed(7, many)).toEqual({
    events: ['0', '1', '999!', '1999!', '2999!', '3999!', '4999!'],
    isCut: true,
  })
})

it('lists the earliest of those that were raised where even they are too many', () => {
  const many = Array.from({ length: 100 }, (_, at): [number, boolean] => [99 - at, at % 2 === 0])
  expect(listed(3, many)).toEqual({ events: ['1!', '3!', '5!'], isCut: true })
})
