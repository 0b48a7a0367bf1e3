import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { DriverState } from '@rumbo/contract/drivers.contract'
import { endOwnShift, startOwnShift, startUnplannedShift } from '@rumbo/contract/shifts.contract'
import { mayStart } from '@rumbo/contract/shifts.rules'
import { useState } from 'react'
import { useErrorMessage } from '../app/client-context.tsx'
import { useChange } from '../app/data/use-data.ts'
import { Card } from '../ui/Card.tsx'
import { useNow } from '../ui/clock.ts'
import { ConfirmDialog } from '../ui/dialogs/ConfirmDialog.tsx'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/theme/tokens.ts'
import { useToasts } from '../ui/toasts/toasts.tsx'
import { useDriverMoment } from './driver-moment.ts'
import type { Act } from './use-driver.ts'

const large = { minHeight: 60 }

/** Shows what a refused start or end was refused for. */
function usePress() {
  const { t } = useText()
  const toasts = useToasts()
  const message = useErrorMessage()
  return async (work: () => Promise<unknown>) => {
    try {
      await work()
    } catch (error) {
      toasts.show({ type: 'error', message: message(error, t('shifts.failed')) })
    }
  }
}

const evicts = ['drivers', 'vehicles', 'services']

/** Off duty: the planned shifts, or the vehicles to choose from. */
export function StartCard({ state, isOffline }: { state: DriverState; isOffline: boolean }) {
  const { t } = useText()
  const moment = useDriverMoment()
  const nowMs = useNow(15)
  const press = usePress()
  const start = useChange(startOwnShift, { evicts })
  const startNow = useChange(startUnplannedShift, { evicts })
  const { shifts, vehicles, earlyStartMinutes } = state
  return (
    <Card title={t('driver.duty.off')}>
      <Box sx={{ display: 'grid', gap: '14px' }}>
        {isOffline && <Box sx={{ color: token('textSoft') }}>{t('driver.duty.online')}</Box>}
        {shifts.map((shift) => {
          const isSoon = mayStart(shift, nowMs)
          return (
            <Box key={shift.id} sx={{ display: 'grid', gap: '8px' }}>
              <Box>
                {moment(shift.startsAt, 'longDate')}
                <Box sx={{ color: token('textSoft') }}>
                  {t('driver.duty.planned', {
                    from: moment(shift.startsAt, 'time'),
                    to: moment(shift.endsAt, 'time'),
                    vehicle: shift.vehicleNumber,
                  })}
                </Box>
              </Box>
              {isSoon ? (
                <Button
                  variant="contained"
                  size="large"
                  disabled={isOffline}
                  loading={start.isPending}
                  sx={large}
                  onClick={() =>
                    void press(() =>
                      start.mutateAsync({ params: { id: shift.id }, body: { version: shift.version } }),
                    )
                  }
                >
                  {t('driver.duty.startIn', { vehicle: shift.vehicleNumber })}
                </Button>
              ) : (
                shift === shifts[0] && (
                  <Box sx={{ typography: 'body2', color: token('textSoft') }}>
                    {t('driver.duty.tooEarly', { minutes: earlyStartMinutes })}
                  </Box>
                )
              )}
            </Box>
          )
        })}
        {!shifts.some((shift) => mayStart(shift, nowMs)) && (
          <>
            <Box>{t(vehicles.length > 0 ? 'driver.duty.choose' : 'driver.duty.noVehicles')}</Box>
            {vehicles.map(({ id, vehicleNumber }) => (
              <Button
                key={id}
                variant="outlined"
                size="large"
                disabled={isOffline}
                loading={startNow.isPending}
                sx={large}
                onClick={() => void press(() => startNow.mutateAsync({ body: { vehicleId: id } }))}
              >
                {t('driver.duty.startIn', { vehicle: vehicleNumber })}
              </Button>
            ))}
          </>
        )}
      </Box>
    </Card>
  )
}

/** On duty: break, and end of the shift. */
export function DutyActions({
  state: { shift, breakSince, services },
  isOffline,
  act,
}: {
  state: DriverState
  isOffline: boolean
  act: Act
}) {
  const { t } = useText()
  const press = usePress()
  const end = useChange(endOwnShift, { evicts })
  const [isAsking, setAsking] = useState(false)
  if (!shift) return null
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: '12px' }}>
      <Button
        variant="outlined"
        sx={large}
        onClick={() => void act({ kind: breakSince === null ? 'start_break' : 'end_break' })}
      >
        {t(breakSince === null ? 'driver.break.start' : 'driver.break.end')}
      </Button>
      <Button
        variant="outlined"
        sx={large}
        disabled={isOffline || services.length > 0}
        onClick={() => setAsking(true)}
      >
        {t('driver.duty.end')}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={t('driver.duty.endConfirm')}
        text={t('driver.duty.endText')}
        confirmLabel={t('driver.duty.end')}
        onClose={() => setAsking(false)}
        onConfirm={async () => {
          await press(() => end.mutateAsync({ params: { id: shift.id }, body: { version: shift.version } }))
          setAsking(false)
        }}
      />
    </Box>
  )
}
