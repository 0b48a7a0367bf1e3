import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { readFence } from '@rumbo/contract/geofences.contract'
import { lazy, Suspense, useState } from 'react'
import { useErrorMessage } from '../../app/client-context.tsx'
import { useEndpoint } from '../../app/data/use-data.ts'
import { isRecordId } from '../../app/navigation/address.tsx'
import { useText } from '../../ui/i18n.tsx'
import { FormSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { type FenceTemplate, startOf } from '../fence-templates.ts'

const FenceEditor = lazy(() =>
  import('../editor/FenceEditor.tsx').then((file) => ({ default: file.FenceEditor })),
)

interface FenceEditingProps {
  fleetId: string
  /** The id of a geofence of the fleet, or `new`. */
  editId: string
  template: FenceTemplate | undefined
  onSaved: (id: string) => void
  onCancel: () => void
}

/** The editor of a geofence in place of the page; a stored one is read first. */
export function FenceEditing({ fleetId, editId, template, onSaved, onCancel }: FenceEditingProps) {
  const { t } = useText()
  const message = useErrorMessage()
  const isNew = editId === 'new'
  const isKnown = isRecordId(editId)
  const answer = useEndpoint(readFence, { params: { id: editId } }, { enabled: isKnown, staleTime: 0 })
  /** As it was when the editor opened: what others save meanwhile is compared when it is saved. */
  const [opened, setOpened] = useState(answer.isFetchedAfterMount ? answer.data : undefined)
  if (opened === undefined && answer.data !== undefined && answer.isFetchedAfterMount) setOpened(answer.data)
  const [start] = useState(() => (template ? startOf(t, template) : undefined))
  const loading = (
    <Box sx={{ p: '20px' }}>
      <FormSkeleton fields={6} />
    </Box>
  )
  const back = (
    <Button variant="outlined" onClick={onCancel}>
      {t('geofences.action.back')}
    </Button>
  )
  if (!isNew && opened === undefined) {
    if (answer.isError)
      return (
        <Box sx={{ p: '20px', display: 'grid', justifyItems: 'center' }}>
          <ErrorState
            title={message(answer.error, t('geofences.error.load'))}
            onRetry={() => void answer.refetch()}
          />
          {back}
        </Box>
      )
    if (isKnown) return loading
  }
  if (!isNew && opened?.fleetId !== fleetId)
    return <EmptyState title={t('problems.not_found')} action={back} />
  return (
    <Suspense fallback={loading}>
      <FenceEditor
        fleetId={fleetId}
        fence={isNew ? null : (opened ?? null)}
        start={start}
        onSaved={({ id }) => onSaved(id)}
        onCancel={onCancel}
      />
    </Suspense>
  )
}
