import { distanceMetres } from '@rumbo/geo/geometry/distance'
import type { Coordinates } from '@rumbo/geo/units'
import { isSamePlace } from './draft-path.rules.ts'
import { degreesPerPixel, movedBy } from './draft-pointer.rules.ts'
import { canClose, type DraftAction, type DraftState } from './shape-draft.rules.ts'

const stepPixels = 10
const largeStepPixels = 60

const arrows: Readonly<Record<string, { x: number; y: number }>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

interface Pressed {
  readonly key: string
  readonly shiftKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
}
interface Where {
  /** Null until an arrow was pressed. */
  readonly crosshair: Coordinates | null
  /** The middle of the map. */
  readonly middle: Coordinates
  readonly zoom: number
}
/** What a key on the map does: move the crosshair, change the draft, or both. */
export interface KeyEffect {
  readonly crosshair?: Coordinates
  readonly action?: DraftAction
}

/** Undo and redo anywhere in the editor, outside of text fields; null for any other key. */
export function historyKey({ key, shiftKey, ctrlKey, metaKey }: Pressed): DraftAction | null {
  if (!ctrlKey && !metaKey) return null
  const letter = key.toLowerCase()
  if (letter === 'z') return { type: shiftKey ? 'redo' : 'undo' }
  return letter === 'y' ? { type: 'redo' } : null
}

/** What a key does while the map has the focus; null: nothing. */
export function mapKey(pressed: Pressed, state: DraftState, where: Where): KeyEffect | null {
  const { key, shiftKey, ctrlKey, metaKey, altKey } = pressed
  if (ctrlKey || metaKey || altKey) return null
  const arrow = arrows[key]
  if (arrow) {
    const step = shiftKey ? largeStepPixels : stepPixels
    const from = where.crosshair ?? where.middle
    return { crosshair: movedBy(from, { x: arrow.x * step, y: arrow.y * step }, where.zoom) }
  }
  if (key === 'Enter') return enter(state, where)
  if (key === 'Backspace' || key === 'Delete') return { action: { type: 'remove' } }
  return key === 'Escape' ? { action: { type: 'cancel' } } : null
}

function enter({ draft }: DraftState, { crosshair, middle, zoom }: Where): KeyEffect | null {
  if (crosshair === null && canClose(draft)) return { action: { type: 'close' } }
  const place = crosshair ?? middle
  const [first] = draft.vertices
  if (draft.kind === 'circle') {
    const metres = first ? Math.round(distanceMetres(first, place)) : 0
    if (!first || metres === 0) return { crosshair: place, action: { type: 'add', place } }
    return { crosshair: place, action: { type: 'radius', metres } }
  }
  const last = draft.vertices.at(-1)
  const isAgain = last !== undefined && isSamePlace(last, place)
  const isAtFirst = draft.kind === 'polygon' && first !== undefined && isBeside(first, place, zoom)
  if (canClose(draft) && (isAgain || isAtFirst)) return { action: { type: 'close' } }
  return { crosshair: place, action: { type: 'add', place } }
}

/** Within half a step of the keys. */
function isBeside(one: Coordinates, other: Coordinates, zoom: number): boolean {
  const degrees = degreesPerPixel(one.latitude, zoom)
  return (
    Math.abs(one.latitude - other.latitude) < (stepPixels / 2) * degrees.latitude &&
    Math.abs(one.longitude - other.longitude) < (stepPixels / 2) * degrees.longitude
  )
}
