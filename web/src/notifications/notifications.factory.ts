import type { Notification } from '@rumbo/contract/notifications.contract'
import type { NotificationRule } from '@rumbo/contract/notifications.rules.contract'
import { newRule } from './rules/rule-draft.rules.ts'

/** An unread notification of a warning on vehicle 104, for tests. */
export const someNotification = (some: Partial<Notification> = {}): Notification => ({
  id: 'n1',
  companyId: 'c1',
  fleetId: 'f1',
  vehicleId: 'v104',
  vehicleNumber: '104',
  kind: 'event',
  title: 'Exceso de velocidad · 104',
  message: 'Iba a 96 km/h donde el límite es 70.',
  priority: 'high',
  type: 'warning',
  status: 'delivered',
  count: 1,
  createdAt: '2026-03-02T12:00:00.000Z',
  lastAt: '2026-03-02T12:05:00.000Z',
  readAt: null,
  acknowledgedAt: null,
  attended: null,
  path: '/event-list?event=e1',
  eventId: 'e1',
  serviceId: null,
  canAcknowledge: true,
  why: { rule: 'Seguridad', audience: 'De guardia' },
  ...some,
})

/** The default rule for security of company c1, for tests. */
export const someNotificationRule = (some: Partial<NotificationRule> = {}): NotificationRule => ({
  ...newRule(),
  name: 'Seguridad',
  id: 'r1',
  companyId: 'c1',
  zones: [],
  defaultKey: 'security',
  hasDefaultName: true,
  lastRaisedAt: null,
  updatedAt: '2026-03-02T12:00:00.000Z',
  updatedBy: null,
  version: 1,
  ...some,
})
