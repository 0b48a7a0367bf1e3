import { acknowledgeNotification, markNotificationsRead } from '@rumbo/contract/notifications.contract'
import { useErrorMessage } from '../app/client-context.tsx'
import { useChange } from '../app/data/use-data.ts'
import { useText } from '../ui/i18n.tsx'
import { useToasts } from '../ui/toasts/toasts.tsx'

/** Marks notifications as read, and acknowledges their events; failures are shown. */
export function useReadNotifications() {
  const { t } = useText()
  const { show } = useToasts()
  const message = useErrorMessage()
  const reading = useChange(markNotificationsRead, {
    onError: (error) => void show({ type: 'error', message: message(error, t('notifications.error.read')) }),
  })
  const acknowledging = useChange(acknowledgeNotification, {
    onSuccess: () => void show({ type: 'success', message: t('notifications.action.acknowledged') }),
    onError: (error) =>
      void show({ type: 'error', message: message(error, t('notifications.error.acknowledge')) }),
  })
  return {
    isReading: reading.isPending,
    read: (ids: readonly string[]) => reading.mutate({ body: { ids: [...ids] } }),
    /** @param until ISO 8601: what comes while it is sent stays unread */
    readAll: (until: string) =>
      reading.mutate(
        { body: { allUntil: until } },
        {
          onSuccess: ({ marked }) =>
            void show({ type: 'success', message: t('notifications.readAll.done', { count: marked }) }),
        },
      ),
    acknowledge: (id: string) => acknowledging.mutate({ params: { id } }),
  }
}
