import AddRounded from '@mui/icons-material/AddRounded'
import CloseRounded from '@mui/icons-material/CloseRounded'
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded'
import EditOutlined from '@mui/icons-material/EditOutlined'
import GroupOutlined from '@mui/icons-material/GroupOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import IconButton from '@mui/material/IconButton'
import Switch from '@mui/material/Switch'
import useMediaQuery from '@mui/material/useMediaQuery'
import {
  type Company,
  deleteFleet,
  type Fleet,
  fleetDeletion,
  listFleets,
  updateFleet,
} from '@rumbo/contract/organisation.contract'
import { formatNumber } from '@rumbo/i18n/formats'
import { useId, useState } from 'react'
import { useCan, useErrorMessage, useWorkspace } from '../app/client-context.tsx'
import { useChange, useEndpoint } from '../app/data/use-data.ts'
import { useAllPages } from '../app/data/use-pages.ts'
import { fleetPageSize } from '../app/session/workspace.ts'
import { ConfirmDialog } from '../ui/dialogs/ConfirmDialog.tsx'
import { GuardedDialog } from '../ui/dialogs/GuardedDialog.tsx'
import { useText } from '../ui/i18n.tsx'
import { ListSkeleton } from '../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../ui/states.tsx'
import { RowMenu } from '../ui/table/table-parts.tsx'
import { token } from '../ui/theme/tokens.ts'
import { useToasts } from '../ui/toasts/toasts.tsx'
import { DeletionDialog } from './DeletionDialog.tsx'
import { FleetDialog } from './FleetDialog.tsx'
import { FleetUsersDialog } from './FleetUsersDialog.tsx'
import { fleetBodyOf, fleetDraftOf } from './fleet-draft.rules.ts'

type Asked = { what: 'add' } | { what: 'edit' | 'users' | 'delete' | 'deactivate'; fleet: Fleet }

/** The fleets of a company: add, change, delete, activate and deactivate, and the users of each. */
export function FleetsDialog({ company, onClose }: { company: Company; onClose: () => void }) {
  const { t } = useText()
  const toasts = useToasts()
  const message = useErrorMessage()
  const can = useCan()
  const { reload } = useWorkspace()
  const titleId = useId()
  const isPhone = useMediaQuery('(max-width: 600px)', { noSsr: true })
  const [asked, setAsked] = useState<Asked | null>(null)
  const answer = useAllPages(listFleets, { query: { company_id: company.id, size: fleetPageSize } })
  const mayEdit = can('fleets.edit', { companyId: company.id })
  const update = useChange(updateFleet, {
    onError: (error) =>
      toasts.show({ type: 'error', message: message(error, t('companies.error.fleetUpdate')) }),
  })
  const close = () => setAsked(null)

  const setActive = async (fleet: Fleet, isActive: boolean) => {
    const body = { ...fleetBodyOf(fleetDraftOf(fleet)), is_active: isActive, version: fleet.version }
    await update.mutateAsync({ params: { id: fleet.id }, body })
    const done = isActive ? 'companies.fleets.activated' : 'companies.fleets.deactivated'
    toasts.show({ type: 'success', message: t(done, { name: fleet.name }) })
    close()
    void reload()
  }
  const addButton = mayEdit ? (
    <Button variant="contained" startIcon={<AddRounded />} onClick={() => setAsked({ what: 'add' })}>
      {t('companies.fleets.add')}
    </Button>
  ) : undefined

  return (
    <>
      <GuardedDialog
        // Each switch takes effect at once.
        isChanged={false}
        onClose={onClose}
        maxWidth="md"
        fullWidth
        fullScreen={isPhone}
        aria-labelledby={titleId}
      >
        {(leave) => (
          <>
            {/* An id of its own: by default it has the id that names the dialog, with the close button in the name. */}
            <DialogTitle
              component="div"
              id={`${titleId}-bar`}
              sx={{ display: 'flex', alignItems: 'center', gap: '8px' }}
            >
              <Box component="h2" id={titleId} sx={{ typography: 'h1', m: 0, flex: 1, minWidth: 0 }}>
                {t('companies.fleets.title', { name: company.name })}
              </Box>
              {answer.data && answer.data.items.length > 0 && addButton}
              <IconButton onClick={leave} aria-label={t('ui.close')} edge="end">
                <CloseRounded />
              </IconButton>
            </DialogTitle>
            <DialogContent sx={{ minHeight: 240 }}>
              {answer.data === undefined ? (
                answer.isError ? (
                  <ErrorState
                    title={message(answer.error, t('companies.error.fleetsLoad'))}
                    onRetry={() => void answer.refetch()}
                  />
                ) : (
                  <ListSkeleton rows={4} />
                )
              ) : answer.data.items.length === 0 ? (
                <EmptyState title={t('companies.fleets.empty')} action={addButton} />
              ) : (
                <Box component="ul" aria-labelledby={titleId} sx={{ listStyle: 'none', m: 0, p: 0 }}>
                  {answer.data.items.map((fleet) => (
                    <FleetRow
                      key={fleet.id}
                      fleet={fleet}
                      mayEdit={mayEdit}
                      isBusy={update.isPending}
                      onAsk={(what) => setAsked({ what, fleet })}
                      onActivate={() => void setActive(fleet, true).catch(() => {})}
                    />
                  ))}
                </Box>
              )}
            </DialogContent>
          </>
        )}
      </GuardedDialog>
      {(asked?.what === 'add' || asked?.what === 'edit') && (
        <FleetDialog
          companyId={company.id}
          fleet={asked.what === 'edit' ? asked.fleet : undefined}
          onClose={close}
        />
      )}
      {asked?.what === 'users' && <FleetUsersDialog fleet={asked.fleet} onClose={close} />}
      {asked?.what === 'delete' && <DeleteFleet fleet={asked.fleet} onClose={close} />}
      {asked?.what === 'deactivate' && (
        <ConfirmDialog
          open
          title={t('companies.fleets.deactivateTitle', { name: asked.fleet.name })}
          text={t('companies.fleets.deactivateText')}
          confirmLabel={t('companies.fleets.deactivate')}
          onConfirm={() => setActive(asked.fleet, false)}
          onClose={close}
        />
      )}
    </>
  )
}

interface FleetRowProps {
  fleet: Fleet
  mayEdit: boolean
  isBusy: boolean
  onAsk: (what: 'edit' | 'users' | 'delete' | 'deactivate') => void
  onActivate: () => void
}

function FleetRow({ fleet, mayEdit, isBusy, onAsk, onActivate }: FleetRowProps) {
  const { t, language } = useText()
  const { vehicles, drivers, users } = fleet.counts
  const count = (name: 'vehicles' | 'drivers' | 'users', value: number) =>
    `${t(`companies.count.${name}`)} ${formatNumber(language, value)}`
  const lockedReason = mayEdit ? undefined : t('problems.forbidden')
  return (
    <Box
      component="li"
      aria-label={fleet.name}
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: '12px',
        py: '10px',
        borderTop: `1px solid ${token('line')}`,
      }}
    >
      <Switch
        checked={fleet.is_active}
        disabled={!mayEdit || isBusy}
        onChange={(_, isOn) => (isOn ? onActivate() : onAsk('deactivate'))}
        slotProps={{
          input: {
            'aria-label': t('companies.fleets.activate', { name: fleet.name }),
            title: lockedReason,
          },
        }}
      />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Box sx={{ fontWeight: 700, color: token(fleet.is_active ? 'text' : 'textSoft') }}>
          {fleet.name}
          {!fleet.is_active && (
            <Box component="span" sx={{ typography: 'body2', color: token('textSoft'), ml: '8px' }}>
              {t('companies.fleets.inactive')}
            </Box>
          )}
        </Box>
        {fleet.description && (
          <Box sx={{ typography: 'body2', color: token('textSoft'), overflowWrap: 'anywhere' }}>
            {fleet.description}
          </Box>
        )}
        <Box sx={{ typography: 'body2', color: token('textSoft') }}>
          {fleet.manager ?? t('companies.fleets.noManager')}
          {` · ${count('vehicles', vehicles)} · ${count('drivers', drivers)} · ${count('users', users)}`}
        </Box>
      </Box>
      <RowMenu
        name={fleet.name}
        items={[
          {
            label: t('companies.fleets.edit'),
            icon: <EditOutlined fontSize="small" />,
            onChoose: () => onAsk('edit'),
            lockedReason,
          },
          {
            label: t('companies.fleets.users'),
            icon: <GroupOutlined fontSize="small" />,
            onChoose: () => onAsk('users'),
            lockedReason,
          },
          {
            label: t('companies.fleets.delete'),
            icon: <DeleteOutlineRounded fontSize="small" />,
            onChoose: () => onAsk('delete'),
            isDestructive: mayEdit,
            lockedReason,
          },
        ]}
      />
    </Box>
  )
}

function DeleteFleet({ fleet, onClose }: { fleet: Fleet; onClose: () => void }) {
  const { t } = useText()
  const toasts = useToasts()
  const message = useErrorMessage()
  const { reload } = useWorkspace()
  const params = { id: fleet.id }
  const preview = useEndpoint(fleetDeletion, { params }, { staleTime: 0 })
  const fallback = t('companies.error.fleetDelete')
  const remove = useChange(deleteFleet, {
    evicts: ['users'],
    onError: (error) => toasts.show({ type: 'error', message: message(error, fallback) }),
  })
  return (
    <DeletionDialog
      name={fleet.name}
      preview={preview.data}
      error={preview.isError ? message(preview.error, fallback) : undefined}
      confirmLabel={t('companies.fleets.delete')}
      onConfirm={async () => {
        await remove.mutateAsync({ params })
        toasts.show({ type: 'success', message: t('companies.fleets.deleted', { name: fleet.name }) })
        onClose()
        void reload()
      }}
      onClose={onClose}
    />
  )
}
