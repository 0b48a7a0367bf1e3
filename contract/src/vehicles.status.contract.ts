import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { id, instant } from './lists.ts'
import { vehicleStatuses } from './vehicles.contract.ts'

/** Minutes the history of a fleet's statuses reaches back. */
export const statusHistoryMinutes = 60

const status = z.enum(vehicleStatuses)
export const readStatusHistory = endpoint({
  // Concerns no vehicle: the hint of a change must not cause another read.
  name: 'statusHistory.read',
  method: 'GET',
  path: '/vehicles/status-history',
  summary: 'How many vehicles of a fleet had each status, in each minute of the last hour and a week ago',
  access: 'vehicles.read',
  query: z.strictObject({ fleetId: id }),
  output: z.object({
    /** The minute the columns end with. */
    until: instant,
    /** A value for each of the 60 minutes, oldest first; null where nobody counted. */
    minutes: z.record(status, z.array(z.number().int().nullable())),
    /** At the same time of the same weekday, half an hour more or less; null where nobody counted then. */
    weekAgo: z.object({ at: instant, counts: z.record(status, z.number().int()) }).nullable(),
  }),
})
