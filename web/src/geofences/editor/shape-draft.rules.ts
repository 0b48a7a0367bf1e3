import type { FenceShape } from '@rumbo/contract/geofences.shapes.contract'
import { boxOf } from '@rumbo/geo/fences/fence-box'
import { withinWorld } from '@rumbo/geo/geometry/date-line'
import { destination, distanceMetres } from '@rumbo/geo/geometry/distance'
import type { Coordinates } from '@rumbo/geo/units'
import { coordinatesText, readCoordinates } from '../../places/coordinates.ts'
import {
  changedVertices,
  isSamePlace,
  pathOf,
  plain,
  type Road,
  snappedVertices,
  type Vertex,
} from './draft-path.rules.ts'

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

type Change = { readonly gesture?: string } & (
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
const verticesLimit = 10_000
const undoLimit = 200
/** Corners that a circle becomes. */
const cornersOfCircle = 24

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

function draftWith(draft: ShapeDraft, shape: FenceShape): ShapeDraft {
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

const within = ({ latitude, longitude }: Coordinates): Coordinates => ({
  latitude: Math.max(-90, Math.min(90, latitude)),
  longitude: withinWorld(longitude),
})

/** The shape as another kind, with as much of it as that kind can have. */
function asKind(draft: ShapeDraft, kind: ShapeKind): ShapeDraft {
  const shape = shapeOf(draft)
  const next = { ...draft, kind, isClosed: false, wrongTexts: new Map<number, string>() }
  if (draft.kind === 'circle') {
    if (shape?.kind !== 'circle' || kind === 'route') return { ...next, vertices: [] }
    const corners = Array.from({ length: cornersOfCircle }, (_, at) =>
      destination(shape.center, (360 / cornersOfCircle) * at, shape.radiusMetres),
    )
    return { ...next, vertices: corners, isClosed: true }
  }
  if (kind !== 'circle') return { ...next, vertices: changedVertices(draft.vertices.map(plain), [], next) }
  if (shape === null) return { ...next, vertices: draft.vertices.slice(0, 1).map(plain) }
  const { west, south, east, north } = boxOf(shape)
  const center = within({ latitude: (south + north) / 2, longitude: (west + east) / 2 })
  const farthest = draft.vertices.reduce((most, one) => Math.max(most, distanceMetres(center, one)), 0)
  return { ...next, vertices: [center], radiusMetres: Math.round(farthest) }
}

function typed(draft: ShapeDraft, at: number, text: string): ShapeDraft {
  const read = readCoordinates(text)
  const wrongTexts = new Map(draft.wrongTexts)
  if (read === null) return { ...draft, wrongTexts: wrongTexts.set(at, text) }
  wrongTexts.delete(at)
  return { ...draft, wrongTexts, vertices: changedVertices(draft.vertices.with(at, read), [at], draft) }
}

/** The draft after a change; the same object where nothing changes. */
function changed(draft: ShapeDraft, action: Change, chosen: number | null): ShapeDraft {
  const { kind, vertices, isClosed } = draft
  const set = (next: readonly Vertex[], at: readonly number[]): ShapeDraft => ({
    ...draft,
    vertices: changedVertices(next, at, draft),
    wrongTexts: next.length === vertices.length ? draft.wrongTexts : new Map(),
  })
  switch (action.type) {
    case 'add': {
      const place = within(action.place)
      const last = vertices.at(-1)
      const isFull = kind === 'circle' ? vertices.length > 0 : isClosed || vertices.length >= verticesLimit
      if (isFull || (last && isSamePlace(last, place))) return draft
      return set([...vertices, place], [vertices.length])
    }
    case 'insert':
      if (kind === 'circle' || vertices.length >= verticesLimit) return draft
      return set(vertices.toSpliced(action.at, 0, within(action.place)), [action.at])
    case 'move': {
      if (vertices[action.at] === undefined) return draft
      const wrongTexts = new Map(draft.wrongTexts)
      wrongTexts.delete(action.at)
      return { ...set(vertices.with(action.at, within(action.place)), [action.at]), wrongTexts }
    }
    case 'type':
      return vertices[action.at] === undefined ? draft : typed(draft, action.at, action.text)
    case 'remove': {
      const at = action.at ?? chosen ?? vertices.length - 1
      if (vertices[at] === undefined) return draft
      const left = vertices.toSpliced(at, 1)
      return { ...set(left, [at]), isClosed: isClosed && left.length >= fewest[kind] }
    }
    case 'reorder': {
      const moved = vertices[action.from]
      if (moved === undefined || vertices[action.to] === undefined || action.from === action.to) return draft
      const next = vertices.toSpliced(action.from, 1).toSpliced(action.to, 0, moved)
      return { ...set(next, [action.from, action.from + 1, action.to]), wrongTexts: new Map() }
    }
    case 'kind':
      return action.kind === kind ? draft : asKind(draft, action.kind)
    case 'radius':
      return Object.is(draft.radiusMetres, action.metres) ? draft : { ...draft, radiusMetres: action.metres }
    case 'half_width':
      return Object.is(draft.halfWidthMetres, action.metres)
        ? draft
        : { ...draft, halfWidthMetres: action.metres }
    case 'mode':
      return draft.mode === action.mode ? draft : { ...draft, mode: action.mode }
    case 'snapping':
      return snappedVertices(draft, action.isOn)
    case 'replace':
      return draftWith(draft, action.shape)
    case 'close':
      return canClose(draft) ? { ...draft, isClosed: true } : draft
    case 'resume':
      return isClosed && kind !== 'circle' ? { ...draft, isClosed: false } : draft
    case 'clear':
      return vertices.length === 0
        ? draft
        : { ...draft, vertices: [], isClosed: false, wrongTexts: new Map() }
  }
}

const doneBy: Partial<Record<Change['type'], Done['what']>> = {
  add: 'added',
  insert: 'added',
  move: 'moved',
  remove: 'removed',
  close: 'closed',
  resume: 'resumed',
  clear: 'cleared',
  replace: 'replaced',
  radius: 'radius',
}

function change(state: DraftState, action: Change): DraftState {
  const { draft, past, chosen } = state
  const next = changed(draft, action, chosen)
  if (next === draft) {
    const isFull = action.type === 'add' && draft.vertices.length >= verticesLimit
    return isFull ? { ...state, done: { what: 'full', at: verticesLimit } } : state
  }
  const gesture = action.gesture ?? null
  const isSameGesture = gesture !== null && gesture === state.gesture
  const at = 'at' in action && action.at !== undefined ? action.at : next.vertices.length - 1
  const what = doneBy[action.type]
  const isPointed = action.type === 'insert' || action.type === 'move'
  return {
    draft: next,
    past: isSameGesture ? past : [...past, draft].slice(-undoLimit),
    future: [],
    chosen: isPointed ? at : next.vertices.length === draft.vertices.length ? chosen : null,
    gesture,
    done: what
      ? { what, at: action.type === 'remove' ? (action.at ?? chosen ?? draft.vertices.length - 1) : at }
      : null,
  }
}

function step(state: DraftState, from: 'past' | 'future'): DraftState {
  const { draft, past, future } = state
  const target = state[from].at(-1)
  if (target === undefined) return state
  const isBack = from === 'past'
  return {
    draft: target,
    past: isBack ? past.slice(0, -1) : [...past, draft],
    future: isBack ? [...future, draft] : future.slice(0, -1),
    chosen: null,
    gesture: null,
    done: { what: isBack ? 'undone' : 'redone', at: target.vertices.length - 1 },
  }
}

/** The state after an action. Pure; actions that do not apply return the same state. */
export function reduceDraft(state: DraftState, action: DraftAction): DraftState {
  switch (action.type) {
    case 'undo':
      return step(state, 'past')
    case 'redo':
      return step(state, 'future')
    case 'choose': {
      const isKnown = action.at === null || state.draft.vertices[action.at] !== undefined
      return isKnown && action.at !== state.chosen ? { ...state, chosen: action.at, gesture: null } : state
    }
    case 'cancel':
      if (state.chosen !== null) return { ...state, chosen: null }
      return state.draft.isClosed || state.draft.kind === 'circle' ? state : change(state, { type: 'clear' })
    case 'road': {
      const vertices = state.draft.vertices.map((vertex, at, all) => {
        const before = all[at - 1]
        const isAsked = vertex.road === 'wanted' && before && isSamePlace(before, action.from)
        return isAsked && isSamePlace(vertex, action.to) ? { ...vertex, road: action.road } : vertex
      })
      return { ...state, draft: { ...state.draft, vertices } }
    }
    case 'restart':
      return startDraft(action.shape)
    default:
      return change(state, action)
  }
}
