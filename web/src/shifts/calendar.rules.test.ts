import { addDays } from '@rumbo/contract/holidays'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { barOf, daysOf, mondayOf, rowsOf, shiftsOn } from './calendar.rules.ts'
import { someShift } from './shifts.factory.ts'

const zone = 'America/Mexico_City'

describe('the days of the calendar', () => {
  it('begin on Monday and follow the clocks of the company', () => {
    expect(mondayOf('2026-03-08')).toBe('2026-03-02')
    expect(mondayOf('2026-03-02')).toBe('2026-03-02')
    expect(addDays('2026-02-28', 1)).toBe('2026-03-01')
    const week = daysOf('week', '2026-03-08', 'America/Tijuana')
    expect(week).toHaveLength(7)
    // Tijuana's clocks go forward on 8 March.
    expect(week.map(({ fromMs, toMs }) => (toMs - fromMs) / 3_600_000)).toEqual([24, 24, 24, 24, 24, 24, 23])
  })

  it('follow each other without a gap', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3_000 }), (count) => {
        const days = daysOf('week', addDays('2024-01-01', count), 'America/Santiago')
        for (const [index, day] of days.entries())
          if (index > 0) expect(day.fromMs).toBe(days[index - 1]?.toMs)
      }),
    )
  })
})

describe('the rows of the calendar', () => {
  const shift = someShift()
  it('show every driver, and those with shifts that are not in the list', () => {
    const rows = rowsOf([shift, someShift({ id: 't2', driverId: 'd9', driverName: 'Otra' })], 'driver', {
      drivers: [
        { id: 'd0', name: 'Ada Luna' },
        { id: shift.driverId, name: shift.driverName },
      ],
      vehicles: [],
    })
    expect(rows.map(({ name, shifts }) => `${name} ${shifts.length}`)).toEqual([
      'Ada Luna 0',
      'Iván Mora 1',
      'Otra 1',
    ])
    const byVehicle = rowsOf([shift], 'vehicle', { drivers: [], vehicles: [] })
    expect(byVehicle).toEqual([{ id: 'v118', name: '118', shifts: [shift] }])
  })

  it('show a shift on the day it begins, and on the first day what began before', () => {
    const night = someShift({ startsAt: '2026-03-02T04:00:00.000Z', endsAt: '2026-03-02T12:00:00.000Z' })
    const [monday, tuesday] = daysOf('week', '2026-03-02', zone)
    if (!monday || !tuesday) throw new Error('a week has days')
    expect(shiftsOn([night], monday, true)).toEqual([night])
    expect(shiftsOn([night], monday, false)).toEqual([])
    expect(shiftsOn([night], tuesday, false)).toEqual([])
  })
})

it('bars lie within their day', () => {
  const [day] = daysOf('day', '2026-03-02', zone)
  if (!day) throw new Error('a day')
  expect(barOf(day.fromMs, day.fromMs + 6 * 3_600_000, day)).toEqual({ left: 0, width: 25 })
  expect(barOf(day.fromMs - 5, day.fromMs, day)).toBeNull()
  fc.assert(
    fc.property(fc.integer({ min: -200, max: 200 }), fc.integer({ min: 1, max: 100 }), (begin, length) => {
      const from = day.fromMs + begin * 600_000
      const bar = barOf(from, from + length * 600_000, day)
      if (bar === null) return
      expect(bar.left).toBeGreaterThanOrEqual(0)
      expect(bar.left + bar.width).toBeLessThanOrEqual(100.000_001)
    }),
  )
})
