import * as z from 'zod'
import { id, instant } from './lists.ts'

/** Vehicles of one test on history, days it may span, and events its result lists. */
export const historyTestLimits = { vehicles: 200, days: 31, events: 5_000 } as const

/** What every test on history asks for, beside what it tests. */
export const historyTestFields = {
  fleetId: id,
  vehicleIds: z.array(id).min(1).max(historyTestLimits.vehicles),
  from: instant,
  /** Exclusive. */
  to: instant,
}
