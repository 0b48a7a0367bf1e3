import type { PlanTravel } from '@rumbo/contract/planning.workspace.contract'
import { estimateLeg } from '@rumbo/geo/roads/road-estimate'
import type { Travel } from '@rumbo/optimizer'

/** Seconds that mean: there is no way. */
export const noWay = 65_535

interface Place {
  latitude: number
  longitude: number
}

/** Matrices as they are stored and sent: little-endian, in row order. */
export interface TravelBytes {
  /** 16 bits each; `noWay` where there is none. */
  seconds: Uint8Array
  /** 32 bits each. */
  metres: Uint8Array
}

/** Rounds to whole seconds and metres; more than 65,534 seconds become so many. */
export function encodeTravel({ seconds, metres }: Travel): TravelBytes {
  const secondsView = new DataView(new ArrayBuffer(seconds.length * 2))
  const metresView = new DataView(new ArrayBuffer(metres.length * 4))
  seconds.forEach((value, at) => {
    const isReachable = Number.isFinite(value)
    secondsView.setUint16(at * 2, isReachable ? Math.min(noWay - 1, Math.round(value)) : noWay, true)
    metresView.setUint32(at * 4, isReachable ? Math.round(metres[at] as number) : 0, true)
  })
  return { seconds: new Uint8Array(secondsView.buffer), metres: new Uint8Array(metresView.buffer) }
}

/**
 * The matrices of stored or sent bytes; Infinity for `noWay`.
 * @throws RangeError where the lengths do not agree with the number of places
 */
export function decodeTravel(locations: number, bytes: TravelBytes): Travel {
  const cells = locations * locations
  if (bytes.seconds.length !== cells * 2 || bytes.metres.length !== cells * 4)
    throw new RangeError('the travel times have a wrong length')
  const secondsView = new DataView(bytes.seconds.buffer, bytes.seconds.byteOffset)
  const metresView = new DataView(bytes.metres.buffer, bytes.metres.byteOffset)
  const seconds = new Float64Array(cells)
  const metres = new Float64Array(cells)
  for (let at = 0; at < cells; at++) {
    const value = secondsView.getUint16(at * 2, true)
    seconds[at] = value === noWay ? Number.POSITIVE_INFINITY : value
    metres[at] = value === noWay ? Number.POSITIVE_INFINITY : metresView.getUint32(at * 4, true)
  }
  return { locations, seconds, metres }
}

/**
 * Travel between the places of a workspace: as answered by roads where the answer contains both places, by the formula
 * from the straight line elsewhere.
 */
export function travelOf(
  places: readonly Place[],
  known: Pick<PlanTravel, 'places' | 'coordinates' | 'seconds' | 'metres' | 'isEstimate'> | null,
): Travel & { isEstimate: boolean } {
  const answered =
    known && known.seconds !== null && known.metres !== null
      ? decodeTravel(known.places, { seconds: bytesOf(known.seconds), metres: bytesOf(known.metres) })
      : null
  return joinTravel(
    places,
    answered && { ...answered, index: indexPlaces(known?.coordinates ?? []) },
    known?.isEstimate ?? true,
  )
}

/**
 * `travelOf` for a day that is read again and again: estimates between places of the day before it are copied, since those
 * between thousands of places take seconds.
 */
export function createTravelReader(): typeof travelOf {
  let estimates: (Travel & { index: PlaceIndex }) | null = null
  return (places, known) => {
    const isAnswered = known !== null && known.seconds !== null
    const travel = isAnswered || !estimates ? travelOf(places, known) : joinTravel(places, estimates, true)
    const coordinates = places.flatMap(({ latitude, longitude }) => [latitude, longitude])
    estimates = isAnswered ? null : { ...travel, index: indexPlaces(coordinates) }
    return travel
  }
}

/**
 * As `travelOf`, of decoded matrices.
 * @param isKnownEstimate whether `known` rests on the formula somewhere
 * @param allocate default: memory of this thread alone
 */
export function joinTravel(
  places: readonly Place[],
  known: (Travel & { index: PlaceIndex }) | null,
  isKnownEstimate: boolean,
  allocate: (cells: number) => Float64Array = (cells) => new Float64Array(cells),
): Travel & { isEstimate: boolean } {
  const locations = places.length
  const seconds = allocate(locations * locations)
  const metres = allocate(locations * locations)
  const indexes = indexesOf(places, known?.index ?? new Map())
  let isEstimate = known !== null && isKnownEstimate
  for (let from = 0; from < locations; from++)
    for (let to = 0; to < locations; to++) {
      const cell = from * locations + to
      const source = indexes[from] as number
      const target = indexes[to] as number
      if (known && source >= 0 && target >= 0) {
        const at = source * known.locations + target
        seconds[cell] = known.seconds[at] as number
        metres[cell] = known.metres[at] as number
      } else if (from < to) {
        // The straight line is as long in both directions.
        const back = to * locations + from
        const leg = estimateLeg(places[from] as Place, places[to] as Place)
        seconds[cell] = seconds[back] = leg.durationSeconds
        metres[cell] = metres[back] = leg.distanceMetres
        isEstimate = true
      }
    }
  return { locations, seconds, metres, isEstimate }
}

/** Of each place that is known its index in a matrix. */
export type PlaceIndex = ReadonlyMap<string, number>

/** The index of places by their coordinates. @param coordinates latitude and longitude in turn, in the order of rows and columns */
export function indexPlaces(coordinates: ArrayLike<number>): PlaceIndex {
  const index = new Map<string, number>()
  for (let at = 0; at * 2 < coordinates.length; at++)
    index.set(`${coordinates[at * 2]},${coordinates[at * 2 + 1]}`, at)
  return index
}

/** Of each place its index in a matrix; -1 where it is not known. */
export const indexesOf = (places: readonly Place[], index: PlaceIndex): Int32Array =>
  Int32Array.from(places, ({ latitude, longitude }) => index.get(`${latitude},${longitude}`) ?? -1)

/** As `indexesOf`, for one question to a matrix. */
export const knownIndexes = (places: readonly Place[], coordinates: ArrayLike<number>): Int32Array =>
  indexesOf(places, indexPlaces(coordinates))

function bytesOf(base64: string): Uint8Array {
  const text = atob(base64)
  const bytes = new Uint8Array(text.length)
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at)
  return bytes
}
