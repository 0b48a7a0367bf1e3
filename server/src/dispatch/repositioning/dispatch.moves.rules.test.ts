import { expect, it } from 'vitest'
import type { FleetVehicle } from '../engine/dispatch.fleet-state.actions.ts'
import { standingVehicles } from './dispatch.moves.rules.ts'

const vehicle = (vehicleId: string, more: Partial<FleetVehicle> = {}): FleetVehicle => ({
  vehicleId,
  vehicleNumber: vehicleId,
  plateNumber: '',
  type: 'sedan',
  status: 'active',
  seats: 4,
  loadKg: null,
  loadM3: null,
  skills: [],
  place: { latitude: 19.4, longitude: -99.1 },
  fixAgeMs: 0,
  freeIn: 0,
  idle: 0,
  driver: null,
  driverId: null,
  driverName: null,
  ...more,
})

it('a vehicle limited to zones stays where it is, and an inactive one or one with an expired permit does not count', () => {
  const vehicles = [
    vehicle('free'),
    vehicle('zoned', { zones: ['zone 1'] }),
    vehicle('inactive', { status: 'inactive' }),
    vehicle('expired', { expired: ['permit_expired'] }),
  ]
  const standing = standingVehicles({
    now: new Date('2026-03-02T15:00:00Z'),
    settings: { requiresShift: false, longestMoveMinutes: 15, hourlyMoveMinutes: 30 },
    vehicles,
    reservations: [],
    open: [],
    recent: [],
  })
  expect(standing.map(({ vehicleId, mostDrive }) => [vehicleId, mostDrive])).toEqual([
    ['free', 900],
    ['zoned', 0],
  ])
})
