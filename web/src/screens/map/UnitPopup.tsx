import BatteryFullRounded from '@mui/icons-material/BatteryFullRounded'
import CloseRounded from '@mui/icons-material/CloseRounded'
import ContentCopyRounded from '@mui/icons-material/ContentCopyRounded'
import GpsFixedRounded from '@mui/icons-material/GpsFixedRounded'
import GpsNotFixedRounded from '@mui/icons-material/GpsNotFixedRounded'
import LocalGasStationOutlined from '@mui/icons-material/LocalGasStationOutlined'
import OpenInNewRounded from '@mui/icons-material/OpenInNewRounded'
import PlaceOutlined from '@mui/icons-material/PlaceOutlined'
import SignalCellularAltRounded from '@mui/icons-material/SignalCellularAltRounded'
import SpeedRounded from '@mui/icons-material/SpeedRounded'
import TerminalRounded from '@mui/icons-material/TerminalRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import type { LiveVehicle } from '@rumbo/contract/live.contract'
import { publicSettings } from '@rumbo/contract/monitoring.contract'
import { formatNumber } from '@rumbo/i18n/formats'
import type { ElementType } from 'react'
import { addresses } from '../../addresses.ts'
import { Anchor } from '../../app/address.tsx'
import { useCan, useFeatures } from '../../app/client-context.tsx'
import { useEndpoint } from '../../app/use-data.ts'
import { isStale } from '../../map/map-model.ts'
import { useAddressAt } from '../../places/use-address.ts'
import { Age } from '../../ui/Age.tsx'
import { nowMs } from '../../ui/clock.ts'
import { FigureWithUnit } from '../../ui/FigureWithUnit.tsx'
import { useText } from '../../ui/i18n.tsx'
import { VehicleStatusChip } from '../../ui/StatusChip.tsx'
import { useToasts } from '../../ui/toasts.tsx'
import { token } from '../../ui/tokens.ts'

interface ReadingProps {
  icon: ElementType
  label: string
  value: number | null
  unit: string
  digits?: number
}

function Reading({ icon: Icon, label, value, unit, digits = 0 }: ReadingProps) {
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
          <FigureWithUnit value={formatNumber(language, value, digits)} unit={unit} size="title" />
        )}
      </Box>
    </Box>
  )
}

const eighthOf = (degrees: number) => (Math.round(degrees / 45) % 8) as 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7

interface UnitPopupProps {
  vehicle: LiveVehicle
  isFollowing: boolean
  onFollow: (isFollowing: boolean) => void
  onClose: () => void
}

/** What is known of the chosen vehicle. */
export function UnitPopup({ vehicle, isFollowing, onFollow, onClose }: UnitPopupProps) {
  const { t } = useText()
  const toasts = useToasts()
  const can = useCan()
  const features = useFeatures()
  const { latitude, longitude, heading, vehicleNumber } = vehicle
  const point = latitude === null || longitude === null ? null : { latitude, longitude }
  const { place, isLoading } = useAddressAt(point, vehicle.id)
  const settings = useEndpoint(publicSettings, {})
  const coordinates = point === null ? '' : `${point.latitude.toFixed(5)}, ${point.longitude.toFixed(5)}`
  const mapsAddress =
    point === null
      ? undefined
      : settings.data?.mapsUrlTemplate
          .replaceAll('{latitude}', String(point.latitude))
          .replaceAll('{longitude}', String(point.longitude))

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(coordinates)
      toasts.show({ type: 'success', message: t('map.popup.copied'), detail: coordinates })
    } catch {
      toasts.show({ type: 'error', message: t('map.popup.copyFailed') })
    }
  }

  return (
    <Box
      component="section"
      aria-label={t('map.popup.label', { number: vehicleNumber })}
      sx={{
        width: 360,
        maxWidth: '100%',
        borderRadius: '14px',
        border: `1px solid ${token('line')}`,
        backgroundColor: token('raised'),
        boxShadow: `0 10px 28px ${token('shadow')}`,
        pointerEvents: 'auto',
        '& > *': { px: '14px' },
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'flex-start', pt: '12px', gap: '8px' }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Box sx={{ display: 'flex', alignItems: 'center', gap: '8px' }}>
            <Box component="h2" sx={{ typography: 'h1', m: 0 }}>
              {vehicleNumber}
            </Box>
            <VehicleStatusChip status={vehicle.status} label={t(`vehicles.status.${vehicle.status}`)} />
          </Box>
          <Box sx={{ typography: 'body2', color: token('textSoft') }}>
            {vehicle.make} {vehicle.model} {vehicle.year} · {vehicle.plateNumber}
          </Box>
        </Box>
        <IconButton
          size="small"
          aria-label={t('map.popup.close', { number: vehicleNumber })}
          onClick={onClose}
        >
          <CloseRounded />
        </IconButton>
      </Box>
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
          value={isStale(vehicle, nowMs()) ? null : vehicle.speedKmh}
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
        {vehicle.satellites !== null ? (
          <Reading
            icon={SignalCellularAltRounded}
            label={t('map.popup.gps')}
            value={vehicle.satellites}
            unit={t('map.popup.satellites')}
          />
        ) : (
          <Reading
            icon={SignalCellularAltRounded}
            label={t('map.popup.gps')}
            value={vehicle.gpsSignal}
            unit="%"
          />
        )}
      </Box>
      <Box sx={{ borderTop: `1px solid ${token('line')}`, py: '10px', display: 'flex', gap: '10px' }}>
        <PlaceOutlined aria-hidden sx={{ fontSize: 18, color: token('textSoft'), mt: '1px' }} />
        {point === null ? (
          <Box sx={{ typography: 'body2' }}>{t('map.popup.noFix')}</Box>
        ) : (
          <Box sx={{ minWidth: 0, flex: 1 }}>
            <Box sx={{ typography: 'body1' }}>
              {place === null
                ? t(isLoading ? 'map.popup.addressLoading' : 'map.popup.noAddress')
                : place.detail
                  ? `${place.name}, ${place.detail}`
                  : place.name}
            </Box>
            <Box sx={{ typography: 'caption', color: token('textSoft') }}>
              {coordinates}
              {heading !== null &&
                ` · ${t('map.popup.heading', { degrees: Math.round(heading), direction: t(`map.direction.${eighthOf(heading)}`) })}`}
            </Box>
          </Box>
        )}
      </Box>
      <Box
        sx={{
          borderTop: `1px solid ${token('line')}`,
          py: '6px',
          display: 'flex',
          alignItems: 'center',
          '&&': { px: '6px' },
        }}
      >
        <Button
          size="small"
          startIcon={isFollowing ? <GpsFixedRounded /> : <GpsNotFixedRounded />}
          aria-pressed={isFollowing}
          disabled={point === null}
          onClick={() => onFollow(!isFollowing)}
        >
          {t(isFollowing ? 'map.popup.unfollow' : 'map.popup.follow')}
        </Button>
        <IconButton
          size="small"
          aria-label={t('map.popup.copy')}
          title={t('map.popup.copy')}
          disabled={point === null}
          onClick={() => void copy()}
        >
          <ContentCopyRounded fontSize="small" />
        </IconButton>
        {mapsAddress !== undefined && (
          <IconButton
            size="small"
            component="a"
            href={mapsAddress}
            target="_blank"
            rel="noreferrer noopener"
            aria-label={t('map.popup.maps')}
            title={t('map.popup.maps')}
          >
            <OpenInNewRounded fontSize="small" />
          </IconButton>
        )}
        {features.includes('commands') && can('commands.query', vehicle) && (
          <IconButton
            size="small"
            component={Anchor}
            to={addresses.fleet({ commands: vehicle.id })}
            aria-label={t('vehicles.tab.commands')}
            title={t('vehicles.tab.commands')}
          >
            <TerminalRounded fontSize="small" />
          </IconButton>
        )}
        <Box sx={{ ml: 'auto', pr: '8px', typography: 'caption', color: token('textSoft') }}>
          <Age at={vehicle.at} />
        </Box>
      </Box>
    </Box>
  )
}
