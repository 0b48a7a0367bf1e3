import PersonAddAlt1Outlined from '@mui/icons-material/PersonAddAlt1Outlined'
import PersonOutlined from '@mui/icons-material/PersonOutlined'
import { assignEvent } from '@rumbo/contract/events.comments.contract'
import { canHandle, type Event } from '@rumbo/contract/events.contract'
import { useState } from 'react'
import { useCan, useErrorMessage, useSession } from '../../app/client-context.tsx'
import { useChange } from '../../app/data/use-data.ts'
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx'
import { useText } from '../../ui/i18n.tsx'
import { useToasts } from '../../ui/toasts/toasts.tsx'

const AssignEventDialog = lazyDialog(() =>
  import('./AssignEventDialog.tsx').then((file) => file.AssignEventDialog),
)

/** Who is to handle an event: to take it oneself, or to give it to somebody, and the dialog for that. */
export function useAssignEvent() {
  const { t } = useText()
  const toasts = useToasts()
  const message = useErrorMessage()
  const { user } = useSession()
  const can = useCan()
  const [asked, setAsked] = useState<Event | null>(null)
  const assign = useChange(assignEvent, {
    onSuccess: ({ assignee }) =>
      toasts.show({ type: 'success', message: t('events.assign.done', { name: assignee ?? '' }) }),
    onError: (error) => toasts.show({ type: 'error', message: message(error, t('events.assign.failed')) }),
  })
  const itemsOf = (event: Event) => {
    if (user === null || !can('events.handle', event) || !canHandle(event.status, 'resolve')) return []
    const take = {
      label: t('events.assign.me'),
      icon: <PersonOutlined fontSize="small" />,
      onChoose: () =>
        assign.mutate({
          params: { id: event.id },
          body: { assigneeId: user.id, formerId: event.assigneeId },
        }),
    }
    const give = {
      label: t('events.assign.other'),
      icon: <PersonAddAlt1Outlined fontSize="small" />,
      onChoose: () => setAsked(event),
    }
    return event.assigneeId === user.id ? [give] : [take, give]
  }
  return { itemsOf, dialog: asked && <AssignEventDialog event={asked} onClose={() => setAsked(null)} /> }
}
