import DragHandleRounded from '@mui/icons-material/DragHandleRounded'
import KeyboardArrowDownRounded from '@mui/icons-material/KeyboardArrowDownRounded'
import KeyboardArrowUpRounded from '@mui/icons-material/KeyboardArrowUpRounded'
import KeyboardDoubleArrowUpRounded from '@mui/icons-material/KeyboardDoubleArrowUpRounded'
import type { Service } from '@rumbo/contract/services.contract'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/theme/tokens.ts'

const looks = {
  critical: { icon: KeyboardDoubleArrowUpRounded, colour: token('critical') },
  high: { icon: KeyboardArrowUpRounded, colour: token('alarmed') },
  medium: { icon: DragHandleRounded, colour: token('textSoft') },
  low: { icon: KeyboardArrowDownRounded, colour: token('textSoft') },
} as const

/** The priority as an icon with an accessible name. */
export function PriorityMark({ priority }: { priority: Service['priorityLevel'] }) {
  const { t } = useText()
  const { icon: Icon, colour } = looks[priority]
  return <Icon titleAccess={t(`services.priority.${priority}`)} sx={{ fontSize: 18, color: colour }} />
}
