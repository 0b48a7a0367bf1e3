import type { LiveVehicle } from '@rumbo/contract/live.contract'
import type { Service } from '@rumbo/contract/services.contract'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { MapCanvasProps } from '../../map/MapCanvas.tsx'
import type { MapPin } from '../../map/map-model.ts'
import { useText } from '../../ui/i18n.tsx'
import type { MapLayer } from './layers.ts'
import { ServiceControl } from './ServiceControl.tsx'
import { SpotChoice } from './SpotChoice.tsx'
import { useTrail } from './use-map-layers.ts'
import { useServicesOnMap } from './use-services-on-map.ts'

export interface LayerContents {
  /** The chosen one. */
  service: Service | undefined
  /** What the map is given to show. */
  drawn: Pick<MapCanvasProps, 'pins' | 'tracks' | 'popupAt' | 'onChoosePins'>
}

interface LayerDataProps {
  fleetId: string
  chosen: LiveVehicle | undefined
  layers: readonly MapLayer[]
  onContents: (contents: LayerContents) => void
  serviceId: string | null
  /** A service was chosen: at its pin, or from the list, and then `pin` tells where it stands. */
  onService: (serviceId: string, pin?: MapPin) => void
  isNarrow: boolean
  topPixels: number
}

/** Right of the list, where that is beside the map, and above what stands along the lower edge. */
const besideList = { left: 344, bottom: 84 }

/** Fetches what the chosen layers show, and holds their controls; a chunk of its own, for those who choose any. */
export function LayerData(props: LayerDataProps) {
  const { layers, onContents, serviceId } = props
  const { t, isWhole } = useText()
  const hasServices = layers.includes('services')
  const shown = useServicesOnMap(props.fleetId, hasServices)
  const { services, pins } = shown
  const tracks = useTrail(props.chosen, layers.includes('trail'))
  const [among, setAmong] = useState<{ ids: readonly string[]; at: { x: number; y: number } } | null>(null)
  const onService = useRef(props.onService)
  onService.current = props.onService
  const onChoosePins = useCallback((ids: readonly string[], at: { x: number; y: number }) => {
    const [only, ...others] = ids
    if (only !== undefined && others.length === 0) onService.current(only)
    else setAmong({ ids, at })
  }, [])

  const service = services.find(({ id }) => id === serviceId)
  const popupAt = pins.find(({ id }) => id === serviceId)
  useEffect(
    () => onContents({ service, drawn: { pins, tracks, popupAt, onChoosePins } }),
    [onContents, service, pins, tracks, popupAt, onChoosePins],
  )
  if (!hasServices || !isWhole) return null
  const there = among?.ids.flatMap((id) => services.find((each) => each.id === id) ?? []) ?? []
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
          label={t('mapScreen.services.spot', { count: there.length })}
          moreLabel={(count) => t('mapScreen.services.more', { count })}
          items={there.map(({ id, serviceNumber, status }) => ({
            label: `${serviceNumber} · ${t(`services.status.${status}`)}`,
            onChoose: () => props.onService(id),
          }))}
        />
      )}
    </>
  )
}
