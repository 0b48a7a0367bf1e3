import { type NotificationPriority, notificationPriorities } from '@rumbo/contract/notifications.contract'
import type { NotificationTopic } from '@rumbo/contract/notifications.preferences.contract'

/** Position of a priority, as the database stores it: 0 is the least. */
export const priorityOrder = (priority: NotificationPriority): number =>
  notificationPriorities.indexOf(priority)

export const priorityOf = (order: number): NotificationPriority => notificationPriorities[order] ?? 'normal'

const topics: Readonly<Record<string, NotificationTopic>> = {
  emergency: 'emergencies',
  critical: 'critical',
  security: 'security',
  warnings: 'warnings',
  lateness: 'lateness',
  maintenance: 'maintenance',
  watched: 'watched',
}
/** What people choose methods for, by the default rule; those that companies write themselves are one topic. */
export const topicOf = (defaultKey: string | null): NotificationTopic =>
  (defaultKey !== null && topics[defaultKey]) || 'other'
