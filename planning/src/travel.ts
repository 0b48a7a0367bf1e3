import type { PlanTravel } from '@rumbo/contract/planning.workspace.contract'
import { estimateLeg } from '@rumbo/geo/roads/road-estimate'
import type { Legs, Travel } from '@rumbo/optimizer'
import { legsOf } from '@rumbo/optimizer/problem/travel'

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

type Answer = Pick<PlanTravel, 'places' | 'coordinates' | 'seconds' | 'metres' | 'isEstimate'>

/**
 * Travel between the places of a workspace: as answered by roads where the answer contains both places, by the formula
 * from the straight line elsewhere.
 */
export function travelOf(places: readonly Place[], known: Answer | null): Travel & { isEstimate: boolean } {
  return joinTravel(places, known && answeredLegs(known), known?.isEstimate ?? true)
}

/** Of an answer that has matrices, its legs and where its places are in them. */
function answeredLegs({ places, coordinates, seconds, metres }: Answer): KnownLegs | null {
  if (seconds === null || metres === null) return null
  const travel = decodeTravel(places, { seconds: bytesOf(seconds), metres: bytesOf(metres) })
  return { legs: legsOf(travel), index: indexPlaces(coordinates) }
}

/**
 * As `travelOf`, leg by leg: for a day that is read again and again, and whose thousands of places would fill hundreds of
 * megabytes. An answer is decoded once.
 */
export function createLegsReader(): (places: readonly Place[], known: Answer | null) => Legs {
  let last: { answer: Answer; legs: KnownLegs | null } | null = null
  return (places, known) => {
    if (known !== null && last?.answer !== known) last = { answer: known, legs: answeredLegs(known) }
    return new DayLegs(places, known === null ? null : (last?.legs ?? null))
  }
}

/** So many estimates are kept; a power of two. Each plan asks for the same ones again and again. */
const keptEstimates = 2 ** 17

/** Legs of a day: known ones, and estimates of which those asked for last are kept. */
class DayLegs implements Legs {
  readonly locations: number
  readonly #places: readonly Place[]
  readonly #known: Legs | null
  readonly #indexes: Int32Array
  readonly #cells = new Float64Array(keptEstimates).fill(-1)
  readonly #seconds = new Float64Array(keptEstimates)
  readonly #metres = new Float64Array(keptEstimates)

  constructor(places: readonly Place[], known: KnownLegs | null) {
    this.locations = places.length
    this.#places = places
    this.#known = known?.legs ?? null
    this.#indexes = indexesOf(places, known?.index ?? new Map())
  }
  secondsOf(from: number, to: number): number {
    const [source, target] = [this.#indexes[from] as number, this.#indexes[to] as number]
    if (this.#known !== null && source >= 0 && target >= 0) return this.#known.secondsOf(source, target)
    return this.#seconds[this.#estimate(from, to)] as number
  }
  metresOf(from: number, to: number): number {
    const [source, target] = [this.#indexes[from] as number, this.#indexes[to] as number]
    if (this.#known !== null && source >= 0 && target >= 0) return this.#known.metresOf(source, target)
    return this.#metres[this.#estimate(from, to)] as number
  }
  /** Where the estimate of a leg is kept. */
  #estimate(from: number, to: number): number {
    const cell = from * this.locations + to
    const at = (Math.imul(cell, 0x9e3779b1) >>> 15) & (keptEstimates - 1)
    if (this.#cells[at] !== cell) {
      const leg = estimateLeg(this.#places[from] as Place, this.#places[to] as Place)
      this.#cells[at] = cell
      this.#seconds[at] = leg.durationSeconds
      this.#metres[at] = leg.distanceMetres
    }
    return at
  }
}

interface KnownLegs {
  legs: Legs
  /** Where places are among its locations. */
  index: PlaceIndex
}

/**
 * As `travelOf`, of decoded travel.
 * @param isKnownEstimate whether `known` rests on the formula somewhere
 * @param allocate default: memory of this thread alone
 */
export function joinTravel(
  places: readonly Place[],
  known: KnownLegs | null,
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
        seconds[cell] = known.legs.secondsOf(source, target)
        metres[cell] = known.legs.metresOf(source, target)
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
