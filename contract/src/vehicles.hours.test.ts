import { describe, expect, it } from 'vitest'
import { hoursText, isWithinHours, parseHours, wallClock } from './vehicles.hours.ts'

const mexico = 'America/Mexico_City'
const weekdays = [{ days: [1, 2, 3, 4, 5], from: '06:00', to: '22:00' }]
const night = [{ days: [5], from: '22:00', to: '06:00' }]

describe('hours in which a vehicle may be on the road', () => {
  it.each([
    ['Monday 5:59', weekdays, '2026-03-02T11:59:00Z', false],
    ['Monday 6:00', weekdays, '2026-03-02T12:00:00Z', true],
    ['Monday 21:59', weekdays, '2026-03-03T03:59:59Z', true],
    ['Monday 22:00', weekdays, '2026-03-03T04:00:00Z', false],
    ['Saturday noon', weekdays, '2026-03-07T18:00:00Z', false],
    ['Friday 23:00 in a window over midnight', night, '2026-03-07T05:00:00Z', true],
    ['Saturday 5:59 in the same', night, '2026-03-07T11:59:00Z', true],
    ['Saturday 6:00', night, '2026-03-07T12:00:00Z', false],
    ['Friday 5:00, a day early', night, '2026-03-06T11:00:00Z', false],
    [
      'Monday 1:00 of a Sunday window',
      [{ days: [7], from: '23:00', to: '02:00' }],
      '2026-03-02T07:00:00Z',
      true,
    ],
    ['a whole day', [{ days: [1], from: '00:00', to: '00:00' }], '2026-03-03T05:59:00Z', true],
    ['the day after a whole day', [{ days: [1], from: '00:00', to: '00:00' }], '2026-03-03T06:00:00Z', false],
    ['always, without windows', [], '2026-03-03T06:00:00Z', true],
  ])('%s', (_name, windows, at, expected) => {
    expect(isWithinHours(windows, new Date(at), mexico)).toBe(expected)
  })

  it('uses local time when clocks change', () => {
    const windows = [{ days: [7], from: '01:00', to: '03:00' }]
    const within = (at: string) => isWithinHours(windows, new Date(at), 'America/Tijuana')
    // 8 March 2026: 01:59 is followed by 03:00. 1 November: the hour from 1 comes twice.
    expect(wallClock(new Date('2026-03-08T10:00:00Z'), 'America/Tijuana')).toEqual({ day: 7, minute: 180 })
    expect([within('2026-03-08T09:59:00Z'), within('2026-03-08T10:00:00Z')]).toEqual([true, false])
    expect([within('2026-11-01T08:30:00Z'), within('2026-11-01T09:30:00Z')]).toEqual([true, true])
  })

  it('are parsed from their own text form, with ranges of days', () => {
    const windows = [...weekdays, { days: [6], from: '22:00', to: '04:30' }]
    expect(hoursText(windows)).toBe('1,2,3,4,5 06:00-22:00; 6 22:00-04:30')
    expect(parseHours(hoursText(windows))).toEqual(windows)
    expect(parseHours('1-5 6:00-22:00; 6 22:00-4:30')).toEqual(windows)
    expect(parseHours('')).toEqual([])
  })

  it.each(['lunes 6-22', '8 06:00-22:00', '1-5 06:00-24:00', '5-1 06:00-07:00', '1 06:00', '1-5-3 x'])(
    'refuses %j',
    (text) => {
      expect(parseHours(text)).toBeNull()
    },
  )
})
