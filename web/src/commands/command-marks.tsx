import CheckRounded from '@mui/icons-material/CheckRounded'
import CloseRounded from '@mui/icons-material/CloseRounded'
import ErrorOutlineRounded from '@mui/icons-material/ErrorOutlineRounded'
import HourglassTopRounded from '@mui/icons-material/HourglassTopRounded'
import KeyboardDoubleArrowUpRounded from '@mui/icons-material/KeyboardDoubleArrowUpRounded'
import NearMeOutlined from '@mui/icons-material/NearMeOutlined'
import SendRounded from '@mui/icons-material/SendRounded'
import TimerOffOutlined from '@mui/icons-material/TimerOffOutlined'
import Box from '@mui/material/Box'
import type { GpsCommand } from '@rumbo/contract/commands.contract'
import type { CommandPriority, CommandStatus } from '@rumbo/contract/commands.device-command.contract'
import { formatClock } from '@rumbo/i18n/formats'
import type { ElementType } from 'react'
import { useNow } from '../ui/clock.ts'
import { useText } from '../ui/i18n.tsx'
import { TintedChip } from '../ui/StatusChip.tsx'
import { token } from '../ui/theme/tokens.ts'
import { secondsLeft, statusColours } from './commands.rules.ts'

const icons: Record<CommandStatus, ElementType> = {
  queued: HourglassTopRounded,
  sending: NearMeOutlined,
  sent: SendRounded,
  delivered: CheckRounded,
  failed: ErrorOutlineRounded,
  expired: TimerOffOutlined,
  cancelled: CloseRounded,
}

/** A command's status as symbol, colour and text. */
export function CommandStatusChip({ status }: { status: CommandStatus }) {
  const { t } = useText()
  const Icon = icons[status]
  return (
    <TintedChip colour={statusColours[status]} icon={<Icon aria-hidden sx={{ fontSize: 16 }} />}>
      {t(`commands.status.${status}`)}
    </TintedChip>
  )
}

/** The remaining time of a queued command, ticking; nothing for other commands. */
export function ExpiryCountdown({ command }: { command: GpsCommand }) {
  const { t } = useText()
  const now = useNow(1, command.status === 'queued')
  const left = secondsLeft(command, now)
  if (left === null) return null
  return (
    <Box component="span" sx={{ typography: 'caption', color: token('textSoft'), whiteSpace: 'nowrap' }}>
      {left === 0 ? t('commands.expiresIn.now') : t('commands.expiresIn', { time: formatClock(left) })}
    </Box>
  )
}

/** A priority in words; urgent ones have an icon. */
export function CommandPriorityMark({ priority }: { priority: CommandPriority }) {
  const { t } = useText()
  const isUrgent = priority === 'critical' || priority === 'high'
  return (
    <Box
      component="span"
      sx={{ display: 'inline-flex', alignItems: 'center', gap: '3px', verticalAlign: 'middle' }}
    >
      {isUrgent && (
        <KeyboardDoubleArrowUpRounded
          aria-hidden
          sx={{ fontSize: 16, color: token(priority === 'critical' ? 'critical' : 'alarmed') }}
        />
      )}
      {t(`commands.priority.${priority}`)}
    </Box>
  )
}
