import type { Coordinates } from '../units.ts'
import { readRoadFile } from './road-file.ts'
import { type Isochrone, isochrones } from './road-isochrone.ts'
import { type DrivenPlace, limitAt } from './road-limit.ts'
import { type MatchedTrace, matchTrace } from './road-match.ts'
import { createRoadReach, type RoadReach } from './road-reach.ts'
import { createRoadRouter, type RoadWay } from './road-router.ts'
import type { RoadPlace } from './road-snap.ts'

/** Whether a place is near a street of the main component, only near an unconnected one, or near none. */
export type RoadFooting =
  | { readonly on: 'main'; readonly place: RoadPlace }
  | { readonly on: 'unconnected' }
  | { readonly on: 'none' }

/** The roads of one region; calls must not overlap. */
export interface OpenRoads {
  readonly counts: { readonly junctions: number; readonly edges: number; readonly streets: number }
  stand(place: Coordinates, maxMetres?: number): RoadFooting
  street(piece: number): string
  /** Quickest way by car; null where there is none. */
  way(from: RoadPlace, to: RoadPlace): RoadWay | null
  /** The legs from one place to many, or from many to one; faster from the second question on. */
  reach(place: RoadPlace, which: 'from' | 'to'): RoadReach
  isochrones(place: RoadPlace, minutes: readonly number[], which: 'from' | 'to'): Isochrone[]
  match(trace: readonly Coordinates[]): MatchedTrace
  /** The limit that signs state where a vehicle drives, in km/h; null where it is unknown or ambiguous. */
  limitAt(driven: DrivenPlace): number | null
}

const defaultMaxMetres = 1_500
/** A connected street is preferred up to this much farther than an unconnected one, such as a yard or a gated lane. */
const yardMetres = 300

/**
 * Opens a file made by `buildRoadFile`.
 * @throws RoadFileError if the bytes are not a complete road file
 */
export function openRoadFile(bytes: Uint8Array): OpenRoads {
  const columns = readRoadFile(bytes)
  const router = createRoadRouter(columns)
  const names = new TextDecoder().decode(new Uint8Array(columns.names)).split('\n')
  const street = (piece: number) => names[columns.pieceStreet[piece] as number] ?? ''
  return {
    counts: {
      junctions: columns.nodeLatitude.length,
      edges: columns.edgeTarget.length,
      streets: names.length - 1,
    },
    street,
    stand(place, maxMetres = defaultMaxMetres) {
      const main = router.snap(place, maxMetres, 'main')
      if (main !== null && main.distanceMetres <= yardMetres) return { on: 'main', place: main }
      const any = router.snap(place, Math.min(maxMetres, main?.distanceMetres ?? maxMetres), 'any')
      const isNearer =
        any !== null && any.distanceMetres + yardMetres < (main?.distanceMetres ?? Number.POSITIVE_INFINITY)
      if (isNearer) return { on: 'unconnected' }
      return main === null ? { on: 'none' } : { on: 'main', place: main }
    },
    way: router.way,
    reach: (place, which) => createRoadReach(router, place, which),
    isochrones: (place, minutes, which) => isochrones(router, place, minutes, which),
    match: (trace) => matchTrace(router, trace, street),
    limitAt: (driven) => limitAt(router, driven),
  }
}
