import Box from '@mui/material/Box'
import { useEffect, useMemo, useRef, useState } from 'react'
import { LiveMap } from '../map/LiveMap.tsx'
import { MapControls } from '../map/MapControls.tsx'
import type { MapHandle, MapPin, MapTrack } from '../map/map-model.ts'
import { hasWebGl } from '../map/webgl.ts'
import { useText } from '../ui/i18n.tsx'
import { quoteInputOf, useQuote } from './quote/use-quote.ts'
import { pointOf, type ServiceDraft } from './service-draft.rules.ts'

interface StopsMapProps {
  draft: ServiceDraft
  fleetId: string | null
  currency: string
}

const letterOf = (at: number) => String.fromCharCode(65 + (at % 26))
const closestZoom = 15

/** The stops of a draft with the route by road; nothing in browsers that cannot draw a map, or without a stop. */
export function StopsMap({ draft, fleetId, currency }: StopsMapProps) {
  const { t } = useText()
  const map = useRef<MapHandle>(null)
  const [canDraw] = useState(hasWebGl)
  const [isReady, setReady] = useState(false)
  const places = JSON.stringify(
    draft.stops.flatMap((stop, at) => {
      const point = pointOf(stop)
      return point === null ? [] : [{ id: stop.key, letter: letterOf(at), ...point }]
    }),
  )
  const pins = useMemo(() => JSON.parse(places) as MapPin[], [places])
  const { quote } = useQuote(canDraw ? quoteInputOf(draft, fleetId, currency) : null)
  const line = quote?.route?.line
  const tracks = useMemo<MapTrack[]>(
    () =>
      line === undefined
        ? []
        : [
            {
              id: 'route',
              points: line.map(([longitude, latitude]) => ({ longitude, latitude, speedKmh: null })),
              isFaint: true,
            },
          ],
    [line],
  )
  useEffect(() => {
    if (isReady) map.current?.fit(pins, { maxZoom: closestZoom })
  }, [isReady, pins])
  if (!canDraw || pins.length === 0) return null
  return (
    <Box sx={{ position: 'relative', height: 'min(34dvh, 260px)', borderRadius: '10px', overflow: 'hidden' }}>
      <LiveMap
        ref={map}
        label={t('services.stopsMap.label')}
        view={null}
        pins={pins}
        tracks={tracks}
        onReady={() => setReady(true)}
      />
      <Box sx={{ position: 'absolute', right: 12, bottom: 36 }}>
        <MapControls onZoomIn={() => map.current?.zoomIn()} onZoomOut={() => map.current?.zoomOut()} />
      </Box>
    </Box>
  )
}
