import type { Coordinates } from '@rumbo/geo'
import type { EngineRequest, EngineVehicle } from './dispatch.constraints.rules.ts'
import type { DriveTimes } from './dispatch.drive-times.ts'
import type { Pair } from './dispatch.round.rules.ts'

/** Seconds by road from each source to one target, as the first engine answers that has them. */
export interface TimesTo {
  engine: string
  seconds: ArrayLike<number>
  /** By source: 1 where it is not by road, but by the formula. */
  isEstimated: ArrayLike<number>
}
export interface TimesQuestion {
  sources: readonly Coordinates[]
  target: Coordinates
}
/** Answers questions together, in their order. */
export type AskTimes = (questions: readonly TimesQuestion[]) => Promise<readonly TimesTo[]>

/** What is remembered of the roads between rounds. */
export interface KnownDrives {
  /** Between cells of 500 m. */
  cells: DriveTimes
  /** Between places to about 10 m: vehicles stand, and pickups do not move. */
  places: DriveTimes
  /** The engine that last answered for a fleet by road; only its times count there. */
  engines: Map<string, string>
}

interface Ends {
  from: Coordinates
  to: Coordinates
}

/** How the time of a pair is known. */
const unknown = 0
const estimated = 1
const byCells = 2
const byRoad = 3

/** The driving times of the pairs of a round: from what is known, and the rest from the road engine. */
export class RoundDrives {
  /** By pair; NaN before it is filled. */
  readonly seconds: Float64Array
  private readonly kinds: Uint8Array
  /** By vehicle: its cells of both sizes. */
  private readonly cells: Float64Array
  private readonly round: {
    fleetId: string
    nowMs: number
    vehicles: readonly EngineVehicle[]
    requests: readonly EngineRequest[]
    pairs: readonly Pair[]
  }
  private readonly known: KnownDrives
  private readonly ask: AskTimes

  constructor(round: RoundDrives['round'], known: KnownDrives, ask: AskTimes) {
    this.round = round
    this.known = known
    this.ask = ask
    this.seconds = new Float64Array(round.pairs.length).fill(Number.NaN)
    this.kinds = new Uint8Array(round.pairs.length)
    this.cells = new Float64Array(2 * round.vehicles.length)
    for (const [at, { place }] of round.vehicles.entries())
      if (place) this.cells.set([known.cells.cellOf(place), known.places.cellOf(place)], 2 * at)
  }

  readonly isEstimate = (pair: number) => (this.kinds[pair] as number) <= estimated
  /** Whether the time is only that between the cells. */
  readonly isRough = (pair: number) => this.kinds[pair] === byCells

  /**
   * Fills in the known times of the pairs of a request.
   * @param best the pairs to compare by road; called when the known times are filled in
   * @returns the pairs to ask the road engine for
   */
  recall(pairs: readonly number[], best: () => readonly number[]): readonly number[] {
    this.fillIn(pairs)
    const missing = pairs.filter((pair) => this.kinds[pair] === unknown)
    return [...missing, ...best().filter(this.isRough)]
  }

  /** Reads the times of pairs between the places themselves. @param groups pairs of one request each; not empty */
  async read(groups: readonly (readonly number[])[]): Promise<void> {
    if (groups.length === 0) return
    const ends = groups.map((pairs) => pairs.map((pair) => this.endsOf(pair)))
    const answers = await this.ask(
      ends.map((places) => ({
        sources: places.map(({ from }) => from),
        target: (places[0] as { to: Coordinates }).to,
      })),
    )
    for (const [at, pairs] of groups.entries()) this.learn(pairs, ends[at] as Ends[], answers[at] as TimesTo)
  }

  private endsOf(pair: number): Ends {
    const { vehicle, request } = this.round.pairs[pair] as Pair
    return {
      from: (this.round.vehicles[vehicle] as EngineVehicle).place as Coordinates,
      to: (this.round.requests[request] as EngineRequest).pickup,
    }
  }

  private fillIn(pairs: readonly number[]): void {
    const { fleetId, nowMs } = this.round
    const engine = this.known.engines.get(fleetId)
    const [first] = pairs
    if (engine === undefined || first === undefined) return
    const { to } = this.endsOf(first)
    const placesTo = this.known.places.timesTo(engine, to, nowMs)
    const cellsTo = this.known.cells.timesTo(engine, to, nowMs)
    for (const pair of pairs) {
      const { vehicle } = this.round.pairs[pair] as Pair
      const exact = placesTo(this.cells[2 * vehicle + 1] as number)
      const seconds = exact ?? cellsTo(this.cells[2 * vehicle] as number)
      if (seconds === undefined) continue
      this.seconds[pair] = seconds
      this.kinds[pair] = exact === undefined ? byCells : byRoad
    }
  }

  private learn(
    pairs: readonly number[],
    ends: readonly Ends[],
    { engine, seconds, isEstimated }: TimesTo,
  ): void {
    const { fleetId, nowMs } = this.round
    for (const [row, pair] of pairs.entries()) {
      const found = seconds[row] as number
      const { from, to } = ends[row] as Ends
      if (!isEstimated[row]) {
        this.known.engines.set(fleetId, engine)
        for (const times of [this.known.cells, this.known.places]) times.set(engine, from, to, found, nowMs)
      }
      // An estimate does not replace a time between cells, which is by road.
      const wasRough = this.isRough(pair)
      if (!wasRough || !isEstimated[row]) this.seconds[pair] = found
      this.kinds[pair] = isEstimated[row] && !wasRough ? estimated : byRoad
    }
  }
}
