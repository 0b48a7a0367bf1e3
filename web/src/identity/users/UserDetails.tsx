import EditOutlined from '@mui/icons-material/EditOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { readUser, type User } from '@rumbo/contract/identity.users.contract'
import { useErrorMessage } from '../../app/client-context.tsx'
import { useEndpoint } from '../../app/data/use-data.ts'
import { DetailsDrawer } from '../../ui/dialogs/DetailsDrawer.tsx'
import { type Fact, FactList } from '../../ui/FactList.tsx'
import { useText } from '../../ui/i18n.tsx'
import { LockedReason } from '../../ui/LockedReason.tsx'
import { FormSkeleton } from '../../ui/skeletons.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { RowMenu } from '../../ui/table/table-parts.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { PersonAvatar } from '../PersonAvatar.tsx'
import { AccessSection } from './AccessSection.tsx'
import { ActivityTab } from './ActivityTab.tsx'
import { AssignmentsTab } from './AssignmentsTab.tsx'
import { SecurityTab } from './SecurityTab.tsx'
import type { UserActions } from './use-user-actions.tsx'
import { UserLevel, UserStatusChip } from './user-marks.tsx'

export const userTabs = ['assignments', 'security', 'activity'] as const
export type UserTab = (typeof userTabs)[number]

interface UserDetailsProps {
  userId: string
  tab: UserTab
  onTab: (tab: UserTab) => void
  actions: UserActions
  onClose: () => void
}

/** All data of one user in a drawer; follows changes by others. */
export function UserDetails({ userId, tab, onTab, actions, onClose }: UserDetailsProps) {
  const { t } = useText()
  const message = useErrorMessage()
  const answer = useEndpoint(readUser, { params: { id: userId } })
  const user = answer.data
  const editLock = user && actions.lockedReason('edit', user)
  return (
    <DetailsDrawer
      widthPixels={560}
      scrolls="all"
      heading={(titleId) => (
        <>
          {user && <PersonAvatar name={user.displayName} avatar={user.avatar} size={44} />}
          <Box sx={{ minWidth: 0, flex: 1 }}>
            <Box component="h2" id={titleId} sx={{ typography: 'h1', m: 0, overflowWrap: 'anywhere' }}>
              {user?.displayName ?? t('users.tabs.label')}
            </Box>
            {user && (
              <Box sx={{ typography: 'body2', color: token('textSoft') }}>
                {user.username}
                {' · '}
                <UserLevel level={user.level} />
              </Box>
            )}
          </Box>
          {user && <UserStatusChip status={user.status} />}
        </>
      )}
      summary={user && <Summary user={user} />}
      tabs={userTabs.map((name) => ({ name, label: t(`users.tabs.${name}`) }))}
      tab={tab}
      onTab={onTab}
      actions={
        user && (
          <>
            {editLock === undefined ? (
              <Button
                variant="contained"
                startIcon={<EditOutlined />}
                onClick={() => actions.ask('edit', user)}
              >
                {t('users.action.edit')}
              </Button>
            ) : (
              <LockedReason label={t('users.action.edit')} reason={editLock} />
            )}
            <Box sx={{ ml: 'auto' }}>
              <RowMenu name={user.displayName} items={actions.of(user)} />
            </Box>
          </>
        )
      }
      onClose={onClose}
    >
      {answer.isError && (
        <ErrorState
          title={message(answer.error, t('users.error.load'))}
          onRetry={() => void answer.refetch()}
        />
      )}
      {user === undefined ? (
        !answer.isError && <FormSkeleton fields={5} />
      ) : tab === 'assignments' ? (
        <>
          <AssignmentsTab user={user} actions={actions} />
          <AccessSection user={user} />
        </>
      ) : tab === 'security' ? (
        <SecurityTab user={user} actions={actions} />
      ) : (
        <ActivityTab user={user} />
      )}
    </DetailsDrawer>
  )
}

function Summary({ user }: { user: User }) {
  const { t } = useText()
  const rows: Fact[] = [
    { name: t('identity.field.email'), value: <a href={`mailto:${user.email}`}>{user.email}</a> },
    {
      name: t('identity.field.phone'),
      value: user.phone && <a href={`tel:${user.phone.replace(/[^\d+]/g, '')}`}>{user.phone}</a>,
    },
    { name: t('users.details.contact'), value: user.contact?.name },
  ]
  if (user.level === 'guest') {
    const { vehicle } = user
    rows.push({
      name: t('users.details.vehicle'),
      value:
        vehicle === null ? t('identity.notAssigned') : `${vehicle.vehicleNumber} · ${vehicle.plateNumber}`,
    })
  }
  if (user.notes !== null) rows.push({ name: t('users.form.notes'), value: user.notes })
  return (
    <Box sx={{ px: '20px', pb: '14px' }}>
      <FactList facts={rows} />
    </Box>
  )
}
