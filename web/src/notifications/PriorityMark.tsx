import ErrorRounded from '@mui/icons-material/ErrorRounded'
import FiberManualRecordRounded from '@mui/icons-material/FiberManualRecordRounded'
import InfoOutlined from '@mui/icons-material/InfoOutlined'
import KeyboardDoubleArrowUpRounded from '@mui/icons-material/KeyboardDoubleArrowUpRounded'
import WarningRounded from '@mui/icons-material/WarningRounded'
import Box from '@mui/material/Box'
import type { NotificationPriority } from '@rumbo/contract/notifications.contract'
import { useText } from '../ui/i18n.tsx'
import { type StatusToken, token } from '../ui/theme/tokens.ts'

const calm = { colour: 'inactive', Icon: FiberManualRecordRounded } as const
const looks: Record<NotificationPriority, { colour: StatusToken; Icon: typeof InfoOutlined }> = {
  info: { colour: 'inactive', Icon: InfoOutlined },
  low: calm,
  medium: calm,
  normal: { colour: 'occupied', Icon: FiberManualRecordRounded },
  high: { colour: 'alarmed', Icon: KeyboardDoubleArrowUpRounded },
  urgent: { colour: 'alarmed', Icon: WarningRounded },
  critical: { colour: 'critical', Icon: ErrorRounded },
}

/** The priority of a notification by shape, colour and word. */
export function PriorityMark({ priority }: { priority: NotificationPriority }) {
  const { t } = useText()
  const { colour, Icon } = looks[priority]
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        verticalAlign: 'middle',
        alignItems: 'center',
        gap: '6px',
        whiteSpace: 'nowrap',
      }}
    >
      <Icon aria-hidden sx={{ fontSize: 18, color: token(colour) }} />
      {t(`notifications.priority.${priority}`)}
    </Box>
  )
}
