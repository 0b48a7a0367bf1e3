import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { eventSeverities } from './events.contract.ts'
import { fenceScope } from './geofences.contract.ts'
import { schedule } from './geofences.triggers.contract.ts'
import { done, id, idParams, instant, version } from './lists.ts'
import { readingNameLimit } from './telemetry.reading-bounds.ts'
import { nameText } from './text.ts'

export const customRulesPerFleet = 100
export const conditionsPerRule = 10

export const comparisons = ['below', 'at_most', 'equals', 'differs', 'at_least', 'above'] as const
/** A number in the unit of the reading, yes or no, or a text. */
export const conditionValue = z.union([z.number(), z.boolean(), nameText(200)])
/** As the catalogue names it, `temperature2`, or one of `positionReadings`. */
const reading = nameText(readingNameLimit)
/**
 * How far a number must return before the rule may be raised again, in the unit of the reading: above 8 with a margin of 1
 * ends at 7.
 */
const margin = z.number().min(0).max(1e9).default(0)

/** What must hold of one reading. A reading without a value meets none. */
export const customCondition = z.discriminatedUnion('operator', [
  z.strictObject({
    reading,
    operator: z.enum(comparisons),
    value: z.union([z.number(), nameText(200)]),
    margin,
  }),
  z.strictObject({ reading, operator: z.literal('between'), low: z.number(), high: z.number(), margin }),
  /** Only at the moment at which the vehicle states another value than before. */
  z.strictObject({ reading, operator: z.literal('changes_to'), value: conditionValue }),
  z.strictObject({ reading, operator: z.literal('is'), value: z.boolean() }),
])
export type CustomCondition = z.infer<typeof customCondition>

export const conditionMatches = ['all', 'any'] as const

/** What people decide of a rule. */
export const customRuleFields = {
  name: nameText(80),
  scope: fenceScope.default({ kind: 'fleet' }),
  isActive: z.boolean().default(true),
  severity: z.enum(eventSeverities).default('warning'),
  match: z.enum(conditionMatches).default('all'),
  conditions: z.array(customCondition).min(1).max(conditionsPerRule),
  /** The conditions must hold for so long. */
  seconds: z.number().int().min(0).max(86_400).default(0),
  schedule: schedule.default({ windows: [], holidays: 'any' }),
  /** After an event of this rule and vehicle, no other for so long. */
  cooldownSeconds: z.number().int().min(0).max(86_400).default(0),
}

/** What of the readings of vehicles becomes an event of the type `custom`, with the rule's name as its title. */
export const customRule = z.object({
  ...customRuleFields,
  id,
  companyId: id,
  fleetId: id,
  /** It holds whatever the readings are. */
  isAlwaysMet: z.boolean(),
  lastRaisedAt: instant.nullable(),
  updatedAt: instant,
  updatedByName: z.string().nullable(),
  version,
})
export type CustomRule = z.infer<typeof customRule>

const ofFleet = [{ in: 'output', fleet: 'fleetId', company: 'companyId' }] as const
const refusals = ['name_taken', 'rule_vehicle_unknown'] as const

export const listCustomRules = endpoint({
  name: 'customRules.list',
  method: 'GET',
  path: '/event-rules',
  summary: 'The custom rules of a fleet, by name',
  access: 'customRules.read',
  feature: { name: 'events', of: [{ in: 'query', fleet: 'fleetId' }] },
  query: z.strictObject({ fleetId: id }),
  output: z.object({ items: z.array(customRule) }),
})
export const readCustomRule = endpoint({
  name: 'customRules.read',
  method: 'GET',
  path: '/event-rules/:id',
  summary: 'A custom rule',
  access: 'customRules.read',
  feature: { name: 'events', of: ofFleet },
  params: idParams,
  output: customRule,
  problems: ['not_found'],
})
export const createCustomRule = endpoint({
  name: 'customRules.create',
  method: 'POST',
  path: '/event-rules',
  summary: 'Create a custom rule of a fleet; refused where its conditions can never hold',
  access: 'customRules.edit',
  feature: { name: 'events', of: [{ in: 'body', fleet: 'fleetId' }] },
  status: 201,
  body: z.strictObject({ fleetId: id, ...customRuleFields }),
  output: customRule,
  problems: ['fleet_denied', 'rules_full', ...refusals],
})
export const replaceCustomRule = endpoint({
  name: 'customRules.replace',
  method: 'PUT',
  path: '/event-rules/:id',
  summary: 'Change a custom rule; refused where its conditions can never hold',
  access: 'customRules.edit',
  feature: { name: 'events', of: ofFleet },
  params: idParams,
  body: z.strictObject({ ...customRuleFields, version }),
  output: customRule,
  problems: ['not_found', 'stale_version', ...refusals],
})
export const deleteCustomRule = endpoint({
  name: 'customRules.delete',
  method: 'DELETE',
  path: '/event-rules/:id',
  summary: 'Delete a custom rule; its events stay',
  access: 'customRules.edit',
  feature: { name: 'events', of: 'record' },
  params: idParams,
  output: done,
  problems: ['not_found'],
})
