import CheckCircleRounded from '@mui/icons-material/CheckCircleRounded'
import ErrorRounded from '@mui/icons-material/ErrorRounded'
import WarningRounded from '@mui/icons-material/WarningRounded'
import type { ServerLevel } from '@rumbo/contract/monitoring.status-levels'
import type { ElementType } from 'react'
import { useText } from '../ui/i18n.tsx'
import { type StatusToken, token } from '../ui/theme/tokens.ts'

const looks: Record<ServerLevel, { icon: ElementType; colour: StatusToken }> = {
  green: { icon: CheckCircleRounded, colour: 'active' },
  amber: { icon: WarningRounded, colour: 'alarmed' },
  red: { icon: ErrorRounded, colour: 'critical' },
}

/** A level as shape, colour and word; nothing without a level. */
export function LevelMark({ level }: { level: ServerLevel | null }) {
  const { t } = useText()
  if (level === null) return null
  const { icon: Icon, colour } = looks[level]
  return (
    <Icon
      sx={{ fontSize: 16, color: token(colour), flex: 'none' }}
      titleAccess={t(`monitoring.level.${level}`)}
    />
  )
}
