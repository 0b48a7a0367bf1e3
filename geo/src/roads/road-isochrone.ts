import {
  contourRings,
  isInRing,
  type Ring,
  ringArea,
  simplifyRing,
  type ValueGrid,
} from '../geometry/contour.ts'
import { createProjection, type Projection } from '../geometry/projection.ts'
import type { RoadRouter } from './road-router.ts'
import type { RoadPlace } from './road-snap.ts'

/** As in GeoJSON: polygons of rings of [longitude, latitude], the first ring of each the outer one, closed. */
export type MultiPolygonCoordinates = [number, number][][][]

export interface Isochrone {
  readonly minutes: number
  readonly coordinates: MultiPolygonCoordinates
}

/** Maximum cells along the longer side of the grid, and minimum size of a cell in metres. */
const maxSquares = 420
const minSquareMetres = 20
/** Places beside a street count as reached at this speed from the street, up to a maximum distance. */
const besideMetresPerSecond = 2.5
const besideMetres = 260
/** Holes in the reached area smaller than this are not drawn. */
const minHoleSquareMetres = 60_000

/**
 * The areas reachable from a place (`from`), or from which it is reachable (`to`), within each number of minutes: the
 * reached streets with a margin beside them.
 */
export function isochrones(
  router: RoadRouter,
  place: RoadPlace,
  minutes: readonly number[],
  which: 'from' | 'to',
): Isochrone[] {
  const limit = Math.max(...minutes) * 60
  const { search } = router
  search.begin(which === 'from' ? router.away : router.towards)
  for (const access of router.accessNodes(place, which === 'from' ? 'out' : 'in'))
    search.seed(access.node, access.seconds, access.metres)
  search.run(limit, () => false)
  const projection = createProjection(place.latitude)
  const picture = frame(router, place, projection)
  paint(router, place, which, limit, picture, projection)
  const grid = spread(picture)
  return minutes.map((count) => ({
    minutes: count,
    coordinates: polygonsOf(grid, count * 60, picture, projection),
  }))
}

interface Picture extends ValueGrid {
  readonly west: number
  readonly south: number
  readonly square: number
}

/** A grid over all reached streets, in metres of the projection, filled with infinity. */
function frame({ columns, search }: RoadRouter, place: RoadPlace, projection: Projection): Picture {
  const x = projection.x(place.longitude)
  const y = projection.y(place.latitude)
  let [west, south, east, north] = [x - 200, y - 200, x + 200, y + 200]
  for (let at = 0; at < search.reachedCount; at++) {
    const node = search.reached[at] as number
    const nodeX = projection.x((columns.nodeLongitude[node] as number) / 1e7)
    const nodeY = projection.y((columns.nodeLatitude[node] as number) / 1e7)
    if (nodeX < west) west = nodeX
    if (nodeX > east) east = nodeX
    if (nodeY < south) south = nodeY
    if (nodeY > north) north = nodeY
  }
  const margin = besideMetres * 2
  const longest = Math.max(east - west, north - south) + margin * 2
  const square = Math.max(minSquareMetres, longest / maxSquares)
  const width = Math.ceil((east - west + margin * 2) / square) + 1
  const height = Math.ceil((north - south + margin * 2) / square) + 1
  const values = new Float32Array(width * height).fill(Number.POSITIVE_INFINITY)
  return { width, height, values, square, west: west - margin, south: south - margin }
}

/** Writes the time of each point of the reached streets into the nearest corner of the grid. */
function paint(
  router: RoadRouter,
  place: RoadPlace,
  which: 'from' | 'to',
  limit: number,
  picture: Picture,
  projection: Projection,
) {
  const { columns, search } = router
  const { firstPoint, pointLatitude, pointLongitude } = columns
  const { width, height, values, square, west, south } = picture
  const touch = (x: number, y: number, seconds: number) => {
    const column = Math.round((x - west) / square)
    const row = Math.round((y - south) / square)
    if (column < 0 || row < 0 || column >= width || row >= height) return
    const off = Math.hypot(x - west - column * square, y - south - row * square)
    const at = row * width + column
    const later = seconds + off / besideMetresPerSecond
    if (later < (values[at] as number)) values[at] = later
  }
  /** Paints a piece from one end, starting at a fraction of its length, until the time limit. */
  const walk = (piece: number, isAgainst: boolean, begin: number, from: number, whole: number) => {
    const first = firstPoint[piece] as number
    const last = (firstPoint[piece + 1] as number) - 1
    const metres = columns.pieceMetres[piece] as number
    const perMetre = metres === 0 ? 0 : whole / metres
    const step = isAgainst ? -1 : 1
    let done = 0
    let at = isAgainst ? last : first
    const end = isAgainst ? first : last
    let x = projection.x((pointLongitude[at] as number) / 1e7)
    let y = projection.y((pointLatitude[at] as number) / 1e7)
    for (; at !== end; at += step) {
      const nextX = projection.x((pointLongitude[at + step] as number) / 1e7)
      const nextY = projection.y((pointLatitude[at + step] as number) / 1e7)
      const length = Math.hypot(nextX - x, nextY - y)
      const parts = Math.max(1, Math.ceil(length / (square * 0.7)))
      for (let part = 0; part <= parts; part++) {
        const share = part / parts
        const ahead = done + length * share - begin * metres
        const seconds = from + ahead * perMetre
        if (ahead < -0.5) continue
        if (seconds > limit) return
        touch(x + (nextX - x) * share, y + (nextY - y) * share, seconds)
      }
      done += length
      x = nextX
      y = nextY
    }
  }
  touch(projection.x(place.longitude), projection.y(place.latitude), 0)
  for (const isAgainst of [false, true]) {
    const edge = router.edgeOf(place.piece, isAgainst)
    if (edge === -1) continue
    // Towards the place, time runs against the direction of travel.
    const walksAgainst = which === 'from' ? isAgainst : !isAgainst
    const begin = walksAgainst ? 1 - place.share : place.share
    walk(place.piece, walksAgainst, begin, 0, columns.edgeSeconds[edge] as number)
  }
  const side = which === 'from' ? router.away : router.towards
  for (let at = 0; at < search.reachedCount; at++) {
    const node = search.reached[at] as number
    const seconds = search.weightOf(node)
    for (
      let leaving = side.firstEdge[node] as number;
      leaving < (side.firstEdge[node + 1] as number);
      leaving++
    ) {
      const edge = side.edge[leaving] as number
      const coded = columns.edgePiece[edge] as number
      const isAgainst = (coded & 1) === 1
      walk(coded >> 1, which === 'from' ? isAgainst : !isAgainst, 0, seconds, side.weight[leaving] as number)
    }
  }
}

/** Spreads the times of streets to the cells beside them in two sweeps (chamfer distance transform). */
function spread(picture: Picture): ValueGrid {
  const { width, height, square } = picture
  const values = picture.values.slice()
  const beside = Float32Array.from(values, (value) => (value === Number.POSITIVE_INFINITY ? 1e9 : 0))
  const straight = square
  const across = square * Math.SQRT2
  const relax = (at: number, from: number, metres: number) => {
    const off = (beside[from] as number) + metres
    if (off < (beside[at] as number)) beside[at] = off
    const seconds = (values[from] as number) + metres / besideMetresPerSecond
    if (seconds < (values[at] as number)) values[at] = seconds
  }
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x
      relax(at, at - 1, straight)
      relax(at, at - width, straight)
      relax(at, at - width - 1, across)
      relax(at, at - width + 1, across)
    }
  }
  for (let y = height - 2; y > 0; y--) {
    for (let x = width - 2; x > 0; x--) {
      const at = y * width + x
      relax(at, at + 1, straight)
      relax(at, at + width, straight)
      relax(at, at + width + 1, across)
      relax(at, at + width - 1, across)
    }
  }
  for (let at = 0; at < values.length; at++)
    if ((beside[at] as number) > besideMetres) values[at] = Number.POSITIVE_INFINITY
  return { width, height, values }
}

function polygonsOf(
  grid: ValueGrid,
  seconds: number,
  { square, west, south }: Picture,
  projection: Projection,
): MultiPolygonCoordinates {
  const rings = contourRings(grid, seconds).map((ring) => simplifyRing(ring, 0.35))
  const outers = rings.filter((ring) => ringArea(ring) > 0)
  const holes = rings.filter((ring) => (-ringArea(ring) / 2) * square * square >= minHoleSquareMetres)
  outers.sort((a, b) => ringArea(a) - ringArea(b))
  const metresPerLongitude = projection.x(1)
  const metresPerLatitude = projection.y(1)
  const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6
  const closed = (ring: Ring): [number, number][] => {
    const points: [number, number][] = []
    for (let at = 0; at < ring.length; at += 2)
      points.push([
        round((west + (ring[at] as number) * square) / metresPerLongitude),
        round((south + (ring[at + 1] as number) * square) / metresPerLatitude),
      ])
    return [...points, points[0] as [number, number]]
  }
  const polygons = outers.map((outer) => ({ outer, rings: [closed(outer)] }))
  for (const hole of holes) {
    // Sorted by area: the first ring that contains it is the smallest.
    const owner = polygons.find(({ outer }) => isInRing(outer, hole[0] as number, hole[1] as number))
    owner?.rings.push(closed(hole))
  }
  return polygons.map((polygon) => polygon.rings).reverse()
}
