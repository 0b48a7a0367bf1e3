import { describe, expect, it } from 'vitest'
import { outlookFrom, quarterOf } from './dispatch.outlook.rules.ts'

// A Monday, 21:20 in Mexico City.
const now = new Date('2026-03-03T03:20:00Z')
const timeZone = 'America/Mexico_City'
const units = (shares: Parameters<typeof outlookFrom>[2]) =>
  outlookFrom(quarterOf(now), new Map(), shares).map((quarter) => quarter.units)

describe('the next two hours', () => {
  it('begin with the current quarter of an hour and show zero where nothing is booked', () => {
    const outlook = outlookFrom(quarterOf(now), new Map([[2, 4]]), [])
    expect(outlook.map(({ at, services }) => `${at.slice(11, 16)} ${services}`)).toEqual([
      '03:15 0',
      '03:30 0',
      '03:45 4',
      '04:00 0',
      '04:15 0',
      '04:30 0',
      '04:45 0',
      '05:00 0',
    ])
  })

  it('count a vehicle where its hours cover the whole quarter, on its company’s clock', () => {
    const day = [{ days: [1], from: '06:00', to: '22:00' }]
    const late = [{ days: [1], from: '22:20', to: '02:00' }]
    const torn = [
      { days: [1], from: '21:00', to: '21:35' },
      { days: [1], from: '21:40', to: '23:00' },
    ]
    expect(units([{ allowedHours: [], timeZone, amount: 3 }])).toEqual([3, 3, 3, 3, 3, 3, 3, 3])
    expect(units([{ allowedHours: day, timeZone, amount: 2 }])).toEqual([2, 2, 2, 0, 0, 0, 0, 0])
    expect(units([{ allowedHours: late, timeZone, amount: 1 }])).toEqual([0, 0, 0, 0, 0, 1, 1, 1])
    expect(units([{ allowedHours: torn, timeZone, amount: 1 }])).toEqual([1, 0, 1, 1, 1, 1, 1, 0])
    expect(
      units([
        { allowedHours: day, timeZone, amount: 2 },
        { allowedHours: day, timeZone: 'America/Hermosillo', amount: 5 },
      ]),
    ).toEqual([7, 7, 7, 5, 5, 5, 5, 0])
  })
})
