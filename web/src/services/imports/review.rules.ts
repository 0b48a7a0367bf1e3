/** Rules of the decision about the addresses of an imported row. Pure. */
import type { ReviewedStop } from '@rumbo/contract/services.imports.contract'

interface Point {
  latitude: number
  longitude: number
}
/** What a person chose for a stop: the place of the file, a candidate by its number, or another address. */
export interface PlaceChoice {
  /** `file`, the number of a candidate, `other`; empty: nothing yet. */
  is: string
  /** As typed, for another address. */
  address: string
  /** Null until the typed address is located. */
  place: Point | null
}
interface DecidedStop extends Point {
  address: string
}

/** Nothing is chosen beforehand, so that no place is confirmed by accident; only where none was found is there no choice. */
export const startChoice = ({ address, latitude, candidates }: ReviewedStop): PlaceChoice => ({
  is: latitude === null && candidates.length === 0 ? 'other' : '',
  address,
  place: null,
})

/**
 * The decided place of a stop; null while it is open. A candidate keeps the address of the file, whose details the
 * driver needs.
 */
export function placeOf(stop: ReviewedStop, { is, address, place }: PlaceChoice): DecidedStop | null {
  if (is === 'other') return place && { address, ...place }
  const point =
    stop.doubt === null || is === 'file' ? stop : is === '' ? undefined : stop.candidates[Number(is)]
  if (!point || point.latitude === null || point.longitude === null) return null
  return { address: stop.address, latitude: point.latitude, longitude: point.longitude }
}

/** The places of all stops; null while one is open. */
export function placesOf(
  stops: readonly ReviewedStop[],
  choices: readonly PlaceChoice[],
): DecidedStop[] | null {
  const decided = stops.flatMap((stop, at) => {
    const choice = choices[at]
    return (choice && placeOf(stop, choice)) ?? []
  })
  return decided.length === stops.length ? decided : null
}
