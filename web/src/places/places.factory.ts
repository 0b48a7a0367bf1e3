import type { Place } from '@rumbo/contract/places.contract'

/** A place as the server answers it. Default: Paseo de la Reforma. */
export const somePlace = (some: Partial<Place> = {}): Place => ({
  name: 'Paseo de la Reforma 222',
  detail: 'Juárez',
  latitude: 19.4284,
  longitude: -99.1627,
  distanceMetres: null,
  isApproximate: false,
  kind: 'address',
  precision: 'exact',
  engine: 'region',
  sort: null,
  parts: {
    street: 'Paseo de la Reforma',
    number: '222',
    neighbourhood: 'Juárez',
    city: 'Ciudad de México',
    state: 'Ciudad de México',
    postalCode: '06600',
    country: 'México',
  },
  ...some,
})
