import { describe, expect, it } from 'vitest'
import { createDevices } from './telemetry.known-devices.ts'
import type { VehicleState } from './telemetry.state.ts'

const withSecret = (hasSecret: boolean) => ({ hasSecret }) as VehicleState
const identifier = '868300000000001'

describe('whether a device has a secret', () => {
  it('stays known while the record of its vehicle is read again', async () => {
    const devices = createDevices({ lookUp: async () => new Map([[identifier, withSecret(true)]]) })
    expect(devices.hasSecret(identifier)).toBeUndefined()
    await devices.fill(async (add) => add(identifier, withSecret(false)))
    expect(devices.hasSecret(identifier)).toBe(false)
    devices.forget([identifier])
    expect([devices.get(identifier), devices.hasSecret(identifier)]).toEqual([undefined, false])
    await devices.load(identifier)
    expect(devices.hasSecret(identifier)).toBe(true)
    devices.forgetAll()
    expect([devices.get(identifier), devices.hasSecret(identifier)]).toEqual([undefined, true])
  })

  it('is unknown once the device no longer has a vehicle', async () => {
    const devices = createDevices({ lookUp: async () => new Map() })
    await devices.fill(async (add) => add(identifier, withSecret(false)))
    devices.forget([identifier])
    await devices.load(identifier)
    expect(devices.hasSecret(identifier)).toBeUndefined()
  })
})
