import type { Place } from '@rumbo/contract/places.contract'
import { type Basemap, createRegions, type Regions } from './places.regions.ts'
import { searchEntries } from './places.rules.ts'

export interface Places {
  /** The nearest street within 400 metres, with the crossing nearest to it as detail. */
  reverse(latitude: number, longitude: number): Promise<Place | null>
  /** Streets, crossings ("A y B") and neighbourhoods by the beginnings of their words. */
  search(text: string, limit: number): Promise<Place[]>
  basemap(): Promise<{ basemap: Basemap; etag: string }>
}

/**
 * Names of places from the region files (`*.osm`) of a folder. Without any region: nothing is found, and nothing fails.
 * @param options `onFailure` is told which file could not be read, and why
 */
export function createPlaces(options: {
  directory: string
  onFailure: (file: string, error: Error) => void
}): Places {
  const regions = createRegions(options)

  function nearest({ locators }: Regions, latitude: number, longitude: number): Place | null {
    let found: Place | null = null
    for (const { locator, isApproximate } of locators) {
      const street = locator.locateStreet(latitude, longitude)
      if (!street || street.distanceMetres >= (found?.distanceMetres ?? Number.POSITIVE_INFINITY)) continue
      found = {
        name: street.name,
        detail: street.crossing,
        latitude,
        longitude,
        distanceMetres: street.distanceMetres,
        isApproximate,
      }
    }
    return found
  }

  return {
    reverse: async (latitude, longitude) => nearest(await regions(), latitude, longitude),
    search: async (text, limit) => searchEntries((await regions()).entries, text, limit),
    async basemap() {
      const { basemap, etag } = await regions()
      return { basemap, etag }
    },
  }
}
