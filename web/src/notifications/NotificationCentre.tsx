import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { listNotifications, type Notification } from '@rumbo/contract/notifications.contract'
import { addresses } from '../addresses.ts'
import { useErrorMessage } from '../app/client-context.tsx'
import { useEndpoint } from '../app/data/use-data.ts'
import { Anchor, AppLink } from '../app/navigation/address.tsx'
import { Age } from '../ui/Age.tsx'
import { useText } from '../ui/i18n.tsx'
import { ListSkeleton } from '../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../ui/states.tsx'
import { token } from '../ui/theme/tokens.ts'
import { useToasts } from '../ui/toasts/toasts.tsx'
import { addressOf } from './notification-address.ts'
import { PriorityMark } from './PriorityMark.tsx'
import { useMarkRead } from './use-inbox.ts'
import { useNotificationState } from './use-notification-state.ts'

const newest = { query: { page: 1, size: 10, sort: 'lastAt', order: 'desc' } } as const

interface NotificationCentreProps {
  titleId: string
  unread: number
  onClose: () => void
}

/** The newest notifications; opening one marks it as read. */
export function NotificationCentre({ titleId, unread, onClose }: NotificationCentreProps) {
  const { t } = useText()
  const message = useErrorMessage()
  const toasts = useToasts()
  const answer = useEndpoint(listNotifications, newest)
  const mark = useMarkRead({
    onError: (error) =>
      toasts.show({ type: 'error', message: message(error, t('notifications.error.mark')) }),
  })
  const items = answer.data?.items
  const latest = items?.[0]?.lastAt
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: '10px', p: '12px 16px' }}>
        <Box component="h2" id={titleId} sx={{ typography: 'h2', m: 0, flex: 1 }}>
          {t('notifications.title')}
        </Box>
        {unread > 0 && latest !== undefined && (
          <Button
            size="small"
            loading={mark.isPending}
            onClick={() => mark.mutate({ body: { allUntil: latest } })}
          >
            {t('notifications.markAll')}
          </Button>
        )}
      </Box>
      {answer.isError && (
        <ErrorState
          title={message(answer.error, t('notifications.error.load'))}
          onRetry={() => void answer.refetch()}
        />
      )}
      {items === undefined && !answer.isError && <ListSkeleton rows={4} />}
      {items?.length === 0 && <EmptyState title={t('notifications.empty')} />}
      {items !== undefined && items.length > 0 && (
        <Box component="ul" aria-labelledby={titleId} sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {items.map((one) => (
            <CentreItem
              key={one.id}
              notification={one}
              onOpen={() => {
                if (one.readAt === null) mark.mutate({ body: { ids: [one.id] } })
                onClose()
              }}
            />
          ))}
        </Box>
      )}
      <Box sx={{ p: '10px 16px', borderTop: `1px solid ${token('line')}` }}>
        <AppLink to={addresses.notificationList()} onClick={onClose}>
          {t('notifications.all')}
        </AppLink>
      </Box>
    </>
  )
}

function CentreItem({ notification: one, onOpen }: { notification: Notification; onOpen: () => void }) {
  const { t } = useText()
  const stateOf = useNotificationState()
  const isUnread = one.readAt === null
  return (
    <li>
      <Box
        component={Anchor}
        to={addressOf(one)}
        onClick={onOpen}
        sx={{
          display: 'block',
          p: '10px 16px',
          color: 'inherit',
          textDecoration: 'none',
          borderTop: `1px solid ${token('line')}`,
          backgroundColor: isUnread ? token('primarySoft') : undefined,
          '&:hover': { backgroundColor: token('sunken') },
          '&:focus-visible': { outline: `2px solid ${token('primaryText')}`, outlineOffset: -2 },
        }}
      >
        <Box sx={{ display: 'flex', gap: '10px', typography: 'body2', color: token('textSoft') }}>
          <PriorityMark priority={one.priority} />
          {(isUnread || one.attended !== null) && <span>{stateOf(one)}</span>}
          {one.count > 1 && <span>{t('notifications.times', { count: one.count })}</span>}
          <Box component="span" sx={{ ml: 'auto' }}>
            <Age at={one.lastAt} />
          </Box>
        </Box>
        <Box sx={{ fontWeight: isUnread ? 620 : 400, overflowWrap: 'anywhere' }}>{one.title}</Box>
        {one.message !== '' && (
          <Box sx={{ typography: 'body2', color: token('textSoft'), overflowWrap: 'anywhere' }}>
            {one.message}
          </Box>
        )}
      </Box>
    </li>
  )
}
