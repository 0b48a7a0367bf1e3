import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { eventCategories, eventKinds, eventSeverities, eventTypes } from './events.contract.ts'
import { schedule } from './geofences.triggers.contract.ts'
import { done, id, idParams, instant, version } from './lists.ts'
import {
  notificationMethods,
  notificationPriorities,
  notificationStatuses,
  notificationTypes,
} from './notifications.contract.ts'
import { assignmentRoles } from './organisation.assignments.contract.ts'
import { nameText, noteText } from './text.ts'

export const rulesPerCompany = 100
export const audiencesPerRule = 10
export const escalationSteps = 5
export const zonesPerRule = 50
/** Days that a preview looks back. */
export const previewDays = 7

/** Contact roles that are called in an emergency, in this order. */
export const sosRoles = ['sos_primary', 'sos_secondary', 'insurance_adjuster', 'legal_contact'] as const

/** Whom a rule reaches; people without access to the vehicle are always left out. */
export const audience = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('users'), ids: z.array(id).min(1).max(50) }),
  /** Users with one of these roles in the fleet. */
  z.strictObject({ kind: z.literal('roles'), roles: z.array(z.enum(assignmentRoles)).min(1) }),
  /** Those on duty in the fleet; where nobody is, all who may handle its events. */
  z.strictObject({ kind: z.literal('onDuty') }),
  /** The user the event is assigned to. */
  z.strictObject({ kind: z.literal('assignee') }),
  /** Who drives the vehicle at that time. */
  z.strictObject({ kind: z.literal('driver') }),
  /** Guests of the vehicle. */
  z.strictObject({ kind: z.literal('guests') }),
  /** Contacts of the directory, by mail or SMS. */
  z.strictObject({ kind: z.literal('contacts'), ids: z.array(id).min(1).max(50) }),
  /** Emergency contacts of the fleet's vehicles and of the whole company, by mail or SMS. */
  z.strictObject({ kind: z.literal('sos'), roles: z.array(z.enum(sosRoles)).min(1) }),
])
export type Audience = z.infer<typeof audience>
/** A list of its own, because the browser has no schemas. */
export const audienceKinds = [
  'users',
  'roles',
  'onDuty',
  'assignee',
  'driver',
  'guests',
  'contacts',
  'sos',
] as const satisfies readonly Audience['kind'][]

/** Which events a rule is about; each empty list means all. */
export const ruleConditions = z.strictObject({
  types: z.array(z.enum(eventTypes)).default([]),
  categories: z.array(z.enum(eventCategories)).default([]),
  severities: z.array(z.enum(eventSeverities)).default([]),
  kinds: z.array(z.enum(eventKinds)).default([]),
  vehicleIds: z.array(id).max(500).default([]),
  /** Geofences; only their events. */
  fenceIds: z.array(id).max(100).default([]),
  /** Zones of the company: only events whose place lies in one of them. A deleted zone contains none. */
  zoneIds: z.array(id).max(zonesPerRule).default([]),
  /** Only events that alarm their vehicle. */
  isAlarm: z.boolean().default(false),
})
export type RuleConditions = z.infer<typeof ruleConditions>

export const templateLimits = { title: 120, message: 1_000 } as const
/** Letters of the title and message in an SMS, of three parts at most in any alphabet; longer ones are cut. */
export const smsLetters = 200
const wording = z.strictObject({
  title: noteText(templateLimits.title),
  message: noteText(templateLimits.message),
})
export const digestPeriods = ['hour', 'day', 'week'] as const
export const escalationStep = z.strictObject({
  /** After the event, while nobody has acknowledged it. */
  afterSeconds: z.number().int().min(30).max(86_400),
  audience: z.array(audience).min(1).max(audiencesPerRule),
  methods: z.array(z.enum(notificationMethods)).min(1),
})
export type EscalationStep = z.infer<typeof escalationStep>

const fields = {
  name: nameText(80),
  /** Empty: all fleets of the company. */
  fleetIds: z.array(id).max(200).default([]),
  isActive: z.boolean().default(true),
  conditions: ruleConditions,
  schedule: schedule.default({ windows: [], holidays: 'any' }),
  audience: z.array(audience).min(1).max(audiencesPerRule),
  methods: z.array(z.enum(notificationMethods)).min(1),
  webhookIds: z.array(id).max(20).default([]),
  priority: z.enum(notificationPriorities).default('normal'),
  type: z.enum(notificationTypes).default('warning'),
  /** Empty texts: the product's own words. */
  templates: z.strictObject({ es: wording, en: wording }),
  /** By mail once per period instead of each; null for each. */
  digest: z.enum(digestPeriods).nullable().default(null),
  ignoresQuietHours: z.boolean().default(false),
  /** What comes again within this time is counted on the same notification. */
  repeatMinutes: z.number().int().min(0).max(1_440).default(30),
  escalation: z.array(escalationStep).max(escalationSteps).default([]),
}
const body = z.strictObject(fields)
export type RuleBody = z.infer<typeof body>

/** Whether a rule, or a step of its escalation, calls webhooks without naming any. */
export const lacksWebhooks = ({
  methods,
  escalation,
  webhookIds,
}: Pick<RuleBody, 'methods' | 'escalation' | 'webhookIds'>): boolean =>
  webhookIds.length === 0 &&
  (methods.includes('webhook') || escalation.some((step) => step.methods.includes('webhook')))

/** The rules that every company gets. */
export const defaultRuleKeys = [
  'emergency',
  'critical',
  'security',
  'warnings',
  'lateness',
  'maintenance',
  'watched',
] as const
export type DefaultRuleKey = (typeof defaultRuleKeys)[number]

export const notificationRule = z.object({
  ...fields,
  id,
  companyId: id,
  /** Of the rules that every company gets: which one it is; null for others. */
  defaultKey: z.string().nullable(),
  /** The zones of its conditions; a deleted one is missing here. */
  zones: z.array(z.object({ id, fleetId: id, name: z.string() })),
  /** Whether it still has the name it was given, which is shown in the language of the reader. */
  hasDefaultName: z.boolean(),
  /** When it last reached somebody. */
  lastRaisedAt: instant.nullable(),
  updatedAt: instant,
  updatedBy: z.string().nullable(),
  version,
})
export type NotificationRule = z.infer<typeof notificationRule>
export type RuleZone = NotificationRule['zones'][number]

const ruleProblems = [
  'company_denied',
  'fleet_denied',
  'name_taken',
  'template_invalid',
  'zone_unknown',
] as const
export const listNotificationRules = endpoint({
  name: 'notificationRules.list',
  method: 'GET',
  path: '/notification-rules',
  summary: 'The notification rules of a company, by name; the first call gives it the default ones',
  access: 'notificationRules.read',
  query: z.strictObject({ companyId: id }),
  output: z.object({ items: z.array(notificationRule) }),
  problems: ['company_denied'],
})
export const createNotificationRule = endpoint({
  name: 'notificationRules.create',
  method: 'POST',
  path: '/notification-rules',
  summary: 'Create a notification rule',
  access: 'notificationRules.edit',
  status: 201,
  body: z.strictObject({ companyId: id, ...fields }),
  output: notificationRule,
  problems: [...ruleProblems, 'rule_limit'],
})
export const changeNotificationRule = endpoint({
  name: 'notificationRules.change',
  method: 'PUT',
  path: '/notification-rules/:id',
  summary: 'Change a notification rule',
  access: 'notificationRules.edit',
  params: idParams,
  body: z.strictObject({ ...fields, version }),
  output: notificationRule,
  problems: [...ruleProblems, 'not_found', 'stale_version'],
})
export const switchNotificationRule = endpoint({
  name: 'notificationRules.switch',
  method: 'POST',
  path: '/notification-rules/:id/switch',
  summary: 'Switch a notification rule on or off',
  access: 'notificationRules.edit',
  params: idParams,
  body: z.strictObject({ isActive: z.boolean() }),
  output: notificationRule,
  problems: ['not_found'],
})
export const deleteNotificationRule = endpoint({
  name: 'notificationRules.delete',
  method: 'DELETE',
  path: '/notification-rules/:id',
  summary: 'Delete a notification rule; what it raised stays',
  access: 'notificationRules.edit',
  params: idParams,
  output: done,
  problems: ['not_found'],
})
export const restoreDefaultRules = endpoint({
  name: 'notificationRules.restoreDefaults',
  method: 'POST',
  path: '/notification-rules/defaults',
  summary: 'Give a company the default rules that it deleted; those it has stay as they are',
  access: 'notificationRules.edit',
  body: z.strictObject({ companyId: id }),
  output: z.object({ created: z.number().int() }),
  problems: ['company_denied'],
})

/** Why an event did not match a rule. */
export const mismatches = [
  'type',
  'category',
  'severity',
  'kind',
  'alarm',
  'fleet',
  'vehicle',
  'fence',
  'zone',
  'hours',
] as const
export type Mismatch = (typeof mismatches)[number]

/** Why a method would not reach somebody. */
export const unreachedReasons = [
  'not_configured',
  'not_verified',
  'no_address',
  'switched_off',
  'low_priority',
] as const

const previewed = z.object({
  eventId: id,
  at: instant,
  vehicleNumber: z.string(),
  title: z.string(),
  message: z.string(),
  /** Names of the rule’s zones that its place lies in; empty for a rule without zones. */
  zones: z.array(z.string()),
  /** Whom it would have reached, and by which methods. */
  recipients: z.array(
    z.object({
      name: z.string(),
      audience: z.string(),
      methods: z.array(z.enum(notificationMethods)),
      /** Methods of the rule that would not have reached them, and why. */
      unreached: z.array(z.object({ method: z.enum(notificationMethods), reason: z.enum(unreachedReasons) })),
      /** Of a step of its escalation: how long after the event, while nobody acknowledged it; null: at once. */
      afterSeconds: z.number().int().nullable(),
    }),
  ),
})
export const rulePreview = z.object({
  /** Events of the last seven days in the rule's fleets. */
  events: z.number().int(),
  matched: z.number().int(),
  /** Notifications after repeated ones were counted together. */
  notifications: z.number().int(),
  /** Events that did not match, by the first reason. */
  unmatched: z.array(z.object({ reason: z.enum(mismatches), events: z.number().int() })),
  /** The latest first, at most 50. */
  items: z.array(previewed),
  isCut: z.boolean(),
})
export type RulePreview = z.infer<typeof rulePreview>
export const previewNotificationRule = endpoint({
  name: 'notificationRules.preview',
  isRepeatable: false,
  method: 'POST',
  path: '/notification-rules/preview',
  summary: 'Whom a rule would have reached in the last seven days by what, and why not',
  access: 'notificationRules.edit',
  body: z.strictObject({ companyId: id, ...fields }),
  output: rulePreview,
  problems: ruleProblems,
  limit: { calls: 30, seconds: 60 },
})
export const testNotificationRule = endpoint({
  name: 'notificationRules.test',
  method: 'POST',
  path: '/notification-rules/:id/test',
  summary: 'Send a notification of a rule to the caller alone, by the methods of the rule',
  access: 'notificationRules.edit',
  params: idParams,
  output: z.object({ notificationId: id }),
  problems: ['not_found'],
  limit: { calls: 20, seconds: 60 },
})

/** Somebody a rule reached. */
export const ruleActivity = z.object({
  notificationId: id,
  recipient: z.string(),
  audience: z.string(),
  title: z.string(),
  count: z.number().int(),
  createdAt: instant,
  status: z.enum(notificationStatuses),
  reach: z.array(
    z.object({
      method: z.enum(notificationMethods),
      status: z.enum(notificationStatuses),
      detail: z.string().nullable(),
    }),
  ),
})
export type RuleActivity = z.infer<typeof ruleActivity>
export const listRuleActivity = endpoint({
  name: 'notificationRules.activity',
  method: 'GET',
  path: '/notification-rules/:id/activity',
  summary: 'The last 50 notifications of a rule, with what became of each by method',
  access: 'notificationRules.read',
  params: idParams,
  output: z.object({ items: z.array(ruleActivity) }),
  problems: ['not_found'],
})
