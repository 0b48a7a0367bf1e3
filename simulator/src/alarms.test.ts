import { deviceSides, framedProtocols } from '@rumbo/protocols'
import type { SimulatedReport } from '@rumbo/protocols/device-side'
import { expect, test } from 'vitest'
import { alarmFor, canSendAlarm } from './alarms.ts'

const now = new Date(Date.UTC(2026, 2, 3, 15))
const measured: SimulatedReport = {
  ...{ time: now, isValid: true, latitude: 19.43, longitude: -99.15, altitudeMetres: 2_240, speedKmh: 62 },
  ...{ headingDegrees: 90, satellites: 9, signalPercent: 80, ignition: true, isEngineBlocked: false },
  ...{
    batteryPercent: 80,
    powerVolts: 13.9,
    fuelPercent: 50,
    odometerMetres: 1_000,
    alarm: null,
    isStored: false,
  },
}
const kinds = ['overspeed', 'harsh_braking', 'power_cut', 'low_battery', 'sos'] as const
const cases = framedProtocols.flatMap(({ name }) =>
  kinds.filter((kind) => canSendAlarm(name, kind)).map((kind) => [name, kind] as const),
)

test.each(cases)('%s devices send %s, and the server decodes it', (name, kind) => {
  const client = deviceSides.find(({ protocol }) => protocol === name)?.openDeviceClient('868120000000011')
  const stream = framedProtocols.find((protocol) => protocol.name === name)?.openStream()
  const alarms: unknown[] = []
  const read = (bytes: Uint8Array | null | undefined) => {
    if (bytes)
      stream?.read(bytes, now, (message) => alarms.push(...message.reports.map(({ alarm }) => alarm)))
  }
  read(client?.login())
  read(client?.report(measured))
  read(client?.report({ ...measured, alarm: kind }))
  expect(alarms.filter((alarm) => alarm !== null)).toEqual([kind])
})

test('a standing vehicle neither speeds nor brakes', () => {
  const lots = Array.from({ length: 100 }, (_, at) => at / 100)
  const standing = new Set(lots.map((lot) => alarmFor('gt06', 0, lot)))
  expect([...standing].sort()).toEqual(['low_battery', 'power_cut', 'sos'])
  expect(new Set(lots.map((lot) => alarmFor('gt06', 50, lot))).size).toBe(5)
  expect(lots.every((lot) => canSendAlarm('tk103', alarmFor('tk103', 50, lot)))).toBe(true)
})
