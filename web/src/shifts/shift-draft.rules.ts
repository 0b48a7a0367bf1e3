import type { FieldCode } from '@rumbo/contract/problems.contract'
import { longestShiftMs, type Reach, type Shift } from '@rumbo/contract/shifts.contract'
import { hourMs, minuteMs } from '@rumbo/contract/time-units'
import { wallClock } from '@rumbo/contract/vehicles.hours'

export interface Option {
  id: string
  label: string
}
export interface VehicleOption extends Option {
  fleetId: string
}
export interface DraftBreak {
  /** `HH:mm` on the company's clocks, or null while empty. */
  time: string | null
  minutes: string
}
export interface ShiftDraft {
  driver: Option | null
  vehicle: VehicleOption | null
  startsAt: string | null
  endsAt: string | null
  breaks: DraftBreak[]
  note: string
  /** Null: a single shift. */
  repeat: { weekdays: number[]; until: string | null } | null
  reach: Reach
}

const pad = (value: number) => String(value).padStart(2, '0')
const clockText = (minute: number) => `${pad(Math.floor(minute / 60) % 24)}:${pad(minute % 60)}`
const minuteOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** A new shift of eight hours. */
export const newDraft = (some: {
  startMs: number
  driver: Option | null
  vehicle: VehicleOption | null
}): ShiftDraft => ({
  driver: some.driver,
  vehicle: some.vehicle,
  startsAt: new Date(some.startMs).toISOString(),
  endsAt: new Date(some.startMs + 8 * hourMs).toISOString(),
  breaks: [],
  note: '',
  repeat: null,
  reach: 'one',
})

export const draftOf = (shift: Shift, timeZone: string): ShiftDraft => ({
  driver: { id: shift.driverId, label: shift.driverName },
  vehicle: { id: shift.vehicleId, label: shift.vehicleNumber, fleetId: shift.fleetId },
  startsAt: shift.startsAt,
  endsAt: shift.endsAt,
  breaks: shift.breaks.map(({ afterMinutes, minutes }) => ({
    time: clockText(wallClock(new Date(shift.startsAt), timeZone).minute + afterMinutes),
    minutes: String(minutes),
  })),
  note: shift.note ?? '',
  repeat: null,
  reach: 'one',
})

/** Breaks as minutes after the start, in order; one before the start's time of day is on the next day. */
export function breaksOf({ startsAt, breaks }: ShiftDraft, timeZone: string): Shift['breaks'] {
  if (startsAt === null) return []
  const start = wallClock(new Date(startsAt), timeZone).minute
  return breaks
    .map(({ time, minutes }) => ({
      afterMinutes: time === null ? -1 : (minuteOf(time) - start + 1_440) % 1_440,
      minutes: Number(minutes),
    }))
    .sort((a, b) => a.afterMinutes - b.afterMinutes)
}

export type DraftField = 'driver' | 'vehicle' | 'startsAt' | 'endsAt' | 'breaks' | 'weekdays' | 'until'

/** What is wrong with a draft, by field; the server checks the same. */
export function wrongIn(draft: ShiftDraft, timeZone: string): Partial<Record<DraftField, FieldCode>> {
  const { driver, vehicle, startsAt, endsAt, repeat } = draft
  const wrong: Partial<Record<DraftField, FieldCode>> = {}
  if (driver === null) wrong.driver = 'required'
  if (vehicle === null) wrong.vehicle = 'required'
  if (startsAt === null) wrong.startsAt = 'required'
  if (endsAt === null) wrong.endsAt = 'required'
  if (repeat && repeat.weekdays.length === 0) wrong.weekdays = 'required'
  if (repeat && repeat.until === null) wrong.until = 'required'
  if (startsAt === null || endsAt === null) return wrong
  const length = Date.parse(endsAt) - Date.parse(startsAt)
  if (length <= 0) wrong.endsAt = 'end_before_start'
  else if (length > longestShiftMs) wrong.endsAt = 'shift_too_long'
  let earliest = 0
  for (const { afterMinutes, minutes } of breaksOf(draft, timeZone)) {
    const isRight =
      Number.isInteger(minutes) &&
      minutes >= 5 &&
      minutes <= 600 &&
      afterMinutes >= earliest &&
      (afterMinutes + minutes) * minuteMs <= length
    if (!isRight) wrong.breaks = 'break_outside'
    earliest = afterMinutes + minutes
  }
  return wrong
}

/** The body of a request, for a draft without errors. */
export function bodyOf(draft: ShiftDraft, timeZone: string) {
  return {
    driverId: draft.driver?.id ?? '',
    vehicleId: draft.vehicle?.id ?? '',
    startsAt: draft.startsAt ?? '',
    endsAt: draft.endsAt ?? '',
    breaks: breaksOf(draft, timeZone),
    note: draft.note.trim() || null,
  }
}

/** The draft with another start; its end moves along. */
export function withStart(draft: ShiftDraft, startsAt: string | null): ShiftDraft {
  const { startsAt: before, endsAt } = draft
  if (startsAt === null || before === null || endsAt === null) return { ...draft, startsAt }
  const length = Date.parse(endsAt) - Date.parse(before)
  return {
    ...draft,
    startsAt,
    endsAt: length > 0 ? new Date(Date.parse(startsAt) + length).toISOString() : endsAt,
  }
}
