import CloseRounded from '@mui/icons-material/CloseRounded'
import PlaceOutlined from '@mui/icons-material/PlaceOutlined'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import type { LiveVehicle } from '@rumbo/contract/live.contract'
import type { ReactNode } from 'react'
import { useFleetNames } from '../app/client-context.tsx'
import { floatingLook } from '../ui/card-look.ts'
import { useText } from '../ui/i18n.tsx'
import { VehicleStatusChip } from '../ui/StatusChip.tsx'
import { token } from '../ui/theme/tokens.ts'
import { LiveReadings } from './LiveReadings.tsx'

/** Style of a vehicle card floating beside its mark or tile. */
export const cardFrame = {
  maxWidth: '100%',
  ...floatingLook,
  boxShadow: `0 10px 28px ${token('shadow')}`,
  '& > *': { px: '14px' },
} as const

interface VehicleCardProps {
  vehicle: LiveVehicle
  /** The position is old, so the speed is not shown. */
  isOld: boolean
  /** The address: `words` is null while loading or if the lookup failed. Undefined: the vehicle has no position. */
  place: { words: string | null; isLoading: boolean; hasFailed?: boolean; isDegraded?: boolean } | undefined
  /** What the vehicle does, shown above its readings. */
  activity?: ReactNode
  /** Shown below the address. */
  detail: ReactNode
  /** Undefined: the card cannot be closed. */
  onClose: (() => void) | undefined
}

/** Summary of a vehicle: number, status, make, readings and place. */
export function VehicleCard({ vehicle, isOld, place, activity, detail, onClose }: VehicleCardProps) {
  const { t } = useText()
  const fleetName = useFleetNames()
  const number = vehicle.vehicleNumber
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'flex-start', pt: '12px', gap: '8px' }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Box sx={{ display: 'flex', alignItems: 'center', gap: '8px', flexWrap: 'wrap' }}>
            <Box component="h2" sx={{ typography: 'h1', m: 0 }}>
              {number}
            </Box>
            <VehicleStatusChip status={vehicle.status} label={t(`vehicles.status.${vehicle.status}`)} />
          </Box>
          <Box sx={{ typography: 'body2', color: token('textSoft') }}>
            {vehicle.make} {vehicle.model} {vehicle.year} · {vehicle.plateNumber}
            {fleetName && ` · ${fleetName(vehicle.fleetId)}`}
          </Box>
        </Box>
        {onClose && (
          <IconButton size="small" aria-label={t('map.popup.close', { number })} onClick={onClose}>
            <CloseRounded />
          </IconButton>
        )}
      </Box>
      {activity}
      <LiveReadings vehicle={vehicle} isOld={isOld} />
      <Box sx={{ borderTop: `1px solid ${token('line')}`, py: '10px', display: 'flex', gap: '10px' }}>
        <PlaceOutlined aria-hidden sx={{ fontSize: 18, color: token('textSoft'), mt: '1px' }} />
        {place === undefined ? (
          <Box sx={{ typography: 'body2' }}>{t('map.popup.noFix')}</Box>
        ) : (
          <Box sx={{ minWidth: 0, flex: 1 }}>
            <Box sx={{ typography: 'body1' }}>
              {place.words ??
                t(
                  place.isLoading
                    ? 'map.popup.addressLoading'
                    : place.hasFailed
                      ? 'liveMap.popup.addressFailed'
                      : 'map.popup.noAddress',
                )}
            </Box>
            {place.isDegraded && <Box sx={{ typography: 'caption' }}>{t('places.field.degraded')}</Box>}
            <Box sx={{ typography: 'caption', color: token('textSoft') }}>{detail}</Box>
          </Box>
        )}
      </Box>
    </>
  )
}
