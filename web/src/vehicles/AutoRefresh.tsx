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
  /** Vehicles that changed since it was switched off. */
  waiting: number
  /** Where room is short: its name is read out and shown on pointing at it. */
  isCompact?: boolean
}

/** Live, or held with what waits. Never says live while nothing comes. */
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
