import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import type { LiveVehicle } from '@rumbo/contract/live.contract'
import { formatNumber } from '@rumbo/i18n/formats'
import { memo } from 'react'
import { useFleetNames } from '../app/client-context.tsx'
import { isStale } from '../map/map-model.ts'
import { CurrentServiceLines } from '../services/current/CurrentServiceFacts.tsx'
import type { CurrentWork } from '../services/current/current.rules.ts'
import { ServicesAhead } from '../services/route/ServicesAhead.tsx'
import { Age } from '../ui/Age.tsx'
import { nowMs, useNow } from '../ui/clock.ts'
import { FigureWithUnit } from '../ui/FigureWithUnit.tsx'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/theme/tokens.ts'
import { VehicleMark } from '../ui/VehicleMark.tsx'
import { visuallyHidden } from '../ui/visually-hidden.ts'

export const rowHeightPixels = 57
/** Of every row once a vehicle of the fleet has a service or a route: rows are placed by their number. */
export const rowHeightWithServices = 72

interface VehicleRowProps {
  vehicle: LiveVehicle
  isChosen: boolean
  service: CurrentWork | undefined
  /** Services that published plans still give it. */
  ahead: number
  heightPixels: number
  onChoose: (vehicleId: string) => void
}

/** A vehicle in the list, equivalent to its mark on the map. */
export const VehicleRow = memo(function VehicleRow(props: VehicleRowProps) {
  const { vehicle, isChosen, service, ahead, heightPixels, onChoose } = props
  const hasWork = service !== undefined || ahead > 0
  const { t, language } = useText()
  useNow(5)
  const fleetName = useFleetNames()
  const { status, at, speedKmh, latitude, longitude } = vehicle
  const isOld = isStale(vehicle, nowMs())
  const hasSpeed = speedKmh !== null && !isOld
  return (
    <ButtonBase
      data-row-open
      aria-pressed={isChosen}
      onClick={() => onChoose(vehicle.id)}
      sx={{
        display: 'grid',
        gridTemplateColumns: '26px minmax(0, 1fr) auto',
        columnGap: '12px',
        alignItems: 'center',
        alignContent: 'center',
        width: '100%',
        height: heightPixels,
        px: '14px',
        textAlign: 'left',
        borderBottom: `1px solid ${token('line')}`,
        boxShadow: isChosen ? `inset 3px 0 0 ${token('primary')}` : 'none',
        backgroundColor: isChosen ? token('primarySoft') : 'transparent',
        '&:hover': { backgroundColor: isChosen ? token('primarySoft') : token('sunken') },
        '&.Mui-focusVisible': { outlineOffset: '-2px' },
      }}
    >
      <Box component="span" sx={{ display: 'flex', gridRow: hasWork ? '1 / 3' : undefined }}>
        <VehicleMark status={status} size={24} isStale={isOld} />
      </Box>
      <Box component="span" sx={{ minWidth: 0 }}>
        <Box
          component="span"
          sx={{
            display: 'flex',
            alignItems: 'baseline',
            gap: '7px',
            whiteSpace: 'nowrap',
            overflow: 'hidden',
          }}
        >
          <Box component="span" data-name="" sx={{ typography: 'h2', fontWeight: 700, flex: 'none' }}>
            {vehicle.vehicleNumber}
          </Box>
          <Box component="span" sx={{ typography: 'body2', overflow: 'hidden', textOverflow: 'ellipsis' }}>
            {t(`vehicles.status.${status}`)}
            {fleetName && ` · ${fleetName(vehicle.fleetId)}`}
          </Box>
        </Box>
        {!hasWork && (
          <Box
            component="span"
            sx={{
              display: 'block',
              typography: 'caption',
              color: token('textSoft'),
              overflow: 'hidden',
              textOverflow: 'ellipsis',
              whiteSpace: 'nowrap',
            }}
          >
            {vehicle.plateNumber} · {vehicle.make} {vehicle.model}
          </Box>
        )}
        {latitude !== null && longitude !== null && (
          <span style={visuallyHidden}>
            {latitude.toFixed(5)}, {longitude.toFixed(5)}
          </span>
        )}
      </Box>
      <Box
        component="span"
        sx={
          hasWork
            ? { display: 'flex', flexDirection: 'row-reverse', alignItems: 'baseline', gap: '8px' }
            : { textAlign: 'right' }
        }
      >
        <Box component="span" sx={{ display: 'block', typography: 'body2' }}>
          {hasSpeed ? <FigureWithUnit value={formatNumber(language, speedKmh)} unit="km/h" /> : '—'}
        </Box>
        <Box component="span" sx={{ typography: 'caption', color: token('textSoft') }}>
          {latitude === null ? t('liveMap.list.noPosition') : <Age at={at} />}
        </Box>
      </Box>
      {hasWork && (
        <Box component="span" sx={{ gridColumn: '2 / -1', minWidth: 0 }}>
          {service === undefined ? (
            <ServicesAhead count={ahead} />
          ) : (
            <CurrentServiceLines service={service} vehicle={vehicle} />
          )}
        </Box>
      )}
    </ButtonBase>
  )
})
