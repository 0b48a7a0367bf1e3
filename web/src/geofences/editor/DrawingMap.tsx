import Box from '@mui/material/Box'
import type { Geofence } from '@rumbo/contract/geofences.contract'
import type { Bounds } from '@rumbo/contract/lists'
import { coordinatesText } from '@rumbo/geo/coordinates/coordinates-text'
import type { Coordinates } from '@rumbo/geo/units'
import {
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { LiveMap } from '../../map/LiveMap.tsx'
import { MapControls } from '../../map/MapControls.tsx'
import { isInBounds } from '../../map/map-bounds.ts'
import type { MapHandle, Points } from '../../map/map-model.ts'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { visuallyHidden } from '../../ui/visually-hidden.ts'
import { placesOfDraft } from './draft-features.rules.ts'
import { mapKey } from './draft-keys.rules.ts'
import type { DraftAction, DraftState } from './shape-draft.rules.ts'
import { createShapeLayer } from './shape-layer.ts'
import type { ShapeProblem } from './shape-problems.rules.ts'
import { useAnnouncement } from './use-announcement.ts'

interface DrawingMapProps {
  state: DraftState
  problem: ShapeProblem | null
  /** `#rrggbb`. */
  colour: string
  isLocked: boolean
  isPanning: boolean
  neighbours: readonly Pick<Geofence, 'shape'>[]
  /** What the map shows first while nothing is drawn. */
  around: Points
  dispatch: (action: DraftAction) => void
  /** Keep its identity. */
  onBounds: (bounds: Bounds) => void
  /** Shown above the map. */
  children: ReactNode
}

/** Without a map, keys move the crosshair as at this zoom. */
const usualZoom = 14
const nowhere: Coordinates = { latitude: 23.6, longitude: -101.5 }

/** The map on which a fence is drawn, by pointer or by keyboard. */
export function DrawingMap(props: DrawingMapProps) {
  const { state, problem, colour, isLocked, isPanning, neighbours, around, dispatch, onBounds, children } =
    props
  const { t } = useText()
  const keysId = useId()
  const map = useRef<MapHandle>(null)
  const bounds = useRef<Bounds | null>(null)
  const [isReady, setReady] = useState(false)
  const [crosshair, setCrosshair] = useState<Coordinates | null>(null)
  const said = useAnnouncement(state)
  const shown = { state, problem, colour, isLocked, isPanning, crosshair }
  const [layer] = useState(() => createShapeLayer({ dispatch, onPointer: () => setCrosshair(null) }, shown))
  const latest = useEffectEvent(() => shown)
  // Before the next press, which is judged by what the layer was given.
  useLayoutEffect(() => {
    layer.show({ state, problem, colour, isLocked, isPanning, crosshair })
  }, [layer, state, problem, colour, isLocked, isPanning, crosshair])
  useEffect(() => layer.showNeighbours(neighbours), [layer, neighbours])

  const places = () => {
    const drawn = placesOfDraft(state.draft)
    return drawn.length > 0 ? drawn : around
  }
  const fit = (isInstant = false) => map.current?.fit(places(), { isInstant, maxZoom: 16 })
  const fitNow = useEffectEvent(fit)
  const isReplaced = state.done?.what === 'replaced'
  // What comes from a text, an address or a path is somewhere else.
  useEffect(() => {
    if (isReplaced) fitNow()
  }, [isReplaced])
  const hasPlaces = around.length > 0 || state.draft.vertices.length > 0
  useEffect(() => {
    if (isReady && hasPlaces && latest().state.past.length === 0) fitNow(true)
  }, [isReady, hasPlaces])

  const middle = (): Coordinates => {
    const view = map.current?.view()
    if (isReady && view) return { latitude: view.latitude, longitude: view.longitude }
    return state.draft.vertices.at(-1) ?? around[0] ?? nowhere
  }
  const press = (event: KeyboardEvent<HTMLElement>) => {
    if (!(event.target instanceof HTMLElement) || event.target.closest('button, input, textarea')) return
    const zoom = isReady ? (map.current?.view().zoom ?? usualZoom) : usualZoom
    if (event.key === '+' || event.key === '=') map.current?.zoomIn()
    else if (event.key === '-') map.current?.zoomOut()
    else {
      const effect = mapKey(event, state, { crosshair, middle: middle(), zoom })
      if (effect === null) return
      if (effect.crosshair) {
        setCrosshair(effect.crosshair)
        if (bounds.current && !isInBounds(bounds.current, effect.crosshair))
          map.current?.goTo(effect.crosshair)
      }
      if (effect.action?.type === 'cancel') setCrosshair(null)
      if (effect.action && !isLocked) dispatch(effect.action)
    }
    event.preventDefault()
    event.stopPropagation()
  }
  const noteBounds = useCallback(
    (next: Bounds) => {
      bounds.current = next
      onBounds(next)
    },
    [onBounds],
  )
  const controls = useMemo(() => ({ in: () => map.current?.zoomIn(), out: () => map.current?.zoomOut() }), [])

  return (
    <Box sx={{ position: 'relative', minWidth: 0, minHeight: 0, overflow: 'hidden' }}>
      <Box
        role="application"
        aria-label={t('fenceEditor.map')}
        aria-describedby={keysId}
        tabIndex={0}
        onKeyDownCapture={press}
        sx={{
          position: 'absolute',
          inset: 0,
          '&:focus-visible': { outline: `3px solid ${token('primaryText')}`, outlineOffset: '-3px' },
        }}
      >
        <LiveMap
          ref={map}
          label={t('fenceEditor.map')}
          view={null}
          attach={layer.attach}
          onReady={() => setReady(true)}
          onBounds={noteBounds}
        />
      </Box>
      <span id={keysId} style={visuallyHidden}>
        {t('fenceEditor.map.keys')}
      </span>
      <span role="status" style={visuallyHidden}>
        {said}
      </span>
      {crosshair && (
        <Box
          role="status"
          sx={{
            position: 'absolute',
            left: 12,
            bottom: 40,
            p: '4px 10px',
            borderRadius: '8px',
            typography: 'caption',
            backgroundColor: token('raised'),
            border: `1px solid ${token('line')}`,
          }}
        >
          {t('fenceEditor.map.crosshair', { place: coordinatesText(crosshair) })}
        </Box>
      )}
      {children}
      <Box sx={{ position: 'absolute', right: 12, bottom: 40 }}>
        <MapControls
          onZoomIn={controls.in}
          onZoomOut={controls.out}
          onFitAll={() => fit()}
          onFound={(found) => map.current?.goTo(found, 15)}
        />
      </Box>
    </Box>
  )
}
