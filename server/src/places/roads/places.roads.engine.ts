import type { Coordinates } from '@rumbo/geo'
import type { MultiPolygonCoordinates } from '@rumbo/geo/roads/road-isochrone'

/** Who answered: a configured service, one of the built-in engines, or the formula over the straight line. */
export const roadEngines = ['osrm', 'valhalla_http', 'valhalla', 'portable', 'formula'] as const
export type RoadEngineName = (typeof roadEngines)[number]

export interface RoadLegFigures {
  durationSeconds: number
  distanceMetres: number
}
/** Lines of longitude and latitude in turn, in degrees. */
export type FlatLine = Float64Array

export interface EngineRoute {
  legs: RoadLegFigures[]
  shape: FlatLine
}
/** Source by source; NaN where there is no way or a place lies off the roads. */
export interface EngineTable {
  seconds: Float32Array
  metres: Float32Array
}
export interface EngineArea {
  minutes: number
  coordinates: MultiPolygonCoordinates
}
export interface EngineMatch {
  /** One for each point of the trace. */
  points: ({ latitude: number; longitude: number; distanceMetres: number; street: string } | null)[]
  shapes: FlatLine[]
  distanceMetres: number
}
export type Towards = 'to' | 'from'

/** `unconnected`: on the roads, and no way between them. `uncovered`: this engine has no roads there. */
export type Lacking = 'unconnected' | 'uncovered'

export interface CallOptions {
  signal?: AbortSignal
  /** The end of the time for all calls that one question takes. */
  timeout?: AbortSignal
  /** True while the service takes one call at a time, to see whether it is back, and turns the others away. */
  isOnTrial?: () => boolean
}

/** What can answer questions about roads; a failure is thrown, and the next engine is asked. */
export interface RoadsEngine {
  readonly name: () => RoadEngineName
  route?(points: readonly Coordinates[], options: CallOptions): Promise<EngineRoute | Lacking>
  table?(
    sources: readonly Coordinates[],
    targets: readonly Coordinates[],
    options: CallOptions,
  ): Promise<EngineTable | Lacking>
  isochrone?(
    place: Coordinates,
    minutes: readonly number[],
    towards: Towards,
    options: CallOptions,
  ): Promise<EngineArea[] | Lacking>
  match?(trace: readonly Coordinates[], options: CallOptions): Promise<EngineMatch | Lacking>
}

/** The four questions as messages to an engine in a process of its own. */
export interface RegionRoads {
  name: string
  /** Another one whenever the region was added again, be it the same. */
  version: string
  /** The road file, or the folder of tiles. */
  path: string
}
export type RoadsTask =
  | { ask: 'route'; points: readonly Coordinates[] }
  | { ask: 'table'; sources: readonly Coordinates[]; targets: readonly Coordinates[] }
  | { ask: 'isochrone'; place: Coordinates; minutes: readonly number[]; towards: Towards }
  | { ask: 'match'; trace: readonly Coordinates[] }
  | { ask: 'load' }
export interface RoadsAnswers {
  route: EngineRoute | Lacking
  table: EngineTable | Lacking
  isochrone: EngineArea[] | Lacking
  match: EngineMatch | Lacking
  load: 'loaded' | Lacking
}
export type HostRequest =
  | { id: number; region: RegionRoads; task: RoadsTask }
  | { cancel: number }
  | { keep: RegionRoads[] }
export type HostReply =
  | { id: number; answer: RoadsAnswers[keyof RoadsAnswers] }
  | { id: number; failure: { message: string; isRegionBroken: boolean } }
  | { memoryBytes: number; loaded: { name: string; milliseconds: number }[] }

/** What runs in that process. */
export interface RoadsHost {
  answer(
    region: RegionRoads,
    task: RoadsTask,
    isCancelled: () => boolean,
  ): Promise<RoadsAnswers[keyof RoadsAnswers]>
  /** Lets go of regions that are no longer there. */
  keep(regions: readonly RegionRoads[]): void
  loaded(): { name: string; milliseconds: number }[]
}

/** A region's roads that cannot be opened; other regions go on. */
export class BrokenRegion extends Error {
  override readonly name = 'BrokenRegion'
}
