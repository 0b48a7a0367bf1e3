import PlayArrowRounded from '@mui/icons-material/PlayArrowRounded'
import StopRounded from '@mui/icons-material/StopRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { endOwnShift, listOwnShifts, type Shift, startOwnShift } from '@rumbo/contract/shifts.contract'
import { mayStart, standingOf } from '@rumbo/contract/shifts.rules'
import { useErrorMessage } from '../app/client-context.tsx'
import { useChange, useEndpoint } from '../app/data/use-data.ts'
import { useMoment } from '../app/use-moment.ts'
import { Card } from '../ui/Card.tsx'
import { boxLook } from '../ui/card-look.ts'
import { useNow } from '../ui/clock.ts'
import { useText } from '../ui/i18n.tsx'
import { ListSkeleton } from '../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../ui/states.tsx'
import { token } from '../ui/theme/tokens.ts'
import { useToasts } from '../ui/toasts/toasts.tsx'
import { StandingChip } from './standing-look.tsx'
import { useShiftWords } from './use-shift-words.ts'

/** The signed-in driver's own shifts of the coming week, with the buttons to start and end. */
export function MyShift({ isHiddenWhenEmpty = false }: { isHiddenWhenEmpty?: boolean }) {
  const { t } = useText()
  const message = useErrorMessage()
  const own = useEndpoint(listOwnShifts, {})
  if (isHiddenWhenEmpty && !own.data?.items.length) return null
  return (
    <Card title={t('shifts.mine.title')}>
      {own.data ? (
        own.data.items.length === 0 ? (
          <EmptyState title={t('shifts.mine.none')} text={t('shifts.mine.noneText')} />
        ) : (
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: '10px' }}>
            {own.data.items.map((shift) => (
              <OwnShift key={shift.id} shift={shift} />
            ))}
          </Box>
        )
      ) : own.isError ? (
        <ErrorState text={message(own.error, t('shifts.loadFailed'))} onRetry={() => void own.refetch()} />
      ) : (
        <ListSkeleton rows={2} />
      )}
    </Card>
  )
}

function OwnShift({ shift }: { shift: Shift }) {
  const { t } = useText()
  const toasts = useToasts()
  const message = useErrorMessage()
  const moment = useMoment()
  const nowMs = useNow(15)
  const words = useShiftWords()(shift, nowMs)
  const start = useChange(startOwnShift, { evicts: ['services', 'vehicles'] })
  const end = useChange(endOwnShift, { evicts: ['services', 'vehicles'] })
  const press = async (change: typeof start | typeof end, done: string) => {
    try {
      await change.mutateAsync({ params: { id: shift.id }, body: { version: shift.version } })
      toasts.show({ type: 'success', message: done })
    } catch (error) {
      toasts.show({ type: 'error', message: message(error, t('shifts.failed')) })
    }
  }
  return (
    <Box
      component="li"
      sx={{
        ...boxLook,
        p: '14px',
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: '10px 16px',
      }}
    >
      <Box sx={{ flex: '1 1 220px', minWidth: 0 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: '4px 10px', alignItems: 'center' }}>
          <Box sx={{ typography: 'h2', fontVariantNumeric: 'tabular-nums' }}>{words.planned}</Box>
          <StandingChip standing={standingOf(shift, nowMs)} />
        </Box>
        <Box sx={{ typography: 'body2', color: token('textSoft') }}>
          {[
            moment(shift.startsAt, 'longDate'),
            t('shifts.ofVehicle', { number: shift.vehicleNumber }),
            words.actual,
          ]
            .filter(Boolean)
            .join(' · ')}
        </Box>
        {shift.note && <Box sx={{ typography: 'body2', overflowWrap: 'anywhere' }}>{shift.note}</Box>}
      </Box>
      {mayStart(shift, nowMs) && (
        <Button
          variant="contained"
          size="large"
          startIcon={<PlayArrowRounded />}
          loading={start.isPending}
          onClick={() => void press(start, t('shifts.mine.started'))}
          sx={{ minHeight: 56 }}
        >
          {t('shifts.mine.start')}
        </Button>
      )}
      {shift.status === 'running' && (
        <Button
          variant="contained"
          size="large"
          startIcon={<StopRounded />}
          loading={end.isPending}
          onClick={() => void press(end, t('shifts.mine.ended'))}
          sx={{ minHeight: 56 }}
        >
          {t('shifts.mine.end')}
        </Button>
      )}
    </Box>
  )
}
