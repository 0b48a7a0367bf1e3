import SyncDisabledRounded from '@mui/icons-material/SyncDisabledRounded'
import SyncProblemRounded from '@mui/icons-material/SyncProblemRounded'
import SyncRounded from '@mui/icons-material/SyncRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useLiveStatus } from '../live/use-live.ts'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/tokens.ts'

interface AutoRefreshProps {
  isRunning: boolean
  onChange: (isRunning: boolean) => void
  /** Vehicles that changed since it was switched off. */
  waiting: number
}

/** Live, or held with what waits. Never says live while nothing comes. */
export function AutoRefresh({ isRunning, onChange, waiting }: AutoRefreshProps) {
  const { t } = useText()
  const { state } = useLiveStatus()
  const isLive = state === 'live'
  return (
    <Button
      size="small"
      variant="outlined"
      aria-pressed={isRunning}
      startIcon={isRunning ? isLive ? <SyncRounded /> : <SyncProblemRounded /> : <SyncDisabledRounded />}
      onClick={() => onChange(!isRunning)}
      sx={{ '&&': { backgroundColor: token('raised') } }}
    >
      {t('map.autoRefresh.label')}
      <Box component="span" sx={{ ml: '6px', color: token('textSoft'), fontWeight: 520 }}>
        {isRunning
          ? t(isLive ? 'map.autoRefresh.live' : `ui.live.${state}`)
          : waiting > 0
            ? t('map.autoRefresh.waiting', { count: waiting })
            : t('map.autoRefresh.paused')}
      </Box>
    </Button>
  )
}
