import { expect, it } from 'vitest'
import { stageOf } from './stage.rules.ts'

it('is on the way to the pickup, then with people on board or under way', () => {
  expect(stageOf({ status: 'vehicle_assigned', serviceType: 'taxi' })).toBe('toPickup')
  expect(stageOf({ status: 'in_progress', serviceType: 'taxi' })).toBe('onBoard')
  expect(stageOf({ status: 'in_progress', serviceType: 'package' })).toBe('underWay')
})
