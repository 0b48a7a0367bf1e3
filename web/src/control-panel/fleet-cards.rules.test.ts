import { expect, it } from 'vitest'
import { signed, withNow } from './fleet-cards.rules.ts'

it('formats the difference to a week ago', () => {
  expect([3, 0, -2, 1200].map((difference) => signed('es', difference))).toEqual(['+3', '±0', '−2', '+1,200'])
})

it('ends the hour with the current count, whether or not the running minute was counted', () => {
  expect(withNow([4, null, 5], 6)).toEqual([4, null, 5, 6])
  expect(withNow([4, 5, null], 6)).toEqual([4, 5, 6])
})
