import { expect, it } from 'vitest'
import { phaseOf } from './phase.rules.ts'

it('is on the way to the pickup, then with people on board or under way', () => {
  expect(phaseOf({ status: 'vehicle_assigned', serviceType: 'taxi' })).toBe('toPickup')
  expect(phaseOf({ status: 'in_progress', serviceType: 'taxi' })).toBe('onBoard')
  expect(phaseOf({ status: 'in_progress', serviceType: 'package' })).toBe('underWay')
})
