import { setThreadPinned, setThreadStatus, type ThreadStatus } from '@rumbo/contract/communication.contract'
import { useErrorMessage } from '../../app/client-context.tsx'
import { useChange } from '../../app/data/use-data.ts'
import { useText } from '../../ui/i18n.tsx'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { useThreadTitle } from './use-thread-title.ts'

/** Closes, reopens and pins conversations; closing one can be undone. */
export function useThreadActions() {
  const { t } = useText()
  const titleOf = useThreadTitle()
  const toasts = useToasts()
  const message = useErrorMessage()
  const onError = (error: Error) =>
    toasts.show({ type: 'error', message: message(error, t('communication.error.change')) })
  const pin = useChange(setThreadPinned, { onError })
  const status = useChange(setThreadStatus, {
    onError,
    onSuccess: (thread) => {
      if (thread.status === 'open') return
      toasts.show({
        type: 'success',
        message: t('communication.closed', { name: titleOf(thread) }),
        action: { label: t('communication.reopen'), onAction: () => setStatus(thread.id, 'open') },
      })
    },
  })
  const setStatus = (id: string, next: ThreadStatus) =>
    status.mutate({ params: { id }, body: { status: next } })
  return {
    isBusy: status.isPending,
    setStatus,
    setPinned: (id: string, isPinned: boolean) => pin.mutate({ params: { id }, body: { isPinned } }),
  }
}
export type ThreadActions = ReturnType<typeof useThreadActions>
