import NotificationsNoneOutlined from '@mui/icons-material/NotificationsNoneOutlined'
import Badge from '@mui/material/Badge'
import IconButton from '@mui/material/IconButton'
import { countNotifications } from '@rumbo/contract/notifications.contract'
import { useState } from 'react'
import { useEndpoint } from '../app/data/use-data.ts'
import { lazyDialog } from '../ui/dialogs/lazy-dialog.tsx'
import { useText } from '../ui/i18n.tsx'

const NotificationCentre = lazyDialog(() =>
  import('./NotificationCentre.tsx').then((file) => file.NotificationCentre),
)
const most = 99
/** The live stream brings each change; this only covers a lost one. */
const lookMs = 5 * 60_000

/** How many notifications are unread; opens the latest of them. */
export function NotificationBell() {
  const { t } = useText()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const counts = useEndpoint(countNotifications, {}, { staleTime: lookMs, refetchInterval: lookMs })
  const { unread, pressing } = counts.data ?? { unread: 0, pressing: 0 }
  const shown = unread > most ? `${most}+` : String(unread)
  return (
    <>
      <IconButton
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        aria-label={
          unread === 0
            ? t('shell.notifications.open')
            : t('notifications.bell.unread', { count: unread, shown })
        }
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Badge badgeContent={unread} max={most} color={pressing > 0 ? 'error' : 'primary'}>
          <NotificationsNoneOutlined />
        </Badge>
      </IconButton>
      {anchor !== null && <NotificationCentre anchor={anchor} onClose={() => setAnchor(null)} />}
    </>
  )
}
