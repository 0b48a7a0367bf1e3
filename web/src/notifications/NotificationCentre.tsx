import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import ButtonBase from '@mui/material/ButtonBase'
import Popover from '@mui/material/Popover'
import { listNotifications, type Notification } from '@rumbo/contract/notifications.contract'
import { useId } from 'react'
import { addresses } from '../addresses.ts'
import { useErrorMessage } from '../app/client-context.tsx'
import { useEndpoint } from '../app/data/use-data.ts'
import { Anchor, useGo } from '../app/navigation/address.tsx'
import { useMoment } from '../app/use-moment.ts'
import { useText } from '../ui/i18n.tsx'
import { ListSkeleton } from '../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../ui/states.tsx'
import { token } from '../ui/theme/tokens.ts'
import { DutySwitch } from './DutySwitch.tsx'
import { PriorityMark } from './notification-looks.tsx'
import { useReadNotifications } from './use-read-notifications.ts'

const shown = 8

/** The latest unread notifications, below the bell. */
export function NotificationCentre({ anchor, onClose }: { anchor: HTMLElement; onClose: () => void }) {
  const { t } = useText()
  const titleId = useId()
  const go = useGo()
  const message = useErrorMessage()
  const { read, readAll, isReading } = useReadNotifications()
  const latest = useEndpoint(listNotifications, { query: { isRead: 'false', size: shown } })
  const items = latest.data?.items ?? []
  const until = latest.data?.items
    .map(({ lastAt }) => lastAt)
    .toSorted()
    .at(-1)
  const open = (one: Notification) => {
    read([one.id])
    onClose()
    go(one.path ?? addresses.notificationList({ notification: one.id }))
  }
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{
        paper: { role: 'dialog', 'aria-labelledby': titleId, sx: { width: 400, maxWidth: '94vw' } },
      }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: '8px', alignItems: 'center', p: '12px 16px' }}>
        <Box component="h2" id={titleId} sx={{ typography: 'h3', m: 0, flex: 1 }}>
          {t('notifications.centre.title')}
        </Box>
        {until !== undefined && (
          <Button size="small" loading={isReading} onClick={() => readAll(until)}>
            {t('notifications.action.readAll')}
          </Button>
        )}
      </Box>
      <DutySwitch />
      {latest.isError ? (
        <ErrorState
          title={message(latest.error, t('notifications.error.load'))}
          onRetry={() => void latest.refetch()}
        />
      ) : latest.data === undefined ? (
        <ListSkeleton rows={3} />
      ) : items.length === 0 ? (
        <EmptyState title={t('notifications.centre.empty')} />
      ) : (
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {items.map((one) => (
            <CentreRow key={one.id} one={one} onOpen={() => open(one)} />
          ))}
        </Box>
      )}
      <Box sx={{ p: '8px 16px', borderTop: `1px solid ${token('line')}`, textAlign: 'center' }}>
        <Button component={Anchor} to={addresses.notificationList()} onClick={onClose}>
          {t('notifications.centre.all')}
        </Button>
      </Box>
    </Popover>
  )
}

function CentreRow({ one, onOpen }: { one: Notification; onOpen: () => void }) {
  const { t } = useText()
  const moment = useMoment()
  return (
    <Box component="li" sx={{ borderTop: `1px solid ${token('line')}` }}>
      <ButtonBase
        onClick={onOpen}
        sx={{
          display: 'flex',
          gap: '10px',
          width: '100%',
          p: '10px 16px',
          alignItems: 'flex-start',
          justifyContent: 'flex-start',
          textAlign: 'left',
          '&:hover, &:focus-visible': { backgroundColor: token('sunken') },
        }}
      >
        <PriorityMark priority={one.priority} />
        <Box sx={{ minWidth: 0, flex: 1 }}>
          <Box sx={{ fontWeight: 620, overflowWrap: 'anywhere' }}>{one.title}</Box>
          <Box sx={{ color: token('textSoft'), typography: 'body2' }}>
            {moment(one.lastAt)}
            {one.count > 1 && ` · ${t('notifications.count.times', { count: one.count })}`}
          </Box>
        </Box>
      </ButtonBase>
    </Box>
  )
}
