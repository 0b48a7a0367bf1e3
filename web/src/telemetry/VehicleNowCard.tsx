import AddRounded from '@mui/icons-material/AddRounded'
import MyLocationRounded from '@mui/icons-material/MyLocationRounded'
import RemoveRounded from '@mui/icons-material/RemoveRounded'
import Box from '@mui/material/Box'
import type { LiveVehicle } from '@rumbo/contract/live.contract'
import type { Vehicle } from '@rumbo/contract/vehicles.contract'
import { formatAge, formatNumber } from '@rumbo/i18n/formats'
import { useEffect, useMemo, useRef, useState } from 'react'
import { LiveMap } from '../map/LiveMap.tsx'
import { MapControl } from '../map/MapControls.tsx'
import { isStale, type MapHandle } from '../map/map-model.ts'
import { useAddressAt } from '../places/use-address.ts'
import { Card } from '../ui/Card.tsx'
import { useNow } from '../ui/clock.ts'
import { useText } from '../ui/i18n.tsx'
import { EmptyState } from '../ui/states.tsx'
import { token } from '../ui/theme/tokens.ts'
import { LiveReadings } from '../vehicles/LiveReadings.tsx'
import { PlaceLink } from './PlaceLink.tsx'

const closeZoom = 15.5

/** Current position and readings of a vehicle. */
export function VehicleNowCard({ vehicle, now }: { vehicle: Vehicle; now: LiveVehicle }) {
  const { t, language } = useText()
  const map = useRef<MapHandle>(null)
  const [isFollowing, setFollowing] = useState(true)
  const [isReady, setReady] = useState(false)
  const { latitude, longitude } = now
  const place = latitude === null || longitude === null ? null : { latitude, longitude }
  const address = useAddressAt(place, vehicle.id)
  const presentMs = useNow(5)
  const isOld = isStale(now, presentMs)
  const vehicles = useMemo(() => [now], [now])
  const hasPlace = place !== null
  const [first] = useState(() => place && { ...place, zoom: closeZoom })

  const recenter = () => {
    setFollowing(true)
    if (place !== null) map.current?.goTo(place, closeZoom)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the first position centres the map
  useEffect(() => {
    if (isReady && place !== null && first === null) map.current?.goTo(place, closeZoom)
  }, [isReady, hasPlace])

  const ignition =
    now.ignition === null
      ? t('vehicleDetails.now.unknown')
      : t(now.ignition ? 'vehicleDetails.now.on' : 'vehicleDetails.now.off')
  return (
    <Card
      title={t('vehicleDetails.now.title')}
      detail={
        isOld && now.at !== null
          ? t('vehicleDetails.now.stale', { age: formatAge(language, (presentMs - now.at) / 1000) })
          : undefined
      }
      isFlush
    >
      {place === null ? (
        <EmptyState title={t('vehicleDetails.now.noFix')} />
      ) : (
        <Box sx={{ position: 'relative', height: { xs: 260, md: 340 } }}>
          <LiveMap
            ref={map}
            label={t('vehicleDetails.now.map')}
            view={first}
            vehicles={vehicles}
            chosenId={vehicle.id}
            isFollowing={isFollowing}
            onDrag={() => setFollowing(false)}
            onReady={() => setReady(true)}
          />
          <Box sx={{ position: 'absolute', right: 12, top: 12, zIndex: 2, display: 'grid', gap: '8px' }}>
            <MapControl label={t('history.map.recenter')} onClick={recenter}>
              <MyLocationRounded />
            </MapControl>
            <MapControl label={t('map.control.zoomIn')} onClick={() => map.current?.zoomIn()}>
              <AddRounded />
            </MapControl>
            <MapControl label={t('map.control.zoomOut')} onClick={() => map.current?.zoomOut()}>
              <RemoveRounded />
            </MapControl>
          </Box>
        </Box>
      )}
      <Box sx={{ p: '4px 18px 14px' }}>
        <LiveReadings vehicle={now} isOld={isOld} />
        <Box
          component="dl"
          sx={{ m: 0, display: 'flex', flexWrap: 'wrap', gap: '6px 24px', typography: 'body2' }}
        >
          {(
            [
              [t('vehicleDetails.now.ignition'), ignition],
              [t('vehicleDetails.now.odometer'), `${formatNumber(language, vehicle.mileage)} km`],
              [
                t('vehicleDetails.now.address'),
                place === null ? (
                  '—'
                ) : (
                  <>
                    {address.place?.name ?? ''}
                    {address.isDegraded && ` (${t('places.degraded')})`} <PlaceLink {...place} />
                  </>
                ),
              ],
            ] as const
          ).map(([label, value]) => (
            <Box key={label} sx={{ display: 'flex', alignItems: 'center', gap: '0 6px', flexWrap: 'wrap' }}>
              <Box component="dt" sx={{ color: token('textSoft') }}>
                {label}
              </Box>
              <Box component="dd" sx={{ m: 0 }}>
                {value}
              </Box>
            </Box>
          ))}
        </Box>
      </Box>
    </Card>
  )
}
