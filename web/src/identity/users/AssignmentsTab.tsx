import AddBusinessOutlined from '@mui/icons-material/AddBusinessOutlined'
import EditOutlined from '@mui/icons-material/EditOutlined'
import GroupAddOutlined from '@mui/icons-material/GroupAddOutlined'
import LinkOffRounded from '@mui/icons-material/LinkOffRounded'
import StarRounded from '@mui/icons-material/StarRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { listAssignments, unassignUser } from '@rumbo/contract/identity.users.assignments.contract'
import type { User } from '@rumbo/contract/identity.users.contract'
import type { Assignment } from '@rumbo/contract/organisation.assignments.contract'
import { useState } from 'react'
import { useErrorMessage } from '../../app/client-context.tsx'
import { useChange, useEndpoint } from '../../app/data/use-data.ts'
import { useMoment } from '../../app/use-moment.ts'
import { boxLook } from '../../ui/card-look.ts'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx'
import { useText } from '../../ui/i18n.tsx'
import { TintedChip } from '../../ui/StatusChip.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { RowMenu } from '../../ui/table/table-parts.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { ChangeAssignmentDialog } from './AssignmentDialog.tsx'
import { useManager } from './use-manager.ts'
import type { UserActions } from './use-user-actions.tsx'
import { mayChangeAssignment } from './user-access.rules.ts'

const emptyKey = ({ level }: User) =>
  level === 'guest'
    ? 'users.assignments.guest'
    : level === 'super_admin'
      ? 'users.form.superAdminWhy'
      : 'users.assignments.empty'

/** Companies and fleets of a user with roles; adds, changes and ends assignments where allowed. */
export function AssignmentsTab({ user, actions }: { user: User; actions: UserActions }) {
  const { t } = useText()
  const toasts = useToasts()
  const message = useErrorMessage()
  const moment = useMoment()
  const manager = useManager()
  const [asked, setAsked] = useState<{ what: 'change' | 'end'; assignment: Assignment } | null>(null)
  const answer = useEndpoint(listAssignments, { params: { id: user.id } })
  const unassign = useChange(unassignUser, {
    evicts: ['organisation', 'tree', 'directory'],
    onError: (error) => toasts.show({ type: 'error', message: message(error, t('users.error.assignment')) }),
  })
  const close = () => setAsked(null)
  const isGuest = user.level === 'guest'
  const userLock = actions.lockedReason('manageAssignments', user)
  const placeOf = ({ companyName, fleetName }: Assignment) => fleetName ?? companyName
  const items = answer.data?.items

  return (
    <Box sx={{ display: 'grid', gap: '14px' }}>
      {answer.isError && (
        <ErrorState
          title={message(answer.error, t('users.assignments.error'))}
          onRetry={() => void answer.refetch()}
        />
      )}
      {items === undefined && !answer.isError && <ListSkeleton rows={2} />}
      {items?.length === 0 && <EmptyState title={t(emptyKey(user))} />}
      {items !== undefined && items.length > 0 && (
        <Box
          component="ul"
          aria-label={t('users.tabs.assignments')}
          sx={{ m: 0, p: 0, listStyle: 'none', ...boxLook }}
        >
          {items.map((assignment, at) => {
            const reason =
              userLock ??
              (mayChangeAssignment(manager, assignment) ? undefined : t('users.locked.companyWide'))
            const since = moment(assignment.assignedAt, 'date')
            return (
              <Box
                component="li"
                key={assignment.id}
                sx={{
                  display: 'flex',
                  alignItems: 'flex-start',
                  gap: '10px',
                  p: '10px 8px 10px 14px',
                  borderTop: at === 0 ? 0 : `1px solid ${token('line')}`,
                }}
              >
                <Box sx={{ flex: 1, minWidth: 0 }}>
                  <Box sx={{ fontWeight: 620, overflowWrap: 'anywhere' }}>
                    {assignment.companyName}
                    {' · '}
                    {assignment.fleetName ?? t('users.assignments.wholeCompany')}
                  </Box>
                  <Box
                    sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '6px', my: '4px' }}
                  >
                    <span>{t(`users.role.${assignment.role}`)}</span>
                    {assignment.isPrimary && (
                      <TintedChip colour="occupied" icon={<StarRounded aria-hidden sx={{ fontSize: 16 }} />}>
                        {t('users.assignments.primary')}
                      </TintedChip>
                    )}
                    <TintedChip colour={assignment.status === 'active' ? 'active' : 'inactive'}>
                      {t(`users.assignments.status.${assignment.status}`)}
                    </TintedChip>
                  </Box>
                  <Box sx={{ typography: 'caption', color: token('textSoft') }}>
                    {assignment.assignedBy === null
                      ? t('users.assignments.since', { date: since })
                      : t('users.assignments.by', { date: since, person: assignment.assignedBy })}
                  </Box>
                </Box>
                <RowMenu
                  name={placeOf(assignment)}
                  items={[
                    {
                      label: t('users.assignments.change'),
                      icon: <EditOutlined fontSize="small" />,
                      onChoose: () => setAsked({ what: 'change', assignment }),
                      lockedReason: reason,
                    },
                    {
                      label: t('users.assignments.end'),
                      icon: <LinkOffRounded fontSize="small" />,
                      onChoose: () => setAsked({ what: 'end', assignment }),
                      isDestructive: reason === undefined,
                      lockedReason: reason,
                    },
                  ]}
                />
              </Box>
            )
          })}
        </Box>
      )}
      {!isGuest && userLock === undefined && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: '8px' }}>
          <Button
            variant="outlined"
            startIcon={<GroupAddOutlined />}
            onClick={() => actions.ask('assignFleet', user)}
          >
            {t('users.action.assignFleet')}
          </Button>
          {actions.lockedReason('assignCompany', user) === undefined && (
            <Button
              variant="outlined"
              startIcon={<AddBusinessOutlined />}
              onClick={() => actions.ask('assignCompany', user)}
            >
              {t('users.action.assignCompany')}
            </Button>
          )}
        </Box>
      )}
      {asked?.what === 'change' && (
        <ChangeAssignmentDialog user={user} assignment={asked.assignment} onClose={close} />
      )}
      {asked?.what === 'end' && (
        <ConfirmDialog
          open
          isDestructive
          icon={<LinkOffRounded />}
          title={t('users.assignments.endTitle', {
            name: user.displayName,
            place: placeOf(asked.assignment),
          })}
          text={t('users.assignments.endText')}
          confirmLabel={t('users.assignments.end')}
          onConfirm={async () => {
            await unassign.mutateAsync({ params: { id: user.id, assignmentId: asked.assignment.id } })
            toasts.show({ type: 'success', message: t('users.done.unassigned') })
            close()
          }}
          onClose={close}
        />
      )}
    </Box>
  )
}
