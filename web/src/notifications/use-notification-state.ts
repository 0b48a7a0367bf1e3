import type { Notification } from '@rumbo/contract/notifications.contract'
import { useText } from '../ui/i18n.tsx'

/** Whether a notification waits to be read, or who attended to its event instead. */
export function useNotificationState() {
  const { t } = useText()
  return ({ readAt, acknowledgedAt, attended }: Notification): string => {
    if (acknowledgedAt !== null) return t('notifications.acknowledged')
    if (attended !== null) return t(`notifications.attended.${attended.as}`, { name: attended.by })
    return t(readAt === null ? 'notifications.unread' : 'notifications.read')
  }
}
