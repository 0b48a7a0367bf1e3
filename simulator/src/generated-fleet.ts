import type { DeviceProtocol } from '@rumbo/contract/telemetry.device-report.contract'
import type { SimulatedVehicle } from './simulator.ts'
import { vehicleKinds } from './vehicle-kinds.ts'

/**
 * The identifier of the generated device with this index: an IMEI of 15 digits, valid in every framed protocol, or a
 * name for OsmAnd. The benchmarks register devices under the same identifiers.
 */
export function generatedIdentifier(protocol: DeviceProtocol, index: number): string {
  return protocol === 'osmand' ? `simulado-${index + 1}` : `86813${String(index + 1).padStart(10, '0')}`
}

/** Generates vehicles all over the region, which use the protocols in rotation. */
export function generateVehicles(devices: number, protocols: readonly DeviceProtocol[]): SimulatedVehicle[] {
  return Array.from({ length: devices }, (_, index) => {
    const protocol = protocols[index % protocols.length] ?? 'gt06'
    const kind = vehicleKinds[index % vehicleKinds.length] ?? 'car'
    return { deviceIdentifier: generatedIdentifier(protocol, index), protocol, kind }
  })
}
