import { notificationPriorities } from '@rumbo/contract/notifications.contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decideMethod, type MethodCase, nextDigest, quietUntil } from './notifications.methods.rules.ts'

const mexico = 'America/Mexico_City'
/** Has daylight-saving time. */
const madrid = 'Europe/Madrid'
const nights = [{ days: [1, 2, 3, 4, 5, 6, 7], from: '22:00', to: '07:00' }]
const base: MethodCase = {
  ...{ method: 'email', priority: 'normal', digest: null, ignoresQuietHours: false, preference: null },
  ...{ isConfigured: true, missing: null, quietWindows: nights, timeZone: mexico },
  now: new Date('2026-03-02T18:00:00Z'),
}
const night = new Date('2026-03-03T05:30:00Z')
const decide = (given: Partial<MethodCase>) => decideMethod({ ...base, ...given })

describe('a method', () => {
  it('sends by day, and waits until the quiet hours are over', () => {
    expect(decide({})).toEqual({ do: 'send' })
    expect(decide({ now: night })).toEqual({
      do: 'wait',
      until: new Date('2026-03-03T13:00:00Z'),
      why: 'quiet',
    })
    expect(decide({ now: night, ignoresQuietHours: true })).toEqual({ do: 'send' })
    for (const priority of ['urgent', 'critical'] as const)
      expect(decide({ now: night, priority })).toEqual({ do: 'send' })
  })

  it('is what the person chose for the topic', () => {
    const preference = { methods: ['push' as const], leastPriority: 'normal' as const, digest: null }
    expect(decide({ preference })).toEqual({ do: 'nothing' })
    expect(decide({ preference, method: 'push' })).toEqual({ do: 'send' })
    expect(decide({ preference, method: 'push', priority: 'low' })).toEqual({ do: 'nothing' })
  })

  it('that cannot be used fails with the reason', () => {
    expect(decide({ isConfigured: false })).toEqual({ do: 'fail', detail: 'not_configured' })
    expect(decide({ missing: 'no_address' })).toEqual({ do: 'fail', detail: 'no_address' })
  })

  it('by mail waits for its digest, by others not', () => {
    const until = new Date('2026-03-03T14:00:00Z')
    expect(decide({ digest: 'day' })).toEqual({ do: 'wait', until, why: 'digest' })
    const preference = {
      methods: ['email' as const],
      leastPriority: 'info' as const,
      digest: 'each' as const,
    }
    expect(decide({ digest: 'day', preference })).toEqual({ do: 'send' })
    expect(decide({ digest: 'day', preference: { ...preference, digest: null } })).toEqual({
      do: 'wait',
      until,
      why: 'digest',
    })
    expect(decide({ digest: 'day', method: 'sms' })).toEqual({ do: 'send' })
    expect(decide({ digest: 'day', priority: 'critical' })).toEqual({ do: 'send' })
  })

  it('never waits in the past, and always for a pressing one', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('email' as const, 'sms' as const, 'push' as const),
        fc.constantFrom(...notificationPriorities),
        fc.constantFrom(null, 'hour' as const, 'day' as const, 'week' as const),
        fc.date({ min: new Date('2026-01-01'), max: new Date('2027-01-01'), noInvalidDate: true }),
        (method, priority, digest, now) => {
          const decision = decide({ method, priority, digest, now, timeZone: madrid })
          if (priority === 'urgent' || priority === 'critical') expect(decision).toEqual({ do: 'send' })
          if (decision.do === 'wait') {
            expect(decision.until.getTime()).toBeGreaterThan(now.getTime())
            expect(decision.until.getTime() - now.getTime()).toBeLessThanOrEqual(7 * 25 * 3_600_000)
          }
        },
      ),
      { numRuns: 200 },
    )
  })
})

describe('the end of quiet hours and of periods', () => {
  it('is by the clock on the wall when clocks go forward and back', () => {
    const end = (now: string) => quietUntil(nights, new Date(now), madrid)?.toISOString()
    expect(end('2026-03-28T22:30:00Z')).toBe('2026-03-29T05:00:00.000Z')
    expect(end('2026-10-24T22:30:00Z')).toBe('2026-10-25T06:00:00.000Z')
    const next = (now: string) => nextDigest('day', new Date(now), madrid).toISOString()
    expect(next('2026-03-28T07:00:00Z')).toBe('2026-03-29T06:00:00.000Z')
    expect(next('2026-10-24T06:00:00Z')).toBe('2026-10-25T07:00:00.000Z')
  })

  it('is the next Monday for a week, and the full hour for an hour', () => {
    expect(nextDigest('week', new Date('2026-03-02T14:00:00Z'), mexico).toISOString()).toBe(
      '2026-03-09T14:00:00.000Z',
    )
    expect(nextDigest('hour', new Date('2026-03-02T14:00:00Z'), mexico).toISOString()).toBe(
      '2026-03-02T15:00:00.000Z',
    )
  })

  it('is none where quiet hours never end', () => {
    const always = [{ days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '00:00' }]
    expect(quietUntil(always, night, mexico)).toBeNull()
  })
})
