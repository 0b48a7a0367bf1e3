import { expect, it } from 'vitest'
import { lonePoints } from './lone-points.rules.ts'

/** A value of 1 is a pixel high. */
const marked = (values: (number | null)[], pixels: number[]) =>
  lonePoints(values, (index) => ({ x: pixels[index] ?? Number.NaN, y: 100 - (values[index] ?? 0) }), 100)

it('marks a single value, also one at the edge, but none out of view', () => {
  expect(marked([4], [50])).toEqual([0])
  expect(marked([4], [100])).toEqual([0])
  expect(marked([0], [0])).toEqual([0])
  expect(marked([4], [-1])).toEqual([])
  expect(marked([], [])).toEqual([])
  expect(marked([null, null], [1, 2])).toEqual([])
})

it('marks what is alone between unknown values, and no line that can be seen', () => {
  expect(marked([1, 1, null, 5, null, 2, 2], [0, 20, 30, 40, 50, 60, 80])).toEqual([3])
  expect(marked([1, 1], [10, 12])).toEqual([0])
  expect(marked([1, 1], [10, 13])).toEqual([])
  expect(marked([1, 3, 1], [10, 11, 12])).toEqual([0])
  expect(marked([1, 4, 1], [10, 11, 12])).toEqual([])
})

it('marks no parts of a line that is broken by less than can be seen', () => {
  expect(marked([1, null, 2, null, 3], [10, 11, 12, 13, 14])).toEqual([])
  expect(marked([1, 1, null, 2, null, 3], [0, 20, 21, 22, 40, 60])).toEqual([5])
})
