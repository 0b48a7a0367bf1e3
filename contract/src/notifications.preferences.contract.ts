import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { done, id, idParams, instant } from './lists.ts'
import { notificationPriorities } from './notifications.contract.ts'
import { digestPeriods } from './notifications.rules.contract.ts'
import { hoursWindow, hoursWindowLimit } from './vehicles.contract.ts'

/** What people choose methods for. */
export const notificationTopics = [
  'emergencies',
  'critical',
  'security',
  'warnings',
  'lateness',
  'maintenance',
  'watched',
  'other',
  'assigned',
  'mentions',
  'services',
  'messages',
] as const
export type NotificationTopic = (typeof notificationTopics)[number]
/** Methods that a person may switch off; what concerns them is always in the app. */
export const chosenMethods = ['email', 'sms', 'push'] as const
export type ChosenMethod = (typeof chosenMethods)[number]

/** How a person wants the mails of a topic: each at once, or gathered. */
export const digestChoices = ['each', ...digestPeriods] as const

/** A rule decides what may reach somebody; a preference only takes away or delays. */
export const topicPreference = z.strictObject({
  topic: z.enum(notificationTopics),
  methods: z.array(z.enum(chosenMethods)),
  /** Less important ones are only in the app. */
  leastPriority: z.enum(notificationPriorities).default('info'),
  /** Null: as the rule has it. */
  digest: z.enum(digestChoices).nullable().default(null),
})
export type TopicPreference = z.infer<typeof topicPreference>

const windows = z.array(hoursWindow).max(hoursWindowLimit)
export const notificationPreferences = z.object({
  topics: z.array(topicPreference),
  /** Hours without mails, SMS and push messages, in the company’s time zone; null: those of the company. */
  quietWindows: windows.nullable(),
  /** Where mails and SMS go; null: no verified address. */
  email: z.string().nullable(),
  phone: z.string().nullable(),
})
export type NotificationPreferences = z.infer<typeof notificationPreferences>
export const readNotificationPreferences = endpoint({
  name: 'notificationPreferences.read',
  method: 'GET',
  path: '/notification-preferences',
  summary: 'By which methods notifications reach the caller',
  access: 'notifications.own',
  output: notificationPreferences,
})
export const changeNotificationPreferences = endpoint({
  name: 'notificationPreferences.change',
  method: 'PUT',
  path: '/notification-preferences',
  summary: 'Choose by which methods notifications reach the caller',
  access: 'notifications.own',
  body: z.strictObject({
    topics: z.array(topicPreference).max(notificationTopics.length),
    quietWindows: windows.nullable(),
  }),
  output: notificationPreferences,
})

export const companyQuietHours = z.object({ companyId: id, windows, updatedAt: instant.nullable() })
export type CompanyQuietHours = z.infer<typeof companyQuietHours>
export const readCompanyQuietHours = endpoint({
  name: 'companyQuietHours.read',
  method: 'GET',
  path: '/companies/:id/quiet-hours',
  summary: 'Hours in which a company’s notifications wait, unless they are urgent',
  access: 'notificationRules.read',
  params: idParams,
  output: companyQuietHours,
  problems: ['company_denied'],
})
export const changeCompanyQuietHours = endpoint({
  name: 'companyQuietHours.change',
  method: 'PUT',
  path: '/companies/:id/quiet-hours',
  summary: 'Set the quiet hours of a company, for those who chose none of their own',
  access: 'notificationRules.edit',
  params: idParams,
  body: z.strictObject({ windows }),
  output: companyQuietHours,
  problems: ['company_denied'],
})

/** How long somebody is on duty at most, in hours. */
export const longestDutyHours = 14
const dutyEntry = z.object({
  userId: id,
  name: z.string(),
  companyId: id,
  fleetId: id,
  since: instant,
  until: instant,
})
export type DutyEntry = z.infer<typeof dutyEntry>
export const listDuty = endpoint({
  name: 'duty.list',
  method: 'GET',
  path: '/duty',
  summary: 'Who is on duty in fleets of the caller',
  access: 'dispatch.read',
  query: z.strictObject({ fleetId: id.optional() }),
  output: z.object({ items: z.array(dutyEntry) }),
})
export const startDuty = endpoint({
  name: 'duty.start',
  method: 'POST',
  path: '/duty',
  summary: 'Be on duty in a fleet: its notifications for those on duty reach the caller',
  access: 'services.dispatch',
  body: z.strictObject({ fleetId: id, hours: z.number().int().min(1).max(longestDutyHours).default(8) }),
  output: dutyEntry,
  problems: ['fleet_denied'],
})
export const endDuty = endpoint({
  name: 'duty.end',
  method: 'POST',
  path: '/duty/end',
  summary: 'Be on duty in a fleet no longer',
  access: 'services.dispatch',
  body: z.strictObject({ fleetId: id }),
  output: done,
})
