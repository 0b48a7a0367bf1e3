import FullscreenExitRounded from '@mui/icons-material/FullscreenExitRounded'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import { useMoment } from '../app/use-moment.ts'
import { useLiveStatus } from '../live/use-live.ts'
import { useNow } from '../ui/clock.ts'
import { useText } from '../ui/i18n.tsx'
import { LivePill } from '../ui/LivePill.tsx'
import { token } from '../ui/theme/tokens.ts'
import { VehicleMark } from '../ui/VehicleMark.tsx'
import { displayOrder } from '../vehicles/vehicle-list.rules.ts'
import type { GridState } from './use-grid.ts'

interface WallHeadProps {
  fleetName: string
  grid: GridState
  /** The visible page of the grid. */
  page: { page: number; pages: number }
  onEnd: () => void
}

/** The header of the wall: fleet, numbers by status, live state, hidden vehicles, and the time. */
export function WallHead({ fleetName, grid, page, onEnd }: WallHeadProps) {
  const { t } = useText()
  const moment = useMoment()
  const now = useNow(10)
  const { state, lastMessageAt } = useLiveStatus()
  const { counts, shown, vehicles } = grid
  const soft = { typography: 'body2', color: token('textSoft') } as const
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: '8px 16px', flexWrap: 'wrap', zoom: 1.2 }}>
      <Box component="span" sx={{ typography: 'h1' }}>
        {fleetName}
      </Box>
      {displayOrder
        .filter((status) => counts[status] > 0)
        .map((status) => (
          <Box
            component="span"
            key={status}
            sx={{ display: 'inline-flex', alignItems: 'center', gap: '6px', typography: 'h2' }}
          >
            <VehicleMark status={status} size={20} /> {counts[status]}
            <Box component="span" sx={soft}>
              {t(`vehicles.status.${status}`)}
            </Box>
          </Box>
        ))}
      <Box sx={{ ml: 'auto', display: 'flex', alignItems: 'center', gap: '8px 14px', flexWrap: 'wrap' }}>
        {shown.length < vehicles.length && (
          <Box component="span" sx={soft}>
            {t('grid.wall.filtered', { shown: shown.length, total: vehicles.length })}
          </Box>
        )}
        {page.pages > 1 && (
          <Box component="span" sx={soft}>
            {t('grid.wall.page', page)}
          </Box>
        )}
        <LivePill state={state} lastMessageAt={lastMessageAt} />
        <Box component="time" sx={{ typography: 'h1' }}>
          {moment(new Date(now).toISOString(), 'time')}
        </Box>
        <IconButton
          size="small"
          aria-label={t('grid.wall.end')}
          title={t('grid.wall.end')}
          aria-keyshortcuts="w"
          onClick={onEnd}
          sx={{ color: token('textSoft') }}
        >
          <FullscreenExitRounded />
        </IconButton>
      </Box>
    </Box>
  )
}
