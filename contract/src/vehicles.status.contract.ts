import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { instant, onePlace, placeFields } from './lists.ts'
import { vehicleStatuses } from './vehicles.contract.ts'

/** Length of a fleet's status history in minutes. */
export const statusHistoryMinutes = 60

const status = z.enum(vehicleStatuses)
export const readStatusHistory = endpoint({
  // Concerns no vehicle: the hint of a change must not cause another read.
  name: 'statusHistory.read',
  method: 'GET',
  path: '/vehicles/status-history',
  summary:
    'How many vehicles of a fleet or company had each status, in each minute of the last hour and a week ago',
  access: 'vehicles.read',
  query: z.strictObject(placeFields).superRefine(onePlace),
  output: z.object({
    /** The last minute of the columns. */
    until: instant,
    /** One value per minute, oldest first; null for minutes without a count. */
    minutes: z.record(status, z.array(z.number().int().nullable())),
    /** The count of a week ago, within half an hour of the same time; null if there is none. */
    weekAgo: z.object({ at: instant, counts: z.record(status, z.number().int()) }).nullable(),
  }),
})
