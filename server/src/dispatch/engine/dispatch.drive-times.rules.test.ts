import { expect, it } from 'vitest'
import { DriveTimes } from './dispatch.drive-times.ts'

const place = (cell: number) => ({ latitude: 19.4005 + cell * 0.0045, longitude: -99.1005 })
type Place = ReturnType<typeof place>
const timeOf = (times: DriveTimes, from: Place, to: Place, nowMs: number, engine = 'portable') =>
  times.timesTo(engine, to, nowMs)(times.cellOf(from))

it('times are known between cells, by engine and for half an hour', () => {
  const times = new DriveTimes(0.0045, 100)
  times.set('portable', place(0), place(5), 300, 0)
  expect(timeOf(times, { ...place(0), latitude: 19.4008 }, place(5), 1_000)).toBe(300)
  expect(timeOf(times, place(1), place(5), 1_000)).toBeUndefined()
  expect(timeOf(times, place(5), place(0), 1_000)).toBeUndefined()
  expect(timeOf(times, place(0), place(5), 1_000, 'valhalla')).toBeUndefined()
  expect(timeOf(times, place(0), place(5), 1_800_001)).toBeUndefined()
})

it('the places that were used longest ago make room', () => {
  const times = new DriveTimes(0.0045, 3)
  for (const cell of [1, 2, 3]) times.set('portable', place(0), place(cell), cell, 0)
  timeOf(times, place(0), place(1), 1)
  times.set('portable', place(0), place(4), 4, 2)
  const known = [1, 2, 3, 4].map((cell) => timeOf(times, place(0), place(cell), 3))
  expect(known).toEqual([1, undefined, 3, 4])
})
