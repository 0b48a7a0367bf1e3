import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { OutputOf } from '@rumbo/contract/endpoint'
import { listFleets } from '@rumbo/contract/organisation.contract'
import { moveNode, previewMove, type TreeNode } from '@rumbo/contract/organisation.tree.contract'
import { type ProblemCode, problemCodes } from '@rumbo/contract/problems.contract'
import { problemParams } from '@rumbo/i18n/problem-params'
import { useState } from 'react'
import { useErrorMessage } from '../app/client-context.tsx'
import { useChange } from '../app/data/use-data.ts'
import { useAllPages } from '../app/data/use-pages.ts'
import { fleetPageSize } from '../app/session/workspace.ts'
import { FormDialog } from '../ui/dialogs/FormDialog.tsx'
import { ChoiceField } from '../ui/fields/ChoiceField.tsx'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/theme/tokens.ts'
import { undoMs } from '../ui/toasts/toast-store.ts'
import { useToasts } from '../ui/toasts/toasts.tsx'

type Consequences = OutputOf<typeof previewMove>
const moved = ['tree', 'organisation', 'vehicles', 'users']

function People({ title, people }: { title: string; people: Consequences['gaining'] }) {
  const { t } = useText()
  return (
    <Box>
      <Typography sx={{ fontWeight: 620 }}>{title}</Typography>
      <Typography variant="body2" sx={{ color: token('textSoft') }}>
        {people.length === 0 ? t('tree.move.nobody') : people.map((one) => one.displayName).join(', ')}
      </Typography>
    </Box>
  )
}

/** Moves a vehicle or a user to another fleet, after listing who gains and who loses access. */
export function MoveDialog({ node, onClose }: { node: TreeNode; onClose: () => void }) {
  const { t } = useText()
  const toasts = useToasts()
  const message = useErrorMessage()
  const [toFleetId, setTo] = useState('')
  const [failure, setFailure] = useState<string | null>(null)
  const isVehicle = node.kind === 'vehicle'
  const fleets = useAllPages(listFleets, { query: { company_id: node.companyId, size: fleetPageSize } }).data
  const choices = (fleets?.items ?? [])
    .filter(({ id }) => id !== node.fleetId)
    .map(({ id, name }) => ({ value: id, label: name }))
  const place = (from: string | null, to: string) => ({
    body: {
      kind: isVehicle ? ('vehicle' as const) : ('user' as const),
      id: node.id,
      fromFleetId: from ?? undefined,
      toFleetId: to,
    },
  })
  const preview = useChange(previewMove, {
    onError: (error) => setFailure(message(error, t('tree.move.previewFailed'))),
  })
  const back = useChange(moveNode, {
    evicts: moved,
    onError: (error) => toasts.show({ type: 'error', message: message(error, t('tree.move.failed')) }),
  })
  const move = useChange(moveNode, { evicts: moved })
  const shown = toFleetId === '' ? undefined : preview.data
  const obstacle = problemCodes.find((code): code is ProblemCode => code === shown?.obstacle)

  const choose = (id: string) => {
    setTo(id)
    setFailure(null)
    preview.mutate(place(node.fleetId, id))
  }
  const confirm = async () => {
    if (toFleetId === '') {
      setFailure(t('tree.move.chooseFirst'))
      return
    }
    if (shown === undefined || shown.obstacle !== null) return
    setFailure(null)
    try {
      const { toFleetName } = await move.mutateAsync(place(node.fleetId, toFleetId))
      const from = node.fleetId
      toasts.show({
        type: 'success',
        message: t('tree.move.done', { name: node.name, fleet: toFleetName }),
        timeout: undoMs,
        action:
          from === null
            ? undefined
            : {
                label: t('tree.move.undo'),
                isUndo: true,
                onAction: () => back.mutate(place(toFleetId, from)),
              },
      })
      onClose()
    } catch (error) {
      setFailure(message(error, t('tree.move.failed')))
    }
  }

  return (
    <FormDialog
      title={t('tree.move.title', { name: node.name })}
      submitLabel={t('tree.move.confirm')}
      isBusy={move.isPending || preview.isPending}
      error={failure ?? (obstacle ? t(`problems.${obstacle}`, problemParams()) : null)}
      onSubmit={(event) => {
        event.preventDefault()
        void confirm()
      }}
      onClose={onClose}
      maxWidth="sm"
    >
      <ChoiceField
        label={t('tree.move.to')}
        value={toFleetId}
        choices={choices}
        onChange={choose}
        isRequired
      />
      {fleets !== undefined && choices.length === 0 && (
        <Alert severity="info">{t('tree.move.noOther')}</Alert>
      )}
      {shown && (
        <Box aria-live="polite" sx={{ display: 'grid', gap: '12px' }}>
          {isVehicle ? (
            <>
              <People title={t('tree.move.losing', { count: shown.losing.length })} people={shown.losing} />
              <People
                title={t('tree.move.gaining', { count: shown.gaining.length })}
                people={shown.gaining}
              />
            </>
          ) : (
            <Typography>
              {t('tree.move.vehicles', { lost: shown.vehiclesLost, gained: shown.vehiclesGained })}
            </Typography>
          )}
          {shown.openServices > 0 && (
            <Alert severity="warning">{t('tree.move.services', { count: shown.openServices })}</Alert>
          )}
        </Box>
      )}
    </FormDialog>
  )
}
