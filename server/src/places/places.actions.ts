import type { Clock } from '../platform/clock.ts'
import { createBuiltInGeocoding } from './geocoding/places.geocoding.local.ts'
import { createGeocodingService } from './geocoding/places.geocoding.service.ts'
import { createGeocoding, type Geocoding } from './geocoding/places.geocoding.ts'
import type { RegionStore } from './regions/places.regions.ts'

/**
 * Creates the geocoding of an installation from the configured service, the installed regions and the towns of the
 * world. Without any of these, searches return nothing.
 * @param options `onFailure` is called with a file that could not be read, and the reason
 */
export function createPlaces(options: {
  regions: RegionStore
  /** File with the towns of the world, created by the build. */
  gazetteerFile: string
  /** URL of a service with the API of Nominatim or Photon; null without one. */
  geocoderUrl: string | null
  clock: Clock
  onFailure: (file: string, error: Error) => void
}): Geocoding {
  const { regions, gazetteerFile, geocoderUrl, clock, onFailure } = options
  const geocoding = createGeocoding({
    builtIn: createBuiltInGeocoding({ regions: () => regions.list(), gazetteerFile, onFailure }),
    service: geocoderUrl === null ? null : createGeocodingService({ address: geocoderUrl, clock }),
  })
  regions.onChange(geocoding.forget)
  return geocoding
}
