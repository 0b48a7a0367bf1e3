import { describe, expect, it } from 'vitest'
import { type DemandHistory, predictDemand, quartersOfDay, similarDaysOf } from './dispatch.demand.rules.ts'

const days = 21
/** Three weeks of two areas, and `requests` of an area in a quarter hour of a day so many days ago. */
function history(
  requests: (daysAgo: number, quarterOfDay: number, area: number) => number,
  { weekday = 2, quarter = 40 } = {},
): DemandHistory {
  const quarters = days * quartersOfDay + quarter
  const counts = new Float64Array(2 * quarters)
  for (let area = 0; area < 2; area += 1)
    for (let at = 0; at < quarters; at += 1)
      counts[area * quarters + at] = requests(days - Math.floor(at / quartersOfDay), at % quartersOfDay, area)
  return { areas: 2, counts, quarters, weekday }
}
const rounded = (values: Float64Array | null) =>
  values && [...values].map((value) => Math.round(value * 10) / 10)
/** The weekday so many days before a Wednesday. */
const weekdayOf = (daysAgo: number) => (((2 - daysAgo) % 7) + 7) % 7

describe('the expected requests of an area', () => {
  it('are those that came at this hour on past days', () => {
    const morning = (_: number, quarter: number, area: number) =>
      area === 0 && quarter >= 38 && quarter < 44 ? 6 : 1
    expect(rounded(predictDemand(history(morning), 1))).toEqual([6, 1])
    expect(rounded(predictDemand(history(morning), 2))).toEqual([12, 2])
    // An hour and a half later the morning is over.
    expect(rounded(predictDemand(history(morning, { quarter: 46 }), 1))).toEqual([1, 1])
  })

  it('follow the days that were like today rather than all days', () => {
    // Every other day had an event: many requests in area 1 from early morning on. Today is one of them.
    const event = (daysAgo: number, _: number, area: number) => (area === 1 && daysAgo % 2 === 0 ? 9 : 2)
    const [, second = 0] = rounded(predictDemand(history(event), 1)) ?? []
    expect(second).toBeGreaterThan(7)
    const calm = (daysAgo: number, quarter: number, area: number) =>
      daysAgo === 0 ? 2 : event(daysAgo, quarter, area)
    const [, today = 0] = rounded(predictDemand(history(calm), 1)) ?? []
    expect(today).toBeLessThan(4)
  })

  it('rise and fall with the level of the last hours', () => {
    const level = (daysAgo: number) => (daysAgo === 0 ? 8 : 4)
    const [first = 0] = rounded(predictDemand(history(level), 1)) ?? []
    expect(first).toBeGreaterThan(5.5)
    expect(first).toBeLessThan(8.5)
  })

  it('are unknown without a past day', () => {
    const { counts, ...rest } = history(() => 1)
    expect(predictDemand({ ...rest, counts: counts as Float64Array, quarters: 60 }, 1)).toBeNull()
  })
})

it('workdays are compared with workdays, where the last hours say nothing else', () => {
  const similar = similarDaysOf(
    history(() => 3),
    1,
  )
  expect(similar.map(({ back }) => weekdayOf(back / quartersOfDay)).every((weekday) => weekday < 5)).toBe(
    true,
  )
  // The same weekday counts most.
  const best = Math.max(...similar.map(({ weight }) => weight))
  expect(similar.filter(({ weight }) => weight === best).map(({ back }) => back / quartersOfDay)).toEqual([
    7, 14, 21,
  ])
  expect(similar.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1)
})
