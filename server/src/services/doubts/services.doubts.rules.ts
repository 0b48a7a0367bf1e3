import type { Place } from '@rumbo/contract/places.contract'
import { type Coordinates, distanceMetres } from '@rumbo/geo'
import type { FieldProblem } from '../../platform/problem.ts'

/** Beyond this distance from any street or town a stop is taken for a slip: the sea, a desert. */
const remoteMetres = 25_000
/** Beyond this distance from where the fleet usually drives. */
const farMetres = 200_000

interface Facts {
  stops: readonly Coordinates[]
  /** The street or town nearest to each stop; undefined where it could not be looked up. */
  places: readonly (Pick<Place, 'distanceMetres'> | null | undefined)[]
  /** Where the fleet usually drives; null while too little is known. */
  middle: Coordinates | null
  /** No road connects the stops. */
  hasNoRoad: boolean
  /** Stops that somebody confirmed before, by place. */
  known: readonly Coordinates[]
}

const isSame = (a: Coordinates, b: Coordinates) => a.latitude === b.latitude && a.longitude === b.longitude

/** The stops that a person has to confirm, each with the reason. */
export function doubtsOf({ stops, places, middle, hasNoRoad, known }: Facts): FieldProblem[] {
  const isNew = (stop: Coordinates) => !known.some((one) => isSame(one, stop))
  // Where no stop has a place, there is nothing to look them up in.
  const areUnknown = places.every((place) => place === null)
  const doubts = stops.flatMap((stop, at): FieldProblem[] => {
    if (!isNew(stop)) return []
    const path = `body.plannedStops.${at}.address`
    const place = places[at]
    if ((place === null && !areUnknown) || (place?.distanceMetres ?? 0) > remoteMetres)
      return [{ path, code: 'place_remote' }]
    if (middle && distanceMetres(middle, stop) > farMetres) return [{ path, code: 'place_far' }]
    return []
  })
  if (doubts.length > 0 || !hasNoRoad || !stops.some(isNew)) return doubts
  return [{ path: 'body.plannedStops', code: 'no_road' }]
}
