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
      key: 'lastName',
      header: t('users.list.person'),
      isSortable: true,
      render: (user) => <UserPerson user={user} />,
    },
    {
      key: 'level',
      header: t('users.form.level'),
      isSortable: true,
      render: (user) => <UserLevel level={user.level} />,
    },
    {
      key: 'status',
      header: t('identity.field.status'),
      isSortable: true,
      render: (user) => <UserStatusChip status={user.status} />,
    },
    {
      key: 'place',
      header: t('users.list.place'),
      render: (user) => <UserPlace user={user} />,
    },
    {
      key: 'email',
      header: t('identity.field.email'),
      isSortable: true,
      from: 1600,
      render: (user) => user.email,
    },
    {
      key: 'checks',
      header: t('users.list.checks'),
      from: 1360,
      render: (user) => <UserChecks user={user} />,
    },
    {
      key: 'lastLogin',
      header: t('users.activity.lastLogin'),
      isSortable: true,
      render: ({ lastLogin }) => (lastLogin === null ? t('users.list.never') : <Age at={lastLogin} />),
    },
  ]
}
