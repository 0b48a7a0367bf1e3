import GestureRounded from '@mui/icons-material/GestureRounded'
import Box from '@mui/material/Box'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { LiveMap } from '../../map/LiveMap.tsx'
import { MapControl, MapControls } from '../../map/MapControls.tsx'
import type { MapHandle } from '../../map/map-model.ts'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { visuallyHidden } from '../../ui/visually-hidden.ts'
import { useHover } from '../hover.tsx'
import { createPlanLayers, type PlanMapEvents } from './plan-layers.ts'
import { isDense, type PlanShapes, placesToShow } from './plan-shapes.rules.ts'

const closestZoom = 15

interface PlanMapProps extends Pick<PlanMapEvents, 'onPick' | 'onLasso'> {
  shapes: PlanShapes
  /** What the map is brought to when it changes: the plan, and the selected route in it. */
  subject: string
  /** The selected route follows roads. */
  isByRoads: boolean
  hasProposal: boolean
}

/** The routes of a plan, its stops by number, and the orders without a route. */
export function PlanMap({ shapes, subject, isByRoads, hasProposal, onPick, onLasso }: PlanMapProps) {
  const { t } = useText()
  const hover = useHover()
  const map = useRef<MapHandle>(null)
  const [isReady, setReady] = useState(false)
  const [said, setSaid] = useState('')
  const [isLassoOn, setLassoOn] = useState(false)
  const pick = useEffectEvent(onPick)
  const lasso = useEffectEvent((serviceIds: readonly string[], isAdding: boolean) => {
    setSaid(t('planning.map.lassoed', { count: serviceIds.length }))
    onLasso(serviceIds, isAdding)
  })
  const [layers, setLayers] = useState<ReturnType<typeof createPlanLayers> | null>(null)
  useEffect(() => {
    setLayers(
      createPlanLayers({
        onPick: (mark, isAdding) => pick(mark, isAdding),
        onLasso: (ids, isAdding) => lasso(ids, isAdding),
        onHover: (serviceId) =>
          hover.set(serviceId === null ? null : { serviceId, stopId: null, element: null }),
      }),
    )
  }, [hover])
  useEffect(() => {
    if (isReady) layers?.show(shapes)
  }, [layers, shapes, isReady])
  useEffect(() => layers?.turnLasso(isLassoOn), [layers, isLassoOn])
  useEffect(() => hover.subscribe(() => layers?.hover(hover.current()?.serviceId ?? null)), [hover, layers])

  const fit = (isInstant = false) => {
    map.current?.fit(placesToShow(shapes), { isInstant, maxZoom: closestZoom })
  }
  // On the way, a dense plan would be drawn many times.
  const fitNow = useEffectEvent((isFirst: boolean) => fit(isFirst || isDense(shapes)))
  const fitted = useRef('')
  const isEmpty = shapes.stops.length + shapes.orders.length + shapes.depots.length === 0
  useEffect(() => {
    if (!isReady || isEmpty || fitted.current === subject) return
    fitNow(fitted.current === '')
    fitted.current = subject
  }, [isReady, isEmpty, subject])

  return (
    <Box
      component="section"
      aria-label={t('planning.map.label')}
      sx={{ position: 'relative', height: '100%', minHeight: 160, overflow: 'hidden' }}
    >
      {layers && (
        <LiveMap
          ref={map}
          label={t('planning.map.label')}
          view={null}
          hasSmoothAreas={false}
          attach={layers.attach}
          onReady={() => setReady(true)}
        />
      )}
      <Box
        sx={{
          position: 'absolute',
          left: 10,
          top: 10,
          zIndex: 2,
          display: 'flex',
          flexWrap: 'wrap',
          gap: '6px',
          pointerEvents: 'none',
          typography: 'caption',
          '& > span': {
            px: '8px',
            py: '3px',
            borderRadius: '8px',
            border: `1px solid ${token('line')}`,
            backgroundColor: token('raised'),
            color: token('textSoft'),
          },
        }}
      >
        {hasProposal && <span>{t('planning.map.proposal')}</span>}
        {shapes.lines.length > 0 && (
          <span>{t(isByRoads ? 'planning.map.roads' : 'planning.map.straight')}</span>
        )}
        {isLassoOn ? (
          <span>{t('planning.map.lassoOn')}</span>
        ) : (
          <Box component="span" sx={{ '@media (hover: none)': { display: 'none' } }}>
            {t('planning.map.hint')}
          </Box>
        )}
      </Box>
      <div role="status" style={visuallyHidden}>
        {said}
      </div>
      <Box sx={{ position: 'absolute', right: 12, bottom: 40, zIndex: 2, display: 'grid', gap: '8px' }}>
        <MapControl
          label={t('planning.map.lasso')}
          isPressed={isLassoOn}
          onClick={() => setLassoOn((isOn) => !isOn)}
        >
          <GestureRounded />
        </MapControl>
        <MapControls
          onZoomIn={() => map.current?.zoomIn()}
          onZoomOut={() => map.current?.zoomOut()}
          onFitAll={() => fit()}
        />
      </Box>
    </Box>
  )
}
