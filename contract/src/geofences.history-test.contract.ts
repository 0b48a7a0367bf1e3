import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { fenceSensitivities } from './geofences.contract.ts'
import { fenceShape } from './geofences.shapes.contract.ts'
import { fenceTriggerInput, triggersPerFence } from './geofences.triggers.contract.ts'
import { id, instant } from './lists.ts'
import { historyTestFields } from './telemetry.history-test.ts'
import { workStarted } from './work.contract.ts'

export const testFence = endpoint({
  name: 'geofences.test',
  method: 'POST',
  path: '/geofences/test',
  summary: 'Run a geofence, saved or not, over recorded positions: the result is a JSON file of the work',
  access: 'geofences.edit',
  feature: { name: 'geofences', of: [{ in: 'body', fleet: 'fleetId' }] },
  status: 202,
  body: z.strictObject({
    ...historyTestFields,
    shape: fenceShape,
    triggers: z.array(fenceTriggerInput).max(triggersPerFence),
    sensitivity: z.enum(fenceSensitivities),
  }),
  output: workStarted,
  problems: ['fleet_denied', 'fence_vehicle_unknown', 'checkpoint_unknown', 'history_range'],
})

/** What a test would have raised; `entry` and `exit` are listed whether or not a trigger wants them. */
export const testedEventKinds = [
  'entry',
  'exit',
  'dwell',
  'speeding',
  'wrong_direction',
  'off_route',
  'missed_checkpoint',
] as const
export type TestedEventKind = (typeof testedEventKinds)[number]

/** No trigger for it, outside the hours of all of them, or so soon after the last that their cool-down applies. */
export const fenceSilences = ['no_trigger', 'schedule', 'cooldown'] as const
export type FenceSilence = (typeof fenceSilences)[number]

const counts = z.partialRecord(z.enum(testedEventKinds), z.number().int())
/** The content of the result file of `testFence`. */
export const fenceTestResult = z.object({
  /** What happened to all vehicles, also beyond the listed events. */
  counts,
  /** How many of `counts` would have become an event: a trigger wants them, with its schedule and cool-down. */
  raised: counts,
  /** Crossings that began and were taken back before they were confirmed. */
  suppressed: z.number().int(),
  vehicles: z.array(
    z.object({
      vehicleId: id,
      vehicleNumber: z.string(),
      positions: z.number().int(),
      counts,
      raised: counts,
      suppressed: z.number().int(),
      /** Whether it was inside at the end; null without positions. */
      inside: z.boolean().nullable(),
    }),
  ),
  /** In order of time, at most `historyTestLimits.events`: where there are more, raised ones are preferred. */
  events: z.array(
    z.object({
      vehicleId: id,
      kind: z.enum(testedEventKinds),
      at: instant,
      latitude: z.number(),
      longitude: z.number(),
      /** Why it would not have become an event; null where a trigger would have raised it. */
      silence: z.enum(fenceSilences).nullable(),
    }),
  ),
  isCut: z.boolean(),
})
export type FenceTestResult = z.infer<typeof fenceTestResult>
