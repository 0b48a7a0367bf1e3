import { describe, expect, it } from 'vitest'
import { daysOfSeries, takesPlace } from './services.series.rules.ts'

const weekdays = [1, 2, 3, 4, 5]

describe('the days of a series', () => {
  it('are those of its weekdays, with the holidays marked', () => {
    const rule = { weekdays, until: '2026-03-17', skipsHolidays: true }
    const days = daysOfSeries(rule, { from: '2026-03-13', to: '2026-12-31' })
    expect(days).toEqual([
      { day: '2026-03-13', isHoliday: false },
      { day: '2026-03-16', isHoliday: true },
      { day: '2026-03-17', isHoliday: false },
    ])
    expect(days.filter((day) => takesPlace(day, rule)).map(({ day }) => day)).toEqual([
      '2026-03-13',
      '2026-03-17',
    ])
    expect(days.every((day) => takesPlace(day, { ...rule, skipsHolidays: false }))).toBe(true)
  })

  it('go on across the year and leap days, and stop at the limit', () => {
    const rule = { weekdays: [7], until: null, skipsHolidays: false }
    expect(daysOfSeries(rule, { from: '2027-12-20', to: '2028-03-06' })).toHaveLength(11)
    expect(
      daysOfSeries(rule, { from: '2027-12-20', to: '2040-01-01', limit: 3 }).map(({ day }) => day),
    ).toEqual(['2027-12-26', '2028-01-02', '2028-01-09'])
    expect(daysOfSeries(rule, { from: '2028-01-02', to: '2028-01-01' })).toEqual([])
  })
})
