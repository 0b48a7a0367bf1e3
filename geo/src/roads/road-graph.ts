import { createProjection } from '../geometry/projection.ts'
import { createSegmentIndex } from '../geometry/segment-index.ts'
import type { OsmRegion } from '../osm/osm-xml.ts'
import type { Coordinates, Metres, Seconds } from '../units.ts'
import { buildRoadNetwork, type RoadNetwork } from './road-network.ts'
import { createPathSearch, type FoundPath } from './route-search.ts'
import { markLargestStrongPart } from './strongly-connected.ts'

/** A place snapped to the nearest street. */
export interface SnappedPlace extends Coordinates {
  readonly edge: number
  /** Position on the edge, 0 at its source to 1 at its target. */
  readonly fraction: number
  readonly street: string
  /** From the requested place to the street. */
  readonly distanceMetres: Metres
}

/** A point of a route. `street` and `speedLimitKmh` belong to the piece that leaves it. */
export interface RoutePoint extends Coordinates {
  readonly isCrossing: boolean
  readonly street: string
  readonly speedLimitKmh: number
}

export interface Route {
  /** Two or more; the first and the last are the requested places snapped to their streets. */
  readonly points: readonly RoutePoint[]
  readonly distanceMetres: Metres
  /** At the speed limits, without lights and traffic. */
  readonly durationSeconds: Seconds
}

export interface RoadGraph {
  readonly network: RoadNetwork
  /** 1 for nodes of the largest strongly connected component; snap and route use only these. */
  readonly isInMainPart: Uint8Array
  /** Nearest street of the main component within `maxMetres` (default 5,000); null where there is none. */
  snap(place: Coordinates, maxMetres?: number): SnappedPlace | null
  /** Quickest way by car; null where a place is more than 5 km from every street. */
  route(from: Coordinates, to: Coordinates): Route | null
}

const defaultSnapMetres = 5_000

/** Builds the graph of the drivable streets of a region, one-way streets respected. */
export function buildRoadGraph(region: OsmRegion): RoadGraph {
  const network = buildRoadNetwork(region)
  const { edgeCount, edgeSource, edgeTarget, latitudes, longitudes } = network
  const isInMainPart = markLargestStrongPart(network.firstEdge, edgeTarget)
  const search = createPathSearch(network)
  const middle =
    network.nodeCount === 0 ? 0 : latitudes.reduce((sum, latitude) => sum + latitude, 0) / network.nodeCount
  const projection = createProjection(middle)

  const segmentEdges: number[] = []
  for (let edge = 0; edge < edgeCount; edge++) {
    const opposite = network.oppositeEdge[edge] as number
    const isInside =
      isInMainPart[edgeSource[edge] as number] === 1 && isInMainPart[edgeTarget[edge] as number] === 1
    if (isInside && (opposite === -1 || edge < opposite)) segmentEdges.push(edge)
  }
  const ends = new Float64Array(segmentEdges.length * 4)
  segmentEdges.forEach((edge, segment) => {
    const source = edgeSource[edge] as number
    const target = edgeTarget[edge] as number
    ends.set(
      [projection.x(longitudes[source] as number), projection.y(latitudes[source] as number)],
      segment * 4,
    )
    ends.set(
      [projection.x(longitudes[target] as number), projection.y(latitudes[target] as number)],
      segment * 4 + 2,
    )
  })
  const index = createSegmentIndex(ends)

  const placeOnEdge = (edge: number, fraction: number): Coordinates => {
    const source = edgeSource[edge] as number
    const target = edgeTarget[edge] as number
    return {
      latitude: (latitudes[source] as number) * (1 - fraction) + (latitudes[target] as number) * fraction,
      longitude: (longitudes[source] as number) * (1 - fraction) + (longitudes[target] as number) * fraction,
    }
  }
  const streetOf = (edge: number) => network.streetNames[network.edgeStreet[edge] as number] ?? ''

  function snap(place: Coordinates, maxMetres = defaultSnapMetres): SnappedPlace | null {
    const found = index.nearest(projection.x(place.longitude), projection.y(place.latitude), maxMetres)
    if (found === null) return null
    const edge = segmentEdges[found.segment] as number
    const { fraction, distance } = found
    return {
      ...placeOnEdge(edge, fraction),
      edge,
      fraction,
      street: streetOf(edge),
      distanceMetres: distance as Metres,
    }
  }

  /** The place on the edge of each permitted direction. */
  function directions({
    edge,
    fraction,
  }: SnappedPlace): { edge: number; fraction: number; seconds: number }[] {
    const opposite = network.oppositeEdge[edge] as number
    const seconds = network.edgeSeconds[edge] as number
    const forward = { edge, fraction, seconds }
    return opposite === -1 ? [forward] : [forward, { edge: opposite, fraction: 1 - fraction, seconds }]
  }

  function pointAt(place: Coordinates, edge: number, isCrossing: boolean): RoutePoint {
    const { latitude, longitude } = place
    return {
      latitude,
      longitude,
      isCrossing,
      street: streetOf(edge),
      speedLimitKmh: network.edgeSpeedKmh[edge] as number,
    }
  }

  function throughPath(from: SnappedPlace, to: SnappedPlace, path: FoundPath): Route {
    const leaving = directions(from).find(({ edge }) => edgeTarget[edge] === path.firstNode)
    const reaching = directions(to).find(({ edge }) => edgeSource[edge] === path.lastNode)
    const leavingEdge = leaving?.edge ?? from.edge
    const reachingEdge = reaching?.edge ?? to.edge
    const points = [pointAt(from, leavingEdge, false)]
    let metres = (network.edgeMetres[leavingEdge] as number) * (1 - (leaving?.fraction ?? 0))
    for (const edge of [...path.edges, reachingEdge]) {
      const node = edgeSource[edge] as number
      const place = { latitude: latitudes[node] as number, longitude: longitudes[node] as number }
      points.push(pointAt(place, edge, network.isCrossing[node] === 1))
      if (edge !== reachingEdge) metres += network.edgeMetres[edge] as number
    }
    metres += (network.edgeMetres[reachingEdge] as number) * (reaching?.fraction ?? 0)
    points.push(pointAt(to, reachingEdge, false))
    return { points, distanceMetres: metres as Metres, durationSeconds: path.seconds as Seconds }
  }

  function alongOneEdge(from: SnappedPlace, to: SnappedPlace): Route | null {
    if (from.edge !== to.edge) return null
    const edge = to.fraction >= from.fraction ? from.edge : (network.oppositeEdge[from.edge] as number)
    if (edge === -1) return null
    const share = Math.abs(to.fraction - from.fraction)
    return {
      points: [pointAt(from, edge, false), pointAt(to, edge, false)],
      distanceMetres: ((network.edgeMetres[edge] as number) * share) as Metres,
      durationSeconds: ((network.edgeSeconds[edge] as number) * share) as Seconds,
    }
  }

  return {
    network,
    isInMainPart,
    snap,
    route(from, to) {
      const start = snap(from)
      const goal = snap(to)
      if (start === null || goal === null) return null
      const direct = alongOneEdge(start, goal)
      const path = search(
        directions(start).map(({ edge, fraction, seconds }) => ({
          node: edgeTarget[edge] as number,
          seconds: seconds * (1 - fraction),
        })),
        directions(goal).map(({ edge, fraction, seconds }) => ({
          node: edgeSource[edge] as number,
          seconds: seconds * fraction,
        })),
        direct === null ? Number.POSITIVE_INFINITY : direct.durationSeconds,
      )
      return path === null ? direct : throughPath(start, goal, path)
    },
  }
}
