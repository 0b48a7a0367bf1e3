import type { Metres, Seconds } from '../units.ts'
import type { RoadColumns } from './road-columns.ts'
import { createRoadSearch, type RoadSearch, type SearchSide } from './road-search.ts'
import { createRoadSnapper, type RoadPlace, type RoadSnapper } from './road-snap.ts'

export interface RoadLeg {
  readonly durationSeconds: Seconds
  readonly distanceMetres: Metres
}
/** A route; `shape` alternates longitude and latitude in degrees, beyond ±180 across the date line. */
export interface RoadWay extends RoadLeg {
  readonly shape: Float64Array
}

/** A node through which a search leaves or reaches a place, with the cost of the partial street in between. */
export interface NodeAccess {
  readonly node: number
  readonly seconds: number
  readonly metres: number
  readonly edge: number
}

export interface RoadRouter extends RoadSnapper {
  readonly columns: RoadColumns
  readonly search: RoadSearch
  readonly away: SearchSide
  readonly towards: SearchSide
  readonly edgeMetres: Float32Array
  /** The nodes through which a place is left (`out`) or reached (`in`). */
  accessNodes(place: RoadPlace, which: 'out' | 'in'): NodeAccess[]
  /** Route along a single piece; null where that direction is not permitted or the pieces differ. */
  direct(from: RoadPlace, to: RoadPlace): RoadLeg | null
  /** Quickest way; null where there is none. */
  way(from: RoadPlace, to: RoadPlace): RoadWay | null
  /** From one place to many, or from many to one; null for unreachable ones. */
  legs(one: RoadPlace, many: readonly (RoadPlace | null)[], which: 'from' | 'to'): (RoadLeg | null)[]
  /** The shape of a route over edges between two places: longitude, latitude, longitude … */
  shapeOf(from: RoadPlace, edges: readonly number[], to: RoadPlace): Float64Array
  /** The edge along or against the shape of a piece; -1 where that direction is not permitted. */
  edgeOf(piece: number, isAgainst: boolean): number
}

/** Creates a router over the columns of a road file. Its calls share one search, so calls must not overlap. */
export function createRoadRouter(columns: RoadColumns): RoadRouter {
  const { nodeLatitude, firstEdge, edgeTarget, edgePiece, edgeSeconds } = columns
  const nodeCount = nodeLatitude.length
  const edgeCount = edgeTarget.length
  const edgeMetres = new Float32Array(edgeCount)
  const forwardEdge = new Int32Array(columns.pieceFrom.length).fill(-1)
  const backwardEdge = new Int32Array(columns.pieceFrom.length).fill(-1)
  let quickest = 1
  for (let edge = 0; edge < edgeCount; edge++) {
    const coded = edgePiece[edge] as number
    const metres = columns.pieceMetres[coded >> 1] as number
    edgeMetres[edge] = metres
    quickest = Math.max(quickest, metres / Math.max(0.001, edgeSeconds[edge] as number))
    if ((coded & 1) === 0) forwardEdge[coded >> 1] = edge
    else backwardEdge[coded >> 1] = edge
  }
  const away: SearchSide = {
    firstEdge,
    edgeTarget,
    weight: edgeSeconds,
    metres: edgeMetres,
    edge: new Uint32Array(edgeCount).map((_, edge) => edge),
  }
  const towards = turnedAround(columns, edgeMetres)
  const search = createRoadSearch(nodeCount)
  const snapper = createRoadSnapper(columns)
  const edgeOf = (piece: number, isAgainst: boolean) =>
    (isAgainst ? backwardEdge[piece] : forwardEdge[piece]) as number

  function accessNodes({ piece, share }: RoadPlace, which: 'out' | 'in'): NodeAccess[] {
    const found: NodeAccess[] = []
    for (const isAgainst of [false, true]) {
      const edge = edgeOf(piece, isAgainst)
      if (edge === -1) continue
      const done = isAgainst ? 1 - share : share
      const part = which === 'out' ? 1 - done : done
      const isAtEnd = (which === 'out') !== isAgainst
      found.push({
        node: (isAtEnd ? columns.pieceTo[piece] : columns.pieceFrom[piece]) as number,
        seconds: (edgeSeconds[edge] as number) * part,
        metres: (edgeMetres[edge] as number) * part,
        edge,
      })
    }
    return found
  }

  function direct(from: RoadPlace, to: RoadPlace): RoadLeg | null {
    if (from.piece !== to.piece) return null
    const edge =
      to.share === from.share
        ? edgeOf(to.piece, edgeOf(to.piece, false) === -1)
        : edgeOf(to.piece, to.share < from.share)
    if (edge === -1) return null
    const part = Math.abs(to.share - from.share)
    return {
      durationSeconds: ((edgeSeconds[edge] as number) * part) as Seconds,
      distanceMetres: ((edgeMetres[edge] as number) * part) as Metres,
    }
  }

  function way(from: RoadPlace, to: RoadPlace): RoadWay | null {
    const along = direct(from, to)
    const entries = accessNodes(to, 'in')
    let best = along?.durationSeconds ?? Number.POSITIVE_INFINITY
    let reachedBy: NodeAccess | null = null
    const metresPerUnit = 111_194e-7
    const shrink = Math.cos((to.latitude * Math.PI) / 180)
    // The estimate must never exceed the remaining time, or the route might not be the quickest.
    const perMetre = 0.98 / quickest
    const estimate = (node: number) => {
      const north = (columns.nodeLatitude[node] as number) - to.latitude * 1e7
      const latitude = (columns.nodeLatitude[node] as number) / 1e7
      const east = (columns.nodeLongitude[node] as number) - to.longitude * 1e7
      const least = Math.min(shrink, Math.cos((latitude * Math.PI) / 180))
      return Math.max(0, Math.hypot(north, east * least) * metresPerUnit - 200) * perMetre
    }
    search.begin(away)
    for (const access of accessNodes(from, 'out')) search.seed(access.node, access.seconds, access.metres)
    search.run(
      Number.POSITIVE_INFINITY,
      (node) => {
        const soFar = search.weightOf(node)
        for (const entry of entries) {
          if (entry.node !== node || soFar + entry.seconds >= best) continue
          best = soFar + entry.seconds
          reachedBy = entry
        }
        return soFar >= best
      },
      estimate,
    )
    const entry = reachedBy as NodeAccess | null
    if (entry === null) return along === null ? null : { ...along, shape: shapeOf(from, [], to) }
    const edges: number[] = []
    let node = entry.node
    for (let edge = search.cameBy(node); edge !== -1; edge = search.cameBy(node)) {
      edges.push(edge)
      node = sourceOf(edge)
    }
    const first = accessNodes(from, 'out').filter((access) => access.node === node)
    const leaving = first.reduce((a, b) => (b.seconds < a.seconds ? b : a))
    return {
      durationSeconds: best as Seconds,
      distanceMetres: (search.metresOf(entry.node) + entry.metres) as Metres,
      shape: shapeOf(from, [leaving.edge, ...edges.reverse(), entry.edge], to),
    }
  }

  const sourceOf = (edge: number) => {
    const coded = edgePiece[edge] as number
    return ((coded & 1) === 0 ? columns.pieceFrom[coded >> 1] : columns.pieceTo[coded >> 1]) as number
  }

  /** `edges` starts with the street of `from` and ends with that of `to`; empty if both are on one street. */
  function shapeOf(from: RoadPlace, edges: readonly number[], to: RoadPlace): Float64Array {
    const shape: number[] = [from.longitude, from.latitude]
    const isOne = edges.length === 0
    const walked = isOne ? [edgeOf(from.piece, to.share < from.share)] : edges
    walked.forEach((edge, at) => {
      if (edge === -1) return
      const coded = edgePiece[edge] as number
      const piece = coded >> 1
      const isAgainst = (coded & 1) === 1
      const begin = at === 0 ? (isAgainst ? 1 - from.share : from.share) : 0
      const end = at === walked.length - 1 ? (isAgainst ? 1 - to.share : to.share) : 1
      appendShape(columns, shape, piece, isAgainst, begin, end)
    })
    shape.push(to.longitude, to.latitude)
    return Float64Array.from(shape)
  }

  function legs(
    one: RoadPlace,
    many: readonly (RoadPlace | null)[],
    which: 'from' | 'to',
  ): (RoadLeg | null)[] {
    const answers: (RoadLeg | null)[] = many.map((other) =>
      other === null ? null : which === 'from' ? direct(one, other) : direct(other, one),
    )
    const open = new Map<number, { at: number; access: NodeAccess }[]>()
    let due = 0
    many.forEach((other, at) => {
      if (other === null) return
      for (const access of accessNodes(other, which === 'from' ? 'in' : 'out')) {
        const known = open.get(access.node)
        if (known) known.push({ at, access })
        else open.set(access.node, [{ at, access }])
        due += 1
      }
    })
    if (due === 0) return answers
    search.begin(which === 'from' ? away : towards)
    for (const access of accessNodes(one, which === 'from' ? 'out' : 'in'))
      search.seed(access.node, access.seconds, access.metres)
    search.run(Number.POSITIVE_INFINITY, (node) => {
      const waiting = open.get(node)
      if (waiting === undefined) return false
      for (const { at, access } of waiting) {
        const seconds = search.weightOf(node) + access.seconds
        if (seconds < (answers[at]?.durationSeconds ?? Number.POSITIVE_INFINITY))
          answers[at] = {
            durationSeconds: seconds as Seconds,
            distanceMetres: (search.metresOf(node) + access.metres) as Metres,
          }
      }
      due -= waiting.length
      return due === 0
    })
    return answers
  }

  return {
    ...snapper,
    columns,
    search,
    away,
    towards,
    edgeMetres,
    accessNodes,
    direct,
    way,
    legs,
    shapeOf,
    edgeOf,
  }
}

/** Edges entering each node, for searches towards a place. */
function turnedAround(columns: RoadColumns, edgeMetres: Float32Array): SearchSide {
  const { firstEdge, edgeTarget, edgeSeconds } = columns
  const nodeCount = firstEdge.length - 1
  const edgeCount = edgeTarget.length
  const first = new Uint32Array(nodeCount + 1)
  for (let edge = 0; edge < edgeCount; edge++) {
    const target = edgeTarget[edge] as number
    first[target + 1] = (first[target + 1] as number) + 1
  }
  for (let node = 0; node < nodeCount; node++)
    first[node + 1] = (first[node + 1] as number) + (first[node] as number)
  const next = first.slice()
  const side = {
    firstEdge: first,
    edgeTarget: new Uint32Array(edgeCount),
    weight: new Float32Array(edgeCount),
    metres: new Float32Array(edgeCount),
    edge: new Uint32Array(edgeCount),
  }
  for (let node = 0; node < nodeCount; node++) {
    for (let edge = firstEdge[node] as number; edge < (firstEdge[node + 1] as number); edge++) {
      const target = edgeTarget[edge] as number
      const at = next[target] as number
      next[target] = at + 1
      side.edgeTarget[at] = node
      side.weight[at] = edgeSeconds[edge] as number
      side.metres[at] = edgeMetres[edge] as number
      side.edge[at] = edge
    }
  }
  return side
}

/** Appends the points of a piece strictly between two fractions of its length in travel direction, and its far end. */
function appendShape(
  columns: RoadColumns,
  shape: number[],
  piece: number,
  isAgainst: boolean,
  begin: number,
  end: number,
) {
  const { firstPoint, pointLatitude, pointLongitude } = columns
  const first = firstPoint[piece] as number
  const last = (firstPoint[piece + 1] as number) - 1
  const step = isAgainst ? -1 : 1
  const lengths = [0]
  for (let at = isAgainst ? last : first; at !== (isAgainst ? first : last); at += step) {
    const width = Math.cos(((pointLatitude[at] as number) * Math.PI) / 180e7)
    const east = ((pointLongitude[at + step] as number) - (pointLongitude[at] as number)) * width
    const north = (pointLatitude[at + step] as number) - (pointLatitude[at] as number)
    lengths.push((lengths.at(-1) as number) + Math.hypot(east, north))
  }
  const whole = lengths.at(-1) as number
  for (let passed = 0; passed < lengths.length; passed++) {
    const share = whole === 0 ? 0 : (lengths[passed] as number) / whole
    const isBetween = share > begin && (share < end || share === 1)
    if (!isBetween || share > end) continue
    const at = isAgainst ? last - passed : first + passed
    shape.push((pointLongitude[at] as number) / 1e7, (pointLatitude[at] as number) / 1e7)
  }
}
