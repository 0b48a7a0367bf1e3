import { hourMs, minuteMs } from '@rumbo/contract/time-units'
import { expect, it } from 'vitest'
import {
  endOfDuty,
  midnightBefore,
  planTimes,
  shiftHours,
  startHour,
  timesOfOrder,
} from './planning-times.ts'

const ordersOfToday = 24
const local = (text: string) => Date.parse(`2026-11-23T${text}-06:00`)

it.each([
  ['00:10', '00:00', '10:00'],
  ['06:00', '06:00', '15:00'],
  ['14:00', '14:00', '23:00'],
  ['14:30', '14:00', '00:00'],
  ['22:30', '22:00', '06:00'],
  ['23:59', '23:00', '06:00'],
])('plans the shift that begins with the demo at %s', (at, startTime, endTime) => {
  const now = local(`${at}:00`)
  expect(planTimes(now)).toEqual({ startTime, endTime })
  const end = endOfDuty(now)
  expect(end - now).toBeLessThanOrEqual(shiftHours * hourMs)
  expect(end).toBeLessThan(midnightBefore(now) + (24 + startHour) * hourMs)
  for (let order = 0; order < ordersOfToday; order += 1) {
    const { dispatch, opens, closes } = timesOfOrder(now, order, () => 0.99)
    expect(dispatch).toBeGreaterThan(now)
    expect(opens - dispatch).toBeGreaterThanOrEqual(15 * minuteMs)
    expect(closes).toBeGreaterThan(opens)
    expect(closes).toBeLessThan(end)
  }
})
