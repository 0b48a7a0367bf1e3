import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { Candidate } from '@rumbo/contract/dispatch.contract'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { VehicleMark } from '../../ui/VehicleMark.tsx'

interface OtherVehiclesProps {
  vehicles: readonly Candidate[]
  /** Undefined where the vehicle cannot be reserved either, or nothing can be done now. */
  onReserve: (vehicle: Candidate) => (() => void) | undefined
  isBusy: boolean
}

/** The vehicles that cannot be assigned, each with its reasons; some can be reserved. */
export function OtherVehicles({ vehicles, onReserve, isBusy }: OtherVehiclesProps) {
  const { t } = useText()
  const reasonText = ({ status }: Candidate, reason: Candidate['reasons'][number]) =>
    reason === 'status'
      ? t('dispatch.others.status', { status: t(`vehicles.status.${status}`) })
      : t(`dispatch.why.${reason}`)
  return (
    <Box component="ul" aria-label={t('dispatch.others.list')} sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {vehicles.map((vehicle) => {
        const { vehicleId, vehicleNumber, status, reasons } = vehicle
        const reserve = onReserve(vehicle)
        return (
          <Box
            component="li"
            key={vehicleId}
            sx={{
              display: 'flex',
              alignItems: 'center',
              gap: '10px',
              minHeight: 44,
              px: '14px',
              borderTop: `1px solid ${token('line')}`,
            }}
          >
            <VehicleMark status={status} size={20} />
            <Box data-name="" sx={{ typography: 'h3', minWidth: 44 }}>
              {vehicleNumber}
            </Box>
            <Box sx={{ flex: 1, minWidth: 0, typography: 'body2', color: token('textSoft') }}>
              {reasons.map((reason) => reasonText(vehicle, reason)).join(' · ')}
            </Box>
            {reserve && (
              <Button
                size="small"
                variant="outlined"
                aria-label={t('dispatch.reserve.vehicle', { vehicle: vehicleNumber })}
                disabled={isBusy}
                onClick={reserve}
              >
                {t('dispatch.reserve.submit')}
              </Button>
            )}
          </Box>
        )
      })}
    </Box>
  )
}
