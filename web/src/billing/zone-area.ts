import type { Zone } from '@rumbo/contract/places.zones.contract'
import type { MapArea } from '../map/map-model.ts'

type Shape = Pick<Zone, 'id' | 'name' | 'corners'>

/** A zone as the map draws it. */
export function areaOf({ id, name, corners }: Shape, { isFaint = false } = {}): MapArea {
  const ring = corners.map(([longitude, latitude]): [number, number] => [longitude, latitude])
  const first = ring[0]
  return {
    id,
    geometry: { type: 'Polygon', coordinates: [first ? [...ring, first] : ring] },
    tone: isFaint ? 'inactive' : 'primary',
    label: name,
    isDashed: isFaint,
    opacity: isFaint ? 0.06 : 0.18,
  }
}

/** All corners of zones, to fit the map to. */
export const pointsOf = (zones: readonly Pick<Zone, 'corners'>[]) =>
  zones.flatMap(({ corners }) => corners.map(([longitude, latitude]) => ({ latitude, longitude })))
