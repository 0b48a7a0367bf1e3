import { expect, it } from 'vitest'
import { barsOf, shortageOf } from './outlook.rules.ts'

const at = '2026-03-02T15:00:00.000Z'

it('counts the missing vehicles, and draws all quarters on one scale', () => {
  const quarters = [
    { at, services: 2, units: 8 },
    { at, services: 10, units: 4 },
    { at, services: 0, units: 0 },
  ]
  expect(quarters.map(shortageOf)).toEqual([0, 6, 0])
  expect(barsOf(quarters)).toEqual([
    { served: 0.2, short: 0, units: 0.8 },
    { served: 0.4, short: 0.6, units: 0.4 },
    { served: 0, short: 0, units: 0 },
  ])
})

it('draws nothing without data', () => {
  expect(barsOf([{ at, services: 0, units: 0 }])).toEqual([{ served: 0, short: 0, units: 0 }])
})
