import { expect, it } from 'vitest'
import { modesOf } from './run.rules.ts'

it('offers the repair within the hours of a plan, also after midnight', () => {
  const night = { from: '2031-03-04T04:00:00.000Z', until: '2031-03-04T12:00:00.000Z' }
  const hasRepair = (instant: string) => modesOf(night, Date.parse(instant)).includes('repair')
  expect(hasRepair('2031-03-04T03:59:59.000Z')).toBe(false)
  expect(hasRepair('2031-03-04T04:00:00.000Z')).toBe(true)
  // Midnight of Mexico City is at six.
  expect(hasRepair('2031-03-04T06:30:00.000Z')).toBe(true)
  expect(hasRepair('2031-03-04T12:00:00.000Z')).toBe(false)
})
