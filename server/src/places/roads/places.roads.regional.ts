import { type Coordinates, distanceMetres } from '@rumbo/geo'
import { besideLongitude } from '@rumbo/geo/geometry/date-line'
import type { DrivenPlace } from '@rumbo/geo/roads/road-limit'
import type { Clock } from '../../platform/clock.ts'
import { type InstalledRegion, partOf } from '../regions/places.regions.ts'
import type {
  CallOptions,
  EngineTable,
  Lacking,
  RegionRoads,
  RoadEngineName,
  RoadsAnswers,
  RoadsEngine,
  RoadsTask,
} from './places.roads.engine.ts'
import {
  createEngineProcess,
  EngineFailure,
  type EngineProcess,
  type EngineProcessStatus,
} from './places.roads.process.ts'
import { spreadTable } from './places.roads-formula.rules.ts'
import { hasValhalla } from './places.valhalla.build.ts'

export type RegionEngineStatus = {
  name: 'valhalla' | 'portable'
  isAvailable: boolean
  regions: string[]
} & EngineProcessStatus

/** A built-in engine over the installed regions. */
export interface RegionEngine extends Required<RoadsEngine> {
  /** The limit of the road that is driven on at each place, in km/h; null where none is known. */
  limits(places: readonly DrivenPlace[]): Promise<(number | null)[]>
  status(): RegionEngineStatus
  processId(): number | null
  close(): void
}

const timeoutMs = {
  route: 5_000,
  table: 20_000,
  isochrone: 10_000,
  match: 20_000,
  limits: 5_000,
  load: 60_000,
}
/** How far beyond its bounds a region is still used for a place, in degrees. */
const margin = 0.01

/** Creates the engine of one kind for all installed region packs. */
export function createRegionEngine(options: {
  kind: 'valhalla' | 'portable'
  clock: Clock
  regions: {
    list(): readonly InstalledRegion[]
    onChange(listener: (regions: readonly InstalledRegion[]) => void): () => void
  }
  onFailure?: (engine: RoadEngineName, error: Error) => void
  /** Whether roads are opened by the first query only. Default: at once. */
  isLazy?: boolean
  /** Default: a child process. */
  engine?: EngineProcess
}): RegionEngine {
  const { kind } = options
  const isAvailable = kind === 'portable' || hasValhalla()
  const engine =
    options.engine ??
    createEngineProcess({
      kind,
      clock: options.clock,
      onEnd: (how) => options.onFailure?.(kind, new Error(`The engine's process exited with ${how}.`)),
    })
  /** Regions that could not be opened; skipped until they are added again. */
  let broken = new Set<string>()
  let serving = servingOf(options.regions.list())
  warm()
  const unsubscribe = options.regions.onChange((regions) => {
    serving = servingOf(regions)
    broken = new Set(serving.flatMap(({ roads }) => (broken.has(keyOf(roads)) ? [keyOf(roads)] : [])))
    engine.keep(serving.map(({ roads }) => roads))
    warm()
  })

  function servingOf(regions: readonly InstalledRegion[]) {
    if (!isAvailable) return []
    return regions.flatMap((region) => {
      const path = partOf(region, kind === 'portable' ? 'roads' : 'valhalla')
      if (path === null) return []
      const { name, version, addedAt } = region
      const roads: RegionRoads = { name, version: `${version} ${addedAt}`, path }
      return [{ roads, bounds: region.bounds, isApproximate: region.isApproximate }]
    })
  }

  /** Our own graphs are opened before the first query; Valhalla opens quickly on demand. */
  function warm() {
    if (kind !== 'portable' || options.isLazy) return
    for (const { roads } of serving)
      engine.ask(roads, { ask: 'load' }, { timeoutMs: timeoutMs.load }).catch((error) => report(roads, error))
  }

  const keyOf = ({ name, version }: RegionRoads) => `${name} ${version}`
  function report(roads: RegionRoads, error: unknown) {
    if (!(error instanceof EngineFailure) || !error.isRegionBroken || broken.has(keyOf(roads))) return
    broken.add(keyOf(roads))
    options.onFailure?.(kind, new Error(`The roads of region ${roads.name} cannot be read: ${error.message}`))
  }

  const isWithin = ({ bounds }: (typeof serving)[number], { latitude, longitude }: Coordinates) => {
    const x = besideLongitude(longitude, (bounds.west + bounds.east) / 2)
    return (
      latitude >= bounds.south - margin &&
      latitude <= bounds.north + margin &&
      x >= bounds.west - margin &&
      x <= bounds.east + margin
    )
  }

  /** Regions that cover the places: surveyed ones first, then the smallest, which is searched fastest. */
  const regionsOf = (isServed: (region: (typeof serving)[number]) => boolean) =>
    serving
      .filter((region) => !broken.has(keyOf(region.roads)) && isServed(region))
      .sort((a, b) => Number(a.isApproximate) - Number(b.isApproximate) || sizeOf(a) - sizeOf(b))

  /** Queries one region after the other until one has roads there. */
  async function ask<Ask extends RoadsTask['ask']>(
    regions: readonly { roads: RegionRoads }[],
    question: Ask,
    task: Extract<RoadsTask, { ask: Ask }>,
    call: CallOptions,
  ): Promise<RoadsAnswers[Ask]> {
    let lacking: 'uncovered' | 'unconnected' = 'uncovered'
    for (const { roads } of regions) {
      try {
        const answer = await engine.ask<Ask>(roads, task, { ...call, timeoutMs: timeoutMs[question] })
        if (answer !== 'uncovered' && answer !== 'unconnected') return answer
        if (answer === 'unconnected') lacking = answer
      } catch (error) {
        report(roads, error)
        if (!(error instanceof EngineFailure && error.isRegionBroken)) throw error
      }
    }
    return lacking
  }

  return {
    name: () => kind,
    route: (points, call) =>
      ask(
        regionsOf((region) => points.every((point) => isWithin(region, point))),
        'route',
        { ask: 'route', points },
        call,
      ),
    async table(sources, targets, call) {
      const regions = regionsOf(
        (region) =>
          sources.some((point) => isWithin(region, point)) &&
          targets.some((point) => isWithin(region, point)),
      )
      let lacking: Lacking = 'uncovered'
      let whole: EngineTable | null = null
      for (const region of regions) {
        const missing = (row: number, column: number) =>
          whole === null || Number.isNaN(whole.seconds[row * targets.length + column])
        const columns = targets.flatMap((point, at) => (isWithin(region, point) ? [at] : []))
        const rows = sources.flatMap((point, at) =>
          isWithin(region, point) && columns.some((column) => missing(at, column)) ? [at] : [],
        )
        if (rows.length === 0) continue
        const pick = (points: readonly Coordinates[], which: readonly number[]) =>
          which.map((at) => points[at] as Coordinates)
        const asked = { sources: pick(sources, rows), targets: pick(targets, columns) }
        const answer = await ask([region], 'table', { ask: 'table', ...asked }, call).catch((error) => {
          // A partial answer of another region is better than none.
          if (whole !== null && error instanceof EngineFailure && !call.signal?.aborted) return lacking
          throw error
        })
        if (answer === 'unconnected') lacking = answer
        if (typeof answer === 'string') continue
        const part = spreadTable(answer, rows, columns, sources.length, targets.length)
        whole = whole === null ? part : filledBy(whole, part)
        if (!whole.seconds.some(Number.isNaN)) break
      }
      return whole ?? lacking
    },
    isochrone: (place, minutes, towards, call) =>
      ask(
        regionsOf((region) => isWithin(region, place)),
        'isochrone',
        { ask: 'isochrone', place, minutes, towards },
        call,
      ),
    match: (trace, call) =>
      ask(
        regionsOf((region) => trace.some((point) => isWithin(region, point))),
        'match',
        { ask: 'match', trace },
        call,
      ),
    async limits(places) {
      const limits: (number | null)[] = places.map(() => null)
      let isAnswered = false
      const isOpen = (region: (typeof serving)[number], place: DrivenPlace, at: number) =>
        limits[at] === null && isWithin(region, place)
      for (const region of regionsOf((candidate) => places.some((place) => isWithin(candidate, place)))) {
        const open = places.flatMap((place, at) => (isOpen(region, place, at) ? [{ place, at }] : []))
        if (open.length === 0) continue
        const task = { ask: 'limits', places: open.map(({ place }) => place) } as const
        const answer = await ask([region], 'limits', task, {}).catch((error) => {
          if (isAnswered && error instanceof EngineFailure) return 'uncovered' as const
          throw error
        })
        if (typeof answer === 'string') continue
        isAnswered = true
        for (const [which, { at }] of open.entries()) limits[at] = answer[which] ?? null
      }
      return limits
    },
    status: () => ({
      name: kind,
      isAvailable,
      regions: serving.filter(({ roads }) => !broken.has(keyOf(roads))).map(({ roads }) => roads.name),
      ...engine.status(),
    }),
    processId: engine.processId,
    close() {
      unsubscribe()
      engine.close()
    },
  }
}

/** Fills empty cells from another table of the same places. */
function filledBy(table: EngineTable, other: EngineTable): EngineTable {
  const fill = (cell: number) => Number.isNaN(table.seconds[cell])
  return {
    seconds: table.seconds.map((seconds, cell) => (fill(cell) ? (other.seconds[cell] as number) : seconds)),
    metres: table.metres.map((metres, cell) => (fill(cell) ? (other.metres[cell] as number) : metres)),
  }
}

const sizeOf = ({ bounds: { west, south, east, north } }: { bounds: InstalledRegion['bounds'] }) =>
  distanceMetres({ latitude: south, longitude: west }, { latitude: north, longitude: east })
