import type { DispatchSettings } from '@rumbo/contract/dispatch.engine.contract'

/** How a fleet is dispatched by default. */
export const someDispatchSettings = (more: Partial<DispatchSettings> = {}): DispatchSettings => ({
  fleetId: 'f1',
  mode: 'manual',
  preset: 'fastest_pickup',
  longestArrivalMinutes: 15,
  requiresShift: false,
  offersToDrivers: false,
  repositions: false,
  mostMoving: 5,
  longestMoveMinutes: 15,
  hourlyMoveMinutes: 30,
  version: 0,
  ...more,
})
