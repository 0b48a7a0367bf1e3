import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { calendarDate, done, id, idParams, instant, version } from './lists.ts'
import { bothTimes, planSettings, timeOfDay } from './planning.contract.ts'
import { nameText } from './text.ts'

export const schedulesPerFleet = 50

/** A recurring plan: which days get a plan, when it is made, and from which plan its routes are taken. */
const scheduleFields = {
  name: nameText(80),
  /** 1 Monday to 7. */
  weekdays: z.array(z.number().int().min(1).max(7)).min(1).max(7),
  /** No plan on public holidays of Mexico, whatever the country of the company. */
  skipsHolidays: z.boolean().default(true),
  startTime: timeOfDay.nullable().default(null),
  endTime: timeOfDay.nullable().default(null),
  /** Made so many days before, at this time of the day. */
  daysAhead: z.number().int().min(0).max(14).default(1),
  madeAt: timeOfDay.default('18:00'),
  settings: planSettings.prefault({}),
  /** The search afterwards; 0: recurring services take the places they had, nothing else is planned. */
  seconds: z.number().int().min(0).max(600).default(20),
  until: calendarDate.nullable().default(null),
  isActive: z.boolean().default(true),
}
export const planSchedule = z.object({
  ...z.object(scheduleFields).shape,
  id,
  companyId: id,
  fleetId: id,
  /** Services of the same series take the vehicle and place they have there; null: the latest plan it made. */
  templatePlanId: id.nullable(),
  lastDate: calendarDate.nullable(),
  nextDate: calendarDate.nullable(),
  /** The day whose plan could not be made, and why, as the code of a problem; null once it is made. */
  failedDate: calendarDate.nullable(),
  failure: z.string().nullable(),
  updatedAt: instant,
  version,
})
export type PlanSchedule = z.infer<typeof planSchedule>
const ofRecord = { name: 'dispatch', of: 'record' } as const

export const listPlanSchedules = endpoint({
  name: 'planning.schedules',
  method: 'GET',
  path: '/plan-schedules',
  summary: 'Recurring plans of a fleet',
  access: 'planning.read',
  feature: { name: 'dispatch', of: [{ in: 'query', fleet: 'fleetId' }] },
  query: z.strictObject({ fleetId: id }),
  output: z.object({ items: z.array(planSchedule) }),
})
export const createPlanSchedule = endpoint({
  name: 'planning.createSchedule',
  method: 'POST',
  path: '/plan-schedules',
  summary: 'Have a plan made on certain days of the week',
  access: 'planning.edit',
  feature: { name: 'dispatch', of: [{ in: 'body', fleet: 'fleetId' }] },
  status: 201,
  body: z
    .strictObject({ fleetId: id, ...scheduleFields, templatePlanId: id.nullable().default(null) })
    .superRefine(bothTimes),
  output: planSchedule,
  problems: ['fleet_denied', 'plan_not_found', 'name_taken', 'plan_schedules_full'],
})
export const updatePlanSchedule = endpoint({
  name: 'planning.updateSchedule',
  method: 'PUT',
  path: '/plan-schedules/:id',
  summary: 'Change a recurring plan',
  access: 'planning.edit',
  feature: ofRecord,
  params: idParams,
  body: z
    .strictObject({ ...scheduleFields, templatePlanId: id.nullable().default(null), version })
    .superRefine(bothTimes),
  output: planSchedule,
  problems: ['plan_not_found', 'name_taken', 'stale_version'],
})
export const deletePlanSchedule = endpoint({
  name: 'planning.deleteSchedule',
  method: 'DELETE',
  path: '/plan-schedules/:id',
  summary: 'Delete a recurring plan; plans it made stay',
  access: 'planning.edit',
  feature: ofRecord,
  params: idParams,
  output: done,
  problems: ['plan_not_found'],
})
