import type { Coordinates } from '@rumbo/geo'
import type { MultiPolygonCoordinates } from '@rumbo/geo/roads/road-isochrone'
import type { DrivenPlace } from '@rumbo/geo/roads/road-limit'

/** A configured service (`osrm`, `valhalla_http`), a built-in engine, or the straight-line formula. */
export const roadEngines = ['osrm', 'valhalla_http', 'valhalla', 'portable', 'formula'] as const
export type RoadEngineName = (typeof roadEngines)[number]

export interface RoadLegFigures {
  durationSeconds: number
  distanceMetres: number
}
/** A line as alternating longitude and latitude in degrees. */
export type FlatLine = Float64Array

export interface EngineRoute {
  legs: RoadLegFigures[]
  shape: FlatLine
}
/** Row by row of the sources; NaN where there is no route or a place has no road near it. */
export interface EngineTable {
  seconds: Float32Array
  metres: Float32Array
}
export interface EngineArea {
  minutes: number
  coordinates: MultiPolygonCoordinates
}
export interface EngineMatch {
  /** One entry per point of the trace; null where no street matches. */
  points: ({ latitude: number; longitude: number; distanceMetres: number; street: string } | null)[]
  shapes: FlatLine[]
  distanceMetres: number
}
export type Towards = 'to' | 'from'

/** `unconnected`: the places are on roads without a route between them. `uncovered`: the engine has no roads there. */
export type Lacking = 'unconnected' | 'uncovered'

export interface CallOptions {
  signal?: AbortSignal
  /** Shared timeout of all calls for one query. */
  timeout?: AbortSignal
  /** True while the circuit breaker lets a single trial call through and refuses others. */
  isOnTrial?: () => boolean
}

/** An engine for road queries. A failure is thrown; the caller then tries the next engine. */
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

/** The roads of a region as passed to an engine's process. */
export interface RegionRoads {
  name: string
  /** Changes whenever the region is added again, even from the same extract. */
  version: string
  /** The road file, or the folder of Valhalla's tiles. */
  path: string
}
export type RoadsTask =
  | { ask: 'route'; points: readonly Coordinates[] }
  | { ask: 'table'; sources: readonly Coordinates[]; targets: readonly Coordinates[] }
  | { ask: 'isochrone'; place: Coordinates; minutes: readonly number[]; towards: Towards }
  | { ask: 'match'; trace: readonly Coordinates[] }
  | { ask: 'limits'; places: readonly DrivenPlace[] }
  | { ask: 'load' }
export interface RoadsAnswers {
  route: EngineRoute | Lacking
  table: EngineTable | Lacking
  isochrone: EngineArea[] | Lacking
  match: EngineMatch | Lacking
  /** In km/h, one for each place; null where none is known. */
  limits: (number | null)[] | Lacking
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

/** The engine within that process. */
export interface RoadsHost {
  answer(
    region: RegionRoads,
    task: RoadsTask,
    isCancelled: () => boolean,
  ): Promise<RoadsAnswers[keyof RoadsAnswers]>
  /** Closes all other regions. */
  keep(regions: readonly RegionRoads[]): void
  loaded(): { name: string; milliseconds: number }[]
}

/** The roads of a region cannot be opened; other regions are unaffected. */
export class BrokenRegion extends Error {
  override readonly name = 'BrokenRegion'
}
