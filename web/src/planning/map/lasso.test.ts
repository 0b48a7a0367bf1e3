import type { Map as MapLibreMap } from 'maplibre-gl'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { attachLasso } from './lasso.ts'

/** A map of a hundred by a hundred pixels, on which a degree is a pixel. The simulated browser can draw none. */
function flatMap() {
  const container = document.createElement('div')
  const listeners = new Map<string, (event: { preventDefault: () => void }) => void>()
  const map = {
    boxZoom: { disable: vi.fn() },
    getCanvas: () => container,
    getCanvasContainer: () => container,
    getContainer: () => container,
    project: ([x, y]: [number, number]) => ({ x, y }),
    on: (name: string, listener: (event: { preventDefault: () => void }) => void) =>
      listeners.set(name, listener),
  }
  return {
    container,
    map: map as unknown as MapLibreMap,
    /** Whether the map would move by an event of its own. */
    moves: (name: string) => {
      const preventDefault = vi.fn()
      listeners.get(name)?.({ preventDefault })
      return preventDefault.mock.calls.length === 0
    },
  }
}

const ended = vi.fn<(serviceIds: readonly string[], isAdding: boolean) => void>()
let flat = flatMap()
let lasso: ReturnType<typeof attachLasso>
beforeEach(() => {
  ended.mockClear()
  flat = flatMap()
  document.body.append(flat.container)
  lasso = attachLasso(flat.map, {
    places: () => [
      { serviceId: 's1', longitude: 20, latitude: 20 },
      { serviceId: 's1', longitude: 22, latitude: 22 },
      { serviceId: 's2', longitude: 80, latitude: 80 },
    ],
    scheme: () => 'light',
    onEnd: ended,
  })
})
afterEach(() => {
  lasso.remove()
  flat.container.remove()
})

const pointer = (type: string, [x, y]: readonly [number, number], some: PointerEventInit = {}) =>
  new PointerEvent(type, {
    clientX: x,
    clientY: y,
    pointerId: 1,
    isPrimary: true,
    button: 0,
    bubbles: true,
    ...some,
  })
const corners = [
  [10, 10],
  [40, 10],
  [40, 40],
  [10, 40],
] as const
function draw(some: PointerEventInit = {}) {
  flat.container.dispatchEvent(pointer('pointerdown', corners[0], some))
  const isDrawn = flat.container.querySelector('svg') !== null
  for (const corner of corners.slice(1)) window.dispatchEvent(pointer('pointermove', corner, some))
  window.dispatchEvent(pointer('pointerup', corners[3], some))
  return isDrawn
}

it('selects by Shift and drag of a mouse, and adds with Ctrl as well', () => {
  expect(draw()).toBe(false)
  expect(ended).not.toHaveBeenCalled()
  expect(draw({ shiftKey: true, pointerType: 'mouse' })).toBe(true)
  draw({ shiftKey: true, ctrlKey: true, pointerType: 'mouse' })
  expect(ended.mock.calls).toEqual([
    [['s1'], false],
    [['s1'], true],
  ])
  expect(flat.container.querySelector('svg')).toBeNull()
})

it('draws by touch while it is turned on, adds what it finds, and keeps the map still', () => {
  const touch = { pointerType: 'touch' }
  expect(draw(touch)).toBe(false)
  expect(flat.moves('touchstart')).toBe(true)
  lasso.turn(true)
  flat.container.dispatchEvent(pointer('pointerdown', corners[0], touch))
  expect(flat.moves('touchstart')).toBe(false)
  window.dispatchEvent(pointer('pointerup', corners[0], touch))
  expect(ended).not.toHaveBeenCalled()
  draw(touch)
  expect(ended.mock.calls).toEqual([[['s1'], true]])
  lasso.turn(false)
  expect(draw(touch)).toBe(false)
})

it('is given up by Escape, by a second touch, by the browser, and where it is turned off', () => {
  const endings: (() => void)[] = [
    () => window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' })),
    () => flat.container.dispatchEvent(pointer('pointerdown', [50, 50], { pointerId: 2, isPrimary: false })),
    () => window.dispatchEvent(pointer('pointercancel', [50, 50])),
    () => lasso.turn(false),
  ]
  for (const end of endings) {
    lasso.turn(true)
    flat.container.dispatchEvent(pointer('pointerdown', corners[0]))
    for (const corner of corners.slice(1)) window.dispatchEvent(pointer('pointermove', corner))
    end()
    window.dispatchEvent(pointer('pointerup', corners[3]))
    expect(flat.container.querySelector('svg')).toBeNull()
    expect(flat.moves('touchstart')).toBe(true)
  }
  expect(ended).not.toHaveBeenCalled()
})
