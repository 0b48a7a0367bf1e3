import { expect, it } from 'vitest'
import { someLiveVehicle } from '../live/live.factory.ts'
import { longestStanding } from './standing.rules.ts'

it('lists the vehicles that stand, the longest first', () => {
  const vehicle = (id: string, standSince: number | null) =>
    someLiveVehicle({ id, vehicleNumber: id, standSince })
  const vehicles = [vehicle('101', 5_000), vehicle('102', null), vehicle('104', 1_000), vehicle('103', 1_000)]
  expect(longestStanding(vehicles).map(({ id }) => id)).toEqual(['103', '104', '101'])
})
