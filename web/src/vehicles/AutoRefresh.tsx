import SyncDisabledRounded from '@mui/icons-material/SyncDisabledRounded'
import SyncProblemRounded from '@mui/icons-material/SyncProblemRounded'
import SyncRounded from '@mui/icons-material/SyncRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useLiveStatus } from '../live/use-live.ts'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/theme/tokens.ts'
import { visuallyHidden } from '../ui/visually-hidden.ts'

interface AutoRefreshProps {
  isRunning: boolean
  onChange: (isRunning: boolean) => void
  /** Number of vehicles that changed since auto-refresh was switched off. */
  waiting: number
  /** For small spaces: the name is in the accessible name and a tooltip only. */
  isCompact?: boolean
}

/** Switches auto-refresh and shows the number of waiting changes. Never shows "live" while the stream is down. */
export function AutoRefresh({ isRunning, onChange, waiting, isCompact = false }: AutoRefreshProps) {
  const { t } = useText()
  const { state } = useLiveStatus()
  const isLive = state === 'live'
  return (
    <Button
      size="small"
      variant="outlined"
      aria-pressed={isRunning}
      title={isCompact ? t('map.autoRefresh.label') : undefined}
      startIcon={isRunning ? isLive ? <SyncRounded /> : <SyncProblemRounded /> : <SyncDisabledRounded />}
      onClick={() => onChange(!isRunning)}
      sx={{ '&&': { backgroundColor: token('raised') } }}
    >
      <span style={isCompact ? visuallyHidden : undefined}>{t('map.autoRefresh.label')} </span>
      <Box component="span" sx={{ ml: isCompact ? 0 : '6px', color: token('textSoft'), fontWeight: 520 }}>
        {isRunning
          ? t(isLive ? 'map.autoRefresh.live' : `ui.live.${state}`)
          : waiting > 0
            ? t('map.autoRefresh.waiting', { count: waiting })
            : t('map.autoRefresh.paused')}
      </Box>
    </Button>
  )
}
