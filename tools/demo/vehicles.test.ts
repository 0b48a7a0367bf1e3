import { expect, it } from 'vitest'
import { allVehicles } from './vehicles.ts'

it('gives every vehicle a number and a device of its own, so that the demo can drive it', () => {
  const vehicles = allVehicles()
  expect(new Set(vehicles.map(({ vehicleNumber }) => vehicleNumber)).size).toBe(vehicles.length)
  expect(new Set(vehicles.map(({ imei }) => imei)).size).toBe(vehicles.length)
})
