import ErrorOutlineRounded from '@mui/icons-material/ErrorOutlineRounded'
import InfoOutlined from '@mui/icons-material/InfoOutlined'
import NotificationImportantOutlined from '@mui/icons-material/NotificationImportantOutlined'
import WarningAmberRounded from '@mui/icons-material/WarningAmberRounded'
import Box from '@mui/material/Box'
import { isPressing, type Notification } from '@rumbo/contract/notifications.contract'
import { useText } from '../ui/i18n.tsx'
import { type StatusToken, token } from '../ui/theme/tokens.ts'

const colours = {
  info: 'inactive',
  low: 'inactive',
  medium: 'occupied',
  normal: 'occupied',
  high: 'alarmed',
  urgent: 'critical',
  critical: 'critical',
} as const satisfies Record<Notification['priority'], StatusToken>

export const statusColours = {
  pending: 'alarmed',
  sent: 'active',
  delivered: 'active',
  read: 'inactive',
  failed: 'critical',
} as const satisfies Record<Notification['status'], StatusToken>

/** The priority as an icon in its colour, and in words beside it or for screen readers. */
export function PriorityMark({
  priority,
  hasWords = false,
}: {
  priority: Notification['priority']
  hasWords?: boolean
}) {
  const { t } = useText()
  const Icon =
    priority === 'critical'
      ? NotificationImportantOutlined
      : isPressing(priority)
        ? ErrorOutlineRounded
        : priority === 'high'
          ? WarningAmberRounded
          : InfoOutlined
  const words = t(`notifications.priority.${priority}`)
  return (
    <Box component="span" sx={{ display: 'inline-flex', gap: '6px', alignItems: 'center' }}>
      <Box component="span" sx={{ display: 'inline-flex', color: token(colours[priority]) }}>
        <Icon fontSize="small" titleAccess={hasWords ? undefined : words} />
      </Box>
      {hasWords && words}
    </Box>
  )
}
