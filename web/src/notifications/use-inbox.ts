import {
  countNotifications,
  markNotificationsRead,
  type UnreadCounts,
} from '@rumbo/contract/notifications.contract'
import { useSyncExternalStore } from 'react'
import { useCan } from '../app/client-context.tsx'
import { useChange, useEndpoint } from '../app/data/use-data.ts'
import { useLive } from '../live/use-live.ts'

/** The unread notifications of the person: read once, then by the live stream. Undefined until known. */
export function useUnreadCounts(): UnreadCounts | undefined {
  const { inbox } = useLive()
  const pushed = useSyncExternalStore(inbox.subscribe, inbox.counts)
  const read = useEndpoint(countNotifications, {}, { enabled: useCan()('notifications.own') })
  return pushed ?? read.data
}

/** Marks notifications as read; the counts on screen follow its answer. */
export function useMarkRead(options: { onSuccess?: () => void; onError?: (error: Error) => void } = {}) {
  const { inbox } = useLive()
  return useChange(markNotificationsRead, {
    onSuccess: (answer) => {
      inbox.setCounts(answer)
      options.onSuccess?.()
    },
    onError: options.onError,
  })
}
