import { searchPlaces } from '@rumbo/contract/places.contract'
import { type Coordinates, distanceMetres } from '@rumbo/geo'
import type { Call } from './api-call.ts'

export interface Place {
  name: string
  detail: string | null
  latitude: number
  longitude: number
}

const names = [
  'Paseo de la Reforma',
  'Insurgentes',
  'Tlalpan',
  'Cuauhtémoc',
  'Chapultepec',
  'Revolución',
  'Patriotismo',
  'Universidad',
  'Eje Central',
  'Polanco',
  'Roma',
  'Coyoacán',
]
export const zocalo = { latitude: 19.4326, longitude: -99.1332 }

/** Streets of the demo's region. */
export async function findStreets(call: Call): Promise<Place[]> {
  const searches = await Promise.all(
    names.map((q) => call(searchPlaces, { query: { q, ...zocalo, limit: 20 } })),
  )
  // Towns elsewhere may have the same names.
  return searches.flatMap((search) => search.items).filter(({ engine }) => engine === 'region')
}

/** The places within `metres`, or all if there are none. */
export function placesWithin(places: readonly Place[], metres: number, of: Coordinates): readonly Place[] {
  const fitting = places.filter((place) => distanceMetres(of, place) <= metres)
  return fitting.length > 0 ? fitting : places
}
