import CheckRounded from '@mui/icons-material/CheckRounded'
import CloseRounded from '@mui/icons-material/CloseRounded'
import EventOutlined from '@mui/icons-material/EventOutlined'
import HourglassTopRounded from '@mui/icons-material/HourglassTopRounded'
import MoreTimeRounded from '@mui/icons-material/MoreTimeRounded'
import PersonOffOutlined from '@mui/icons-material/PersonOffOutlined'
import PlayArrowOutlined from '@mui/icons-material/PlayArrowOutlined'
import type { Standing } from '@rumbo/contract/shifts.rules'
import type { ElementType } from 'react'
import { useText } from '../ui/i18n.tsx'
import { TintedChip } from '../ui/StatusChip.tsx'
import type { StatusToken } from '../ui/theme/tokens.ts'

export const standingLook = {
  upcoming: { colour: 'inactive', icon: EventOutlined },
  late: { colour: 'alarmed', icon: HourglassTopRounded },
  running: { colour: 'occupied', icon: PlayArrowOutlined },
  overrun: { colour: 'alarmed', icon: MoreTimeRounded },
  ended: { colour: 'active', icon: CheckRounded },
  missed: { colour: 'critical', icon: PersonOffOutlined },
  cancelled: { colour: 'out_of_service', icon: CloseRounded },
} as const satisfies Record<Standing, { colour: StatusToken; icon: ElementType }>

/** How a shift stands as symbol, colour and text. */
export function StandingChip({ standing }: { standing: Standing }) {
  const { t } = useText()
  const { colour, icon: Icon } = standingLook[standing]
  return (
    <TintedChip colour={colour} icon={<Icon aria-hidden sx={{ fontSize: 16 }} />}>
      {t(`shifts.standing.${standing}`)}
    </TintedChip>
  )
}
