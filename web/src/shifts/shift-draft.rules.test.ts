import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bodyOf, breaksOf, draftOf, newDraft, withStart, wrongIn } from './shift-draft.rules.ts'
import { someShift } from './shifts.factory.ts'

const zone = 'America/Mexico_City'
const night = someShift({
  startsAt: '2026-03-03T04:00:00.000Z',
  endsAt: '2026-03-03T12:00:00.000Z',
  breaks: [{ afterMinutes: 150, minutes: 30 }],
  note: 'Base norte',
})

describe('the form of a shift', () => {
  it('shows breaks by the clock, also after midnight, and sends them back unchanged', () => {
    const draft = draftOf(night, zone)
    expect(draft.breaks).toEqual([{ time: '00:30', minutes: '30' }])
    const { driverId, vehicleId, startsAt, endsAt, breaks, note } = night
    expect(bodyOf(draft, zone)).toEqual({ driverId, vehicleId, startsAt, endsAt, breaks, note })
    expect(wrongIn(draft, zone)).toEqual({})
  })

  it('keeps every break at its minute', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1_000 }),
        fc.integer({ min: 5, max: 60 }),
        (afterMinutes, minutes) => {
          const breaks = [{ afterMinutes, minutes }]
          expect(breaksOf(draftOf({ ...night, breaks }, zone), zone)).toEqual(breaks)
        },
      ),
    )
  })

  it('names what is missing or impossible at its field', () => {
    const empty = { ...newDraft({ startMs: 0, driver: null, vehicle: null }), startsAt: null }
    expect(wrongIn(empty, zone)).toEqual({ driver: 'required', vehicle: 'required', startsAt: 'required' })
    const draft = draftOf(night, zone)
    expect(wrongIn({ ...draft, endsAt: night.startsAt, breaks: [] }, zone)).toEqual({
      endsAt: 'end_before_start',
    })
    expect(wrongIn({ ...draft, endsAt: '2026-03-04T12:00:00.000Z' }, zone)).toEqual({
      endsAt: 'shift_too_long',
    })
    expect(wrongIn({ ...draft, breaks: [{ time: '20:00', minutes: '30' }] }, zone)).toEqual({
      breaks: 'break_outside',
    })
    expect(wrongIn({ ...draft, breaks: [{ time: null, minutes: '30' }] }, zone)).toEqual({
      breaks: 'break_outside',
    })
    expect(wrongIn({ ...draft, repeat: { weekdays: [], until: null } }, zone)).toEqual({
      weekdays: 'required',
      until: 'required',
    })
  })

  it('moves the end along with the start', () => {
    expect(withStart(draftOf(night, zone), '2026-03-03T05:00:00.000Z').endsAt).toBe(
      '2026-03-03T13:00:00.000Z',
    )
  })
})
