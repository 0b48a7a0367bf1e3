import { arrangePanel, type Panel, readPanel } from '@rumbo/contract/organisation.panels.contract'
import { useQueryClient } from '@tanstack/react-query'
import { useErrorMessage, useWorkspace } from '../app/client-context.tsx'
import { queryKeyOf } from '../app/data/data.ts'
import { useChange, useEndpoint } from '../app/data/use-data.ts'
import { useText } from '../ui/i18n.tsx'
import { useToasts } from '../ui/toasts/toasts.tsx'

const asUsual: Panel = { order: [], hidden: [] }

/**
 * The user's arrangement of the panel for the active company. `isKnown` is false if it could not be read: the default
 * is shown then, and cannot be changed.
 */
export function usePanel() {
  const { t } = useText()
  const toasts = useToasts()
  const message = useErrorMessage()
  const client = useQueryClient()
  const { company } = useWorkspace()
  const of = { params: { id: company?.id ?? '' } }
  const answer = useEndpoint(readPanel, of, { enabled: company !== null })
  const change = useChange(arrangePanel, {
    onSuccess: (panel, { params }) => client.setQueryData(queryKeyOf(readPanel, { params }), panel),
    onError: (error) => toasts.show({ type: 'error', message: message(error, t('panel.arrange.failed')) }),
  })
  return {
    panel: answer.data ?? asUsual,
    isKnown: answer.data !== undefined,
    isLoading: answer.isLoading,
    isSaving: change.isPending,
    /** Resolves to whether it was saved; a failure has been shown to the user. */
    save: async (panel: Panel): Promise<boolean> => {
      try {
        await change.mutateAsync({ ...of, body: panel })
        return true
      } catch {
        return false
      }
    },
  }
}
