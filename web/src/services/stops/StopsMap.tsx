import Box from '@mui/material/Box'
import { findRoute, roadLimits } from '@rumbo/contract/places.roads.contract'
import type { Service } from '@rumbo/contract/services.contract'
import { historyRoute } from '@rumbo/contract/telemetry.contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useCan, useFeatures } from '../../app/client-context.tsx'
import { useData, useEndpoint } from '../../app/data/use-data.ts'
import type { MapPin, MapTrack, TrackPoint } from '../../map/map-model.ts'
import { SmallMap } from '../../map/SmallMap.tsx'
import { nowMs } from '../../ui/clock.ts'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { drivenRange } from './stops.rules.ts'

const rereadMs = 20_000
/** Pauses between reports after which no line is drawn. */
const gapMs = 180_000
const pointsAtMost = 1_500

/** The way by road through the planned stops, read once. */
function usePlannedRoute({ id, plannedStops }: Service): readonly TrackPoint[] {
  const { call } = useData()
  const can = useCan()
  const points = plannedStops.map(({ latitude, longitude }) => ({ latitude, longitude }))
  const { data } = useQuery({
    queryKey: [findRoute.name, id, points],
    enabled: can('roads.read') && points.length > 1 && points.length <= roadLimits.routePoints,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: async ({ signal }) => (await call(findRoute, { body: { points } }, { signal })).line,
  })
  return useMemo(
    () => (data ?? []).map(([longitude, latitude]) => ({ longitude, latitude, speedKmh: null })),
    [data],
  )
}

/** The way that the vehicle drove for the service. */
function useDrivenPath(service: Service): { points: readonly TrackPoint[]; isLoading: boolean } {
  const can = useCan()
  const range = drivenRange(service, nowMs())
  const isRunning = service.endedAt === null
  const { data, isFetching } = useEndpoint(
    historyRoute,
    {
      params: { id: range?.vehicleId ?? '' },
      query: { from: range?.from ?? '', to: range?.to ?? '', points: pointsAtMost },
    },
    {
      enabled: range !== null && can('vehicles.read', service),
      refetchInterval: isRunning ? rereadMs : false,
      retry: false,
    },
  )
  const points = useMemo(() => {
    if (!data) return []
    const { time, latitude, longitude, speedKmh } = data.positions
    return time.map((at, index) => ({
      latitude: latitude[index] ?? 0,
      longitude: longitude[index] ?? 0,
      speedKmh: speedKmh[index] ?? null,
      isAfterGap: index > 0 && at - (time[index - 1] ?? at) > gapMs,
    }))
  }, [data])
  return { points, isLoading: isFetching && data === undefined }
}

interface StopsMapProps {
  service: Service
  /** The planned stops, lettered in their order; the same array while unchanged. */
  pins: readonly MapPin[]
}

/** The planned way and the driven one on one map. */
export function StopsMap({ service, pins }: StopsMapProps) {
  const { t } = useText()
  const hasMaps = useFeatures().includes('map')
  const planned = usePlannedRoute(service)
  const driven = useDrivenPath(service)
  const tracks = useMemo<MapTrack[]>(
    () =>
      [
        { id: 'planned', points: planned, isFaint: true },
        { id: 'driven', points: driven.points },
      ].filter(({ points }) => points.length > 1),
    [planned, driven.points],
  )
  const [first] = pins
  if (!first || !hasMaps) return null
  const hasPath = driven.points.length > 1
  return (
    <Box sx={{ display: 'grid', gap: '6px' }}>
      <SmallMap label={t('services.stops.map')} point={first} pins={pins} tracks={tracks} height={240} />
      <Box
        sx={{
          typography: 'body2',
          color: token('textSoft'),
          display: 'flex',
          flexWrap: 'wrap',
          gap: '4px 16px',
        }}
      >
        {planned.length > 1 && <KeyOf colour={token('textSoft')}>{t('services.stops.plannedRoute')}</KeyOf>}
        {hasPath && <KeyOf colour={token('active')}>{t('services.stops.drivenPath')}</KeyOf>}
        {!hasPath && !driven.isLoading && service.assignedVehicleId !== null && (
          <span>{t('services.stops.noPath')}</span>
        )}
      </Box>
    </Box>
  )
}

function KeyOf({ colour, children }: { colour: string; children: string }) {
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: '6px' }}>
      <Box aria-hidden sx={{ width: 22, height: 4, borderRadius: 2, backgroundColor: colour }} />
      {children}
    </Box>
  )
}
