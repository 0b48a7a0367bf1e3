import type { NotificationStatus } from '@rumbo/contract/notifications.contract'

/** The best first; a notification failed only where every method did. */
const best = [
  'read',
  'delivered',
  'sent',
  'pending',
  'failed',
] as const satisfies readonly NotificationStatus[]

/** The status of a notification by those of its methods. */
export function statusOf(readAt: Date | null, statuses: readonly NotificationStatus[]): NotificationStatus {
  if (readAt !== null) return 'read'
  return best.find((status) => statuses.includes(status)) ?? 'pending'
}
