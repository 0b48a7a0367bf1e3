import type { Clock } from '../platform/clock.ts'
import { createBuiltInGeocoding } from './geocoding/places.geocoding.local.ts'
import { createGeocodingService } from './geocoding/places.geocoding.service.ts'
import { createGeocoding, type Geocoding } from './geocoding/places.geocoding.ts'
import type { RegionStore } from './regions/places.regions.ts'

/**
 * Search and reverse geocoding of an installation: the configured service, the installed regions, the towns of the
 * world. Without any of these nothing is found, and nothing fails.
 * @param options `onFailure` is called with the file that could not be read, and the reason
 */
export function createPlaces(options: {
  regions: RegionStore
  /** Towns of the world; made when Rumbo is built. */
  gazetteerFile: string
  /** A service that speaks as Nominatim or Photon do. */
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
