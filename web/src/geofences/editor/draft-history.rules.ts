import { changed } from './draft-changes.rules.ts'
import { isSamePlace } from './draft-path.rules.ts'
import {
  type Change,
  type Done,
  type DraftAction,
  type DraftState,
  startDraft,
  verticesLimit,
} from './shape-draft.rules.ts'

const undoLimit = 200

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
