import { expect, it } from 'vitest'
import { nextSpot } from './use-grid-keys.ts'

const spot = (row: number, column: number, index = 0) => ({ row, column, index })
const spots = [spot(0, 0), spot(0, 1), spot(0, 1, 1), spot(0, 2), spot(2, 0), spot(2, 2)]

it.each([
  ['ArrowRight', spot(0, 0), spot(0, 1)],
  ['ArrowRight', spot(0, 2), null],
  ['ArrowLeft', spot(2, 2), spot(2, 0)],
  ['ArrowDown', spot(0, 1), spot(0, 1, 1)],
  ['ArrowDown', spot(0, 1, 1), spot(2, 0)],
  ['ArrowUp', spot(2, 2), spot(0, 2)],
  ['ArrowUp', spot(0, 1), null],
] as const)('%s from %o goes to %o', (key, from, to) => {
  expect(nextSpot(spots, from, key)).toEqual(to)
})
