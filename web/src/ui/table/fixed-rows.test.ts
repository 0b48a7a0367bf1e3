import { expect, it } from 'vitest'
import { rowsInSight } from './fixed-rows.ts'

const box = (scrollTop: number, clientHeight = 500) => ({ scrollTop, clientHeight })

it.each([
  ['at the top', box(0), 1_000, [0, 22]],
  ['in the middle', box(5_000), 1_000, [88, 122]],
  ['at the end', box(49_500), 1_000, [978, 1_000]],
  ['beyond the end, after the list shrank', box(49_500), 10, [10, 10]],
  ['of none', box(0), 0, [0, 0]],
])('renders the visible rows and some spare ones %s', (_, at, count, expected) => {
  expect(rowsInSight(at, 50, count)).toEqual(expected)
})
