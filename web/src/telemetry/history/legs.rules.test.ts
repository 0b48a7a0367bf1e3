import { expect, it } from 'vitest'
import { dateText, dayAt, isDate, legsOf, spanText } from './legs.rules.ts'

const day = { fromMs: Date.parse('2026-03-02T06:00:00Z'), toMs: Date.parse('2026-03-03T06:00:00Z') }

it('puts trips and stays in order and cuts them to the day', () => {
  const place = { latitude: 19, longitude: -99 }
  const legs = legsOf(
    {
      trips: [
        {
          id: 't',
          startedAt: '2026-03-02T12:00:00Z',
          endedAt: null,
          startLatitude: 19,
          startLongitude: -99,
          endLatitude: null,
          endLongitude: null,
          distanceMetres: 900,
          maxSpeedKmh: 50,
          averageSpeedKmh: 30,
        },
      ],
      stays: [
        {
          id: 's',
          startedAt: '2026-03-01T00:00:00Z',
          endedAt: '2026-03-02T12:00:00Z',
          ...place,
          zone: 'Base Norte',
          idleSeconds: 9,
        },
      ],
    },
    day,
  )
  expect(legs).toMatchObject([
    { id: 's', kind: 'stay', number: 1, zone: 'Base Norte', startMs: day.fromMs, isRunning: false },
    { id: 't', kind: 'trip', number: 1, endMs: day.toMs, isRunning: true, latitude: 19, zone: null },
  ])
})

it('formats spans and days', () => {
  expect([40, 59.6, 725, 3_900, -5].map(spanText)).toEqual(['40 s', '1 min', '12 min', '1 h 05 min', '0 s'])
  expect(dateText('2026-03-02')).toBe('02/03/2026')
  expect(['2026-03-02', '2026-13-02', 'ayer', ''].map(isDate)).toEqual([true, false, false, false])
})

it("determines the day in the company's time zone, also in a night when the clocks change", () => {
  expect(dayAt(Date.parse('2026-03-03T05:59:00Z'), 'America/Mexico_City')).toBe('2026-03-02')
  expect(dayAt(Date.parse('2026-03-08T04:59:00Z'), 'America/New_York')).toBe('2026-03-07')
  expect(dayAt(Date.parse('2026-03-09T04:00:00Z'), 'America/New_York')).toBe('2026-03-09')
})
