import { destination, distanceMetres } from '@rumbo/geo/geometry/distance'
import type { Coordinates } from '@rumbo/geo/units'
import { expect, it } from 'vitest'
import { reduceDraft } from './draft-history.rules.ts'
import { historyKey, mapKey } from './draft-keys.rules.ts'
import { handleNear, movedBy, snappedTo } from './draft-pointer.rules.ts'
import { type DraftState, type ShapeKind, shapeOf, startDraft } from './shape-draft.rules.ts'

const middle = { latitude: 19.43, longitude: -99.13 }
const zoom = 14
const plain = { shiftKey: false, ctrlKey: false, metaKey: false, altKey: false }

/** Presses keys on the map one after the other; `Shift+` before a key holds Shift. */
function press(keys: string, kind: ShapeKind = 'polygon') {
  let state: DraftState = reduceDraft(startDraft(null), { type: 'kind', kind })
  let crosshair: Coordinates | null = null
  for (const text of keys.split(' ')) {
    const key = text.replace('Shift+', '')
    const effect = mapKey({ ...plain, key, shiftKey: text !== key }, state, { crosshair, middle, zoom })
    crosshair = effect?.crosshair ?? crosshair
    if (effect?.action) state = reduceDraft(state, effect.action)
  }
  return { state, crosshair }
}

it('draws a polygon: arrows move the crosshair, Enter drops a corner, Enter again at the same place closes', () => {
  const { state } = press('Enter Shift+ArrowRight Enter Shift+ArrowUp Enter Enter')
  const shape = shapeOf(state.draft)
  if (shape?.kind !== 'polygon') throw new Error('A polygon is drawn.')
  const [first, second, third] = shape.corners
  expect(state.draft.isClosed).toBe(true)
  expect(first).toEqual(middle)
  expect(second?.latitude).toBe(middle.latitude)
  expect(second?.longitude).toBeGreaterThan(middle.longitude)
  expect(third?.latitude).toBeGreaterThan(middle.latitude)
})

it('closes a polygon at its first corner too', () => {
  const { state } = press(
    'Enter Shift+ArrowRight Enter Shift+ArrowUp Enter Shift+ArrowLeft Enter Shift+ArrowDown Enter',
  )
  expect([state.draft.isClosed, state.draft.vertices.length]).toEqual([true, 4])
})

it('moves further with Shift, as many pixels to the north as to the east', () => {
  const reach = (keys: string) => distanceMetres(middle, press(keys).crosshair ?? middle)
  expect(reach('Shift+ArrowUp')).toBeCloseTo(6 * reach('ArrowUp'), 0)
  expect(reach('ArrowRight')).toBeCloseTo(reach('ArrowDown'), 0)
})

it('draws a circle: Enter at the centre has 250 m, Enter elsewhere sets the edge', () => {
  expect(shapeOf(press('Enter', 'circle').state.draft)).toMatchObject({ radiusMetres: 250, center: middle })
  const { state, crosshair } = press('Enter Shift+ArrowRight Enter', 'circle')
  expect(shapeOf(state.draft)).toMatchObject({
    radiusMetres: Math.round(distanceMetres(middle, crosshair ?? middle)),
  })
})

it('removes the last vertex with Backspace and gives up with Escape', () => {
  expect(press('Enter ArrowRight Enter Backspace').state.draft.vertices).toHaveLength(1)
  expect(press('Enter ArrowRight Enter Escape').state.draft.vertices).toEqual([])
})

it('without a crosshair, Enter closes what the pointer has drawn', () => {
  const places = [middle, { ...middle, latitude: 20 }, { ...middle, longitude: -98 }]
  const state = places.reduce<DraftState>(
    (before, place) => reduceDraft(before, { type: 'add', place }),
    startDraft(null),
  )
  const effect = mapKey({ ...plain, key: 'Enter' }, state, { crosshair: null, middle, zoom })
  expect(effect).toEqual({ action: { type: 'close' } })
})

it('leaves other keys and shortcuts to the page', () => {
  const state = startDraft(null)
  const where = { crosshair: null, middle, zoom }
  expect(mapKey({ ...plain, key: 'Tab' }, state, where)).toBeNull()
  expect(mapKey({ ...plain, key: 'ArrowUp', altKey: true }, state, where)).toBeNull()
  expect(historyKey({ ...plain, key: 'z' })).toBeNull()
  expect(historyKey({ ...plain, key: 'z', ctrlKey: true })).toEqual({ type: 'undo' })
  expect(historyKey({ ...plain, key: 'Z', metaKey: true, shiftKey: true })).toEqual({ type: 'redo' })
  expect(historyKey({ ...plain, key: 'y', ctrlKey: true })).toEqual({ type: 'redo' })
})

it('stops at the north and goes on over the date line', () => {
  const far = { latitude: 84.9999, longitude: 179.9999 }
  const go = (key: string) =>
    mapKey({ ...plain, key, shiftKey: true }, startDraft(null), { crosshair: far, middle, zoom: 5 })
      ?.crosshair
  expect(go('ArrowUp')?.latitude).toBe(85)
  expect(go('ArrowRight')?.longitude).toBeLessThan(-178)
})

it('snaps to the nearest vertex of a neighbour within some pixels, also over the date line', () => {
  const near = { latitude: 19.4301, longitude: -99.1301 }
  const nearer = { latitude: 19.43, longitude: -99.13005 }
  const snap = (place: Coordinates, ...neighbours: Coordinates[]) =>
    snappedTo(place, neighbours, { zoom: 16, pixels: 10 })
  expect(snap(middle, near, nearer)).toEqual(nearer)
  expect(snap(middle, { latitude: 19.44, longitude: -99.13 })).toEqual(middle)
  expect(snap({ latitude: 0, longitude: 179.99999 }, { latitude: 0, longitude: -179.99999 })).toEqual({
    latitude: 0,
    longitude: -179.99999,
  })
})

it('finds the handle under the pointer: corners before midpoints, of a circle its whole edge', () => {
  const center = middle
  const pixels = { zoom, pixels: 14 }
  const moved = (x: number, y: number) => movedBy(center, { x, y }, zoom)
  const corners = [center, moved(200, 0), moved(200, 200)]
  const { draft } = startDraft({ kind: 'polygon', corners })
  expect(handleNear(draft, moved(198, 9), pixels)).toMatchObject({ role: 'vertex', at: 1 })
  expect(handleNear(draft, moved(101, -6), pixels)).toMatchObject({ role: 'midpoint', at: 1 })
  expect(handleNear(draft, moved(50, 0), pixels)).toBeNull()
  const small = startDraft({ kind: 'polygon', corners: [center, moved(20, 0), moved(20, 20)] })
  expect(handleNear(small.draft, moved(11, 0), pixels)).toMatchObject({ role: 'vertex', at: 1 })
  const circle = startDraft({ kind: 'circle', center, radiusMetres: 400 })
  const [north, east] = [destination(center, 0, 400), destination(center, 90, 400)]
  for (const onEdge of [north, east])
    expect(handleNear(circle.draft, onEdge, pixels)).toMatchObject({ role: 'edge' })
  expect(handleNear(circle.draft, destination(center, 0, 250), pixels)).toBeNull()
  expect(handleNear(circle.draft, center, pixels)).toMatchObject({ role: 'vertex', at: 0 })
})
