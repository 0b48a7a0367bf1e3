import Badge from '@mui/material/Badge'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { useEffect } from 'react'
import { useText } from '../ui/i18n.tsx'
import { visuallyHidden } from '../ui/visually-hidden.ts'

export type DriverView = 'shift' | 'messages'

/** Chooses between the shift and the messages, with the number of unread ones. */
export function DriverViews({
  view,
  unread,
  refused,
  onView,
}: {
  view: DriverView
  unread: number
  /** Messages that the server did not take. */
  refused: number
  onView: (view: DriverView) => void
}) {
  const { t } = useText()
  return (
    <Tabs
      value={view}
      onChange={(_event, next: DriverView) => onView(next)}
      variant="fullWidth"
      aria-label={t('driver.views')}
    >
      <Tab value="shift" label={t('driver.view.shift')} sx={{ minHeight: 56 }} />
      <Tab
        value="messages"
        sx={{ minHeight: 56 }}
        label={
          <Badge
            badgeContent={refused > 0 ? '!' : unread}
            color={refused > 0 ? 'error' : 'primary'}
            slotProps={{ badge: { 'aria-hidden': true, style: { right: -16 } } }}
          >
            {t('driver.view.messages')}
            {unread > 0 && (
              <span style={visuallyHidden}>, {t('driver.messages.unread', { count: unread })}</span>
            )}
          </Badge>
        }
      />
    </Tabs>
  )
}

const counted = /^\(\d+\) /

/** Puts the number of unread messages in front of the title of the browser's tab. */
export function useUnreadInTitle(unread: number): void {
  useEffect(() => {
    const plain = document.title.replace(counted, '')
    document.title = unread > 0 ? `(${unread}) ${plain}` : plain
    return () => {
      document.title = document.title.replace(counted, '')
    }
  }, [unread])
}
