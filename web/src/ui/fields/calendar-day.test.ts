import { describe, expect, it } from 'vitest'
import { dayAt, startOfDay } from './calendar-day.ts'

describe('the start of a day', () => {
  it.each([
    ['2026-03-02', 'America/Mexico_City', '2026-03-02T06:00:00.000Z'],
    ['2026-03-02', 'UTC', '2026-03-02T00:00:00.000Z'],
    ['2026-03-02', 'Asia/Kathmandu', '2026-03-01T18:15:00.000Z'],
    ['2026-03-29', 'Europe/Lisbon', '2026-03-29T00:00:00.000Z'],
    ['2026-03-30', 'Europe/Lisbon', '2026-03-29T23:00:00.000Z'],
  ])('%s in %s is %s', (day, timeZone, start) => {
    const ms = startOfDay(day, timeZone)
    expect(new Date(ms).toISOString()).toBe(start)
    expect([dayAt(ms, timeZone), dayAt(ms - 1, timeZone) < day]).toEqual([day, true])
  })
})
