import { boxOf } from '@rumbo/geo/fences/fence-box'
import { withinWorld } from '@rumbo/geo/geometry/date-line'
import { destination, distanceMetres } from '@rumbo/geo/geometry/distance'
import type { Coordinates } from '@rumbo/geo/units'
import { readCoordinates } from '../../places/coordinates.ts'
import { changedVertices, isSamePlace, plain, snappedVertices, type Vertex } from './draft-path.rules.ts'
import {
  type Change,
  canClose,
  draftWith,
  fewest,
  type ShapeDraft,
  type ShapeKind,
  shapeOf,
  verticesLimit,
} from './shape-draft.rules.ts'

/** Corners that a circle becomes. */
const cornersOfCircle = 24

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
export function changed(draft: ShapeDraft, action: Change, chosen: number | null): ShapeDraft {
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
