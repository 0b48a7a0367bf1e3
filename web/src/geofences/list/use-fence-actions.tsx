import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded'
import EditOutlined from '@mui/icons-material/EditOutlined'
import HistoryRounded from '@mui/icons-material/HistoryRounded'
import ToggleOffOutlined from '@mui/icons-material/ToggleOffOutlined'
import ToggleOnOutlined from '@mui/icons-material/ToggleOnOutlined'
import { changeFences } from '@rumbo/contract/geofences.bulk.contract'
import { deleteFence, type ListedFence } from '@rumbo/contract/geofences.contract'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useErrorMessage } from '../../app/client-context.tsx'
import { useChange } from '../../app/data/use-data.ts'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx'
import { useText } from '../../ui/i18n.tsx'
import type { RowMenuItem } from '../../ui/table/table-parts.tsx'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { useRefusalWords } from './use-refusal-words.ts'

const HistoryTestDialog = lazy(() =>
  import('../history-test/HistoryTestDialog.tsx').then((file) => ({ default: file.HistoryTestDialog })),
)

export type ActedFence = Pick<ListedFence, 'id' | 'name' | 'version' | 'isActive'>

/**
 * What may be done with one geofence: nothing for those who may only read.
 * @param onDeleted is called with the id of one that is gone
 */
export function useFenceActions(
  mayEdit: boolean,
  { onEdit, onDeleted }: { onEdit: (id: string) => void; onDeleted: (id: string) => void },
): { itemsOf: (fence: ActedFence) => RowMenuItem[]; dialog: ReactNode } {
  const { t } = useText()
  const toasts = useToasts()
  const message = useErrorMessage()
  const refusalWords = useRefusalWords()
  const [deleting, setDeleting] = useState<ActedFence | null>(null)
  const [testedId, setTestedId] = useState<string | null>(null)
  const [refused, setRefused] = useState<string | null>(null)
  const change = useChange(changeFences)
  const remove = useChange(deleteFence)

  const fail = (text: string) => toasts.show({ type: 'error', message: text })
  const turn = async ({ id, name, version, isActive }: ActedFence) => {
    const action = isActive ? 'deactivate' : 'activate'
    try {
      const { items } = await change.mutateAsync({ body: { fences: [{ id, version }], change: { action } } })
      const refusal = items.find(({ problem }) => problem !== null)
      if (refusal) fail(refusalWords(refusal))
      else toasts.show({ type: 'success', message: t(`geofences.done.${action}`, { name }) })
    } catch (error) {
      fail(message(error, t('geofences.error.save')))
    }
  }
  const close = () => {
    setDeleting(null)
    setRefused(null)
  }
  return {
    itemsOf: (fence) =>
      mayEdit
        ? [
            { label: t('geofences.action.edit'), icon: <EditOutlined />, onChoose: () => onEdit(fence.id) },
            {
              label: t('history.test.action'),
              icon: <HistoryRounded />,
              onChoose: () => setTestedId(fence.id),
            },
            {
              label: t(fence.isActive ? 'geofences.action.deactivate' : 'geofences.action.activate'),
              icon: fence.isActive ? <ToggleOffOutlined /> : <ToggleOnOutlined />,
              onChoose: () => void turn(fence),
            },
            {
              label: t('geofences.action.delete'),
              icon: <DeleteOutlineRounded />,
              isDestructive: true,
              isApart: true,
              onChoose: () => setDeleting(fence),
            },
          ]
        : [],
    dialog: (
      <>
        {testedId !== null && (
          <Suspense fallback={null}>
            <HistoryTestDialog fenceId={testedId} onClose={() => setTestedId(null)} />
          </Suspense>
        )}
        <ConfirmDialog
          open={deleting !== null}
          title={t('geofences.delete.title', { name: deleting?.name ?? '' })}
          text={refused ?? t('geofences.delete.text')}
          confirmLabel={t('geofences.action.delete')}
          isDestructive
          isBlocked={refused !== null}
          onConfirm={async () => {
            if (deleting === null) return
            try {
              await remove.mutateAsync({ params: { id: deleting.id } })
            } catch (error) {
              setRefused(message(error, t('geofences.error.delete')))
              return
            }
            toasts.show({ type: 'success', message: t('geofences.done.delete', { name: deleting.name }) })
            onDeleted(deleting.id)
            close()
          }}
          onClose={close}
        />
      </>
    ),
  }
}
