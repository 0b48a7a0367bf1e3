import type { TrackedService } from '@rumbo/contract/services.tracking.contract'
import type { Language } from '@rumbo/i18n/language'
import { useEffect, useRef, useState } from 'react'
import type { Basemap } from '../map/basemap/basemap-style.ts'
import { createPointLayers } from '../map/layers/point-layers.ts'
import { createMapInstance, type MapInstance } from '../map/map-instance.ts'
import { nothingCovered } from '../map/map-model.ts'
import { hasWebGl } from '../map/webgl.ts'
import type { SchemeName } from '../ui/theme/tokens.ts'
import type { TrackingClient } from './tracking-client.ts'

interface TrackingMapProps {
  client: TrackingClient
  service: TrackedService
  scheme: SchemeName
  language: Language
  label: string
}

interface Parts {
  instance: MapInstance
  points: ReturnType<typeof createPointLayers>
}

const isStill = () => window.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false

/** The vehicle and the next stop on a map to look at, which keeps both in view. Nothing without WebGL. */
export function TrackingMap({ client, service, scheme, language, label }: TrackingMapProps) {
  const box = useRef<HTMLDivElement>(null)
  const first = useRef({ scheme, language, label, client })
  const [basemap, setBasemap] = useState<Basemap | null>(null)
  const [parts, setParts] = useState<Parts | null>(null)

  useEffect(() => {
    if (box.current === null || !hasWebGl()) return
    let isGone = false
    const { scheme, language, label, client } = first.current
    const instance = createMapInstance({
      container: box.current,
      basemap: null,
      scheme,
      language,
      view: null,
      label,
      isStill,
      covered: () => nothingCovered,
      onStreetsMissing: () => {},
    })
    const { map } = instance
    map.once('style.load', () => {
      if (isGone) return
      const project = (place: { latitude: number; longitude: number }) =>
        map.project([place.longitude, place.latitude])
      setParts({ instance, points: createPointLayers(map, scheme, project) })
    })
    client.basemap().then(
      (found) => isGone || setBasemap(found),
      // The marks are drawn without streets; the words of the page say the same.
      () => {},
    )
    return () => {
      isGone = true
      instance.remove()
      setParts(null)
    }
  }, [])

  useEffect(() => parts?.instance.setBasemap(basemap, language), [parts, basemap, language])
  useEffect(() => {
    parts?.instance.setScheme(scheme)
    parts?.points.setScheme(scheme)
  }, [parts, scheme])

  const { position, stops, status, vehicle } = service
  useEffect(() => {
    if (parts === null || position === null) return
    const next = stops.find((stop) => stop.status === 'pending')
    const pins = next
      ? [{ id: 'next', latitude: next.latitude, longitude: next.longitude, letter: letterOf(next.number) }]
      : []
    parts.points.show(pins, [])
    parts.points.showMarks([
      {
        id: 'vehicle',
        latitude: position.latitude,
        longitude: position.longitude,
        headingDegrees: position.heading,
        status: status === 'in_progress' ? 'occupied' : 'en_route',
        label: vehicle?.number ?? '',
      },
    ])
    parts.instance.handle.fit([position, ...pins], { maxZoom: 16 })
  }, [parts, position, stops, status, vehicle])

  const sources = new Set(
    [...(basemap?.regions ?? []), ...(basemap?.world ? [basemap.world] : [])].map(
      ({ attribution }) => attribution,
    ),
  )
  return (
    <div inert className="map-inside">
      <div ref={box} className="map-canvas" />
      <span className="sources">{[...sources].join(' · ')}</span>
    </div>
  )
}

const letterOf = (number: number) => String.fromCharCode(64 + Math.min(number, 26))
