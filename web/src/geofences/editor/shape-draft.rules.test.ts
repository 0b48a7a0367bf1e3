import type { FenceShape } from '@rumbo/contract/geofences.shapes.contract'
import type { Coordinates } from '@rumbo/geo/units'
import { describe, expect, it } from 'vitest'
import { reduceDraft } from './draft-history.rules.ts'
import { wantedLegs } from './draft-path.rules.ts'
import {
  canClose,
  type DraftAction,
  type DraftState,
  shapeOf,
  startDraft,
  textOfVertex,
} from './shape-draft.rules.ts'

const at = (latitude: number, longitude: number): Coordinates => ({ latitude, longitude })
const [a, b, c, d] = [at(19.4, -99.2), at(19.4, -99.1), at(19.5, -99.1), at(19.5, -99.2)]
const act = (state: DraftState, ...actions: DraftAction[]) => actions.reduce(reduceDraft, state)
const drawn = (...places: Coordinates[]) =>
  act(startDraft(null), ...places.map((place): DraftAction => ({ type: 'add', place })))
const route = (...places: Coordinates[]) =>
  act(
    startDraft(null),
    { type: 'kind', kind: 'route' },
    ...places.map((place): DraftAction => ({ type: 'add', place })),
  )
const vertices = ({ draft }: DraftState) =>
  draft.vertices.map(({ latitude, longitude }) => ({ latitude, longitude }))

describe('a polygon', () => {
  it('is drawn corner by corner and closed, and then takes no more at its end', () => {
    const open = drawn(a, b)
    expect([canClose(open.draft), shapeOf(open.draft)]).toEqual([false, null])
    expect(act(open, { type: 'close' })).toBe(open)
    const closed = act(open, { type: 'add', place: c }, { type: 'close' })
    expect(shapeOf(closed.draft)).toEqual({ kind: 'polygon', corners: [a, b, c] })
    expect(closed.done).toEqual({ what: 'closed', at: 2 })
    expect(act(closed, { type: 'add', place: d })).toBe(closed)
    const resumed = act(closed, { type: 'resume' }, { type: 'add', place: d })
    expect(vertices(resumed)).toEqual([a, b, c, d])
  })

  it('has no two corners in a row at one place', () => {
    const state = drawn(a, b)
    expect(act(state, { type: 'add', place: { ...b } })).toBe(state)
  })

  it('is changed by moving, inserting, removing and reordering its corners', () => {
    const closed = act(drawn(a, b, c), { type: 'close' })
    const moved = act(closed, { type: 'move', at: 1, place: d })
    expect([vertices(moved), moved.chosen]).toEqual([[a, d, c], 1])
    const inserted = act(closed, { type: 'insert', at: 3, place: d })
    expect([vertices(inserted), inserted.chosen, inserted.draft.isClosed]).toEqual([[a, b, c, d], 3, true])
    expect(vertices(act(inserted, { type: 'remove' }))).toEqual([a, b, c])
    expect(vertices(act(inserted, { type: 'remove', at: 0 }))).toEqual([b, c, d])
    expect(vertices(act(inserted, { type: 'reorder', from: 3, to: 0 }))).toEqual([d, a, b, c])
    expect(act(inserted, { type: 'reorder', from: 3, to: 4 })).toBe(inserted)
    expect(act(inserted, { type: 'move', at: 9, place: a })).toBe(inserted)
  })

  it('is open again when too few corners are left', () => {
    const left = act(drawn(a, b, c), { type: 'close' }, { type: 'remove' })
    expect([left.draft.isClosed, vertices(left)]).toEqual([false, [a, b]])
  })

  it('brings longitudes beyond the date line back, and latitudes to the pole', () => {
    const state = drawn(at(10, 181), at(95, -190), at(-91, 540))
    expect(vertices(state)).toEqual([at(10, -179), at(90, 170), at(-90, 180)])
  })

  it('has at most 10,000 corners, which is announced', () => {
    const corners = Array.from({ length: 10_000 }, (_, index) => at(index / 1000, 0))
    const full = act(startDraft({ kind: 'polygon', corners }), { type: 'resume' })
    const more = act(full, { type: 'add', place: at(-1, 0) })
    expect([more.draft, more.done]).toEqual([full.draft, { what: 'full', at: 10_000 }])
    expect(act(full, { type: 'insert', at: 0, place: a })).toBe(full)
  })
})

describe('undo', () => {
  it('takes back every kind of change, and redo does it again until something else is done', () => {
    const state = act(drawn(a, b, c), { type: 'close' }, { type: 'move', at: 0, place: d })
    const undone = act(state, { type: 'undo' }, { type: 'undo' })
    expect([vertices(undone), undone.draft.isClosed]).toEqual([[a, b, c], false])
    const redone = act(undone, { type: 'redo' }, { type: 'redo' })
    expect(redone.draft).toBe(state.draft)
    expect(act(redone, { type: 'redo' })).toBe(redone)
    const other = act(undone, { type: 'add', place: d })
    expect(act(other, { type: 'redo' })).toBe(other)
    const none = startDraft(null)
    expect(act(none, { type: 'undo' })).toBe(none)
  })

  it('takes back a whole gesture at once, and two gestures one after the other', () => {
    const drag = (gesture: string, ...places: Coordinates[]) =>
      places.map((place): DraftAction => ({ type: 'move', at: 0, place, gesture }))
    const state = act(drawn(a, b, c), ...drag('1', b, c, d), ...drag('2', b, c))
    const once = act(state, { type: 'undo' })
    expect(vertices(once)[0]).toEqual(d)
    expect(vertices(act(once, { type: 'undo' }))[0]).toEqual(a)
  })
})

describe('cancel', () => {
  it('deselects first, then discards an unfinished shape, which can be undone', () => {
    const chosen = act(drawn(a, b), { type: 'choose', at: 1 })
    const deselected = act(chosen, { type: 'cancel' })
    expect([deselected.chosen, vertices(deselected)]).toEqual([null, [a, b]])
    const cleared = act(deselected, { type: 'cancel' })
    expect(vertices(cleared)).toEqual([])
    expect(vertices(act(cleared, { type: 'undo' }))).toEqual([a, b])
  })

  it('leaves a finished shape alone', () => {
    const closed = act(drawn(a, b, c), { type: 'close' })
    expect(act(closed, { type: 'cancel' })).toBe(closed)
  })
})

describe('a circle', () => {
  const circle = (...actions: DraftAction[]) =>
    act(startDraft(null), { type: 'kind', kind: 'circle' }, { type: 'add', place: a }, ...actions)

  it('has 250 m at a click, and the radius that is dragged in one gesture with its centre', () => {
    expect(shapeOf(circle().draft)).toEqual({ kind: 'circle', center: a, radiusMetres: 250 })
    const dragged = act(
      startDraft(null),
      { type: 'kind', kind: 'circle' },
      { type: 'add', place: a, gesture: 'p' },
      { type: 'radius', metres: 80, gesture: 'p' },
      { type: 'radius', metres: 900, gesture: 'p' },
    )
    expect(shapeOf(dragged.draft)).toMatchObject({ radiusMetres: 900 })
    expect(vertices(act(dragged, { type: 'undo' }))).toEqual([])
  })

  it('has one centre, which is moved', () => {
    const state = circle()
    expect(act(state, { type: 'add', place: b })).toBe(state)
    expect(shapeOf(circle({ type: 'move', at: 0, place: c }).draft)).toMatchObject({ center: c })
  })

  it('becomes a ring of corners, and a polygon becomes the circle around it', () => {
    const ring = shapeOf(circle({ type: 'kind', kind: 'polygon' }).draft)
    expect(ring?.kind === 'polygon' && ring.corners.length).toBe(24)
    const around = shapeOf(act(drawn(a, b, c, d), { type: 'kind', kind: 'circle' }).draft)
    expect(around).toMatchObject({ kind: 'circle', radiusMetres: expect.closeTo(7_650, -3) })
    expect(around?.kind === 'circle' && around.center.latitude).toBeCloseTo(19.45)
  })
})

describe('the table', () => {
  it('keeps what cannot be read until it can, and undoes typing at once', () => {
    const type = (text: string): DraftAction => ({ type: 'type', at: 1, text, gesture: 'type 1' })
    const wrong = act(drawn(a, b, c), type('19.4'), type('19.4, abc'))
    expect([textOfVertex(wrong.draft, 1), wrong.draft.wrongTexts.size]).toEqual(['19.4, abc', 1])
    const right = act(wrong, type('19.6, -99.3'))
    expect([vertices(right)[1], right.draft.wrongTexts.size]).toEqual([at(19.6, -99.3), 0])
    expect(vertices(act(right, { type: 'undo' }))).toEqual([a, b, c])
  })

  it('replaces the shape by one from elsewhere, finished', () => {
    const shape: FenceShape = { kind: 'route', path: [a, b], halfWidthMetres: 30, mode: 'one_way' }
    const state = act(drawn(c), { type: 'replace', shape })
    expect([shapeOf(state.draft), state.draft.isClosed]).toEqual([shape, true])
    expect(vertices(act(state, { type: 'undo' }))).toEqual([c])
  })
})

describe('a route that follows the roads', () => {
  const road = [at(19.401, -99.19), at(19.41, -99.15), at(19.401, -99.11)]
  const snapped = (...places: Coordinates[]) => act(route(...places), { type: 'snapping', isOn: true })

  it('asks for the road of each leg and goes along it, without leaving it at its waypoints', () => {
    const asked = snapped(a, b, c)
    expect(wantedLegs(asked.draft.vertices)).toEqual([
      { from: a, to: b },
      { from: b, to: c },
    ])
    expect(shapeOf(asked.draft)).toMatchObject({ path: [a, b, c] })
    const found = act(
      asked,
      { type: 'road', from: a, to: b, road },
      { type: 'road', from: b, to: c, road: 'none' },
    )
    expect(shapeOf(found.draft)).toMatchObject({ path: [...road, c] })
    expect(wantedLegs(found.draft.vertices)).toEqual([])
  })

  it('ignores the road of a leg that has changed since, and looks for the changed legs again', () => {
    const found = act(
      snapped(a, b, c),
      { type: 'road', from: a, to: b, road },
      { type: 'road', from: b, to: c, road },
      { type: 'move', at: 2, place: d },
    )
    expect(wantedLegs(found.draft.vertices)).toEqual([{ from: b, to: d }])
    const late = act(found, { type: 'road', from: b, to: c, road })
    expect(wantedLegs(late.draft.vertices)).toEqual([{ from: b, to: d }])
    const without = act(found, { type: 'remove', at: 1 })
    expect(wantedLegs(without.draft.vertices)).toEqual([{ from: a, to: d }])
  })

  it('is straight again when it no longer follows them', () => {
    const found = act(snapped(a, b), { type: 'road', from: a, to: b, road })
    expect(shapeOf(act(found, { type: 'snapping', isOn: false }).draft)).toMatchObject({ path: [a, b] })
  })

  it('asks for new legs only where the route has many points already', () => {
    const path = Array.from({ length: 60 }, (_, index) => at(19 + index / 100, -99))
    const long = startDraft({ kind: 'route', path, halfWidthMetres: 50, mode: 'free' })
    const on = act(long, { type: 'snapping', isOn: true })
    expect(wantedLegs(on.draft.vertices)).toEqual([])
    const more = act(on, { type: 'resume' }, { type: 'add', place: a })
    expect(wantedLegs(more.draft.vertices)).toEqual([{ from: path.at(-1), to: a }])
  })
})
