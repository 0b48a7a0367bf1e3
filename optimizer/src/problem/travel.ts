/** Travel by one kind of vehicle, as square matrices in row order: `from * locations + to`. */
export interface Travel {
  locations: number
  /** Seconds; Infinity where there is no way. */
  seconds: Float64Array
  /** Metres. */
  metres: Float64Array
}

/** Travel leg by leg, computed where it is asked for: for editing plans of thousands of locations. */
export interface Legs {
  locations: number
  /** Seconds; Infinity where there is no way. */
  secondsOf(from: number, to: number): number
  metresOf(from: number, to: number): number
}

export const isMatrices = (travel: Travel | Legs): travel is Travel => 'seconds' in travel

/** One shape for both kinds of travel. A class, so that the calls in long loops are quick. */
class MatrixLegs implements Legs {
  readonly #travel: Travel
  constructor(travel: Travel) {
    this.#travel = travel
  }
  get locations() {
    return this.#travel.locations
  }
  secondsOf(from: number, to: number) {
    return this.#travel.seconds[from * this.#travel.locations + to]!
  }
  metresOf(from: number, to: number) {
    return this.#travel.metres[from * this.#travel.locations + to]!
  }
}

/** Any travel, to be asked leg by leg. */
export const legsOf = (travel: Travel | Legs): Legs => (isMatrices(travel) ? new MatrixLegs(travel) : travel)

/** Matrices of some locations, in the order given. */
export function matricesOf(legs: Legs, locations: readonly number[]): Travel {
  const count = locations.length
  const seconds = new Float64Array(count * count)
  const metres = new Float64Array(count * count)
  for (let from = 0; from < count; from++)
    for (let to = 0; to < count; to++) {
      seconds[from * count + to] = legs.secondsOf(locations[from]!, locations[to]!)
      metres[from * count + to] = legs.metresOf(locations[from]!, locations[to]!)
    }
  return { locations: count, seconds, metres }
}
