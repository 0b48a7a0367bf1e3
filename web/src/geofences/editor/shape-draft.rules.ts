import type { FenceShape } from '@rumbo/contract/geofences.shapes.contract'
import { coordinatesText } from '@rumbo/geo/coordinates/coordinates-text'
import type { Coordinates } from '@rumbo/geo/units'
import { pathOf, plain, type Road, type Vertex } from './draft-path.rules.ts'

export type ShapeKind = FenceShape['kind']
export type RouteMode = Extract<FenceShape, { kind: 'route' }>['mode']

/** A shape while it is drawn. It may have too few vertices, or be no fence for another reason. */
export interface ShapeDraft {
  readonly kind: ShapeKind
  /** The centre, the corners, or the waypoints. */
  readonly vertices: readonly Vertex[]
  /** Nothing more is added at the end. */
  readonly isClosed: boolean
  readonly radiusMetres: number
  readonly halfWidthMetres: number
  readonly mode: RouteMode
  /** New legs of a route follow the roads. */
  readonly isSnapping: boolean
  /** What was typed for a vertex and cannot be read, by its index. */
  readonly wrongTexts: ReadonlyMap<number, string>
}

/** What the last action did, to be announced. */
export interface Done {
  readonly what:
    | 'added'
    | 'moved'
    | 'removed'
    | 'closed'
    | 'resumed'
    | 'cleared'
    | 'replaced'
    | 'undone'
    | 'redone'
    | 'radius'
    | 'full'
  /** The vertex concerned. */
  readonly at: number
}

export interface DraftState {
  readonly draft: ShapeDraft
  readonly past: readonly ShapeDraft[]
  readonly future: readonly ShapeDraft[]
  /** The selected vertex. */
  readonly chosen: number | null
  /** Actions of one gesture are undone together. */
  readonly gesture: string | null
  readonly done: Done | null
}

/** What changes the shape, and can be undone. */
export type Change = { readonly gesture?: string } & (
  | { readonly type: 'add'; readonly place: Coordinates }
  | { readonly type: 'move'; readonly at: number; readonly place: Coordinates }
  | { readonly type: 'type'; readonly at: number; readonly text: string }
  | { readonly type: 'insert'; readonly at: number; readonly place: Coordinates }
  | { readonly type: 'remove'; readonly at?: number }
  | { readonly type: 'reorder'; readonly from: number; readonly to: number }
  | { readonly type: 'kind'; readonly kind: ShapeKind }
  | { readonly type: 'radius'; readonly metres: number }
  | { readonly type: 'half_width'; readonly metres: number }
  | { readonly type: 'mode'; readonly mode: RouteMode }
  | { readonly type: 'snapping'; readonly isOn: boolean }
  | { readonly type: 'replace'; readonly shape: FenceShape }
  | { readonly type: 'close' | 'resume' | 'clear' }
)
/** Every gesture, key and field becomes one of these. */
export type DraftAction =
  | Change
  | { readonly type: 'undo' | 'redo' | 'cancel' }
  | { readonly type: 'choose'; readonly at: number | null }
  | { readonly type: 'road'; readonly from: Coordinates; readonly to: Coordinates; readonly road: Road }
  | { readonly type: 'restart'; readonly shape: FenceShape | null }

export const usualRadiusMetres = 250
const usualHalfWidthMetres = 50
/** The most vertices of a shape. */
export const verticesLimit = 10_000

/** The fewest vertices of a shape. */
export const fewest = { circle: 1, polygon: 3, route: 2 } as const

const empty: ShapeDraft = {
  kind: 'polygon',
  vertices: [],
  isClosed: false,
  radiusMetres: usualRadiusMetres,
  halfWidthMetres: usualHalfWidthMetres,
  mode: 'free',
  isSnapping: false,
  wrongTexts: new Map(),
}

/** The draft with a finished shape instead of its own. */
export function draftWith(draft: ShapeDraft, shape: FenceShape): ShapeDraft {
  const common = { ...draft, kind: shape.kind, isClosed: true, isSnapping: false, wrongTexts: new Map() }
  if (shape.kind === 'circle')
    return { ...common, vertices: [shape.center], radiusMetres: shape.radiusMetres }
  if (shape.kind === 'polygon') return { ...common, vertices: shape.corners }
  return { ...common, vertices: shape.path, halfWidthMetres: shape.halfWidthMetres, mode: shape.mode }
}

/** The state in which the editor opens; without a shape, an empty one of this kind. */
export const startDraft = (shape: FenceShape | null, kind: FenceShape['kind'] = 'polygon'): DraftState => ({
  draft: shape === null ? { ...empty, kind } : draftWith(empty, shape),
  past: [],
  future: [],
  chosen: null,
  gesture: null,
  done: null,
})

/** The shape that is drawn; null while it has too few vertices. It may still be no fence. */
export function shapeOf(draft: ShapeDraft): FenceShape | null {
  const { kind, vertices, radiusMetres, halfWidthMetres, mode } = draft
  const [first] = vertices
  if (first === undefined || vertices.length < fewest[kind]) return null
  if (kind === 'circle') return { kind, center: plain(first), radiusMetres }
  if (kind === 'polygon') return { kind, corners: vertices.map(plain) }
  return { kind, path: pathOf(vertices), halfWidthMetres, mode }
}

/** Whether the shape has the vertices it needs to be finished. */
export const canClose = ({ kind, vertices, isClosed }: ShapeDraft): boolean =>
  kind !== 'circle' && !isClosed && vertices.length >= fewest[kind]

/** The vertex as the table shows it, five decimals. */
export const textOfVertex = (draft: ShapeDraft, at: number): string => {
  const vertex = draft.vertices[at]
  return draft.wrongTexts.get(at) ?? (vertex ? coordinatesText(vertex) : '')
}
