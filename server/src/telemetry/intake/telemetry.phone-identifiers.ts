import { randomUUID } from 'node:crypto'

// A vehicle without a tracker is known to the intake by an identifier that no device can send: it changes with the process.
const prefix = `${randomUUID()}:`

export const phoneIdentifierOf = (vehicleId: string): string => prefix + vehicleId

/** The vehicle of a phone's identifier; null for a device. */
export const phoneVehicleOf = (identifier: string): string | null =>
  identifier.startsWith(prefix) ? identifier.slice(prefix.length) : null
