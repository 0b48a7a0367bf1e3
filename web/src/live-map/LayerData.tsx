import type { LiveVehicle } from '@rumbo/contract/live.contract'
import type { Service } from '@rumbo/contract/services.contract'
import {
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useErrorMessage } from '../app/client-context.tsx'
import type { FleetSelection } from '../app/session/workspace.ts'
import { useFenceAreas } from '../geofences/use-fences-on-map.ts'
import { useHasLiveFleet, useLiveVehicle } from '../live/use-live.ts'
import type { MapCanvasProps } from '../map/MapCanvas.tsx'
import { isInBounds } from '../map/map-bounds.ts'
import type { MapHandle, MapPin } from '../map/map-model.ts'
import { useRestingBounds } from '../map/use-resting-bounds.ts'
import { useText } from '../ui/i18n.tsx'
import { useToasts } from '../ui/toasts/toasts.tsx'
import type { MapLayer } from './layers.ts'
import { ServiceControl } from './ServiceControl.tsx'
import { SpotChoice } from './SpotChoice.tsx'
import { closeZoom, located } from './use-fleet-view.ts'
import { useTrail } from './use-map-layers.ts'
import { useServicesOnMap } from './use-services-on-map.ts'

export interface LayerContents {
  /** The id of the chosen service. */
  service: Service | undefined
  /** Called with what the map should show. */
  drawn: Pick<MapCanvasProps, 'pins' | 'areas' | 'tracks' | 'popupAt' | 'onChoosePins' | 'onBounds'>
}

interface LayerDataProps {
  map: RefObject<MapHandle | null>
  /** Without a map there is no view: everything is listed. */
  canDraw: boolean
  fleets: FleetSelection
  chosen: LiveVehicle | undefined
  layers: readonly MapLayer[]
  onContents: (contents: LayerContents) => void
  serviceId: string | null
  /** The address contains a chosen service but no view. */
  isAwaited: boolean
  /** The service of a link cannot be shown. */
  onMissing: () => void
  isFollowing: boolean
  /** A service was chosen: by its pin, or in the list, when `pin` is its place. */
  onService: (serviceId: string, pin?: MapPin) => void
  isNarrow: boolean
  topPixels: number
}

/** To the right of the list where it is beside the map, and above controls at the bottom edge. */
const besideList = { left: 344, bottom: 84 }

/**
 * Loads the data of the chosen layers and renders their controls; a chunk of its own, loaded with the first layer.
 */
export function LayerData(props: LayerDataProps) {
  const { map, layers, onContents, serviceId, isAwaited } = props
  const { t, isWhole } = useText()
  const toasts = useToasts()
  const message = useErrorMessage()
  const hasServices = layers.includes('services')
  const { bounds, onBounds } = useRestingBounds(props.isFollowing)
  const shown = useServicesOnMap({
    fleets: props.fleets,
    isOn: hasServices,
    chosenId: serviceId,
    bounds: props.canDraw ? (bounds ?? undefined) : null,
  })
  const { services, pins, chosen: service, chosenError, isMissing } = shown
  const tracks = useTrail(props.chosen, layers.includes('trail'))
  const fleetId = props.fleets.isAll ? '' : props.fleets.id
  const areas = useFenceAreas(fleetId, bounds, layers.includes('fences'))
  const [among, setAmong] = useState<{ ids: readonly string[]; at: { x: number; y: number } } | null>(null)
  const onService = useRef(props.onService)
  useLayoutEffect(() => {
    onService.current = props.onService
  })
  const onChoosePins = useCallback((ids: readonly string[], at: { x: number; y: number }) => {
    const [only, ...others] = ids
    if (only !== undefined && others.length === 0) onService.current(only)
    else setAmong({ ids, at })
  }, [])

  const popupAt = pins.find(({ id }) => id === serviceId)
  useEffect(
    () => onContents({ service, drawn: { pins, areas, tracks, popupAt, onChoosePins, onBounds } }),
    [onContents, service, pins, areas, tracks, popupAt, onChoosePins, onBounds],
  )

  const vehicle = useLiveVehicle(service?.assignedVehicleId ?? null)
  const hasFleet = useHasLiveFleet(props.fleets.id)
  /** The service of a link, until it has been shown. */
  const linkedId = useRef(serviceId)
  useEffect(() => {
    if (popupAt === undefined || bounds === null || linkedId.current !== popupAt.id) return
    // The place of its vehicle is part of the picture.
    if (isAwaited && service?.assignedVehicleId != null && !hasFleet) return
    linkedId.current = null
    const whole = [...(service?.plannedStops ?? []), ...located(vehicle ? [vehicle] : [])]
    if (isAwaited && whole.length > 1) map.current?.fit(whole, { maxZoom: closeZoom })
    else if (isAwaited || !isInBounds(bounds, popupAt))
      map.current?.goTo(popupAt, Math.max(map.current.view().zoom, closeZoom))
  }, [map, popupAt, bounds, isAwaited, service, vehicle, hasFleet])
  const onMissing = useEffectEvent(props.onMissing)
  const trouble = !isMissing
    ? null
    : chosenError
      ? message(chosenError, t('liveMap.services.failedOne'))
      : t('problems.service_not_found')
  /** Changes of other services refetch a missing one: its error is shown once. */
  const reportedId = useRef<string | null>(null)
  useEffect(() => {
    if (serviceId === null) reportedId.current = null
    if (trouble === null || reportedId.current === serviceId) return
    reportedId.current = serviceId
    toasts.show({ type: 'error', message: trouble })
    if (linkedId.current === serviceId) onMissing()
  }, [trouble, serviceId, toasts])

  if (!hasServices || !isWhole) return null
  const there = among?.ids.flatMap((id) => [...services, service].find((each) => each?.id === id) ?? []) ?? []
  return (
    <>
      <ServiceControl
        shown={shown}
        chosenId={serviceId}
        onChoose={(serviceId) =>
          props.onService(
            serviceId,
            pins.find(({ id }) => id === serviceId),
          )
        }
        place={props.isNarrow ? { left: 8, top: props.topPixels } : besideList}
      />
      {among && (
        <SpotChoice
          at={among.at}
          onClose={() => setAmong(null)}
          label={t('liveMap.services.spot', { count: there.length })}
          moreLabel={(count) => t('liveMap.services.more', { count })}
          items={there.map(({ id, serviceNumber, status }) => ({
            label: `${serviceNumber} · ${t(`services.status.${status}`)}`,
            onChoose: () => props.onService(id),
          }))}
        />
      )}
    </>
  )
}
