import { hourMs, minuteMs } from '@rumbo/contract/time-units'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type DriverFacts,
  ineligibilitiesOf,
  minutesOnDuty,
  type WorkedSpan,
} from './shifts.eligibility.rules.ts'

const noon = Date.parse('2026-03-02T18:00:00Z')
const span = (fromHours: number, toHours: number | null, breaks: WorkedSpan['breaks'] = []): WorkedSpan => ({
  startsAt: new Date(noon + fromHours * hourMs),
  startedAt: new Date(noon + fromHours * hourMs),
  endedAt: toHours === null ? null : new Date(noon + toHours * hourMs),
  breaks,
})

describe('time on duty', () => {
  it('counts until now while a shift runs, without the breaks that have passed', () => {
    const lunch = [{ afterMinutes: 240, minutes: 30 }]
    expect(minutesOnDuty([span(-5, null, lunch)], noon - 24 * hourMs, noon)).toBe(270)
    expect(minutesOnDuty([span(-4.25, null, lunch)], noon - 24 * hourMs, noon)).toBe(240)
    expect(minutesOnDuty([span(-30, -20)], noon - 24 * hourMs, noon)).toBe(240)
    expect(minutesOnDuty([span(-30, -25)], noon - 24 * hourMs, noon)).toBe(0)
  })

  it('is never negative, nor more than the window, and adds up over adjacent windows', () => {
    const spans = fc.array(
      fc.record({ from: fc.integer({ min: -3000, max: -1 }), length: fc.integer({ min: 1, max: 900 }) }),
      { maxLength: 1 },
    )
    const rest = fc.array(
      fc.record({ afterMinutes: fc.integer({ min: 0, max: 300 }), minutes: fc.integer({ min: 5, max: 60 }) }),
      { maxLength: 1 },
    )
    fc.assert(
      fc.property(spans, rest, fc.integer({ min: -2880, max: -1 }), (found, breaks, cut) => {
        const worked = found.map(({ from, length }) => ({
          startsAt: new Date(noon + from * minuteMs),
          startedAt: new Date(noon + from * minuteMs),
          endedAt: new Date(noon + (from + length) * minuteMs),
          breaks,
        }))
        const within = (from: number, to: number) =>
          minutesOnDuty(worked, noon + from * minuteMs, noon + to * minuteMs)
        const whole = within(-2880, 0)
        expect(whole).toBeGreaterThanOrEqual(0)
        expect(whole).toBeLessThanOrEqual(2880)
        expect(within(-2880, cut) + within(cut, 0)).toBe(whole)
      }),
    )
  })
})

describe('a driver', () => {
  const fit: DriverFacts = {
    isActive: true,
    licence: { expiresOn: '2026-03-02' },
    today: '2026-03-02',
    dayMinutes: 719,
    weekMinutes: 2_000,
    hasShift: true,
    isOnBreak: false,
  }
  const rules = { dayMinutes: 720, weekMinutes: 3_000, needsLicence: true }

  it('is eligible on the day the licence expires and until the limit is reached', () => {
    expect(ineligibilitiesOf(fit, rules)).toEqual([])
    expect(ineligibilitiesOf({ ...fit, licence: { expiresOn: null } }, rules)).toEqual([])
    expect(
      ineligibilitiesOf(
        { ...fit, dayMinutes: 9_000, weekMinutes: 9_000 },
        { ...rules, dayMinutes: null, weekMinutes: null },
      ),
    ).toEqual([])
    expect(ineligibilitiesOf({ ...fit, licence: null }, { ...rules, needsLicence: false })).toEqual([])
  })

  it.each([
    ['driver_inactive', { isActive: false }],
    ['licence_missing', { licence: null }],
    ['licence_expired', { today: '2026-03-03' }],
    ['hours_exceeded', { dayMinutes: 720 }],
    ['hours_exceeded', { weekMinutes: 3_000 }],
    ['no_shift', { hasShift: false }],
    ['on_break', { isOnBreak: true }],
  ])('is not eligible: %s', (reason, some) => {
    expect(ineligibilitiesOf({ ...fit, ...some }, rules)).toEqual([reason])
  })

  it('has every reason that holds', () => {
    const facts = { ...fit, isActive: false, licence: null, dayMinutes: 800, hasShift: false }
    expect(ineligibilitiesOf(facts, rules)).toEqual([
      'driver_inactive',
      'licence_missing',
      'hours_exceeded',
      'no_shift',
    ])
  })
})
