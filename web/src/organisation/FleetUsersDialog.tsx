import CloseRounded from '@mui/icons-material/CloseRounded'
import Box from '@mui/material/Box'
import FormControlLabel from '@mui/material/FormControlLabel'
import IconButton from '@mui/material/IconButton'
import Switch from '@mui/material/Switch'
import type { OutputOf } from '@rumbo/contract/endpoint'
import { fleetUserRoles } from '@rumbo/contract/organisation.assignments.contract'
import {
  type Fleet,
  type FleetUserRole,
  listFleetUsers,
  setFleetUsers,
} from '@rumbo/contract/organisation.contract'
import { type FormEvent, useState } from 'react'
import { useErrorMessage } from '../app/client-context.tsx'
import { useChange, useEndpoint } from '../app/data/use-data.ts'
import { UserPicker } from '../identity/UserPicker.tsx'
import { FormDialog } from '../ui/dialogs/FormDialog.tsx'
import { InlineSelect } from '../ui/fields/InlineSelect.tsx'
import { useText } from '../ui/i18n.tsx'
import { ListSkeleton } from '../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../ui/states.tsx'
import { token } from '../ui/theme/tokens.ts'
import { useToasts } from '../ui/toasts/toasts.tsx'
import { fleetLevels } from './fleet-draft.rules.ts'

type FleetUser = OutputOf<typeof listFleetUsers>['items'][number]
const roles = Object.keys(fleetUserRoles) as FleetUserRole[]
const isRole = (role: string): role is FleetUserRole => role in fleetUserRoles

/**
 * Managers, members and viewers of a fleet with the primary flag; changes are saved at once. Other roles are
 * read-only.
 */
export function FleetUsersDialog({ fleet, onClose }: { fleet: Fleet; onClose: () => void }) {
  const { t } = useText()
  const toasts = useToasts()
  const message = useErrorMessage()
  const params = { id: fleet.id }
  const answer = useEndpoint(listFleetUsers, { params }, { staleTime: 0 })
  const [edited, setEdited] = useState<readonly FleetUser[] | null>(null)
  const save = useChange(setFleetUsers, { evicts: ['users'] })
  const people = edited ?? answer.data?.items
  const change = (userId: string, some: Partial<FleetUser>) =>
    setEdited((people ?? []).map((one) => (one.userId === userId ? { ...one, ...some } : one)))

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (event.target !== event.currentTarget || people === undefined || save.isPending) return
    const items = people.flatMap(({ userId, role, isPrimary }) =>
      isRole(role) ? [{ userId, role, isPrimary }] : [],
    )
    try {
      await save.mutateAsync({ params, body: { items } })
    } catch {
      return // The dialog shows the error.
    }
    toasts.show({ type: 'success', message: t('companies.people.saved', { name: fleet.name }) })
    onClose()
  }

  return (
    <FormDialog
      title={t('companies.people.title', { name: fleet.name })}
      submitLabel={t('ui.save')}
      isBusy={save.isPending}
      isChanged={edited !== null || undefined}
      error={save.isError ? message(save.error, t('companies.error.fleetUpdate')) : null}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
      maxWidth="sm"
    >
      <UserPicker
        levels={fleetLevels}
        // Emptied when somebody was chosen, but not when the list arrives while a name is being typed.
        key={edited?.length}
        label={t('companies.people.add')}
        companyId={fleet.company_id}
        value={null}
        without={(people ?? []).map(({ userId }) => userId)}
        onChoose={(user) => {
          if (user === null || people === undefined) return
          const { id: userId, displayName, username = '' } = user
          setEdited([...people, { userId, displayName, username, role: 'member', isPrimary: false }])
        }}
      />
      {people === undefined ? (
        answer.isError ? (
          <ErrorState
            title={message(answer.error, t('companies.error.fleetsLoad'))}
            onRetry={() => void answer.refetch()}
          />
        ) : (
          <ListSkeleton rows={3} />
        )
      ) : people.length === 0 ? (
        <EmptyState title={t('companies.people.empty')} />
      ) : (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {people.map(({ userId, displayName, username, role, isPrimary }) => (
            <Box
              component="li"
              key={userId}
              sx={{
                display: 'flex',
                flexWrap: 'wrap',
                alignItems: 'center',
                gap: '4px 12px',
                py: '8px',
                borderTop: `1px solid ${token('line')}`,
              }}
            >
              <Box sx={{ flex: '1 1 160px', minWidth: 0 }}>
                <Box sx={{ fontWeight: 620, overflowWrap: 'anywhere' }}>{displayName}</Box>
                <Box sx={{ typography: 'body2', color: token('textSoft') }}>{username}</Box>
              </Box>
              {isRole(role) ? (
                <>
                  <InlineSelect
                    label={t('companies.people.role', { name: displayName })}
                    value={role}
                    options={roles.map((value) => ({ value, label: t(`companies.people.role.${value}`) }))}
                    onChange={(next) => isRole(next) && change(userId, { role: next })}
                  />
                  <FormControlLabel
                    control={
                      <Switch
                        size="small"
                        checked={isPrimary}
                        onChange={(_, isOn) => change(userId, { isPrimary: isOn })}
                        slotProps={{
                          input: { 'aria-label': t('companies.people.primaryOf', { name: displayName }) },
                        }}
                      />
                    }
                    label={t('companies.people.primary')}
                    sx={{ m: 0 }}
                  />
                  <IconButton
                    size="small"
                    aria-label={t('companies.people.remove', { name: displayName })}
                    onClick={() => setEdited(people.filter((one) => one.userId !== userId))}
                  >
                    <CloseRounded fontSize="small" />
                  </IconButton>
                </>
              ) : (
                <Box sx={{ typography: 'body2', color: token('textSoft') }}>
                  {t('companies.people.role.other')}. {t('companies.people.otherHint')}
                </Box>
              )}
            </Box>
          ))}
        </Box>
      )}
    </FormDialog>
  )
}
