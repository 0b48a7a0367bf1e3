import Box from '@mui/material/Box'
import type { Notification } from '@rumbo/contract/notifications.contract'
import { Age } from '../ui/Age.tsx'
import { useText } from '../ui/i18n.tsx'
import type { TableColumn } from '../ui/table/table-model.ts'
import { token } from '../ui/theme/tokens.ts'
import { PriorityMark } from './PriorityMark.tsx'
import { useNotificationState } from './use-notification-state.ts'

/** The columns of the list of notifications. */
export function useNotificationColumns(): TableColumn<Notification>[] {
  const { t } = useText()
  const stateOf = useNotificationState()
  return [
    {
      key: 'title',
      header: t('notifications.field.notification'),
      canWrap: true,
      minWidth: 200,
      render: ({ title, count, readAt }) => (
        <Box component="span" sx={{ fontWeight: readAt === null ? 700 : 400 }}>
          {title}
          {count > 1 && (
            <Box component="span" sx={{ color: token('textSoft'), fontWeight: 400 }}>
              {` · ${t('notifications.times', { count })}`}
            </Box>
          )}
        </Box>
      ),
    },
    {
      key: 'priority',
      rank: 1,
      header: t('notifications.field.priority'),
      isSortable: true,
      render: ({ priority }) => <PriorityMark priority={priority} />,
    },
    {
      key: 'message',
      rank: 4,
      header: t('notifications.field.message'),
      canWrap: true,
      minWidth: 220,
      render: ({ message }) => message || '—',
    },
    {
      key: 'kind',
      rank: 5,
      header: t('notifications.field.kind'),
      render: ({ kind }) => t(`notifications.kind.${kind}`),
    },
    {
      key: 'state',
      rank: 3,
      header: t('notifications.field.state'),
      canWrap: true,
      render: stateOf,
    },
    {
      key: 'lastAt',
      rank: 2,
      header: t('notifications.field.lastAt'),
      isSortable: true,
      render: ({ lastAt }) => <Age at={lastAt} />,
    },
  ]
}
