import Box from '@mui/material/Box'
import type { Geofence } from '@rumbo/contract/geofences.contract'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useLiveVehicles } from '../live/use-live.ts'
import { LiveMap } from '../map/LiveMap.tsx'
import { MapControls } from '../map/MapControls.tsx'
import { type Covered, type MapHandle, type MapTrack, nothingCovered } from '../map/map-model.ts'
import { useRestingBounds } from '../map/use-resting-bounds.ts'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/theme/tokens.ts'
import { areaOf, cornersOf, fenceAt } from './fence-area.ts'
import { useFencesOnMap } from './use-fences-on-map.ts'

interface FenceMapProps {
  fleetId: string
  /** With its shape; also one that is switched off. */
  chosen: Geofence | undefined
  onChoose: (id: string | null) => void
  covered?: Covered
}

/** The active fences of a fleet in their colours, with its vehicles; the chosen one stands out and is shown whole. */
export function FenceMap({ fleetId, chosen, onChoose, covered = nothingCovered }: FenceMapProps) {
  const { t } = useText()
  const map = useRef<MapHandle>(null)
  const [isReady, setReady] = useState(false)
  const { bounds, onBounds } = useRestingBounds(false)
  const vehicles = useLiveVehicles(fleetId)
  const { fences, isRead, hasMore } = useFencesOnMap(fleetId, bounds, isReady)

  const areas = useMemo(() => {
    const others = fences.filter(({ id }) => id !== chosen?.id).map((fence) => areaOf(fence))
    return chosen ? [...others, areaOf(chosen, { isChosen: true, isFaint: !chosen.isActive })] : others
  }, [fences, chosen])
  const tracks = useMemo((): MapTrack[] => {
    if (chosen?.shape.kind !== 'route' || chosen.shape.mode !== 'one_way') return []
    const points = chosen.shape.path.map((place) => ({ ...place, speedKmh: null }))
    return [{ id: chosen.id, points }]
  }, [chosen])

  /** What the map was fitted to: the fleet once, then each chosen fence and each new shape of it. */
  const fitted = useRef('')
  useEffect(() => {
    if (!isReady) return
    const key = chosen ? `${chosen.id} ${chosen.shapeVersion}` : fleetId
    if (fitted.current === key) return
    if (chosen) map.current?.fit(cornersOf([chosen.shape]), { maxZoom: 16 })
    else if (!isRead || fitted.current !== '') return
    else map.current?.fit(cornersOf(fences.map(({ shape }) => shape)), { isInstant: true, maxZoom: 15 })
    fitted.current = key
  }, [isReady, chosen, isRead, fences, fleetId])

  return (
    <Box sx={{ position: 'relative', minWidth: 0, minHeight: 0, height: '100%' }}>
      <LiveMap
        ref={map}
        label={t('geofences.map.label')}
        view={null}
        vehicles={vehicles}
        areas={areas}
        tracks={tracks}
        covered={covered}
        onBounds={onBounds}
        onClickBasemap={(place) => {
          const fence = fenceAt(chosen ? [...fences, chosen] : fences, place)
          onChoose(fence?.id ?? null)
        }}
        onReady={() => setReady(true)}
      />
      {/* On the side that the details leave free. */}
      <Box sx={{ position: 'absolute', left: 12, bottom: 40 + covered.bottomPixels, zIndex: 2 }}>
        <MapControls
          onZoomIn={() => map.current?.zoomIn()}
          onZoomOut={() => map.current?.zoomOut()}
          onFitAll={() => map.current?.fit(cornersOf(fences.map(({ shape }) => shape)), { maxZoom: 15 })}
          onFound={(place) => map.current?.goTo(place, 15)}
        />
      </Box>
      {hasMore && (
        <Box
          role="status"
          sx={{
            position: 'absolute',
            left: 64,
            bottom: 40 + covered.bottomPixels,
            zIndex: 2,
            p: '6px 12px',
            borderRadius: '8px',
            typography: 'body2',
            color: token('text'),
            backgroundColor: token('raised'),
            border: `1px solid ${token('line')}`,
          }}
        >
          {t('geofences.map.more')}
        </Box>
      )}
    </Box>
  )
}
