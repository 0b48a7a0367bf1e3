import Box from '@mui/material/Box'
import type { LiveVehicle } from '@rumbo/contract/live.contract'
import type { IsochroneAnswer } from '@rumbo/contract/places.roads.contract'
import type { Watchpoint } from '@rumbo/contract/watchpoints.contract'
import { useEffect, useMemo, useRef, useState } from 'react'
import { LiveMap } from '../map/LiveMap.tsx'
import { MapControls } from '../map/MapControls.tsx'
import { type MapArea, type MapHandle, type MapPin, nothingCovered, type Points } from '../map/map-model.ts'
import { useText } from '../ui/i18n.tsx'
import { ReachBar } from './ReachBar.tsx'
import {
  circle,
  type RadarPoint,
  type Reach,
  reaches,
  ringAreas,
  ringPoints,
  strayed,
} from './radar.rules.ts'
import type { RadarTarget } from './use-radar-target.ts'

/** Height of the bar above, and of the name on a ring's edge. */
const covered = { ...nothingCovered, topPixels: 72 }

interface RadarMapProps {
  at: RadarTarget
  /** The target at rest, around which rings are drawn. */
  settled: RadarPoint | null
  /** Vehicles that pass the filters, except the one in the centre. */
  others: readonly LiveVehicle[]
  /** Watchpoints of the fleet. */
  saved: readonly Watchpoint[]
  rings: IsochroneAnswer | undefined
  /** The rings on screen belong to another target or reach. */
  areRingsOld: boolean
  isByRoad: boolean
  isNarrow: boolean
  reach: Reach
  chosenId: string | null
  onChoose: (vehicleId: string) => void
  onRings: (rings: 'time' | 'distance') => void
  onReach: (reach: Reach) => void
}

/** The map of the radar: the target with its rings, and the vehicles around it. */
export function RadarMap(props: RadarMapProps) {
  const { at, settled, others, saved, rings, areRingsOld, isByRoad, isNarrow, reach, chosenId } = props
  const { t } = useText()
  const map = useRef<MapHandle>(null)
  const [isReady, setReady] = useState(false)
  const { fixed, centre, target, subject, vehicles } = at

  const areas = useMemo((): MapArea[] => {
    if (settled === null) return []
    if (isByRoad && rings)
      return ringAreas(
        rings.areas.map(({ minutes, geometry }) => ({
          label: t('radar.ring.minutes', { minutes }),
          geometry: geometry as MapArea['geometry'],
        })),
        false,
      )
    return ringAreas(
      reaches[reach].kilometres.map((kilometres) => ({
        label: t('radar.ring.kilometres', { kilometres }),
        geometry: { type: 'Polygon' as const, coordinates: [circle(settled, kilometres * 1000)] },
      })),
      true,
    )
  }, [settled, isByRoad, rings, reach, t])
  const pins = useMemo(
    (): MapPin[] => [
      ...saved.map(({ id, name, latitude, longitude }) => ({
        id,
        latitude,
        longitude,
        letter: '',
        label: name,
        isPoint: true,
      })),
      ...(fixed === null ? [] : [{ id: 'target', letter: 'A', isPassive: true, ...fixed }]),
    ],
    [saved, fixed],
  )
  const shown = useMemo(() => (centre === undefined ? others : [...others, centre]), [others, centre])

  /** Fitted once per target and reach; afterwards the user controls the map, until a moving target leaves it. */
  const isInHand = useRef(false)
  const fitted = useRef('')
  const fitKey = settled === null ? '' : `${subject} ${reach} ${isByRoad}`
  useEffect(() => {
    if (!isReady || settled === null || areRingsOld || fitted.current === fitKey) return
    fitted.current = fitKey
    isInHand.current = false
    // On a small map the outermost ring would leave too little space for nearby vehicles.
    const inSight = isNarrow && areas.length > 2 ? areas.slice(1) : areas
    map.current?.fit(ringPoints(inSight))
  }, [isReady, settled, areRingsOld, fitKey, areas, isNarrow])
  useEffect(() => {
    const view = map.current?.view()
    if (centre === undefined || settled === null || isInHand.current || view === undefined) return
    if (fitted.current === fitKey && strayed(settled, view, reach)) map.current?.goTo(settled)
  }, [centre, settled, fitKey, reach])

  const isHome = useRef(false)
  useEffect(() => {
    if (!isReady || isHome.current || subject !== '') return
    const places: Points = vehicles.flatMap(({ latitude, longitude }) =>
      latitude === null || longitude === null ? [] : [{ latitude, longitude }],
    )
    if (places.length === 0) return
    isHome.current = true
    map.current?.fit(places, { isInstant: true })
  }, [isReady, vehicles, subject])

  const choose = (id: string) => {
    // Without a target, a clicked vehicle or place becomes the target.
    if (target === null) at.centreOn(id)
    else if (id !== centre?.id) props.onChoose(id)
  }
  return (
    <Box sx={{ position: 'relative', minWidth: 0, minHeight: 0 }}>
      <LiveMap
        ref={map}
        label={t('radar.map')}
        view={null}
        vehicles={shown}
        areas={areas}
        covered={covered}
        pins={pins}
        chosenId={chosenId ?? centre?.id ?? null}
        onChoose={(id) => id !== null && choose(id)}
        onChoosePins={([first]) => {
          const point = saved.find(({ id }) => id === first)
          if (point) at.aim(point, point.name)
        }}
        onClickBasemap={(point) => at.aim(point)}
        onDrag={() => {
          isInHand.current = true
        }}
        onReady={() => setReady(true)}
      />
      <Box sx={{ position: 'absolute', right: 12, bottom: 40, zIndex: 2 }}>
        <MapControls
          onZoomIn={() => map.current?.zoomIn()}
          onZoomOut={() => map.current?.zoomOut()}
          onFound={(point) => at.aim(point, t('radar.target.me'))}
        />
      </Box>
      {target !== null && (
        <ReachBar
          isByRoad={isByRoad}
          hasRoads={rings !== undefined && !rings.isEstimate}
          reach={reach}
          onRings={props.onRings}
          onReach={props.onReach}
        />
      )}
    </Box>
  )
}
