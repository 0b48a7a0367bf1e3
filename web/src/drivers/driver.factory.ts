import type { DriverState } from '@rumbo/contract/drivers.contract'
import { someShift } from '../shifts/shifts.factory.ts'

const vehicle = { id: 'v1', vehicleNumber: '118', plateNumber: 'ABC-1', status: 'active' as const }

/** What the phone of a driver on shift in vehicle 118 shows, for tests: nothing to do. */
export const someDriverState = (some: Partial<DriverState> = {}): DriverState => ({
  now: new Date().toISOString(),
  timeZone: 'America/Mexico_City',
  driver: { id: 'd1', name: 'Iván Mora' },
  shift: someShift({ id: 'sh1', status: 'running', vehicleNumber: vehicle.vehicleNumber }),
  shifts: [],
  earlyStartMinutes: 60,
  vehicle,
  vehicles: [vehicle],
  takesPositions: false,
  breakSince: null,
  offers: [],
  suggestion: null,
  services: [],
  cash: [],
  ...some,
})
