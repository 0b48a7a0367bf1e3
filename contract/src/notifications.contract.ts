import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { anyOf, id, idParams, instant, listOf, listQuery } from './lists.ts'

/** Of the specification, the least first. */
export const notificationPriorities = [
  'info',
  'low',
  'medium',
  'normal',
  'high',
  'urgent',
  'critical',
] as const
export type NotificationPriority = (typeof notificationPriorities)[number]
export const notificationTypes = ['info', 'success', 'warning', 'error'] as const
export type NotificationType = (typeof notificationTypes)[number]
export const notificationMethods = ['in_app', 'email', 'sms', 'push', 'webhook'] as const
export type NotificationMethod = (typeof notificationMethods)[number]
export const notificationStatuses = ['pending', 'sent', 'delivered', 'read', 'failed'] as const
export type NotificationStatus = (typeof notificationStatuses)[number]
/** What a notification is about. */
export const notificationKinds = [
  'event',
  'escalation',
  'event_assigned',
  'mentioned',
  'service_assigned',
  'service_changed',
  'service_cancelled',
  'service_offered',
  'message',
  'test',
] as const
export type NotificationKind = (typeof notificationKinds)[number]

export const attendances = ['acknowledged', 'resolved', 'dismissed'] as const
export type Attendance = (typeof attendances)[number]

/** Urgent and critical ones are announced at once, wait for no quiet hours, and stay on screen. */
export const isPressing = (priority: NotificationPriority): boolean =>
  priority === 'urgent' || priority === 'critical'

/** How it reaches somebody by one method. */
export const notificationReach = z.object({
  method: z.enum(notificationMethods),
  status: z.enum(notificationStatuses),
  at: instant,
  /** Why it failed, or until when it waits; null otherwise. */
  detail: z.string().nullable(),
})
export type NotificationReach = z.infer<typeof notificationReach>

export const notification = z.object({
  id,
  companyId: id,
  fleetId: id.nullable(),
  vehicleId: id.nullable(),
  vehicleNumber: z.string().nullable(),
  kind: z.enum(notificationKinds),
  title: z.string(),
  message: z.string(),
  priority: z.enum(notificationPriorities),
  type: z.enum(notificationTypes),
  /** The best of its methods. */
  status: z.enum(notificationStatuses),
  /** How often it happened since the first time, while it was unread. */
  count: z.number().int(),
  createdAt: instant,
  /** Of the last time. */
  lastAt: instant,
  readAt: instant.nullable(),
  acknowledgedAt: instant.nullable(),
  /** What somebody did about its event meanwhile, by which it is read; null where nobody did. */
  attended: z.object({ as: z.enum(attendances), by: z.string() }).nullable(),
  /** The page it opens, such as `/event-list?event=…`; null for none. */
  path: z.string().nullable(),
  eventId: id.nullable(),
  serviceId: id.nullable(),
  /** Whether the reader may acknowledge its event, which is still active. */
  canAcknowledge: z.boolean(),
  /** Why it reached the reader: the rule, and which of its recipients they are. */
  why: z.object({ rule: z.string().nullable(), audience: z.string() }),
})
export type Notification = z.infer<typeof notification>

/** Unread notifications of a person. */
export const unreadCounts = z.object({ unread: z.number().int(), pressing: z.number().int() })
export type UnreadCounts = z.infer<typeof unreadCounts>

export const listNotifications = endpoint({
  name: 'notifications.list',
  method: 'GET',
  path: '/notifications',
  summary: 'The caller’s notifications of the last 90 days, the latest first',
  access: 'notifications.own',
  query: listQuery(['lastAt', 'priority'], {
    order: z.enum(['asc', 'desc']).default('desc'),
    isRead: z.stringbool().optional(),
    priority: anyOf(z.enum(notificationPriorities)),
    type: anyOf(z.enum(notificationTypes)),
    kind: anyOf(z.enum(notificationKinds)),
    vehicleId: id.optional(),
    from: instant.optional(),
    to: instant.optional(),
  }),
  output: listOf(notification),
})
export const readNotification = endpoint({
  name: 'notifications.read',
  method: 'GET',
  path: '/notifications/:id',
  summary: 'One of the caller’s notifications',
  access: 'notifications.own',
  params: idParams,
  output: notification,
  problems: ['not_found'],
})
export const countNotifications = endpoint({
  name: 'notifications.counts',
  method: 'GET',
  path: '/notifications/counts',
  summary: 'How many of the caller’s notifications are unread',
  access: 'notifications.own',
  output: unreadCounts,
})
/** Notifications that are marked in one call. */
export const markedAtOnce = 500
export const markNotificationsRead = endpoint({
  name: 'notifications.markRead',
  method: 'POST',
  path: '/notifications/read',
  summary: 'Mark some of the caller’s notifications as read, or all until a moment',
  access: 'notifications.own',
  body: z.union([
    z.strictObject({ ids: z.array(id).min(1).max(markedAtOnce) }),
    z.strictObject({ allUntil: instant }),
  ]),
  output: unreadCounts.extend({
    /** How many were unread before. */
    marked: z.number().int(),
  }),
})
export const acknowledgeNotification = endpoint({
  name: 'notifications.acknowledge',
  method: 'POST',
  path: '/notifications/:id/acknowledge',
  summary: 'Mark a notification as read, and acknowledge its event where the caller may',
  access: 'notifications.own',
  params: idParams,
  output: notification,
  problems: ['not_found'],
})
export const readNotificationReach = endpoint({
  name: 'notifications.reach',
  method: 'GET',
  path: '/notifications/:id/reach',
  summary: 'By which methods a notification of the caller was sent, and what became of each',
  access: 'notifications.own',
  params: idParams,
  output: z.object({ items: z.array(notificationReach) }),
  problems: ['not_found'],
})

/** Whether a method can be used, and who can change that. */
export const methodState = z.object({
  method: z.enum(notificationMethods),
  isConfigured: z.boolean(),
  /** Names of the people who can configure it; empty where it is, and for callers who may not read names. */
  configurableBy: z.array(z.string()),
})
export type MethodState = z.infer<typeof methodState>
export const listNotificationMethods = endpoint({
  name: 'notifications.methods',
  method: 'GET',
  path: '/notification-methods',
  summary: 'The methods of notification, whether each is configured, and who can configure it',
  access: 'signed-in',
  output: z.object({ items: z.array(methodState) }),
})
