import Flatbush from 'flatbush'
import { distanceMetres } from '../geometry/distance.ts'
import type { OsmExtract } from '../osm/osm-extract.ts'
import { cutRoadPieces, type RoadPieces } from './road-pieces.ts'
import { markLargestStrongPart } from './strongly-connected.ts'

/**
 * The drivable streets of a region as columns. Junctions are nodes; a piece is the street between two of them,
 * with its shape; an edge is a piece in one direction of travel. Places are in 1e-7 degrees.
 */
export interface RoadColumns {
  readonly nodeLatitude: Int32Array
  readonly nodeLongitude: Int32Array
  /** 1 for junctions of the largest strongly connected component. */
  readonly nodeIsMain: Uint8Array
  /** The edges leaving node n are `firstEdge[n]` to `firstEdge[n + 1]`, exclusive. */
  readonly firstEdge: Uint32Array
  readonly edgeTarget: Uint32Array
  /** Twice the piece, and 1 more where the edge runs against the piece's shape. */
  readonly edgePiece: Uint32Array
  /** Typical driving time in seconds, including traffic lights and junctions. */
  readonly edgeSeconds: Float32Array
  readonly pieceFrom: Uint32Array
  readonly pieceTo: Uint32Array
  readonly pieceMetres: Float32Array
  /** Speed limit in km/h: the stated one, else the usual one of the road class. */
  readonly pieceSpeedKmh: Uint8Array
  /** The limit that signs state in km/h; 0 where none is known. */
  readonly pieceLimitKmh: Uint8Array
  /** Index into the names; 0 is the empty one. */
  readonly pieceStreet: Uint32Array
  /** The shape of piece p, with both ends, is the points `firstPoint[p]` to `firstPoint[p + 1]`, exclusive. */
  readonly firstPoint: Uint32Array
  readonly pointLatitude: Int32Array
  readonly pointLongitude: Int32Array
  /** Stretches of a few segments, the items of `index`. */
  readonly stretchPiece: Uint32Array
  readonly stretchPoint: Uint32Array
  /** A Flatbush over the stretches in `flatY` and 1e-7 degrees of longitude. */
  readonly index: Uint8Array
  /** UTF-8, separated by line feeds. */
  readonly names: Uint8Array
}

export const segmentsPerStretch = 6
const degree = 1e7

/** Latitude in 1e-7 degrees to the northing of a Mercator map in the unit of longitude: locally true in angles. */
export function flatY(latitudeE7: number): number {
  const radians = (Math.max(-85, Math.min(85, latitudeE7 / degree)) * Math.PI) / 180
  return ((Math.log(Math.tan(Math.PI / 4 + radians / 2)) * 180) / Math.PI) * degree
}

/** Cars drive below the limit, wait at lights, and slow down where streets meet. */
const shareOfLimit = 0.97
const secondsPerLight = 4
const secondsPerCrossing = 1.4

/** Builds the columns of the drivable streets of an extract; without any street they have length 0. */
export function layOutRoads(extract: OsmExtract): RoadColumns {
  const pieces = cutRoadPieces(extract)
  const count = pieces.street.length
  const { nodeOf, places } = numberJunctions(pieces, extract)
  const arms = new Uint32Array(places.length)
  const columns = {
    pieceFrom: new Uint32Array(count),
    pieceTo: new Uint32Array(count),
    pieceMetres: new Float32Array(count),
    pieceSpeedKmh: Uint8Array.from(pieces.speedKmh),
    pieceLimitKmh: Uint8Array.from(pieces.limitKmh),
    pieceStreet: Uint32Array.from(pieces.street),
    firstPoint: Uint32Array.from(pieces.firstNode),
    pointLatitude: Int32Array.from(pieces.nodes, (node) => extract.nodes.latitudes[node] as number),
    pointLongitude: Int32Array.from(pieces.nodes, (node) => extract.nodes.longitudes[node] as number),
    nodeLatitude: Int32Array.from(places, (node) => extract.nodes.latitudes[node] as number),
    nodeLongitude: Int32Array.from(places, (node) => extract.nodes.longitudes[node] as number),
  }
  for (let piece = 0; piece < count; piece++) {
    const first = pieces.firstNode[piece] as number
    const last = (pieces.firstNode[piece + 1] as number) - 1
    const from = nodeOf[pieces.nodes[first] as number] as number
    const to = nodeOf[pieces.nodes[last] as number] as number
    columns.pieceFrom[piece] = from
    columns.pieceTo[piece] = to
    columns.pieceMetres[piece] = shapeMetres(columns, first, last)
    for (const node of [from, to]) arms[node] = (arms[node] as number) + 1
  }
  const edges = layOutEdges(pieces, columns, arms)
  return {
    ...columns,
    ...edges,
    nodeIsMain: markLargestStrongPart(edges.firstEdge, edges.edgeTarget),
    ...indexStretches(columns),
    names: new TextEncoder().encode(pieces.names.map((name) => name.replaceAll('\n', ' ')).join('\n')),
  }
}

/** Numbers the nodes at which pieces end from 0, so that neighbours get nearby numbers. */
function numberJunctions(pieces: RoadPieces, { nodes }: OsmExtract) {
  const nodeOf = new Int32Array(nodes.ids.length).fill(-1)
  const places: number[] = []
  for (let piece = 0; piece < pieces.street.length; piece++) {
    const first = pieces.firstNode[piece] as number
    const last = (pieces.firstNode[piece + 1] as number) - 1
    for (const at of [first, last]) {
      const node = pieces.nodes[at] as number
      if (nodeOf[node] === -1) nodeOf[node] = places.push(node) - 1
    }
  }
  const keys = new Float64Array(nodes.ids.length)
  for (const node of places)
    keys[node] = interleaved(nodes.longitudes[node] as number, nodes.latitudes[node] as number)
  places.sort((a, b) => (keys[a] as number) - (keys[b] as number))
  for (const [number, node] of places.entries()) nodeOf[node] = number
  return { nodeOf, places }
}

/** Morton code of a place, 21 interleaved bits of each coordinate: nearby places get nearby numbers. */
function interleaved(longitudeE7: number, latitudeE7: number): number {
  const [x, y] = [(longitudeE7 + 1.8e9) >>> 11, (latitudeE7 + 0.9e9) >>> 11]
  let key = 0
  for (let bit = 20; bit >= 0; bit--) key = key * 4 + (((x >>> bit) & 1) * 2 + ((y >>> bit) & 1))
  return key
}

function shapeMetres(
  { pointLatitude, pointLongitude }: Pick<RoadColumns, 'pointLatitude' | 'pointLongitude'>,
  first: number,
  last: number,
): number {
  let metres = 0
  for (let at = first; at < last; at++) metres += segmentMetres(pointLatitude, pointLongitude, at, at + 1)
  return metres
}

/** Metres between two points of the columns. */
export function segmentMetres(
  latitudes: Int32Array,
  longitudes: Int32Array,
  from: number,
  to: number,
): number {
  return distanceMetres(
    { latitude: (latitudes[from] as number) / degree, longitude: (longitudes[from] as number) / degree },
    { latitude: (latitudes[to] as number) / degree, longitude: (longitudes[to] as number) / degree },
  )
}

function layOutEdges(
  pieces: RoadPieces,
  columns: Pick<RoadColumns, 'pieceFrom' | 'pieceTo' | 'pieceMetres' | 'pieceSpeedKmh'>,
  arms: Uint32Array,
) {
  const count = pieces.street.length
  const firstEdge = new Uint32Array(arms.length + 1)
  const eachEdge = (visit: (piece: number, isAgainst: number, source: number, target: number) => void) => {
    for (let piece = 0; piece < count; piece++) {
      const from = columns.pieceFrom[piece] as number
      const to = columns.pieceTo[piece] as number
      if (pieces.canForward[piece]) visit(piece, 0, from, to)
      if (pieces.canBackward[piece]) visit(piece, 1, to, from)
    }
  }
  eachEdge((_piece, _isAgainst, source) => {
    firstEdge[source + 1] = (firstEdge[source + 1] as number) + 1
  })
  for (let node = 0; node < arms.length; node++)
    firstEdge[node + 1] = (firstEdge[node + 1] as number) + (firstEdge[node] as number)
  const edgeCount = firstEdge[arms.length] as number
  const next = firstEdge.slice()
  const edgeTarget = new Uint32Array(edgeCount)
  const edgePiece = new Uint32Array(edgeCount)
  const edgeSeconds = new Float32Array(edgeCount)
  eachEdge((piece, isAgainst, source, target) => {
    const edge = next[source] as number
    next[source] = edge + 1
    edgeTarget[edge] = target
    edgePiece[edge] = piece * 2 + isAgainst
    const speed = ((columns.pieceSpeedKmh[piece] as number) * shareOfLimit) / 3.6
    const isCrossing = (arms[target] as number) >= 3 && (columns.pieceSpeedKmh[piece] as number) <= 60
    edgeSeconds[edge] =
      (columns.pieceMetres[piece] as number) / speed +
      lightsOf(pieces, piece, isAgainst) * secondsPerLight +
      (isCrossing ? secondsPerCrossing : 0)
  })
  return { firstEdge, edgeTarget, edgePiece, edgeSeconds }
}

/** 1 if a piece has a traffic light beyond its first node, else 0: several lights of one piece count once. */
function lightsOf(pieces: RoadPieces, piece: number, isAgainst: number): number {
  const first = pieces.firstNode[piece] as number
  const last = (pieces.firstNode[piece + 1] as number) - 1
  const start = isAgainst === 1 ? last : first
  for (let at = first; at <= last; at++)
    if (at !== start && pieces.isLight[pieces.nodes[at] as number] === 1) return 1
  return 0
}

function indexStretches({
  firstPoint,
  pointLatitude,
  pointLongitude,
}: Pick<RoadColumns, 'firstPoint' | 'pointLatitude' | 'pointLongitude'>) {
  const stretchPiece: number[] = []
  const stretchPoint: number[] = []
  for (let piece = 0; piece + 1 < firstPoint.length; piece++) {
    const last = (firstPoint[piece + 1] as number) - 1
    for (let at = firstPoint[piece] as number; at < last; at += segmentsPerStretch) {
      stretchPiece.push(piece)
      stretchPoint.push(at)
    }
  }
  if (stretchPiece.length === 0)
    return { stretchPiece: new Uint32Array(0), stretchPoint: new Uint32Array(0), index: new Uint8Array(0) }
  const tree = new Flatbush(stretchPiece.length, 16, Int32Array)
  stretchPoint.forEach((start, stretch) => {
    const piece = stretchPiece[stretch] as number
    const last = Math.min(start + segmentsPerStretch, (firstPoint[piece + 1] as number) - 1)
    let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity]
    for (let at = start; at <= last; at++) {
      const x = pointLongitude[at] as number
      const y = flatY(pointLatitude[at] as number)
      west = Math.min(west, x)
      south = Math.min(south, y)
      east = Math.max(east, x)
      north = Math.max(north, y)
    }
    tree.add(west, Math.floor(south), east, Math.ceil(north))
  })
  tree.finish()
  return {
    stretchPiece: Uint32Array.from(stretchPiece),
    stretchPoint: Uint32Array.from(stretchPoint),
    index: new Uint8Array(tree.data),
  }
}
