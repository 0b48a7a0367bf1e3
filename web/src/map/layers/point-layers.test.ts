import { expect, it } from 'vitest'
import { pinPicture, pinsAt } from './point-layers.ts'

/** One hundred pixels per degree. */
const project = ({ latitude, longitude }: { latitude: number; longitude: number }) => ({
  x: longitude * 100,
  y: -latitude * 100,
})
const pin = (id: string, longitude: number, latitude = 0) => ({ id, letter: 'A', longitude, latitude })
const under = (x: number, y: number, pins: ReturnType<typeof pin>[]) =>
  pinsAt(pins, { x, y }, project).map(({ id }) => id)

it('finds a pin by its head, its tip and its name only', () => {
  const pins = [pin('here', 1), pin('far', 3)]
  expect(under(100, -30, pins)).toEqual(['here'])
  expect(under(118, 0, pins)).toEqual(['here'])
  expect(under(100, 14, pins)).toEqual(['here'])
  expect(under(100, -60, pins)).toEqual([])
  expect(under(100, 40, pins)).toEqual([])
  expect(under(140, -20, pins)).toEqual([])
})

it('finds all pins of one spot, topmost first', () => {
  expect(under(100, -20, [pin('first', 1), pin('other', 2), pin('last', 1.05)])).toEqual(['last', 'first'])
})

it('treats only what is under the pin’s own image as covered', () => {
  const covered = (x: number, y: number) => pinsAt([pin('here', 1)], { x, y }, project, pinPicture).length
  expect([covered(100, -30), covered(112, -20), covered(100, 2)]).toEqual([1, 1, 1])
  expect([covered(120, -20), covered(100, 14)]).toEqual([0, 0])
})

it('finds a small mark by its symbol and name, and never a passive pin', () => {
  const hits = (x: number, y: number, more: object) =>
    pinsAt([{ ...pin('here', 1), ...more }], { x, y }, project).length
  expect([hits(100, -10, { isPoint: true }), hits(100, 20, { isPoint: true })]).toEqual([1, 1])
  expect(hits(100, -30, { isPoint: true })).toBe(0)
  expect([hits(100, -30, {}), hits(100, -30, { isPassive: true })]).toEqual([1, 0])
})
