import { describe, expect, it } from 'vitest'
import type { DeviceReport } from './telemetry.device-report.contract.ts'
import { isImpossible, keepPlausible, nameOfRaw, rawNameOf } from './telemetry.reading-bounds.ts'

const report = (given: Partial<DeviceReport>): DeviceReport => ({
  ...{ protocol: 'jt808', deviceIdentifier: '1', kind: 'position', fix: null, alarm: null, answer: null },
  ...{ telemetry: {}, extras: {}, receivedAt: new Date(0), reportHash: 1n },
  ...given,
})

describe('readings that cannot be true', () => {
  it.each([
    [{ batteryPercent: 101 }, { batteryPercentRaw: 101 }],
    [{ fuelPercent: -1 }, { fuelPercentRaw: -1 }],
    [{ powerVolts: 655.35 }, { powerVoltsRaw: 655.35 }],
    [{ odometerMetres: 4_294_967_295 }, { odometerMetresRaw: 4_294_967_295 }],
    [{ engineHours: 71_582_788 }, { engineHoursRaw: 71_582_788 }],
    [{ signalPercent: Number.NaN }, { signalPercentRaw: Number.NaN }],
  ])('of telemetry are set aside: %o', (telemetry, extras) => {
    const kept = keepPlausible(report({ telemetry: { ignition: true, ...telemetry } }))
    expect(kept.telemetry).toEqual({ ignition: true })
    expect(kept.extras).toEqual(extras)
  })

  const sensors = [
    'temp1',
    'deviceTemp',
    'bleTemp2',
    'eyeTemp4',
    'temperature3',
    'coolantTemp',
    'coolantCelsius',
  ]
  it.each<[name: string, value: number]>([
    ...sensors.map((name): [string, number] => [name, -3274.5]),
    ['eyeTemp1', 327.67],
    ['humidity', 655.35],
    ['hdop', 6553.5],
    ['batteryVolts', 655.35],
  ])('of a sensor are set aside: %s %d', (name, value) => {
    expect(keepPlausible(report({ extras: { [name]: value } })).extras).toEqual({ [`${name}Raw`]: value })
  })

  it('of a fix are set aside, and the fix stays', () => {
    const fix = {
      ...{ time: new Date(0), isValid: true, latitude: 19, longitude: -99, speedKmh: 1, headingDegrees: 2 },
      ...{ altitudeMetres: 65_000, accuracyMetres: null, satellites: 255 },
    }
    const kept = keepPlausible(report({ fix }))
    expect(kept.fix).toMatchObject({ latitude: 19, altitudeMetres: null, satellites: null })
    expect(kept.extras).toEqual({ altitudeMetresRaw: 65_000, satellitesRaw: 255 })
  })
})

it('knows what it takes out by its name, and nothing of other names', () => {
  for (const [name, value] of [
    ['cabinTemp', -3274.5],
    ['altitudeMetres', 65_000],
    ['rpm', -1],
  ] as const) {
    expect(isImpossible(name, value), name).toBe(true)
    expect(nameOfRaw(rawNameOf(name))).toBe(name)
  }
  for (const [name, value] of [
    ['cabinTemp', 21],
    ['level', 1e9],
    ['constructor', 5],
    ['rpm', 'x'],
  ] as const)
    expect(isImpossible(name, value), name).toBe(false)
  expect(nameOfRaw('cabinTemp')).toBeNull()
})

it('leaves what can be true, and names it does not know', () => {
  const telemetry = { batteryPercent: 0, powerVolts: 0, odometerMetres: 0, engineHours: 12.5 }
  const extras = {
    temp1: -40,
    coolantTemp: 118,
    tempo: 5_000,
    io77: -9999,
    note: 'temp1',
    temperatureState: 'ok',
  }
  const kept = keepPlausible(report({ telemetry: { ...telemetry }, extras: { ...extras } }))
  expect([kept.telemetry, kept.extras]).toEqual([telemetry, extras])
})
