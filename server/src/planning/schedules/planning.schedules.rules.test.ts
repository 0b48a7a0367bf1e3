import { describe, expect, it } from 'vitest'
import { recurringContent } from './planning.recurring.rules.ts'
import { dueDay, nextDay, type ScheduleRule } from './planning.schedules.rules.ts'

const timeZone = 'America/Mexico_City'
/** Made at six in the evening of the day before, from Monday to Friday. */
const rule = (given: Partial<ScheduleRule> = {}): ScheduleRule => ({
  weekdays: [1, 2, 3, 4, 5],
  until: null,
  skipsHolidays: true,
  daysAhead: 1,
  madeAt: '18:00',
  isActive: true,
  lastDate: null,
  createdAt: new Date('2026-02-01T00:00:00Z'),
  ...given,
})
/** A local time in Mexico City, six hours behind UTC. */
const local = (text: string) => new Date(`${text}:00-06:00`)

describe('a recurring plan', () => {
  it('is due from its time of the day on, by the clock of the company', () => {
    const made = rule({ lastDate: '2026-03-02' })
    expect(dueDay(made, local('2026-03-02T17:59'), timeZone)).toBeNull()
    expect(dueDay(made, local('2026-03-02T18:00'), timeZone)).toBe('2026-03-03')
    expect(nextDay(made, local('2026-03-02T09:00'), timeZone)).toBe('2026-03-03')
  })

  it('has no plan on other days, on holidays unless they count, after its end, and while it is paused', () => {
    // Monday 16 March 2026 is a holiday.
    const friday = local('2026-03-13T20:00')
    expect(nextDay(rule({ lastDate: '2026-03-13' }), friday, timeZone)).toBe('2026-03-17')
    expect(nextDay(rule({ lastDate: '2026-03-13', skipsHolidays: false }), friday, timeZone)).toBe(
      '2026-03-16',
    )
    expect(nextDay(rule({ lastDate: '2026-03-13', until: '2026-03-16' }), friday, timeZone)).toBeNull()
    expect(nextDay(rule({ isActive: false }), friday, timeZone)).toBeNull()
  })

  it('makes up for what was missed today, but not for what was due before it was there', () => {
    expect(dueDay(rule(), local('2026-03-03T06:00'), timeZone)).toBe('2026-03-03')
    const createdToday = rule({ createdAt: local('2026-03-03T05:00') })
    expect(dueDay(createdToday, local('2026-03-03T06:00'), timeZone)).toBeNull()
    expect(dueDay(createdToday, local('2026-03-03T18:00'), timeZone)).toBe('2026-03-04')
    // Created after the time of the day: tomorrow is due at once.
    expect(dueDay(rule({ createdAt: local('2026-03-03T19:00') }), local('2026-03-03T19:01'), timeZone)).toBe(
      '2026-03-04',
    )
  })

  it('follows the clock where it is put forward or back', () => {
    const night = rule({ madeAt: '02:30', daysAhead: 0, weekdays: [7] })
    const zone = 'America/Tijuana'
    // On 8 March 2026 there is no 02:30: at 03:00 it is due. The offset is 8 hours before and 7 after.
    expect(dueDay(night, new Date('2026-03-08T09:59:00Z'), zone)).toBeNull()
    expect(dueDay(night, new Date('2026-03-08T10:00:00Z'), zone)).toBe('2026-03-08')
    // On 1 November 2026 the hour from 01:00 repeats itself.
    const twice = rule({ madeAt: '01:30', daysAhead: 0, weekdays: [7], lastDate: '2026-11-01' })
    expect(dueDay(twice, new Date('2026-11-01T09:35:00Z'), zone)).toBeNull()
  })
})

describe('the routes of a recurring plan', () => {
  const visit = (serviceId: string, stopId: string) => ({ serviceId, stopId, lock: null })
  const template = {
    routes: [
      {
        vehicleId: 'v1',
        startsAt: null,
        isLocked: true,
        visits: [
          { ...visit('mon-a', 'a1'), lock: 'order' as const },
          visit('mon-b', 'b1'),
          { serviceId: null, stopId: null, lock: null },
          visit('mon-b', 'b2'),
          visit('mon-a', 'a2'),
          visit('once', 'x'),
        ],
      },
      { vehicleId: 'v2', startsAt: null, isLocked: false, visits: [visit('mon-c', 'c1')] },
    ],
  }
  const before = [
    { serviceId: 'mon-a', seriesId: 'a', stopIds: ['a1', 'a2'] },
    { serviceId: 'mon-b', seriesId: 'b', stopIds: ['b1', 'b2'] },
    { serviceId: 'mon-c', seriesId: 'c', stopIds: ['c1'] },
  ]
  const now = [
    { serviceId: 'tue-a', seriesId: 'a', stopIds: ['d1', 'd2'] },
    { serviceId: 'tue-b', seriesId: 'b', stopIds: ['e1', 'e2', 'e3'] },
    { serviceId: 'tue-c', seriesId: 'c', stopIds: ['f1'] },
  ]

  it('are those of the template with the services of the day; what has changed is left out', () => {
    expect(recurringContent({ template, before, now, vehicleIds: new Set(['v1', 'v2']) })).toEqual({
      routes: [
        {
          vehicleId: 'v1',
          startsAt: null,
          isLocked: true,
          visits: [
            { serviceId: 'tue-a', stopId: 'd1', lock: 'order' },
            { serviceId: null, stopId: null, lock: null },
            visit('tue-a', 'd2'),
          ],
        },
        { vehicleId: 'v2', startsAt: null, isLocked: false, visits: [visit('tue-c', 'f1')] },
      ],
    })
  })

  it('have a service of the day once where the template has two of its series', () => {
    const twice = {
      routes: [
        { ...template.routes[0], vehicleId: 'v1', visits: [visit('mon-a', 'a1'), visit('mon-a', 'a2')] },
        { ...template.routes[1], vehicleId: 'v2', visits: [visit('sun-a', 'z1'), visit('sun-a', 'z2')] },
      ].map((route) => ({ ...route, startsAt: null, isLocked: false })),
    }
    const both = [...before, { serviceId: 'sun-a', seriesId: 'a', stopIds: ['z1', 'z2'] }]
    const made = (...vehicleIds: string[]) =>
      recurringContent({ template: twice, before: both, now, vehicleIds: new Set(vehicleIds) })
    const visits = [visit('tue-a', 'd1'), visit('tue-a', 'd2')]
    expect(made('v1', 'v2').routes).toMatchObject([{ vehicleId: 'v1', visits }])
    expect(made('v2').routes).toMatchObject([{ vehicleId: 'v2', visits }])
  })

  it('leave out vehicles that cannot drive', () => {
    expect(
      recurringContent({ template, before, now, vehicleIds: new Set(['v2']) }).routes.map(
        ({ vehicleId }) => vehicleId,
      ),
    ).toEqual(['v2'])
  })
})
