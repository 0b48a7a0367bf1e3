import { expect, it } from 'vitest'
import { fixOf } from './reports.ts'

const place = { time: new Date('2026-03-04T05:06:07Z'), isValid: true, latitude: 20.67, longitude: -103.34 }

it.each([
  [7, 7],
  [0, 0],
  [8.5, null],
  [-1, null],
  [Number.NaN, null],
  [null, null],
])('a fix with %s satellites has %s', (stated, satellites) => {
  expect(fixOf({ ...place, satellites: stated })?.satellites).toBe(satellites)
})
