import { addExpectedDevices, removeExpectedDevices } from '@rumbo/contract/telemetry.expected.contract'
import { useErrorMessage } from '../../app/client-context.tsx'
import { useChange } from '../../app/data/use-data.ts'
import { useMany } from '../../ui/hooks/use-many.ts'
import { useText } from '../../ui/i18n.tsx'
import { undoMs } from '../../ui/toasts/toast-store.ts'
import { useToasts } from '../../ui/toasts/toasts.tsx'

/**
 * Removes identifiers from a company's list, null for all of them, and offers to undo it. The promise is rejected, after
 * the error was shown, where the server refused.
 */
export function useRemoving(companyId: string): (identifiers: readonly string[] | null) => Promise<void> {
  const { t } = useText()
  const many = useMany()
  const toasts = useToasts()
  const message = useErrorMessage()
  const removing = useChange(removeExpectedDevices)
  const restoring = useChange(addExpectedDevices)

  const restore = async (removed: readonly string[]) => {
    try {
      const body = { companyId, identifiers: [...removed] }
      const { added, listed } = await restoring.mutateAsync({ body })
      const missing = removed.length - added - listed
      toasts.show(
        missing === 0
          ? { type: 'success', message: t('expected.restored') }
          : { type: 'warning', message: t('expected.restored.partly', many(missing)) },
      )
    } catch (error) {
      toasts.show({ type: 'error', message: message(error as Error, t('expected.error.restore')) })
    }
  }
  return async (identifiers) => {
    try {
      const { removed } = await removing.mutateAsync({
        body: { companyId, identifiers: identifiers && [...identifiers] },
      })
      const undo = {
        timeout: undoMs,
        action: { label: t('expected.undo'), isUndo: true, onAction: () => void restore(removed) },
      }
      toasts.show({
        type: 'success',
        message: t('expected.removed', many(removed.length)),
        ...(removed.length > 0 && undo),
      })
    } catch (error) {
      toasts.show({ type: 'error', message: message(error as Error, t('expected.error.remove')) })
      throw error
    }
  }
}
