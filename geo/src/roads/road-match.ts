import { withinWorld } from '../geometry/date-line.ts'
import { distanceMetres } from '../geometry/distance.ts'
import type { Coordinates, Metres } from '../units.ts'
import type { NodeAccess, RoadRouter } from './road-router.ts'
import type { SearchSide } from './road-search.ts'
import type { RoadPlace } from './road-snap.ts'

export interface MatchedPoint extends Coordinates {
  readonly distanceMetres: Metres
  readonly street: string
}

export interface MatchedTrace {
  /** One for each point of the trace; null where no street fits. */
  readonly points: readonly (MatchedPoint | null)[]
  /** The driven streets, one line for each unbroken part: longitude, latitude, longitude … */
  readonly shapes: readonly Float64Array[]
  /** Total length of these lines. */
  readonly distanceMetres: Metres
}

/** Maximum distance and number of the streets considered for a point. */
const reachMetres = 60
const maxCandidates = 6
/** Typical errors in metres: of a position, and of the difference between route and straight line. */
const positionMetres = 8
const detourMetres = 14
/** Points nearer to the previous one than the first are skipped; a gap longer than the second starts a new part. */
const stepMetres = 12
const gapMetres = 3_000
/** A position may move back this far on a street by error alone. */
const jitterMetres = 25

interface Candidate extends RoadPlace {
  /** Log-likelihood of the best sequence up to this candidate. */
  score: number
  before: Candidate | null
}

/**
 * Matches a trace to the streets it was driven on, by a hidden Markov model (Newson and Krumm, 2009): near streets are
 * likely, and so are routes between them about as long as the straight line.
 */
export function matchTrace(
  router: RoadRouter,
  trace: readonly Coordinates[],
  streetOf: (piece: number) => string,
): MatchedTrace {
  const byMetres: SearchSide = { ...router.away, weight: router.edgeMetres }
  const used: number[] = []
  const chosen: (Candidate | null)[] = trace.map(() => null)
  const parts: number[][] = []
  let layer: Candidate[] = []
  let part: number[] = []

  const close = () => {
    let best: Candidate | null = layer.reduce<Candidate | null>(
      (a, b) => (a === null || b.score > a.score ? b : a),
      null,
    )
    for (let at = part.length - 1; at >= 0; at--) {
      chosen[part[at] as number] = best
      best = best?.before ?? null
    }
    if (part.length > 0) parts.push(part)
    part = []
    layer = []
  }

  trace.forEach((point, at) => {
    const last = used.at(-1)
    const before = last === undefined ? null : (trace[last] as Coordinates)
    const straight = before === null ? 0 : distanceMetres(before, point)
    if (before !== null && part.length > 0 && straight < stepMetres && at < trace.length - 1) return
    used.push(at)
    const candidates = router
      .candidates(point, reachMetres, maxCandidates)
      .map((place): Candidate => ({ ...place, score: Number.NEGATIVE_INFINITY, before: null }))
    if (candidates.length === 0) {
      close()
      return
    }
    const emission = (place: RoadPlace) => -0.5 * (place.distanceMetres / positionMetres) ** 2
    if (layer.length > 0 && straight <= gapMetres) {
      for (const from of layer) {
        if (from.score === Number.NEGATIVE_INFINITY) continue
        const ways = metresTo(router, byMetres, from, candidates, straight * 2 + 300)
        candidates.forEach((candidate, which) => {
          const metres = ways[which] as number
          if (metres === Number.POSITIVE_INFINITY) return
          const score = from.score + emission(candidate) - Math.abs(metres - straight) / detourMetres
          if (score > candidate.score) Object.assign(candidate, { score, before: from })
        })
      }
      const reached = candidates.filter(({ score }) => score > Number.NEGATIVE_INFINITY)
      if (reached.length > 0) {
        layer = reached
        part.push(at)
        return
      }
    }
    close()
    for (const candidate of candidates) candidate.score = emission(candidate)
    layer = candidates
    part = [at]
  })
  close()

  const shapes: Float64Array[] = []
  let driven = 0
  for (const members of parts) {
    const shape: number[] = []
    members.forEach((at, index) => {
      const to = chosen[at]
      const from = index === 0 ? null : chosen[members[index - 1] as number]
      if (!to) return
      if (!from) {
        shape.push(to.longitude, to.latitude)
        return
      }
      const way = wayBetween(router, byMetres, from, to)
      driven += way.metres
      // The first point repeats the last one of the previous route.
      for (let value = 2; value < way.shape.length; value++) shape.push(way.shape[value] as number)
    })
    if (shape.length >= 4) shapes.push(Float64Array.from(shape))
  }
  return {
    points: fill(trace, chosen, router).map((place) =>
      place === null
        ? null
        : {
            latitude: place.latitude,
            longitude: withinWorld(place.longitude),
            distanceMetres: place.distanceMetres,
            street: streetOf(place.piece),
          },
    ),
    shapes,
    distanceMetres: driven as Metres,
  }
}

const isJitter = (router: RoadRouter, from: RoadPlace, to: RoadPlace) =>
  from.piece === to.piece &&
  Math.abs(from.share - to.share) * (router.columns.pieceMetres[from.piece] as number) <= jitterMetres

/** Metres by road from one candidate to each of the others; Infinity beyond the limit. */
function metresTo(
  router: RoadRouter,
  side: SearchSide,
  from: RoadPlace,
  targets: readonly RoadPlace[],
  limit: number,
): number[] {
  const best = targets.map((to) =>
    isJitter(router, from, to)
      ? Math.abs(from.share - to.share) * (router.columns.pieceMetres[from.piece] as number)
      : (router.direct(from, to)?.distanceMetres ?? Number.POSITIVE_INFINITY),
  )
  const open = targets.flatMap((to, at) => router.accessNodes(to, 'in').map((access) => ({ at, access })))
  let due = open.length
  const { search } = router
  search.begin(side)
  for (const access of router.accessNodes(from, 'out')) search.seed(access.node, access.metres, access.metres)
  search.run(limit, (node) => {
    for (const { at, access } of open) {
      if (access.node !== node) continue
      best[at] = Math.min(best[at] as number, search.weightOf(node) + access.metres)
      due -= 1
    }
    return due === 0
  })
  return best
}

function wayBetween(router: RoadRouter, side: SearchSide, from: RoadPlace, to: RoadPlace) {
  const along = router.direct(from, to)
  if (isJitter(router, from, to) || along)
    return {
      metres: along?.distanceMetres ?? 0,
      shape: along ? router.shapeOf(from, [], to) : Float64Array.of(0, 0, to.longitude, to.latitude),
    }
  const { search, columns } = router
  const entries = router.accessNodes(to, 'in')
  let best = Number.POSITIVE_INFINITY
  let reachedBy: NodeAccess | null = null
  search.begin(side)
  const exits = router.accessNodes(from, 'out')
  for (const access of exits) search.seed(access.node, access.metres, access.metres)
  search.run(Number.POSITIVE_INFINITY, (node) => {
    for (const entry of entries) {
      if (entry.node !== node || search.weightOf(node) + entry.metres >= best) continue
      best = search.weightOf(node) + entry.metres
      reachedBy = entry
    }
    return search.weightOf(node) >= best
  })
  const entry = reachedBy as NodeAccess | null
  if (entry === null) return { metres: 0, shape: Float64Array.of(0, 0, to.longitude, to.latitude) }
  const edges: number[] = []
  let node = entry.node
  for (let edge = search.cameBy(node); edge !== -1; edge = search.cameBy(node)) {
    edges.push(edge)
    const coded = columns.edgePiece[edge] as number
    node = ((coded & 1) === 0 ? columns.pieceFrom[coded >> 1] : columns.pieceTo[coded >> 1]) as number
  }
  const exit = exits.filter((access) => access.node === node).reduce((a, b) => (b.metres < a.metres ? b : a))
  return { metres: best, shape: router.shapeOf(from, [exit.edge, ...edges.reverse(), entry.edge], to) }
}

/** Places each skipped point on the piece of the previous matched point, or else at that point's matched place. */
function fill(
  trace: readonly Coordinates[],
  chosen: readonly (Candidate | null)[],
  router: RoadRouter,
): (RoadPlace | null)[] {
  let before: RoadPlace | null = null
  let beforeAt = -1
  return trace.map((point, at) => {
    const own = chosen[at] ?? null
    if (own !== null) {
      before = own
      beforeAt = at
      return own
    }
    const origin = beforeAt === -1 ? null : trace[beforeAt]
    if (!before || !origin || distanceMetres(origin, point) >= stepMetres) return null
    const { piece } = before
    const beside = router.candidates(point, reachMetres, maxCandidates)
    return beside.find((place) => place.piece === piece) ?? before
  })
}
