import { distanceMetres } from '../geometry/distance.ts'
import type { OsmRegion } from '../osm/osm-xml.ts'
import type { Coordinates } from '../units.ts'
import { isDrivable, speedLimitKmh, travelDirections } from './road-speeds.ts'

/** The drivable streets as arrays: nodes, and directed edges sorted by the node they leave. */
export interface RoadNetwork {
  readonly nodeCount: number
  readonly edgeCount: number
  readonly latitudes: Float64Array
  readonly longitudes: Float64Array
  /** The edges leaving node n are `firstEdge[n]` to `firstEdge[n + 1]`, exclusive. */
  readonly firstEdge: Uint32Array
  readonly edgeSource: Uint32Array
  readonly edgeTarget: Uint32Array
  readonly edgeMetres: Float32Array
  /** Driving time at the speed limit. */
  readonly edgeSeconds: Float32Array
  readonly edgeSpeedKmh: Float32Array
  /** Index into `streetNames`. */
  readonly edgeStreet: Uint32Array
  /** The edge of the opposite direction, -1 on a one-way street. */
  readonly oppositeEdge: Int32Array
  /** 1 for nodes where three or more street arms meet. */
  readonly isCrossing: Uint8Array
  /** Index 0 is the empty name. */
  readonly streetNames: readonly string[]
}

interface DraftEdge {
  source: number
  target: number
  speedKmh: number
  street: number
  /** Number of the piece of street, shared by its two directions. */
  piece: number
}

/** Builds the arrays of the drivable streets of a region. */
export function buildRoadNetwork(region: OsmRegion): RoadNetwork {
  const indexOfNode = new Map<number, number>()
  const places: Coordinates[] = []
  const streetNames = ['']
  const indexOfName = new Map([['', 0]])
  const drafts: DraftEdge[] = []

  const nodeIndex = (id: number, place: Coordinates): number => {
    const known = indexOfNode.get(id)
    if (known !== undefined) return known
    indexOfNode.set(id, places.length)
    return places.push(place) - 1
  }
  const nameIndex = (name: string): number => {
    const known = indexOfName.get(name)
    if (known !== undefined) return known
    indexOfName.set(name, streetNames.length)
    return streetNames.push(name) - 1
  }

  let piece = 0
  for (const { nodeIds, tags } of region.ways) {
    if (!isDrivable(tags)) continue
    const { forward, backward } = travelDirections(tags)
    const speedKmh = speedLimitKmh(tags)
    const street = nameIndex(tags.name ?? '')
    let before = -1
    for (const id of nodeIds) {
      const place = region.nodes.get(id)
      if (place === undefined) continue
      const node = nodeIndex(id, place)
      if (before !== -1 && before !== node) {
        if (forward) drafts.push({ source: before, target: node, speedKmh, street, piece })
        if (backward) drafts.push({ source: node, target: before, speedKmh, street, piece })
        piece += 1
      }
      before = node
    }
  }
  drafts.sort((first, second) => first.source - second.source || first.piece - second.piece)
  return fillArrays(places, drafts, streetNames, piece)
}

function fillArrays(
  places: readonly Coordinates[],
  drafts: readonly DraftEdge[],
  streetNames: readonly string[],
  pieceCount: number,
): RoadNetwork {
  const edgeCount = drafts.length
  const firstEdge = new Uint32Array(places.length + 1)
  const network = {
    nodeCount: places.length,
    edgeCount,
    latitudes: Float64Array.from(places, (place) => place.latitude),
    longitudes: Float64Array.from(places, (place) => place.longitude),
    firstEdge,
    edgeSource: Uint32Array.from(drafts, (draft) => draft.source),
    edgeTarget: Uint32Array.from(drafts, (draft) => draft.target),
    edgeMetres: new Float32Array(edgeCount),
    edgeSeconds: new Float32Array(edgeCount),
    edgeSpeedKmh: Float32Array.from(drafts, (draft) => draft.speedKmh),
    edgeStreet: Uint32Array.from(drafts, (draft) => draft.street),
    oppositeEdge: new Int32Array(edgeCount).fill(-1),
    isCrossing: new Uint8Array(places.length),
    streetNames,
  }
  const edgeOfPiece = new Int32Array(pieceCount).fill(-1)
  const neighbours = places.map(() => new Set<number>())
  drafts.forEach(({ source, target, speedKmh, piece }, edge) => {
    const metres = distanceMetres(places[source] as Coordinates, places[target] as Coordinates)
    network.edgeMetres[edge] = metres
    network.edgeSeconds[edge] = metres / (speedKmh / 3.6)
    firstEdge[source + 1] = edge + 1
    neighbours[source]?.add(target)
    neighbours[target]?.add(source)
    const other = edgeOfPiece[piece] as number
    if (other === -1) {
      edgeOfPiece[piece] = edge
    } else {
      network.oppositeEdge[edge] = other
      network.oppositeEdge[other] = edge
    }
  })
  for (let node = 0; node < places.length; node++) {
    if ((firstEdge[node + 1] as number) < (firstEdge[node] as number))
      firstEdge[node + 1] = firstEdge[node] as number
    network.isCrossing[node] = (neighbours[node]?.size ?? 0) >= 3 ? 1 : 0
  }
  return network
}
