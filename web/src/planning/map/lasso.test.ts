import { fireEvent } from '@testing-library/dom'
import type { Map as MapLibreMap } from 'maplibre-gl'
import { afterEach, expect, it } from 'vitest'
import { attachLasso } from './lasso.ts'

/** Of a map only what the lasso uses, where a degree is a pixel and the canvas lies at (100, 50) of the window. */
function openMap() {
  const container = document.createElement('div')
  const canvas = document.createElement('canvas')
  canvas.getBoundingClientRect = () => new DOMRect(100, 50, 400, 300)
  container.append(canvas)
  document.body.append(container)
  const listeners: ((event: object) => void)[] = []
  const switches = { boxZoom: true, dragPan: true }
  const map = {
    boxZoom: { disable: () => Object.assign(switches, { boxZoom: false }) },
    dragPan: {
      disable: () => Object.assign(switches, { dragPan: false }),
      enable: () => Object.assign(switches, { dragPan: true }),
    },
    getCanvas: () => canvas,
    getContainer: () => container,
    project: ([x, y]: [number, number]) => ({ x, y }),
    on: (_: 'mousedown', listener: (event: object) => void) => listeners.push(listener),
  }
  const ended: { serviceIds: readonly string[]; isAdding: boolean }[] = []
  attachLasso(map as unknown as MapLibreMap, {
    places: () => [
      { serviceId: 's1', longitude: 20, latitude: 20 },
      { serviceId: 's1', longitude: 25, latitude: 20 },
      { serviceId: 's2', longitude: 40, latitude: 40 },
      { serviceId: 's3', longitude: 90, latitude: 90 },
    ],
    scheme: () => 'light',
    onEnd: (serviceIds, isAdding) => ended.push({ serviceIds, isAdding }),
  })
  /** @returns whether the lasso kept the press from the map */
  const press = (x: number, y: number, keys: MouseEventInit = { shiftKey: true }): boolean => {
    let isKept = false
    const originalEvent = new MouseEvent('mousedown', { button: 0, ...keys })
    for (const listener of listeners)
      listener({
        originalEvent,
        point: { x, y },
        preventDefault: () => {
          isKept = true
        },
      })
    return isKept
  }
  const move = (x: number, y: number) =>
    fireEvent.mouseMove(window, { clientX: x + 100, clientY: y + 50, shiftKey: true })
  return {
    ended,
    switches,
    press,
    move,
    release: (keys: MouseEventInit = {}) => fireEvent.mouseUp(window, { shiftKey: true, ...keys }),
    /** A ring around the first two services. */
    drawAround: () => {
      for (const [x, y] of [
        [60, 10],
        [60, 60],
        [10, 60],
      ] as const)
        move(x, y)
    },
    ring: () => container.querySelector('path')?.getAttribute('d') ?? null,
  }
}
afterEach(() => document.body.replaceChildren())

it('selects what lies within a ring drawn with Shift, each service once, in place of the zoom of the map', () => {
  const { press, drawAround, release, ended, switches, ring } = openMap()
  expect(switches.boxZoom).toBe(false)
  expect(press(10, 10)).toBe(true)
  expect(switches.dragPan).toBe(false)
  drawAround()
  expect(ring()).toBe('M10 10L60 10L60 60L10 60Z')
  release()
  expect(ended).toEqual([{ serviceIds: ['s1', 's2'], isAdding: false }])
  expect([switches.dragPan, ring()]).toEqual([true, null])
})

it('adds to the selection with Ctrl or Cmd', () => {
  for (const keys of [{ ctrlKey: true }, { metaKey: true }]) {
    const { press, drawAround, release, ended } = openMap()
    press(10, 10)
    drawAround()
    release(keys)
    expect(ended).toEqual([{ serviceIds: ['s1', 's2'], isAdding: true }])
  }
})

it('begins each ring anew', () => {
  const { press, move, drawAround, release, ended } = openMap()
  press(10, 10)
  drawAround()
  release()
  press(80, 80)
  for (const [x, y] of [
    [99, 80],
    [99, 99],
    [80, 99],
  ] as const)
    move(x, y)
  release()
  expect(ended.at(-1)?.serviceIds).toEqual(['s3'])
})

it('is given up by Escape, which nobody else receives, and lets go of the map', () => {
  const { press, drawAround, release, ended, switches, ring } = openMap()
  let received = 0
  const receive = () => {
    received += 1
  }
  document.addEventListener('keydown', receive)
  press(10, 10)
  drawAround()
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect([ring(), switches.dragPan, received]).toEqual([null, true, 0])
  release()
  expect(ended).toEqual([])
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect(received).toBe(1)
  document.removeEventListener('keydown', receive)
})

it('leaves the map alone without Shift, with another button, and for a click alone', () => {
  const { press, move, release, drawAround, ended, switches } = openMap()
  for (const keys of [{}, { shiftKey: true, button: 2 }]) {
    expect(press(10, 10, keys)).toBe(false)
    drawAround()
    release()
  }
  expect(switches.dragPan).toBe(true)
  press(10, 10)
  move(12, 12)
  release()
  expect(ended).toEqual([])
})
