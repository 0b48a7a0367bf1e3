import { asciiBytes, readText } from '../bytes.ts'
import type { SimulatedReport } from '../device-side.ts'
import type { DeviceMessage, DeviceStreamOptions } from '../protocol.ts'
import { gps103Device } from './gps103.device.ts'
import { gps103 } from './gps103.ts'

const receivedAt = new Date('2026-03-04T05:06:07Z')
export const imei = '359586015829802'
export const place: SimulatedReport = {
  time: new Date('2026-03-04T05:06:00Z'),
  isValid: true,
  latitude: 19.4326,
  longitude: -99.1332,
  altitudeMetres: 2240,
  speedKmh: 42,
  headingDegrees: 271.5,
  satellites: 11,
  signalPercent: 80,
  ignition: true,
  isEngineBlocked: false,
  batteryPercent: 96,
  powerVolts: 12.61,
  fuelPercent: 55,
  odometerMetres: 123_456,
  alarm: null,
  isStored: false,
}
export const client = gps103Device.openDeviceClient(imei)
export const good = client.report(place)
export const login = client.login() ?? new Uint8Array()
export const heartbeat = client.heartbeat(place) ?? new Uint8Array()

export function read(chunks: readonly (Uint8Array | string)[], options: DeviceStreamOptions = {}) {
  const stream = gps103.openStream(options)
  const messages: DeviceMessage[] = []
  const outcomes = chunks.map((chunk) =>
    stream.read(typeof chunk === 'string' ? asciiBytes(chunk) : chunk, receivedAt, (message) =>
      messages.push(message),
    ),
  )
  return { stream, messages, outcomes, reports: messages.flatMap(({ reports }) => reports) }
}

export const singly = (bytes: Uint8Array) => Array.from(bytes, (byte) => Uint8Array.of(byte))

/** Text of each acknowledgement, null for messages without one. */
export const acknowledgements = (messages: readonly DeviceMessage[]) =>
  messages.map(({ acknowledgement: bytes }) => (bytes ? readText(bytes, 0, bytes.length) : null))
