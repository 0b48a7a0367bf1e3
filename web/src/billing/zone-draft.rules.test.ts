import { expect, it } from 'vitest'
import { someZone } from './billing.factory.ts'
import { checkZone, cornerOf, draftOfCorners, isRight, newCorner, placeOfCorner } from './zone-draft.rules.ts'

const square = draftOfCorners(someZone().corners)

it('accepts a square, and names a missing name, an unreadable corner and too few corners', () => {
  expect(isRight(checkZone('Centro', square))).toBe(true)
  expect(checkZone(' ', square).name).toBe('fields.required')
  expect([...checkZone('Centro', [...square, newCorner('norte')]).corners]).toEqual([
    [4, 'billing.zone.corner'],
  ])
  expect(checkZone('Centro', square.slice(0, 2)).shape).toBe('billing.zone.few')
})

it('refuses sides that cross', () => {
  const [a, b, c, d] = square
  expect(
    checkZone(
      'Centro',
      [a, c, b, d].filter((corner) => corner !== undefined),
    ).shape,
  ).toBe('billing.zone.cross')
})

it('puts a new corner into the nearest side, so that the zone stays simple', () => {
  const east: [number, number] = [-99.11, 19.435]
  const place = placeOfCorner(square, east)
  expect(place).toBe(2)
  const next = square.toSpliced(place, 0, cornerOf(east[1], east[0]))
  expect(isRight(checkZone('Centro', next))).toBe(true)
  expect(placeOfCorner(square.slice(0, 2), east)).toBe(2)
})
