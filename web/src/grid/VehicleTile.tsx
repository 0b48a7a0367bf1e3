import { keyframes } from '@emotion/react'
import BatteryAlertRounded from '@mui/icons-material/BatteryAlertRounded'
import GpsOffRounded from '@mui/icons-material/GpsOffRounded'
import LocalGasStationOutlined from '@mui/icons-material/LocalGasStationOutlined'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import type { LiveVehicle } from '@rumbo/contract/live.contract'
import { formatNumber } from '@rumbo/i18n/formats'
import { memo, useState } from 'react'
import { useFleetNames } from '../app/client-context.tsx'
import { isStale } from '../map/map-model.ts'
import { CurrentServiceLine, CurrentServiceLines } from '../services/current/CurrentServiceFacts.tsx'
import type { CurrentWork } from '../services/current/current.rules.ts'
import { ServicesAhead } from '../services/route/ServicesAhead.tsx'
import { Age } from '../ui/Age.tsx'
import { cardLook } from '../ui/card-look.ts'
import { nowMs, useNow } from '../ui/clock.ts'
import { FigureWithUnit } from '../ui/FigureWithUnit.tsx'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/theme/tokens.ts'
import { VehicleMark } from '../ui/VehicleMark.tsx'
import { type Density, wallScale } from './grid.rules.ts'

const pulse = keyframes`from { opacity: 0.55 } to { opacity: 0 }`
/** Percentage below which a warning icon shows. */
const lowPercent = 15

export interface VehicleTileProps {
  vehicle: LiveVehicle
  service: CurrentWork | undefined
  /** Services that published plans still give it. */
  ahead: number
  index: number
  density: Density
  isActive: boolean
  isOpen: boolean
  /** The wall is read-only. */
  isWall: boolean
  onPress: (vehicleId: string, element: HTMLElement) => void
  onPoint: (vehicleId: string, element: HTMLElement) => void
  onLeave: () => void
  onFocus: (index: number, vehicleId: string, element: HTMLElement) => void
}

function Signs({ vehicle, isOld }: { vehicle: LiveVehicle; isOld: boolean }) {
  const { t } = useText()
  const icon = { sx: { fontSize: 15 } }
  const { fuelLevel, batteryLevel, gpsSignal, latitude } = vehicle
  return (
    <Box component="span" sx={{ display: 'inline-flex', gap: '4px', color: token('alarmed'), flex: 'none' }}>
      {fuelLevel !== null && fuelLevel < lowPercent && (
        <LocalGasStationOutlined
          {...icon}
          titleAccess={t('grid.sign.fuel', { percent: Math.round(fuelLevel) })}
        />
      )}
      {batteryLevel !== null && batteryLevel < lowPercent && (
        <BatteryAlertRounded
          {...icon}
          titleAccess={t('grid.sign.battery', { percent: Math.round(batteryLevel) })}
        />
      )}
      {(latitude === null || (!isOld && gpsSignal === 0)) && (
        <GpsOffRounded {...icon} titleAccess={t('grid.sign.gps')} />
      )}
    </Box>
  )
}

/**
 * A vehicle in the grid: number, status by shape, colour and word, speed and age. Pulses once when its status
 * changes.
 */
export const VehicleTile = memo(function VehicleTile(props: VehicleTileProps) {
  const { vehicle, service, ahead, index, density, isActive, isOpen, isWall } = props
  const { t, language } = useText()
  useNow(5)
  const fleetName = useFleetNames()
  const { id, status, speedKmh, at, vehicleNumber } = vehicle
  const [{ former, changes }, setKnown] = useState({ former: status, changes: 0 })
  if (former !== status) setKnown({ former: status, changes: changes + 1 })
  const isOld = isStale(vehicle, nowMs())
  const isPressing = status === 'critical' || status === 'alarmed'
  const speed = speedKmh === null || isOld ? '—' : formatNumber(language, speedKmh)
  const word = t(`vehicles.status.${status}`)
  const detail = {
    typography: 'caption',
    color: token('textSoft'),
    whiteSpace: 'nowrap',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
  }
  return (
    <ButtonBase
      data-tile={index}
      tabIndex={isActive ? 0 : -1}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onClick={(event) => props.onPress(id, event.currentTarget)}
      onPointerEnter={(event) => event.pointerType === 'mouse' && props.onPoint(id, event.currentTarget)}
      onPointerLeave={props.onLeave}
      onFocus={(event) => props.onFocus(index, id, event.currentTarget)}
      onBlur={props.onLeave}
      sx={{
        position: 'relative',
        display: 'grid',
        gridTemplateColumns: 'auto minmax(0, 1fr) auto',
        alignItems: 'center',
        alignContent: 'center',
        columnGap: density === 'dense' ? '6px' : '9px',
        width: '100%',
        height: '100%',
        px: density === 'dense' ? '8px' : '11px',
        textAlign: 'left',
        overflow: 'hidden',
        ...cardLook,
        borderRadius: '8px',
        border:
          isPressing || isOld
            ? `1px ${isOld ? 'dashed' : 'solid'} ${token(isPressing ? status : 'lineStrong')}`
            : cardLook.border,
        backgroundColor: isPressing ? token(`${status}Tint`) : isOld ? token('background') : token('surface'),
        zoom: isWall ? wallScale : undefined,
        '&:hover': { borderColor: isPressing ? token(status) : token('lineStrong') },
        boxShadow: isOpen ? `0 0 0 2px ${token('primaryText')}` : cardLook.boxShadow,
      }}
    >
      <VehicleMark status={status} size={density === 'dense' ? 18 : 24} isStale={isOld} />
      <Box component="span" sx={{ minWidth: 0 }}>
        <Box
          component="span"
          data-name=""
          sx={{
            display: 'block',
            typography: density === 'dense' ? 'h3' : 'h2',
            fontWeight: 700,
            whiteSpace: 'nowrap',
            overflow: 'hidden',
            textOverflow: 'ellipsis',
          }}
        >
          {vehicleNumber}
        </Box>
        {density !== 'dense' && (
          <Box component="span" sx={{ display: 'block', ...detail }}>
            {word}
            {fleetName && ` · ${fleetName(vehicle.fleetId)}`}
          </Box>
        )}
      </Box>
      <Box
        component="span"
        sx={{ textAlign: 'right', typography: density === 'dense' ? 'caption' : undefined }}
      >
        {density === 'dense' ? (
          <Box component="span" sx={{ color: token('textSoft') }}>
            {isOld ? <Age at={at} /> : speed}
            <Box
              component="span"
              sx={{
                position: 'absolute',
                width: '1px',
                height: '1px',
                overflow: 'hidden',
                clipPath: 'inset(50%)',
              }}
            >
              {[' km/h', word, fleetName?.(vehicle.fleetId)].filter(Boolean).join(', ')}
            </Box>
          </Box>
        ) : (
          <>
            <Box component="span" sx={{ display: 'block' }}>
              <FigureWithUnit value={speed} unit="km/h" />
            </Box>
            <Box component="span" sx={{ display: 'block', ...detail }}>
              <Age at={at} />
            </Box>
          </>
        )}
      </Box>
      {density === 'comfortable' && (
        <Box
          component="span"
          sx={{
            gridColumn: '1 / -1',
            display: 'flex',
            alignItems: 'center',
            gap: '6px',
            mt: '4px',
            minWidth: 0,
          }}
        >
          <Box component="span" sx={{ flex: 1, minWidth: 0, ...detail }}>
            {service === undefined && ahead > 0 ? (
              <ServicesAhead count={ahead} />
            ) : service === undefined ? (
              `${vehicle.plateNumber} · ${vehicle.make} ${vehicle.model}`
            ) : (
              <CurrentServiceLines service={service} vehicle={vehicle} />
            )}
          </Box>
          <Signs vehicle={vehicle} isOld={isOld} />
        </Box>
      )}
      {density !== 'comfortable' && (service !== undefined || ahead > 0) && (
        <Box component="span" sx={{ gridColumn: '1 / -1', minWidth: 0, color: token('textSoft') }}>
          {service === undefined ? (
            <ServicesAhead count={ahead} />
          ) : (
            <CurrentServiceLine service={service} vehicle={vehicle} hasDriver={density === 'compact'} />
          )}
        </Box>
      )}
      {changes > 0 && (
        <Box
          key={changes}
          component="span"
          aria-hidden
          sx={{
            position: 'absolute',
            inset: 0,
            pointerEvents: 'none',
            backgroundColor: token(status),
            opacity: 0,
            animation: `${pulse} 700ms ease-out 1`,
            '@media (prefers-reduced-motion: reduce)': { animation: 'none' },
          }}
        />
      )}
    </ButtonBase>
  )
})
