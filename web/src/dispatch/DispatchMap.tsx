import Box from '@mui/material/Box'
import type { Candidate } from '@rumbo/contract/dispatch.contract'
import type { Suggestion } from '@rumbo/contract/dispatch.repositioning.contract'
import type { LiveVehicle } from '@rumbo/contract/live.contract'
import type { Service } from '@rumbo/contract/services.contract'
import { type DragEvent, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { LiveMap } from '../map/LiveMap.tsx'
import { MapControls } from '../map/MapControls.tsx'
import type { MapHandle } from '../map/map-model.ts'
import { useText } from '../ui/i18n.tsx'
import { useDragAssign } from './assign/drag-assign.tsx'
import { arrivalText } from './dispatch.rules.ts'

const maxLines = 8

interface DispatchMapProps {
  service: Service | null
  /** Eligible candidates, best first. */
  candidates: readonly Candidate[]
  vehicles: readonly LiveVehicle[]
  /** Moves suggested to idle vehicles. */
  suggestions: readonly Suggestion[]
}

const placeOf = ({ latitude, longitude }: LiveVehicle) =>
  latitude === null || longitude === null ? null : { latitude, longitude }

/** The pickup with straight lines to the best candidates; without a chosen service the whole fleet and its suggestions. */
export function DispatchMap({ service, candidates, vehicles, suggestions }: DispatchMapProps) {
  const { t } = useText()
  const map = useRef<MapHandle>(null)
  const [isReady, setReady] = useState(false)
  const pickup = service?.plannedStops[0]
  const best = candidates.slice(0, maxLines)
  const bestKey = best
    .map(({ vehicleId, arrivalSeconds, isEstimate }) => `${vehicleId} ${arrivalSeconds} ${isEstimate}`)
    .join(',')

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key contains everything the labels show
  const labels = useMemo(
    () =>
      new Map(
        best.map(({ vehicleId, vehicleNumber, arrivalSeconds, isEstimate }) => [
          vehicleId,
          arrivalSeconds === null
            ? vehicleNumber
            : `${vehicleNumber} · ${arrivalText(arrivalSeconds, isEstimate)}`,
        ]),
      ),
    [bestKey],
  )
  const shown = useMemo(
    () =>
      pickup === undefined || labels.size === 0 ? vehicles : vehicles.filter(({ id }) => labels.has(id)),
    [vehicles, labels, pickup],
  )
  const pins = useMemo(
    () =>
      pickup === undefined
        ? []
        : [{ id: pickup.id, letter: 'A', latitude: pickup.latitude, longitude: pickup.longitude }],
    [pickup],
  )
  const bestId = best[0]?.vehicleId
  const lines = useMemo(
    () =>
      pickup === undefined
        ? suggestions.flatMap(({ id, vehicleId, to }) => {
            const vehicle = shown.find((one) => one.id === vehicleId)
            const from = vehicle ? placeOf(vehicle) : null
            return from === null ? [] : [{ id, from, to, isStrong: false }]
          })
        : shown.flatMap((vehicle) => {
            const from = labels.has(vehicle.id) ? placeOf(vehicle) : null
            return from === null
              ? []
              : [{ id: vehicle.id, from, to: pickup, isStrong: vehicle.id === bestId }]
          }),
    [shown, labels, pickup, bestId, suggestions],
  )

  const fit = (isInstant = false) => {
    const points = shown.flatMap((vehicle) => placeOf(vehicle) ?? [])
    map.current?.fit(pickup === undefined ? points : [pickup, ...points.slice(0, 5)], { isInstant })
  }
  const fitted = useRef('')
  const wanted = `${service?.id ?? 'fleet'} ${labels.size > 0 || service === null}`
  const fitNow = useEffectEvent(() => fit())
  const hasVehicles = vehicles.length > 0
  useEffect(() => {
    if (!isReady || !hasVehicles || fitted.current === wanted) return
    fitted.current = wanted
    fitNow()
  }, [isReady, hasVehicles, wanted])

  const drag = useDragAssign()
  const vehicleBelow = ({ currentTarget, clientX, clientY }: DragEvent) => {
    const { left, top } = currentTarget.getBoundingClientRect()
    return map.current?.vehicleAt({ x: clientX - left, y: clientY - top }) ?? null
  }
  return (
    <Box {...drag?.targetProps(vehicleBelow)} sx={{ position: 'relative', height: '100%', minHeight: 220 }}>
      <LiveMap
        ref={map}
        label={t('map.label')}
        view={null}
        vehicles={shown}
        vehicleLabels={labels}
        chosenId={bestId ?? null}
        pins={pins}
        lines={lines}
        onReady={() => setReady(true)}
      />
      <Box sx={{ position: 'absolute', right: 12, bottom: 40, zIndex: 2 }}>
        <MapControls
          onZoomIn={() => map.current?.zoomIn()}
          onZoomOut={() => map.current?.zoomOut()}
          onFitAll={() => fit()}
        />
      </Box>
    </Box>
  )
}
