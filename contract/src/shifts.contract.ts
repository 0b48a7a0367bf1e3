import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { calendarDate, id, idParams, instant, onePlace, placeFields, version } from './lists.ts'
import { optionalNote } from './text.ts'
import { dayMs, minuteMs } from './time-units.ts'

export const shiftStatuses = ['planned', 'running', 'ended', 'cancelled'] as const
export type ShiftStatus = (typeof shiftStatuses)[number]

/** The longest planned shift, and the longest series. */
export const longestShiftMs = dayMs
export const longestSeriesDays = 366
/** A driver may start this long before the planned start. */
export const earlyStartMs = 60 * minuteMs
/** The longest range of one list, and the number of shifts in its answer. */
export const longestRangeDays = 45
export const mostShifts = 4_000

/** A planned break: minutes after the planned start, and its length. */
export const shiftBreak = z.strictObject({
  afterMinutes: z.number().int().min(0).max(1_440),
  minutes: z.number().int().min(5).max(600),
})
export type ShiftBreak = z.infer<typeof shiftBreak>

export const shift = z.object({
  id,
  companyId: id,
  fleetId: id,
  /** The series of recurring shifts it was created with; each occurrence is a shift of its own. */
  seriesId: id.nullable(),
  driverId: id,
  driverName: z.string(),
  vehicleId: id,
  vehicleNumber: z.string(),
  startsAt: instant,
  endsAt: instant,
  breaks: z.array(shiftBreak),
  status: z.enum(shiftStatuses),
  /** When the driver, or a dispatcher in the driver's place, began and ended it. */
  startedAt: instant.nullable(),
  endedAt: instant.nullable(),
  note: z.string().nullable(),
  updatedAt: instant,
  version,
})
export type Shift = z.infer<typeof shift>

/** Days of the week (1 Monday to 7) in the company's time zone, until a day inclusive. */
export const recurrence = z.strictObject({
  weekdays: z.array(z.number().int().min(1).max(7)).min(1).max(7),
  until: calendarDate,
})
export type Recurrence = z.infer<typeof recurrence>

/** A change of one shift, or of it and all later planned ones of its series. */
export const reach = z.enum(['one', 'following'])
export type Reach = z.infer<typeof reach>

interface Times {
  startsAt: string
  endsAt: string
  breaks: readonly ShiftBreak[]
}
function checkTimes({ startsAt, endsAt, breaks }: Times, context: z.core.$RefinementCtx): void {
  const refuse = (path: (string | number)[], code: string) =>
    context.addIssue({ code: 'custom', path, params: { code } })
  const length = Date.parse(endsAt) - Date.parse(startsAt)
  if (length <= 0) refuse(['endsAt'], 'end_before_start')
  else if (length > longestShiftMs) refuse(['endsAt'], 'shift_too_long')
  else {
    let earliest = 0
    for (const [index, { afterMinutes, minutes }] of breaks.entries()) {
      if (afterMinutes < earliest || (afterMinutes + minutes) * minuteMs > length)
        refuse(['breaks', index], 'break_outside')
      earliest = afterMinutes + minutes
    }
  }
}
const fields = {
  driverId: id,
  vehicleId: id,
  startsAt: instant,
  endsAt: instant,
  /** In order, without overlap, within the shift. */
  breaks: z.array(shiftBreak).max(6).default([]),
  note: optionalNote(500),
}

const ofPlace = [{ in: 'query', fleet: 'fleetId', company: 'companyId' }] as const
const ofBody = [{ in: 'body', fleet: 'fleetId' }] as const
const ofAnswer = [{ in: 'output', fleet: 'fleetId', company: 'companyId' }] as const
const changed = ['not_found', 'stale_version', 'shift_wrong_state'] as const
const placed = ['fleet_denied', 'contact_not_found', 'vehicle_not_found', 'vehicle_other_fleet'] as const

export const listShifts = endpoint({
  name: 'shifts.list',
  method: 'GET',
  path: '/shifts',
  summary: 'Shifts that touch a range of time, planned or actual, by their start',
  access: 'shifts.read',
  feature: { name: 'services', of: ofPlace },
  query: z
    .strictObject({
      ...placeFields,
      from: instant,
      /** Exclusive. */
      to: instant,
      driverId: id.optional(),
      vehicleId: id.optional(),
    })
    .superRefine((given, context) => {
      onePlace(given, context)
      const length = Date.parse(given.to) - Date.parse(given.from)
      if (length <= 0) context.addIssue({ code: 'custom', path: ['to'], params: { code: 'too_small' } })
      if (length > longestRangeDays * dayMs)
        context.addIssue({ code: 'custom', path: ['to'], params: { code: 'too_big' } })
    }),
  output: z.object({
    items: z.array(shift),
    /** There are more than the answer holds. */
    isCut: z.boolean(),
  }),
})
export const readShift = endpoint({
  name: 'shifts.read',
  method: 'GET',
  path: '/shifts/:id',
  summary: 'One shift',
  access: 'shifts.read',
  feature: { name: 'services', of: ofAnswer },
  params: idParams,
  output: shift,
  problems: ['not_found'],
})
export const createShift = endpoint({
  name: 'shifts.create',
  method: 'POST',
  path: '/shifts',
  summary: 'Plan a shift, or a series of them; refused as a whole where one overlaps another shift',
  access: 'shifts.edit',
  feature: { name: 'services', of: ofBody },
  status: 201,
  body: z
    .strictObject({ fleetId: id, ...fields, repeat: recurrence.nullable().default(null) })
    .superRefine(checkTimes),
  /** The first shift, and how many were created. */
  output: shift.extend({ created: z.number().int() }),
  problems: [...placed, 'shift_overlap'],
})
export const updateShift = endpoint({
  name: 'shifts.update',
  method: 'PUT',
  path: '/shifts/:id',
  summary:
    'Change a shift, or it and the later ones of its series; of a running one the end, breaks and note',
  access: 'shifts.edit',
  feature: { name: 'services', of: ofAnswer },
  params: idParams,
  body: z.strictObject({ ...fields, reach: reach.default('one'), version }).superRefine(checkTimes),
  output: shift,
  problems: [...changed, ...placed, 'shift_overlap'],
})
export const cancelShift = endpoint({
  name: 'shifts.cancel',
  method: 'POST',
  path: '/shifts/:id/cancel',
  summary: 'Cancel a planned shift, or it and the later ones of its series',
  access: 'shifts.edit',
  feature: { name: 'services', of: ofAnswer },
  params: idParams,
  body: z.strictObject({ reach: reach.default('one'), version }),
  output: shift,
  problems: [...changed],
})

const began = [...changed, 'shift_too_early', 'shift_still_running', 'vehicle_other_fleet'] as const
const pressed = z.strictObject({ version })
export const startShift = endpoint({
  name: 'shifts.start',
  method: 'POST',
  path: '/shifts/:id/start',
  summary: 'Note that the driver started, in the driver’s place',
  access: 'shifts.edit',
  feature: { name: 'services', of: ofAnswer },
  params: idParams,
  body: pressed,
  output: shift,
  problems: [...began],
})
export const endShift = endpoint({
  name: 'shifts.end',
  method: 'POST',
  path: '/shifts/:id/end',
  summary: 'Note that the driver ended, in the driver’s place',
  access: 'shifts.edit',
  feature: { name: 'services', of: ofAnswer },
  params: idParams,
  body: pressed,
  output: shift,
  problems: [...changed],
})
export const listOwnShifts = endpoint({
  name: 'shifts.own',
  method: 'GET',
  path: '/shifts/own',
  summary: 'The caller’s own shifts: running, ended today, and planned within the next week',
  access: 'services.read',
  feature: { name: 'services', of: 'reach' },
  output: z.object({ items: z.array(shift) }),
})
export const startOwnShift = endpoint({
  name: 'shifts.startOwn',
  method: 'POST',
  path: '/shifts/own/:id/start',
  summary: 'The driver starts the own shift',
  access: 'services.read',
  feature: { name: 'services', of: ofAnswer },
  params: idParams,
  body: pressed,
  output: shift,
  problems: [...began],
})
export const startUnplannedShift = endpoint({
  name: 'shifts.startUnplanned',
  method: 'POST',
  path: '/shifts/own',
  summary: 'The driver starts a shift that nobody planned, in one of the own vehicles',
  access: 'services.read',
  feature: { name: 'services', of: 'reach' },
  status: 201,
  body: z.strictObject({ vehicleId: id }),
  output: shift,
  problems: ['vehicle_not_found', 'shift_overlap', 'shift_still_running'],
})
export const endOwnShift = endpoint({
  name: 'shifts.endOwn',
  method: 'POST',
  path: '/shifts/own/:id/end',
  summary: 'The driver ends the own shift',
  access: 'services.read',
  feature: { name: 'services', of: ofAnswer },
  params: idParams,
  body: pressed,
  output: shift,
  problems: [...changed],
})
