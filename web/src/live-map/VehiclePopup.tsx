import GpsFixedRounded from '@mui/icons-material/GpsFixedRounded'
import GpsNotFixedRounded from '@mui/icons-material/GpsNotFixedRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { LiveVehicle } from '@rumbo/contract/live.contract'
import { formatDate } from '@rumbo/i18n/formats'
import { useEffect, useRef } from 'react'
import { useCan } from '../app/client-context.tsx'
import { NextServices, ReleaseButtons, useReservations } from '../dispatch/NextServices.tsx'
import { eighthOf, isStale } from '../map/map-model.ts'
import { placeText, useAddressAt } from '../places/use-address.ts'
import { CurrentServiceSection } from '../services/current/CurrentServiceFacts.tsx'
import { useCurrentServices } from '../services/current/use-current-services.ts'
import { useRoutesAhead } from '../services/route/use-routes-ahead.ts'
import { VehicleRouteSection } from '../services/route/VehicleRoute.tsx'
import { ChooseReadings, ChosenReadings } from '../telemetry/readings/ChosenReadings.tsx'
import { useMapReadings } from '../telemetry/readings/use-map-readings.ts'
import { Age } from '../ui/Age.tsx'
import { nowMs } from '../ui/clock.ts'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/theme/tokens.ts'
import { cardFrame, VehicleCard } from '../vehicles/VehicleCard.tsx'
import { VehicleActions } from './VehicleActions.tsx'

interface VehiclePopupProps {
  vehicle: LiveVehicle
  isFollowing: boolean
  /** Undefined without a map that could follow the vehicle. */
  onFollow: ((isFollowing: boolean) => void) | undefined
  /** Opened from the list: takes the focus. */
  takesFocus: boolean
  onClose: () => void
}

/** Details of the chosen vehicle. */
export function VehiclePopup({ vehicle, isFollowing, onFollow, takesFocus, onClose }: VehiclePopupProps) {
  const { t, language } = useText()
  const card = useRef<HTMLElement>(null)
  const { latitude, longitude, heading, vehicleNumber } = vehicle
  const point = latitude === null || longitude === null ? null : { latitude, longitude }
  const { place, isLoading, hasFailed, isDegraded } = useAddressAt(point, vehicle.id)
  const coordinates = point === null ? '' : `${point.latitude.toFixed(5)}, ${point.longitude.toFixed(5)}`
  const isOld = isStale(vehicle, nowMs())
  const current = useCurrentServices(vehicle.fleetId)
  const { companyId, fleetId } = vehicle
  const can = useCan()
  const mayRead = can('dispatch.read', { companyId, fleetId })
  const mayDispatch = can('services.dispatch', { companyId, fleetId })
  const reservations = useReservations({ fleetId: vehicle.fleetId }, { enabled: mayRead })

  // Those of the plan of now are in the route.
  const hasRoute = useRoutesAhead(fleetId).has(vehicle.id)
  const waiting = reservations.get(vehicle.id)?.filter(({ planName }) => planName === null || !hasRoute)

  const [readings, chooseReadings] = useMapReadings()

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again for each vehicle
  useEffect(() => {
    if (takesFocus) card.current?.focus({ preventScroll: true })
  }, [takesFocus, vehicle.id])

  return (
    <Box
      ref={card}
      component="section"
      tabIndex={-1}
      aria-label={t('map.popup.label', { number: vehicleNumber })}
      sx={{ ...cardFrame, width: 360, pointerEvents: 'auto', outline: 'none' }}
    >
      <VehicleCard
        vehicle={vehicle}
        isOld={isOld}
        place={
          point === null ? undefined : { words: place && placeText(place), isLoading, hasFailed, isDegraded }
        }
        activity={
          <>
            <CurrentServiceSection vehicle={vehicle} service={current?.get(vehicle.id)} />
            <VehicleRouteSection vehicle={vehicle} />
            <NextServices reservations={waiting} />
            {mayDispatch && <ReleaseButtons reservations={reservations.get(vehicle.id)} />}
          </>
        }
        detail={
          <>
            {coordinates}
            {heading !== null &&
              ` · ${t('map.popup.heading', { degrees: Math.round(heading), direction: t(`map.direction.${eighthOf(heading)}`) })}`}
            {isOld && vehicle.at !== null && (
              <Box>
                {t('liveMap.popup.lastReport', { moment: formatDate(language, new Date(vehicle.at)) })}
              </Box>
            )}
          </>
        }
        onClose={onClose}
      />
      <ChosenReadings vehicleId={vehicle.id} names={readings} />
      <Box
        sx={{
          borderTop: `1px solid ${token('line')}`,
          py: '6px',
          display: 'flex',
          alignItems: 'center',
          '&&': { px: '6px' },
        }}
      >
        {onFollow && (
          <Button
            size="small"
            startIcon={isFollowing ? <GpsFixedRounded /> : <GpsNotFixedRounded />}
            aria-pressed={isFollowing}
            disabled={point === null}
            onClick={() => onFollow(!isFollowing)}
          >
            {t(isFollowing ? 'map.popup.unfollow' : 'map.popup.follow')}
          </Button>
        )}
        <VehicleActions vehicle={vehicle} point={point} />
        <ChooseReadings vehicleId={vehicle.id} names={readings} onChoose={chooseReadings} />
        <Box sx={{ ml: 'auto', pr: '8px', typography: 'caption', color: token('textSoft') }}>
          <Age at={vehicle.at} />
        </Box>
      </Box>
    </Box>
  )
}
