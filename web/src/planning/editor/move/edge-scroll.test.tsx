import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openPlan, press } from '../editor.testing.tsx'
import { createEdgeScroll, scrollSpeed } from './edge-scroll.ts'

const frames: FrameRequestCallback[] = []
let nowMs = 0
/** One drawing of the browser, a sixtieth of a second later. */
function draw() {
  nowMs += 16
  for (const frame of frames.splice(0)) frame(nowMs)
}
beforeEach(() => {
  frames.length = 0
  nowMs = performance.now()
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
  vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => frames.push(frame))
  vi.stubGlobal('cancelAnimationFrame', () => {
    frames.length = 0
  })
})
afterEach(() => vi.unstubAllGlobals())

/** Makes an element a box of 200 pixels that shows a part of 600. */
function someBox(box = document.createElement('div')) {
  box.dataset.planScroll = ''
  let scrollTop = 0
  Object.defineProperties(box, {
    scrollHeight: { value: 600 },
    clientHeight: { value: 200 },
    scrollTop: {
      get: () => scrollTop,
      set: (next: number) => {
        scrollTop = next
      },
    },
  })
  box.getBoundingClientRect = () => new DOMRect(0, 100, 300, 200)
  return box
}

it('is faster the nearer the pointer is to an edge, and stands still between and outside', () => {
  const box = { from: 100, until: 500 }
  const speeds = [100, 120, 300, 480, 500, 501, 90].map((at) => Math.sign(scrollSpeed(at, box)))
  expect(speeds).toEqual([-1, -1, 0, 1, 1, 0, 0])
  expect(scrollSpeed(499, box)).toBeGreaterThan(scrollSpeed(480, box))
})

it('scrolls while the pointer rests near an edge, looks below it now and then, and stops at the end', () => {
  const box = someBox()
  document.body.append(box)
  const looked = vi.fn()
  const edges = createEdgeScroll(looked)
  edges.follow(box, { x: 10, y: 200 })
  expect(frames).toHaveLength(0)
  edges.follow(box, { x: 10, y: 295 })
  for (let frame = 0; frame < 10; frame++) draw()
  expect(box.scrollTop).toBeGreaterThan(50)
  expect(looked.mock.calls.length).toBeLessThan(4)
  const before = box.scrollTop
  edges.follow(box, { x: 10, y: 200 })
  draw()
  expect([box.scrollTop, frames.length]).toEqual([before, 0])
  edges.follow(box, { x: 10, y: 299 })
  for (let frame = 0; frame < 100; frame++) draw()
  expect([box.scrollTop, frames.length]).toEqual([400, 0])
  edges.follow(box, { x: 10, y: 102 })
  for (let frame = 0; frame < 100; frame++) draw()
  expect([box.scrollTop, frames.length]).toEqual([0, 0])
  edges.follow(box, { x: 10, y: 299 })
  edges.stop()
  expect(frames).toHaveLength(0)
})

it('scrolls sideways as well, from where the heads of rows end', () => {
  const box = someBox()
  box.dataset.planScroll = '60'
  let scrollLeft = 0
  Object.defineProperties(box, {
    scrollWidth: { value: 700 },
    clientWidth: { value: 300 },
    scrollLeft: {
      get: () => scrollLeft,
      set: (next: number) => {
        scrollLeft = next
      },
    },
  })
  document.body.append(box)
  const edges = createEdgeScroll(() => {})
  edges.follow(box, { x: 296, y: 200 })
  for (let frame = 0; frame < 100; frame++) draw()
  expect([box.scrollLeft, box.scrollTop, frames.length]).toEqual([400, 0, 0])
  edges.follow(box, { x: 40, y: 200 })
  expect(frames).toHaveLength(0)
  edges.follow(box, { x: 64, y: 200 })
  for (let frame = 0; frame < 100; frame++) draw()
  expect([box.scrollLeft, frames.length]).toEqual([0, 0])
})

it('scrolls by a drag until it is dropped, and aims at what comes under the pointer', async () => {
  const { stops } = await openPlan()
  const route = screen.getByRole('list', { name: '118' })
  const other = screen.getByRole('list', { name: '121' })
  const box = someBox(route.parentElement as HTMLDivElement)
  frames.length = 0
  document.elementFromPoint = () => (box.scrollTop > 100 ? other : route)
  press(screen.getByRole('button', { name: 's14' }))
  fireEvent.pointerMove(document, { clientX: 10, clientY: 295, pointerId: 1 })
  for (let frame = 0; frame < 100; frame++) draw()
  expect(box.scrollTop).toBe(400)
  fireEvent.pointerUp(document, { pointerId: 1 })
  expect(frames).toHaveLength(0)
  expect(stops('121')).toHaveLength(4)
})
