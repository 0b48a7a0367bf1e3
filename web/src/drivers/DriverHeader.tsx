import Box from '@mui/material/Box'
import type { DriverState } from '@rumbo/contract/drivers.contract'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/theme/tokens.ts'
import { useDriverMoment } from './driver-moment.ts'

/** Vehicle, driver and duty, and whether anything waits for a connection. */
export function DriverHeader({
  state: { driver, vehicle, shift, breakSince },
  isOffline,
  waiting,
}: {
  state: DriverState
  isOffline: boolean
  waiting: number
}) {
  const { t } = useText()
  const moment = useDriverMoment()
  const duty = shift === null ? 'off' : breakSince === null ? 'on' : 'break'
  return (
    <Box component="header" sx={{ display: 'grid', gap: '6px' }}>
      <Box sx={{ display: 'flex', alignItems: 'baseline', gap: '12px', flexWrap: 'wrap' }}>
        <Box component="h1" sx={{ typography: 'h1', m: 0 }}>
          {vehicle?.vehicleNumber ?? t('screens.title.driver')}
        </Box>
        <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>{driver?.name}</Box>
        <Box sx={{ ml: 'auto', color: token(duty === 'on' ? 'active' : 'textSoft'), fontWeight: 600 }}>
          {t(`driver.duty.${duty}`)}
        </Box>
      </Box>
      {shift && (
        <Box sx={{ color: token('textSoft') }}>
          {breakSince === null
            ? t('driver.duty.until', { time: moment(shift.endsAt, 'time') })
            : t('driver.break.since', { time: moment(breakSince, 'time') })}
        </Box>
      )}
      <Box role="status">
        {isOffline && (
          <Box sx={{ p: '10px 12px', borderRadius: '8px', backgroundColor: token('alarmedTint') }}>
            <strong>{t('driver.offline')}</strong>
            {waiting > 0 && ` · ${t('driver.queue.waiting', { count: waiting })}`}
            <Box sx={{ typography: 'body2' }}>{t('driver.offline.text')}</Box>
          </Box>
        )}
      </Box>
    </Box>
  )
}
