import type { DeviceProtocol } from '@rumbo/contract/telemetry.device-report.contract'

/**
 * Readings of the corpus that the catalogue leaves out: settings and states of the tracker itself, and values that only its
 * maker explains. They are kept under the decoder's name, for those who may edit the vehicle.
 */
export const uncataloguedReadings: Readonly<Partial<Record<DeviceProtocol, readonly string[]>>> = {}
