import type { User } from '@rumbo/contract/identity.users.contract'
import { Age } from '../../ui/Age.tsx'
import { useText } from '../../ui/i18n.tsx'
import type { TableColumn } from '../../ui/table/table-model.ts'
import { UserChecks, UserLevel, UserPerson, UserPlace, UserStatusChip } from './user-marks.tsx'

/** The columns of the list of users. */
export function useUserColumns(): TableColumn<User>[] {
  const { t } = useText()
  return [
    {
      key: 'name',
      header: t('users.list.person'),
      isSortable: true,
      render: (user) => <UserPerson user={user} />,
    },
    {
      key: 'level',
      rank: 2,
      header: t('users.form.level'),
      isSortable: true,
      render: (user) => <UserLevel level={user.level} />,
    },
    {
      key: 'status',
      rank: 1,
      header: t('identity.field.status'),
      isSortable: true,
      render: (user) => <UserStatusChip status={user.status} />,
    },
    {
      key: 'place',
      rank: 4,
      header: t('users.list.place'),
      render: (user) => <UserPlace user={user} />,
    },
    {
      key: 'email',
      rank: 6,
      header: t('identity.field.email'),
      isSortable: true,
      render: (user) => user.email,
    },
    {
      key: 'checks',
      rank: 5,
      header: t('users.list.checks'),
      render: (user) => <UserChecks user={user} />,
    },
    {
      key: 'lastLogin',
      rank: 3,
      header: t('users.activity.lastLogin'),
      isSortable: true,
      render: ({ lastLogin }) => (lastLogin === null ? t('users.list.never') : <Age at={lastLogin} />),
    },
  ]
}
