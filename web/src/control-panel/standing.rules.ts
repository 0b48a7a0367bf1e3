import type { LiveVehicle } from '@rumbo/contract/live.contract'

export type StandingVehicle = LiveVehicle & { standSince: number }

/** The vehicles that stand, the longest first; among equals by number. */
export const longestStanding = (vehicles: readonly LiveVehicle[]): StandingVehicle[] =>
  vehicles
    .filter((vehicle): vehicle is StandingVehicle => vehicle.standSince !== null)
    .sort((a, b) => a.standSince - b.standSince || a.vehicleNumber.localeCompare(b.vehicleNumber))
