import Box from '@mui/material/Box'
import type { Shift } from '@rumbo/contract/shifts.contract'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/theme/tokens.ts'
import { visuallyHidden } from '../ui/visually-hidden.ts'
import type { Grouping } from './calendar.rules.ts'
import { standingLook } from './standing-look.tsx'
import { useShiftWords } from './use-shift-words.ts'

interface ShiftButtonProps {
  shift: Shift
  by: Grouping
  nowMs: number
  onOpen: (shift: Shift) => void
  tabIndex?: number
  'data-spot'?: string
}

/** A shift in the calendar: planned and actual time, with whom or which vehicle, and how it stands. */
export function ShiftButton({ shift, by, nowMs, onOpen, ...spot }: ShiftButtonProps) {
  const { t } = useText()
  const words = useShiftWords()(shift, nowMs, by)
  const { colour, icon: Icon } = standingLook[words.standing]
  return (
    <Box
      component="button"
      type="button"
      onClick={() => onOpen(shift)}
      {...spot}
      sx={{
        font: 'inherit',
        textAlign: 'left',
        display: 'grid',
        gridTemplateColumns: 'auto minmax(0, 1fr)',
        columnGap: '6px',
        alignItems: 'start',
        p: '5px 8px 5px 6px',
        border: `1px solid ${token('line')}`,
        borderLeft: `3px solid ${token(colour)}`,
        borderRadius: '8px',
        color: token('text'),
        backgroundColor: token(words.standing === 'upcoming' ? 'surface' : `${colour}Tint`),
        cursor: 'pointer',
        position: 'relative',
        minWidth: 0,
        fontVariantNumeric: 'tabular-nums',
        '&:hover': { borderColor: token('lineStrong'), borderLeftColor: token(colour) },
        '&:focus-visible': { outline: `2px solid ${token('primaryText')}`, outlineOffset: 1 },
      }}
    >
      <Icon aria-hidden sx={{ fontSize: 16, mt: '2px', color: token(colour) }} />
      <Box sx={{ minWidth: 0 }}>
        <Box
          sx={{
            typography: 'subtitle2',
            textDecoration: words.standing === 'cancelled' ? 'line-through' : undefined,
          }}
        >
          {words.planned}
        </Box>
        <Box sx={{ typography: 'body2', overflowWrap: 'anywhere' }}>
          {by === 'driver' ? t('shifts.ofVehicle', { number: shift.vehicleNumber }) : shift.driverName}
        </Box>
        {(words.actual ?? ['late', 'missed', 'cancelled'].includes(words.standing)) && (
          <Box sx={{ typography: 'caption', color: token(colour), fontWeight: 620 }}>
            {words.actual ?? t(`shifts.standing.${words.standing}`)}
          </Box>
        )}
        <span style={visuallyHidden}>{`, ${words.rest}`}</span>
      </Box>
    </Box>
  )
}
