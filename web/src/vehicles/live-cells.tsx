import Box from '@mui/material/Box'
import type { Vehicle } from '@rumbo/contract/vehicles.contract'
import { formatNumber } from '@rumbo/i18n/formats'
import { useLiveVehicle } from '../live/use-live.ts'
import { Age } from '../ui/Age.tsx'
import { FigureWithUnit } from '../ui/FigureWithUnit.tsx'
import { useText } from '../ui/i18n.tsx'
import { VehicleStatusChip } from '../ui/StatusChip.tsx'
import { StandingSince } from './StandingSince.tsx'
import { useHeld } from './use-held.ts'

interface LiveCellProps {
  vehicle: Vehicle
  /** False: the cell keeps its last value. */
  isRunning: boolean
}

/**
 * The live values of a vehicle: from the live stream, else from its record. If the user changed the record while
 * auto-refresh is off, the values of the record show.
 */
function useMoving({ vehicle, isRunning }: LiveCellProps) {
  const live = useLiveVehicle(vehicle.id)
  const moving =
    live && isRunning
      ? { status: live.status, speedKmh: live.speedKmh, at: live.at, standSince: live.standSince }
      : {
          status: vehicle.status,
          speedKmh: vehicle.lastLocation?.speed ?? null,
          at: vehicle.lastUpdate,
          standSince: null,
        }
  return useHeld(moving, isRunning, `${vehicle.id} ${vehicle.version} ${vehicle.status}`)
}

export function LiveStatusChip(props: LiveCellProps) {
  const { t } = useText()
  const { status } = useMoving(props)
  return <VehicleStatusChip status={status} label={t(`vehicles.status.${status}`)} />
}

/** The speed; of a vehicle that stands, for how long and since when. */
export function LiveSpeed(props: LiveCellProps) {
  const { language } = useText()
  const { speedKmh, standSince } = useMoving(props)
  if (standSince !== null)
    return (
      <Box component="span" sx={{ typography: 'body2', whiteSpace: 'nowrap' }}>
        <StandingSince at={standSince} look="cell" />
      </Box>
    )
  return speedKmh === null ? <>—</> : <FigureWithUnit value={formatNumber(language, speedKmh)} unit="km/h" />
}

export function LiveAge(props: LiveCellProps) {
  return <Age at={useMoving(props).at} />
}
