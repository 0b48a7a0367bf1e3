import type { DeviceProtocol } from '@rumbo/contract/telemetry.device-report.contract'
import type { SimulatedVehicle } from './simulator.ts'
import { vehicleKinds } from './vehicle-kinds.ts'

/**
 * The identifier of the simulated device of this number: an IMEI of 15 digits, which every framed protocol takes,
 * or a name for a phone. Whoever measures registers the same ones.
 */
export function generatedIdentifier(protocol: DeviceProtocol, index: number): string {
  return protocol === 'osmand' ? `simulado-${index + 1}` : `86813${String(index + 1).padStart(10, '0')}`
}

/** Vehicles all over the region, their protocols in turn. */
export function generateVehicles(devices: number, protocols: readonly DeviceProtocol[]): SimulatedVehicle[] {
  return Array.from({ length: devices }, (_, index) => {
    const protocol = protocols[index % protocols.length] ?? 'gt06'
    const kind = vehicleKinds[index % vehicleKinds.length] ?? 'car'
    return { deviceIdentifier: generatedIdentifier(protocol, index), protocol, kind }
  })
}
