import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { customRuleFields } from './events.custom.contract.ts'
import { id, instant } from './lists.ts'
import { historyTestFields } from './telemetry.history-test.ts'
import { workStarted } from './work.contract.ts'

const { match, conditions, seconds, schedule, cooldownSeconds } = customRuleFields

export const testCustomRule = endpoint({
  name: 'customRules.test',
  method: 'POST',
  path: '/event-rules/test',
  summary: 'Run a custom rule, saved or not, over recorded readings: the result is a JSON file of the work',
  access: 'customRules.edit',
  feature: { name: 'events', of: [{ in: 'body', fleet: 'fleetId' }] },
  status: 202,
  body: z.strictObject({ ...historyTestFields, match, conditions, seconds, schedule, cooldownSeconds }),
  output: workStarted,
  problems: ['fleet_denied', 'rule_vehicle_unknown', 'history_range'],
})

/** The content of the result file of `testCustomRule`. */
export const ruleTestResult = z.object({
  /** Of all vehicles, also beyond the listed events. */
  raised: z.number().int(),
  /** How often the conditions began to hold and ended before an event was due: too short, or within the cool-down. */
  suppressed: z.number().int(),
  vehicles: z.array(
    z.object({
      vehicleId: id,
      vehicleNumber: z.string(),
      /** Reports of the history that were judged. */
      reports: z.number().int(),
      raised: z.number().int(),
      suppressed: z.number().int(),
    }),
  ),
  /** In order of time, at most `historyTestLimits.events`. */
  events: z.array(
    z.object({
      vehicleId: id,
      at: instant,
      /** Of the last fix until then; null without one. */
      latitude: z.number().nullable(),
      longitude: z.number().nullable(),
      /** The values that met the rule, by reading, as an event states them. */
      readings: z.record(z.string(), z.union([z.number(), z.string()])),
    }),
  ),
  isCut: z.boolean(),
})
export type RuleTestResult = z.infer<typeof ruleTestResult>
