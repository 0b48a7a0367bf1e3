import { isPressing, type Notification } from '@rumbo/contract/notifications.contract'
import { useEffect, useEffectEvent } from 'react'
import { useGo } from '../app/navigation/address.tsx'
import { useLive } from '../live/use-live.ts'
import { useText } from '../ui/i18n.tsx'
import { useToasts } from '../ui/toasts/toasts.tsx'
import { addressOf } from './notification-address.ts'

/** Shows each new notification as a toast for 5000 ms; urgent and critical ones stay and interrupt a screen reader. */
export function NotificationAnnouncer() {
  const { t } = useText()
  const go = useGo()
  const toasts = useToasts()
  const { inbox } = useLive()
  const show = useEffectEvent((newest: readonly Notification[]) => {
    for (const one of newest) {
      const isUrgent = isPressing(one.priority)
      toasts.show({
        id: `notification-${one.id}`,
        message: one.title,
        detail: one.message,
        type: one.type,
        isAssertive: isUrgent,
        timeout: isUrgent ? 0 : 5000,
        action: { label: t('notifications.open'), onAction: () => go(addressOf(one)) },
      })
    }
  })
  useEffect(() => inbox.subscribeNewest((newest) => show(newest)), [inbox])
  return null
}
