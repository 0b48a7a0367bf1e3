import { isPressing } from '@rumbo/contract/notifications.contract'
import { useEffect, useEffectEvent } from 'react'
import { addresses } from '../addresses.ts'
import { useGo } from '../app/navigation/address.tsx'
import type { InboxMessage } from '../live/live.socket.ts'
import { useLive } from '../live/use-live.ts'
import { useText } from '../ui/i18n.tsx'
import { useToasts } from '../ui/toasts/toasts.tsx'
import { useReadNotifications } from './use-read-notifications.ts'

/** Shows notifications as they come, on every screen; pressing ones stay until they are closed. */
export function NotificationAnnouncer() {
  const { t } = useText()
  const { show } = useToasts()
  const go = useGo()
  const live = useLive()
  const { read } = useReadNotifications()
  const announce = useEffectEvent(({ newest }: InboxMessage) => {
    // The latest is shown last, above the others.
    for (const one of newest.toReversed())
      show({
        id: `notification-${one.id}`,
        message: one.title,
        detail: one.message,
        type: one.type,
        timeout: isPressing(one.priority) ? 0 : undefined,
        action: {
          label: t('notifications.action.open'),
          onAction: () => {
            read([one.id])
            go(one.path ?? addresses.notificationList({ notification: one.id }))
          },
        },
      })
  })
  useEffect(() => live.onInbox((inbox) => announce(inbox)), [live])
  return null
}
