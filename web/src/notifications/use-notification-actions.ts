import { acknowledgeNotification, markedAtOnce } from '@rumbo/contract/notifications.contract'
import { useErrorMessage } from '../app/client-context.tsx'
import { useChange } from '../app/data/use-data.ts'
import { useText } from '../ui/i18n.tsx'
import { useToasts } from '../ui/toasts/toasts.tsx'
import { useMarkRead } from './use-inbox.ts'

/** What may be done with notifications; a failure is shown as a toast. */
export function useNotificationActions() {
  const { t } = useText()
  const message = useErrorMessage()
  const toasts = useToasts()
  const mark = useMarkRead({
    onError: (error) =>
      toasts.show({ type: 'error', message: message(error, t('notifications.error.mark')) }),
  })
  const acknowledge = useChange(acknowledgeNotification, {
    evicts: ['events'],
    onError: (error) =>
      toasts.show({ type: 'error', message: message(error, t('notifications.error.acknowledge')) }),
  })
  return {
    isMarking: mark.isPending,
    /** Returns the ids that were marked: fewer than given after a failure. */
    async markRead(ids: readonly string[]): Promise<string[]> {
      const marked: string[] = []
      while (marked.length < ids.length) {
        const next = ids.slice(marked.length, marked.length + markedAtOnce)
        try {
          await mark.mutateAsync({ body: { ids: next } })
        } catch {
          // Shown by `onError`.
          return marked
        }
        marked.push(...next)
      }
      return marked
    },
    /** Marks those as read that came until a moment, so that later ones stay unread. */
    markAllUntil: (moment: string) => mark.mutate({ body: { allUntil: moment } }),
    acknowledge: (id: string) => acknowledge.mutate({ params: { id } }),
  }
}
