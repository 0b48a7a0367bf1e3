import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { calendarDate, id, instant } from './lists.ts'

/** Vehicles within fences that an answer contains at most. */
export const insideLimit = 20_000

export const listInside = endpoint({
  name: 'crossings.inside',
  method: 'GET',
  path: '/geofences/inside',
  summary: 'Which vehicles of a fleet are inside its active geofences, and since when',
  access: 'geofences.read',
  feature: { name: 'geofences', of: [{ in: 'query', fleet: 'fleetId' }] },
  query: z.strictObject({ fleetId: id }),
  output: z.object({
    /** Those with a vehicle inside. */
    items: z.array(
      z.object({
        fenceId: id,
        /** The longest inside first. */
        vehicles: z.array(
          z.object({
            vehicleId: id,
            vehicleNumber: z.string(),
            /** Time of the entry by the device's clock; null for one that was inside when the fence or its shape was new. */
            since: instant.nullable(),
          }),
        ),
      }),
    ),
    /** False where more than 20,000 vehicles are inside fences. */
    isComplete: z.boolean(),
  }),
})

export const countCrossings = endpoint({
  name: 'crossings.today',
  method: 'GET',
  path: '/geofences/today',
  summary: 'Entries and exits of a fleet’s geofences on the present day of its company',
  access: 'geofences.read',
  feature: { name: 'geofences', of: [{ in: 'query', fleet: 'fleetId' }] },
  query: z.strictObject({ fleetId: id }),
  output: z.object({
    day: calendarDate,
    /** Those with any. */
    items: z.array(z.object({ fenceId: id, entries: z.number().int(), exits: z.number().int() })),
  }),
})
