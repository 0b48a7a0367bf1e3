import { expect, it } from 'vitest'
import { rowsInSight } from './fixed-rows.ts'

const box = (scrollTop: number, clientHeight = 500) => ({ scrollTop, clientHeight })

it.each('renders the visible rows and some spare ones %s')('keeps the rows in sight and some more %s', (_, at, count, expected) => {
  expect(rowsInSight(at, 50, count)).toEqual(expected)
})
