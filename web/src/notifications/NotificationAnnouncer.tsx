import { isPressing, type Notification } from '@rumbo/contract/notifications.contract'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useGo } from '../app/navigation/address.tsx'
import { useLive } from '../live/use-live.ts'
import { useText } from '../ui/i18n.tsx'
import { useToasts } from '../ui/toasts/toasts.tsx'
import { addressOf } from './notification-address.ts'

/**
 * Shows each new notification as a toast for 5000 ms; urgent and critical ones interrupt a screen reader, and stay until none is
 * left to read, here or because colleagues attended to them.
 */
export function NotificationAnnouncer() {
  const { t } = useText()
  const go = useGo()
  const toasts = useToasts()
  const { inbox } = useLive()
  const staying = useRef(new Set<string>())
  const show = useEffectEvent((newest: readonly Notification[]) => {
    for (const one of newest) {
      const isUrgent = isPressing(one.priority)
      const id = `notification-${one.id}`
      if (isUrgent) staying.current.add(id)
      toasts.show({
        id,
        message: one.title,
        detail: one.message,
        type: one.type,
        isAssertive: isUrgent,
        timeout: isUrgent ? 0 : 5000,
        action: { label: t('notifications.open'), onAction: () => go(addressOf(one)) },
      })
    }
  })
  const closeStaying = useEffectEvent(() => {
    if (inbox.counts()?.pressing !== 0) return
    for (const id of staying.current) toasts.dismiss(id)
    staying.current.clear()
  })
  useEffect(() => inbox.subscribeNewest((newest) => show(newest)), [inbox])
  useEffect(() => inbox.subscribe(() => closeStaying()), [inbox])
  return null
}
