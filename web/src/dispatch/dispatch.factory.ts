import {
  type Decision,
  type DispatchSettings,
  defaultDispatchSettings,
} from '@rumbo/contract/dispatch.engine.contract'

/** How fleet `f1` is dispatched. Default: as a new fleet. */
export const someDispatchSettings = (more: Partial<DispatchSettings> = {}): DispatchSettings => ({
  fleetId: 'f1',
  ...defaultDispatchSettings,
  ...more,
})

/** The decision that gave service `s1` the vehicle 104. */
export const someDecision = (more: Partial<Decision> = {}): Decision => ({
  id: 'd1',
  serviceId: 's1',
  at: '2026-11-25T12:00:00.000Z',
  mode: 'automatic',
  outcome: 'assigned',
  vehicleId: 'v104',
  vehicleNumber: '104',
  arrivalSeconds: 240,
  preset: 'fastest_pickup',
  considered: [
    {
      vehicleNumber: '104',
      arrivalSeconds: 240,
      isEstimate: true,
      cost: 430,
      parts: { arrival: 240, empty: 240, age: -50 },
    },
  ],
  excluded: [{ reason: 'no_shift', vehicles: 3 }],
  dearer: [],
  others: [],
  longestArrivalSeconds: null,
  reservation: null,
  ...more,
})
