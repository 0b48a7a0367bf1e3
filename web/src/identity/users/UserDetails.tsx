import { readUser, type User } from '@rumbo/contract/identity.users.contract'
import { useErrorMessage } from '../../app/client-context.tsx'
import { useEndpoint } from '../../app/data/use-data.ts'
import { MailLink, PhoneLink } from '../../ui/ContactLinks.tsx'
import { RecordCard } from '../../ui/dialogs/RecordCard.tsx'
import { type Fact, FactList } from '../../ui/FactList.tsx'
import { useText } from '../../ui/i18n.tsx'
import { FormSkeleton } from '../../ui/skeletons.tsx'
import { ErrorState } from '../../ui/states.tsx'
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
  return (
    <RecordCard
      title={user?.displayName ?? t('users.tabs.label')}
      mark={
        user && (
          <PersonAvatar name={user.displayName} lastName={user.lastName} avatar={user.avatar} size={44} />
        )
      }
      detail={
        user && (
          <>
            {user.username}
            {' · '}
            <UserLevel level={user.level} />
          </>
        )
      }
      status={user && <UserStatusChip status={user.status} />}
      summary={user && <Summary user={user} />}
      tabs={{
        names: userTabs.map((name) => ({ name, label: t(`users.tabs.${name}`) })),
        chosen: tab,
        onChoose: onTab,
      }}
      edit={
        user && actions.lockedReason('edit', user) === undefined
          ? { label: t('users.action.edit'), run: () => actions.ask('edit', user) }
          : undefined
      }
      menu={user && actions.of(user)}
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
    </RecordCard>
  )
}

function Summary({ user }: { user: User }) {
  const { t } = useText()
  const rows: Fact[] = [
    { name: t('identity.field.email'), value: <MailLink email={user.email} of={user.displayName} /> },
    {
      name: t('identity.field.phone'),
      value: user.phone && <PhoneLink phone={user.phone} of={user.displayName} />,
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
  return <FactList facts={rows} />
}
