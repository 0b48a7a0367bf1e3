import BatteryFullRounded from '@mui/icons-material/BatteryFullRounded'
import LocalGasStationOutlined from '@mui/icons-material/LocalGasStationOutlined'
import SignalCellularAltRounded from '@mui/icons-material/SignalCellularAltRounded'
import SpeedRounded from '@mui/icons-material/SpeedRounded'
import Box from '@mui/material/Box'
import type { LiveVehicle } from '@rumbo/contract/live.contract'
import { formatNumber } from '@rumbo/i18n/formats'
import type { ElementType } from 'react'
import { FigureWithUnit } from '../ui/FigureWithUnit.tsx'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/theme/tokens.ts'
import { StandingSince } from './StandingSince.tsx'

interface ReadingProps {
  icon: ElementType
  label: string
  value: number | null
  unit: string
}

function Reading({ icon: Icon, label, value, unit }: ReadingProps) {
  const { t, language } = useText()
  return (
    <Box sx={{ minWidth: 0 }}>
      <Box
        component="dt"
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: '4px',
          typography: 'caption',
          color: token('textSoft'),
        }}
      >
        <Icon aria-hidden sx={{ fontSize: 15 }} />
        {label}
      </Box>
      <Box component="dd" sx={{ m: 0 }}>
        {value === null ? (
          <Box component="span" sx={{ typography: 'body2', color: token('textFaint') }}>
            {t('map.popup.noData')}
          </Box>
        ) : (
          <FigureWithUnit value={formatNumber(language, value)} unit={unit} size="title" />
        )}
      </Box>
    </Box>
  )
}

type Readings = Pick<
  LiveVehicle,
  'speedKmh' | 'fuelLevel' | 'batteryLevel' | 'gpsSignal' | 'satellites' | 'standSince'
>

/**
 * Speed, fuel, battery and GPS as last reported, and since when the vehicle stands; the speed is omitted if the report
 * is old.
 */
export function LiveReadings({ vehicle, isOld }: { vehicle: Readings; isOld: boolean }) {
  const { t } = useText()
  const gps =
    vehicle.satellites !== null
      ? { value: vehicle.satellites, unit: t('map.popup.satellites') }
      : { value: vehicle.gpsSignal, unit: '%' }
  return (
    <>
      <Box
        component="dl"
        sx={{
          display: 'grid',
          gridTemplateColumns: 'repeat(4, minmax(0, auto))',
          justifyContent: 'space-between',
          gap: '8px',
          m: 0,
          py: '10px',
        }}
      >
        <Reading
          icon={SpeedRounded}
          label={t('map.popup.speed')}
          value={isOld ? null : vehicle.speedKmh}
          unit="km/h"
        />
        <Reading
          icon={LocalGasStationOutlined}
          label={t('map.popup.fuel')}
          value={vehicle.fuelLevel}
          unit="%"
        />
        <Reading
          icon={BatteryFullRounded}
          label={t('map.popup.battery')}
          value={vehicle.batteryLevel}
          unit="%"
        />
        <Reading icon={SignalCellularAltRounded} label={t('map.popup.gps')} {...gps} />
      </Box>
      {vehicle.standSince !== null && (
        <Box sx={{ typography: 'body2', color: token('textSoft'), mt: '-4px', pb: '10px' }}>
          <StandingSince at={vehicle.standSince} />
        </Box>
      )}
    </>
  )
}
