import { describe, expect, it } from 'vitest'
import { someExportedPlan, someVisit } from './exports.factory.ts'
import { calendarOf } from './plan-calendar.rules.ts'

const now = '2026-11-22T18:00:00.000Z'
const words = {
  title: 'Turno matutino',
  summary: ({ number, order }: ReturnType<typeof someVisit>) => `${number}. ${order?.customerName}`,
  description: ({ order }: ReturnType<typeof someVisit>) => [
    `Servicio ${order?.serviceNumber}`,
    order?.notes ?? '',
  ],
}
const calendar = (plan = someExportedPlan()) => calendarOf(plan, { now, words })
/** As a calendar reads it: lines that were folded are joined again. */
const linesOf = (text: string) => text.replaceAll('\r\n ', '').split('\r\n')
const withStop = (address: string, customerName = 'Café') =>
  someExportedPlan({
    routes: [
      {
        ...(someExportedPlan().routes[0] as NonNullable<ReturnType<typeof someExportedPlan>['routes'][0]>),
        visits: [someVisit({ stop: { address }, order: { customerName } })],
      },
    ],
  })

describe('the calendar of a plan', () => {
  it('has an event per stop, none per reload, and lines that end with CR LF', () => {
    const text = calendar()
    const lines = linesOf(text)
    expect(lines.slice(0, 4)).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Rumbo//Planning//ES',
      'CALSCALE:GREGORIAN',
    ])
    expect(lines.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(2)
    expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true)
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  })

  it('gives times in UTC, ids that stay, and the version of the plan as sequence', () => {
    const lines = linesOf(calendar())
    expect(lines).toEqual(
      expect.arrayContaining([
        'UID:01930000-0000-7000-8000-000000000001@rumbo',
        'DTSTAMP:20261122T180000Z',
        'DTSTART:20261123T151000Z',
        'DTEND:20261123T151500Z',
        'SEQUENCE:7',
        'GEO:19.428400;-99.162700',
      ]),
    )
    const uids = (text: string) => linesOf(text).filter((line) => line.startsWith('UID:'))
    expect(uids(calendar(someExportedPlan({ version: 8 })))).toEqual(uids(calendar()))
  })

  it('escapes commas, semicolons, backslashes and line breaks', () => {
    const lines = linesOf(calendar(withStop('Hamburgo 10, int. 3; B\\C', 'Ana\r\nLópez')))
    expect(lines).toContain('LOCATION:Hamburgo 10\\, int. 3\\; B\\\\C')
    expect(lines).toContain('SUMMARY:1. Ana\\nLópez')
    expect(lines).toContain('DESCRIPTION:Servicio 20431\\nTocar el timbre')
  })

  it('folds lines after 75 bytes, never within a character', () => {
    const address = 'Calle Ñandú número ocho '.repeat(8) + '🚚'.repeat(40)
    const text = calendar(withStop(address))
    for (const line of text.split('\r\n'))
      expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
    expect(linesOf(text)).toContain(`LOCATION:${address}`)
    expect(text).not.toContain('\uFFFD')
  })

  it('leaves out stops without times, and gives events of no length a minute', () => {
    const [route] = someExportedPlan().routes
    if (!route) throw new Error('no route')
    const at = { arrives: 33_000, begins: 33_000, departs: 33_000 }
    const plan = someExportedPlan({
      routes: [{ ...route, visits: [someVisit({ times: null }), someVisit({ times: at })] }],
    })
    const lines = linesOf(calendar(plan))
    expect(lines.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(1)
    expect(lines).toContain('DTEND:20261123T151100Z')
  })
})
