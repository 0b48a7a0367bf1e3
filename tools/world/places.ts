import { besideLongitude, withinWorld } from '@rumbo/geo/geometry/date-line'
import { type City, readCities, readStates } from './cities.ts'
import type { readCountries } from './countries.ts'
import { spanishCities, spanishStates } from './spanish-names.ts'

/** A name on the world map. */
export interface WorldPlace {
  longitude: number
  latitude: number
  name: string
  /** Only where it differs from `name`. */
  nameEs?: string
  nameEn?: string
  kind: 'country' | 'state' | 'city' | 'town' | 'suburb'
  /** Shown from this zoom on. */
  minZoom: number
  /** Places with a smaller rank are placed first. */
  rank: number
  isCapital?: boolean
}

type CountryLabel = ReturnType<typeof readCountries>['labels'][number]

const countryZooms = [
  { squareKm: 2_000_000, zoom: 1 },
  { squareKm: 400_000, zoom: 2 },
  { squareKm: 60_000, zoom: 3 },
  { squareKm: 8_000, zoom: 4 },
  { squareKm: 0, zoom: 5 },
]
const cityZooms = [
  { people: 5_000_000, zoom: 3 },
  { people: 1_000_000, zoom: 4 },
  { people: 300_000, zoom: 5 },
  { people: 100_000, zoom: 6 },
  { people: 20_000, zoom: 7 },
  { people: 5_000, zoom: 8 },
  { people: 1_500, zoom: 9 },
  { people: 0, zoom: 10 },
]
const townBelow = 50_000

/** Countries, states, and places of 500 inhabitants and more. */
export function worldPlaces(countries: readonly CountryLabel[]): WorldPlace[] {
  const cities = readCities()
  return [...countries.map(countryPlace), ...statePlaces(cities), ...cities.map(cityPlace)]
}

function countryPlace({ nameEs, nameEn, longitude, latitude, squareKm }: CountryLabel): WorldPlace {
  const minZoom = countryZooms.find((step) => squareKm >= step.squareKm)?.zoom ?? 5
  const place: WorldPlace = { longitude, latitude, name: nameEn, kind: 'country', minZoom, rank: minZoom }
  if (nameEs !== nameEn) place.nameEs = nameEs
  return place
}

function cityPlace({ name, longitude, latitude, country, feature, population }: City): WorldPlace {
  const isCapital = feature === 'PPLC'
  const bySize = cityZooms.find(({ people }) => population >= people)?.zoom ?? 10
  const minZoom = feature === 'PPLX' ? Math.max(10, bySize) : isCapital ? Math.min(4, bySize) : bySize
  const nameEs = spanishCities[`${country}:${name}`]
  const place: WorldPlace = {
    longitude,
    latitude,
    name,
    minZoom,
    kind: feature === 'PPLX' ? 'suburb' : population < townBelow && !isCapital ? 'town' : 'city',
    rank: 100 - Math.round(10 * Math.log10(Math.max(population, 1))) - (isCapital ? 8 : 0),
  }
  // Absent rather than undefined: every field becomes a tag of the tile.
  if (nameEs !== undefined) place.nameEs = nameEs
  if (isCapital) place.isCapital = true
  return place
}

/** States, placed at the centre of their towns, because the package has no borders of states. */
function statePlaces(cities: readonly City[]): WorldPlace[] {
  const names = readStates()
  const members = new Map<string, City[]>()
  for (const city of cities) {
    const known = members.get(city.state)
    if (known) known.push(city)
    else members.set(city.state, [city])
  }
  return [...members].flatMap(([code, within]) => {
    const name = names.get(code)
    if (name === undefined || within.length < 5) return []
    const middle = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1] ?? 0
    const [{ longitude: anyLongitude } = { longitude: 0 }] = within
    const longitudes = within.map(({ longitude }) => besideLongitude(longitude, anyLongitude))
    const latitudes = within.map(({ latitude }) => latitude)
    const longitude = middle(longitudes)
    const latitude = middle(latitudes)
    const squeeze = Math.cos((latitude * Math.PI) / 180)
    const degrees = Math.hypot(
      ((longitudes.at(-1) ?? 0) - (longitudes[0] ?? 0)) * squeeze,
      (latitudes.at(-1) ?? 0) - (latitudes[0] ?? 0),
    )
    if (degrees < 1.2) return []
    const nameEs = spanishStates[code]
    const place: WorldPlace = {
      longitude: withinWorld(longitude),
      latitude,
      name,
      kind: 'state',
      rank: 60,
      minZoom: degrees > 7 ? 4 : degrees > 3 ? 5 : 6,
    }
    if (nameEs !== undefined) place.nameEs = nameEs
    return [place]
  })
}
