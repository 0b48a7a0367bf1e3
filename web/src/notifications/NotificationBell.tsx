import NotificationsNoneOutlined from '@mui/icons-material/NotificationsNoneOutlined'
import Badge from '@mui/material/Badge'
import IconButton from '@mui/material/IconButton'
import Popover from '@mui/material/Popover'
import { useId, useState } from 'react'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/theme/tokens.ts'
import { NotificationCentre } from './NotificationCentre.tsx'
import { useUnreadCounts } from './use-inbox.ts'

const maxShown = 99

/** The bell of the header, with the number of unread notifications; opens the newest ones. */
export function NotificationBell() {
  const { t } = useText()
  const titleId = useId()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const counts = useUnreadCounts()
  const unread = counts?.unread ?? 0
  const shown = unread > maxShown ? `${maxShown}+` : String(unread)
  const isGrave = (counts?.pressing ?? 0) > 0
  const close = () => setAnchor(null)
  return (
    <>
      <IconButton
        aria-label={
          unread === 0 ? t('notifications.title') : t('notifications.bell', { count: unread, shown })
        }
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Badge
          // Nothing is written into it that the name of the button does not have.
          badgeContent={unread === 0 ? undefined : shown}
          slotProps={{
            badge: {
              'aria-hidden': true,
              style: {
                color: token(isGrave ? 'surface' : 'onPrimary'),
                backgroundColor: token(isGrave ? 'critical' : 'primary'),
              },
            },
          }}
        >
          <NotificationsNoneOutlined />
        </Badge>
      </IconButton>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-labelledby': titleId,
            sx: { width: 'min(400px, calc(100vw - 24px))', borderRadius: '14px' },
          },
        }}
      >
        <NotificationCentre titleId={titleId} unread={unread} onClose={close} />
      </Popover>
    </>
  )
}
