import * as z from 'zod'
import { eventSeverities } from './events.contract.ts'
import { id } from './lists.ts'
import { hoursWindow, hoursWindowLimit } from './vehicles.contract.ts'

export const scheduleHolidays = ['any', 'except', 'only'] as const
export const triggersPerFence = 20
export const checkpointsPerRoute = 50

/** Least and most of the figures of a trigger; all are whole numbers. */
export const triggerFigures = {
  minutes: { min: 1, max: 10_080 },
  limitKmh: { min: 1, max: 200 },
  seconds: { min: 0, max: 3_600 },
  metres: { min: 0, max: 50_000 },
  cooldownSeconds: { min: 0, max: 86_400 },
} as const

/** When a trigger or a custom rule counts, in the company's time zone. Holidays are those of `holidays.ts`. */
export const schedule = z.strictObject({
  /** Empty: at any hour of any day. */
  windows: z.array(hoursWindow).max(hoursWindowLimit).default([]),
  /** `except`: not on holidays; `only`: on holidays alone. */
  holidays: z.enum(scheduleHolidays).default('any'),
})

const figure = (name: keyof typeof triggerFigures) => {
  const { min, max } = triggerFigures[name]
  return z.number().int().min(min).max(max)
}
const seconds = figure('seconds').default(0)

/** The triggers of a fence, with these ids. */
function triggersWith<Id extends z.ZodType>(triggerId: Id) {
  const common = {
    id: triggerId,
    severity: z.enum(eventSeverities).default('warning'),
    schedule: schedule.default({ windows: [], holidays: 'any' }),
    /** After an event of this trigger and vehicle, no other for so long. */
    cooldownSeconds: figure('cooldownSeconds').default(0),
  }
  return z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('entry'), ...common }),
    z.strictObject({ kind: z.literal('exit'), ...common }),
    z.strictObject({ kind: z.literal('dwell'), minutes: figure('minutes'), ...common }),
    z.strictObject({ kind: z.literal('speeding'), limitKmh: figure('limitKmh'), seconds, ...common }),
    /** Of routes with a direction. */
    z.strictObject({ kind: z.literal('wrong_direction'), ...common }),
    /** Of routes: farther than so many metres from the edge of the corridor, for so many seconds. */
    z.strictObject({
      kind: z.literal('off_route'),
      metres: figure('metres'),
      seconds,
      ...common,
    }),
    /** Of routes: left the route, or reached a later checkpoint, without this one. Fences of the fleet, in order. */
    z.strictObject({
      kind: z.literal('missed_checkpoint'),
      fenceIds: z.array(id).min(1).max(checkpointsPerRoute),
      ...common,
    }),
  ])
}
/** What of a vehicle and a fence becomes an event. */
export const fenceTrigger = triggersWith(id)
export type FenceTrigger = z.infer<typeof fenceTrigger>
/** The id of a stored trigger is sent again, so that events stay with it; without one, it is a new trigger. */
export const fenceTriggerInput = triggersWith(id.optional())
export type FenceTriggerInput = z.infer<typeof fenceTriggerInput>
