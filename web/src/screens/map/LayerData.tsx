import type { LiveVehicle } from '@rumbo/contract/live.contract'
import { useEffect } from 'react'
import type { MapPin, MapTrack } from '../../map/map-model.ts'
import type { MapLayer } from './layers.ts'
import { useServicePins, useTrail } from './use-map-layers.ts'

export interface LayerContents {
  pins: readonly MapPin[]
  tracks: readonly MapTrack[]
}

interface LayerDataProps {
  fleetId: string
  chosen: LiveVehicle | undefined
  layers: readonly MapLayer[]
  onContents: (contents: LayerContents) => void
}

/** Fetches what the chosen layers show; a chunk of its own, for those who choose any. Draws nothing itself. */
export function LayerData({ fleetId, chosen, layers, onContents }: LayerDataProps) {
  const pins = useServicePins(fleetId, layers.includes('services'))
  const tracks = useTrail(chosen, layers.includes('trail'))
  useEffect(() => onContents({ pins, tracks }), [onContents, pins, tracks])
  return null
}
