import { describe, expect, it } from 'vitest'
import { checkRepeat, previewOf, runsOf, usualRepeat } from './series-draft.rules.ts'

const weekdays = [1, 2, 3, 4, 5]

describe('the repetition of a service', () => {
  it('begins with Monday to Friday, at a weekend with that day', () => {
    expect(usualRepeat('2026-03-02').weekdays).toEqual(weekdays)
    expect(usualRepeat('2026-03-07').weekdays).toEqual([6])
  })

  it('needs a day, and a service before its end', () => {
    const rule = { weekdays, until: null, skipsHolidays: true }
    expect(checkRepeat(rule, '2026-03-02')).toEqual({})
    expect(checkRepeat({ ...rule, weekdays: [] }, '2026-03-02')).toEqual({
      weekdays: 'series.valid.weekdays',
    })
    expect(checkRepeat({ ...rule, until: '2026-03-01' }, '2026-03-02')).toEqual({
      until: 'series.valid.none',
    })
    // The only Monday is a public holiday.
    expect(checkRepeat({ weekdays: [1], until: '2026-03-18', skipsHolidays: true }, '2026-03-12')).toEqual({
      until: 'series.valid.none',
    })
    expect(checkRepeat({ ...rule, until: '2029-03-01' }, '2026-03-02')).toEqual({
      until: 'series.valid.tooLong',
    })
  })

  it('shows its days and the holidays left out', () => {
    expect(previewOf({ weekdays: [1, 2], until: '2026-03-17', skipsHolidays: true }, '2026-03-10')).toEqual({
      days: ['2026-03-10', '2026-03-17'],
      skipped: ['2026-03-16'],
    })
  })

  it('shortens days in a row', () => {
    expect(runsOf([1, 2, 3, 4, 5, 7])).toEqual([[1, 5], [7]])
    expect(runsOf([1, 2])).toEqual([[1], [2]])
    expect(runsOf([])).toEqual([])
  })
})
