import { describe, expect, it } from 'vitest'
import { dayOf, isMexicanHoliday, mexicanHolidays } from './holidays.ts'

describe('public holidays of Mexico', () => {
  it('are the days of rest that the law names, moved to their Mondays', () => {
    expect(mexicanHolidays(2026)).toEqual([
      '2026-01-01',
      '2026-02-02',
      '2026-03-16',
      '2026-05-01',
      '2026-09-16',
      '2026-11-16',
      '2026-12-25',
    ])
    expect(mexicanHolidays(2027)).toContain('2027-02-01')
  })
  it('contain the day on which the federal executive changes', () => {
    expect(isMexicanHoliday('2024-10-01')).toBe(true)
    expect(isMexicanHoliday('2030-10-01')).toBe(true)
    expect(isMexicanHoliday('2026-10-01')).toBe(false)
  })
  it('begin and end at midnight of the time zone', () => {
    expect(dayOf(new Date('2026-12-25T05:59:00Z'), 'America/Mexico_City')).toBe('2026-12-24')
    expect(dayOf(new Date('2026-12-25T06:00:00Z'), 'America/Mexico_City')).toBe('2026-12-25')
  })
})
