import { corridorHalfWidth, fenceRadius } from '@rumbo/contract/geofences.shapes.contract'
import { problemsOf } from '@rumbo/geo/fences/fence-problems'
import type { Coordinates } from '@rumbo/geo/units'
import type { TextKey } from '@rumbo/i18n/keys'
import { fewest, type ShapeDraft, shapeOf } from './shape-draft.rules.ts'

type ProblemKey = Extract<TextKey, `fenceEditor.problem.${string}`>
/** What keeps a draft from being a fence, in words, and where it is. */
export interface ShapeProblem {
  readonly key: ProblemKey
  readonly params: Readonly<Record<string, number>>
  /** The two sides that cross, by the index of the corner each begins at. */
  readonly sides?: readonly [number, number]
  /** The field that is wrong; otherwise the vertices are. */
  readonly field?: 'radius' | 'half_width'
}

const few = {
  circle: 'fenceEditor.problem.noCentre',
  polygon: 'fenceEditor.problem.fewCorners',
  route: 'fenceEditor.problem.fewWaypoints',
} as const
const flat = {
  circle: 'fenceEditor.problem.noCentre',
  polygon: 'fenceEditor.problem.sameCorners',
  route: 'fenceEditor.problem.sameWaypoints',
} as const

const problem = (key: ProblemKey, params: ShapeProblem['params'] = {}): ShapeProblem => ({ key, params })
const isBeside = (value: number, { min, max }: { min: number; max: number }) =>
  !(value >= min && value <= max)

/** The first thing that is wrong with a draft; null if it can be saved. */
export function problemOfDraft(draft: ShapeDraft): ShapeProblem | null {
  const { kind, vertices, wrongTexts, radiusMetres, halfWidthMetres } = draft
  const [wrongAt] = wrongTexts.keys()
  if (wrongAt !== undefined) return problem('fenceEditor.problem.unread', { number: wrongAt + 1 })
  if (kind === 'circle' && isBeside(radiusMetres, fenceRadius))
    return { ...problem('fenceEditor.problem.radius', fenceRadius), field: 'radius' }
  if (kind === 'route' && isBeside(halfWidthMetres, corridorHalfWidth))
    return { ...problem('fenceEditor.problem.halfWidth', corridorHalfWidth), field: 'half_width' }
  const shape = shapeOf(draft)
  if (shape === null)
    return problem(few[kind], { missing: fewest[kind] - vertices.length, least: fewest[kind] })
  const [found] = problemsOf(shape)
  switch (found?.code) {
    case undefined:
      return null
    case 'sides_cross': {
      const [first, second] = found.sides
      return {
        ...problem('fenceEditor.problem.sidesCross', { first: first + 1, second: second + 1 }),
        sides: found.sides,
      }
    }
    case 'too_many_vertices':
      return problem('fenceEditor.problem.manyVertices', { limit: found.limit })
    case 'too_few_vertices':
      return problem(flat[kind])
    case 'over_pole':
      return problem('fenceEditor.problem.overPole')
    case 'too_wide':
      return problem('fenceEditor.problem.tooWide')
    case 'no_width':
      return problem('fenceEditor.problem.halfWidth', corridorHalfWidth)
    case 'not_finite':
    case 'outside_world':
      return problem('fenceEditor.problem.outsideWorld')
  }
}

/** The corners of a side that crosses another, to be drawn. */
export function crossingSides(
  vertices: readonly Coordinates[],
  sides: readonly [number, number] | undefined,
): [Coordinates, Coordinates][] {
  return (sides ?? []).flatMap((at) => {
    const [from, to] = [vertices[at], vertices[(at + 1) % vertices.length]]
    return from && to ? [[from, to] as [Coordinates, Coordinates]] : []
  })
}
