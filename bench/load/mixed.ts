import { identifiersOf } from '../harness/fleet.ts'
import { loadProtocols } from './device-clients.ts'
import type { AcknowledgedDevice, LoadDevice } from './devices.ts'

/** Devices of every protocol in turn. */
export const mixedDevices = (count: number): LoadDevice[] =>
  identifiersOf(count).map((identifier, at) => ({
    identifier,
    protocol: loadProtocols[at % loadProtocols.length] ?? 'gt06',
  }))

export const acknowledgedOf = (devices: readonly AcknowledgedDevice[]): number =>
  devices.reduce((sum, { acknowledged }) => sum + acknowledged, 0)
