interface Coordinates {
  latitude: number
  longitude: number
}

/** Decimals of degrees in which different places differ: 11 centimetres. */
const decimals = 6

/** Collects distinct places; each has an index from 0. */
export function createPlaces() {
  const places: Coordinates[] = []
  const indexes = new Map<string, number>()
  return {
    places,
    /** The index of a place, which is added where it is new. */
    indexOf({ latitude, longitude }: Coordinates, digits = decimals): number {
      const place = { latitude: rounded(latitude, digits), longitude: rounded(longitude, digits) }
      const key = `${place.latitude},${place.longitude}`
      const known = indexes.get(key)
      if (known !== undefined) return known
      indexes.set(key, places.length)
      places.push(place)
      return places.length - 1
    },
  }
}
export type Places = ReturnType<typeof createPlaces>

// No negative zero, which would be another key than zero.
const rounded = (degrees: number, digits: number) => Number(degrees.toFixed(digits)) || 0
