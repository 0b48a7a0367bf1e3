import { identifiersOf } from '../harness/fleet.ts'
import { loadProtocols } from './device-clients.ts'
import type { LoadDevice, Told } from './devices.ts'

/** Devices of every protocol in turn. */
export const mixedDevices = (count: number): LoadDevice[] =>
  identifiersOf(count).map((identifier, at) => ({
    identifier,
    protocol: loadProtocols[at % loadProtocols.length] ?? 'gt06',
  }))

export const acknowledgedOf = (told: readonly Told[]): number =>
  told.reduce((sum, { acknowledged }) => sum + acknowledged, 0)
