import DescriptionOutlined from '@mui/icons-material/DescriptionOutlined'
import EventRepeatRounded from '@mui/icons-material/EventRepeatRounded'
import HourglassTopRounded from '@mui/icons-material/HourglassTopRounded'
import ScheduleRounded from '@mui/icons-material/ScheduleRounded'
import TerminalRounded from '@mui/icons-material/TerminalRounded'
import WarningAmberRounded from '@mui/icons-material/WarningAmberRounded'
import WifiOffRounded from '@mui/icons-material/WifiOffRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { formatClock, formatDurationShort } from '@rumbo/i18n/formats'
import type { ElementType } from 'react'
import { nowMs } from '../ui/clock.ts'
import { KeyHint } from '../ui/KeyHint.tsx'
import { token } from '../ui/theme/tokens.ts'
import type { Need, NeedKind } from './needs.rules.ts'
import type { NeedAction } from './use-need-actions.ts'

const icons: Record<NeedKind, ElementType> = {
  event: WarningAmberRounded,
  unassigned: HourglassTopRounded,
  silent: WifiOffRounded,
  late: ScheduleRounded,
  series: EventRepeatRounded,
  command: TerminalRounded,
  paper: DescriptionOutlined,
}

/** Minutes and seconds at first; hours and days later. */
const runningTime = (seconds: number): string =>
  seconds < 3600 ? formatClock(Math.max(0, seconds)) : formatDurationShort(seconds)

interface NeedRowProps {
  need: Need
  isFirst: boolean
  /** The key that runs the action; null for none. */
  place: number | null
  action: NeedAction
}

/** An item that needs attention: description, time since, and its action. */
export function NeedRow({ need, isFirst, place, action: { title, detail, due, label, run } }: NeedRowProps) {
  const Icon = icons[need.kind]
  const tone = need.isGrave ? 'critical' : 'alarmed'
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: '36px minmax(0, 1fr) auto', sm: '28px 36px minmax(0, 1fr) auto 112px' },
        alignItems: 'center',
        gap: '6px 12px',
        minHeight: 56,
        p: '8px 16px',
        borderTop: `1px solid ${token('line')}`,
      }}
    >
      <Box component="span" sx={{ display: { xs: 'none', sm: 'block' }, ml: '-6px' }}>
        {place !== null && <KeyHint>{place}</KeyHint>}
      </Box>
      <Box
        component="span"
        aria-hidden
        sx={{
          display: 'grid',
          placeItems: 'center',
          width: 36,
          height: 36,
          borderRadius: '8px',
          color: token(tone),
          backgroundColor: token(`${tone}Tint`),
        }}
      >
        <Icon sx={{ fontSize: 20 }} />
      </Box>
      <Box component="span" sx={{ minWidth: 0 }}>
        <Box component="span" sx={{ display: 'block', typography: 'h3', overflowWrap: 'anywhere' }}>
          {title}
        </Box>
        <Box
          component="span"
          sx={{
            display: 'block',
            typography: 'body2',
            color: token('textSoft'),
            overflow: 'hidden',
            textOverflow: 'ellipsis',
          }}
        >
          {detail}
        </Box>
      </Box>
      <Box component="span" sx={{ typography: 'h2', fontWeight: 700, color: token(tone) }}>
        {due ?? runningTime((nowMs() - need.sinceMs) / 1000)}
      </Box>
      <Button
        variant={isFirst && need.isGrave ? 'contained' : 'outlined'}
        size="small"
        aria-label={`${label}: ${title}`}
        aria-keyshortcuts={place === null ? undefined : String(place)}
        onClick={run}
        sx={{
          gridColumn: { xs: '2 / -1', sm: 'auto' },
          justifySelf: { xs: 'start', sm: 'stretch' },
          minHeight: { xs: 44, sm: 'auto' },
        }}
      >
        {label}
      </Button>
    </Box>
  )
}
