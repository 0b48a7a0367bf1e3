import { describe, expect, it } from 'vitest'
import { someLiveVisit } from './live.factory.ts'
import { atRisk, driftMinutes, spanOf, stateOf } from './live.rules.ts'

const now = '2026-11-23T16:00:00.000Z'

describe('a stop of the live day', () => {
  it('is done, there, expected, unknown or cancelled', () => {
    expect(stateOf(someLiveVisit({ arrived: now, departed: now }))).toBe('done')
    expect(stateOf(someLiveVisit({ arrived: now }))).toBe('there')
    expect(stateOf(someLiveVisit())).toBe('expected')
    expect(stateOf(someLiveVisit({ predictedArrival: null }))).toBe('unknown')
    expect(stateOf(someLiveVisit({ isCancelled: true, departed: now }))).toBe('cancelled')
  })

  it('lies where it was, or where it is expected for as long as planned', () => {
    const visit = someLiveVisit({ predictedArrival: '2026-11-23T16:20:00.000Z' })
    expect(spanOf(visit, now)).toEqual({
      from: '2026-11-23T16:20:00.000Z',
      until: '2026-11-23T16:25:00.000Z',
    })
    const arrived = '2026-11-23T15:50:00.000Z'
    expect(spanOf(someLiveVisit({ arrived }), now)).toEqual({ from: arrived, until: now })
    expect(spanOf(someLiveVisit({ arrived, departed: now }), now)).toEqual({ from: arrived, until: now })
    expect(spanOf(someLiveVisit({ predictedArrival: null }), now)).toBeNull()
    expect(spanOf(someLiveVisit({ isCancelled: true }), now)).toBeNull()
  })
})

it('stops at risk are those to come that will be late or cannot be made, the latest first', () => {
  const visits = [
    someLiveVisit({ stopId: 'done', arrived: now, departed: now, lateSeconds: 900 }),
    someLiveVisit({ stopId: 'a little', lateSeconds: 30 }),
    someLiveVisit({ stopId: 'late', lateSeconds: 300 }),
    someLiveVisit({ stopId: 'later', lateSeconds: 1_200 }),
    someLiveVisit({ stopId: 'broken', predictedArrival: null, obstacle: 'out_of_service' }),
    someLiveVisit({ stopId: 'cancelled', isCancelled: true, lateSeconds: 900 }),
  ]
  expect(atRisk(visits).map(({ stopId }) => stopId)).toEqual(['later', 'late', 'broken'])
})

it('the shift of a route is that of its next stop', () => {
  const late = someLiveVisit({ predictedArrival: '2026-11-23T16:22:00.000Z' })
  expect(driftMinutes([someLiveVisit({ arrived: now, departed: now }), late])).toBe(12)
  expect(driftMinutes([someLiveVisit({ arrived: now })])).toBeNull()
})
