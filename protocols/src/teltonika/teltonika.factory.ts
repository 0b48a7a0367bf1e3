import { fromHex, toHex } from '../bytes.ts'
import type { SimulatedReport } from '../device-side.ts'
import type { DeviceMessage, DeviceStreamOptions } from '../protocol.ts'
import { joinBytes } from '../stream.ts'
import { teltonikaDevice } from './teltonika.device.ts'
import { encodeTeltonikaFrame } from './teltonika.frame.ts'
import { teltonika } from './teltonika.ts'

const receivedAt = new Date('2026-03-04T05:06:07Z')
export const imei = '352093081452251'
export const place: SimulatedReport = {
  time: new Date('2026-03-04T05:06:00.250Z'),
  isValid: true,
  latitude: 19.4326,
  longitude: -99.1332,
  altitudeMetres: 2240,
  speedKmh: 42,
  headingDegrees: 271,
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
export const client = teltonikaDevice.openDeviceClient(imei)
export const login = client.login() ?? new Uint8Array()
export const good = client.report(place)

export function read(chunks: readonly Uint8Array[], options: DeviceStreamOptions = {}) {
  const stream = teltonika.openStream(options)
  const messages: DeviceMessage[] = []
  const outcomes = chunks.map((chunk) => stream.read(chunk, receivedAt, (message) => messages.push(message)))
  return { stream, messages, outcomes, reports: messages.flatMap(({ reports }) => reports) }
}

export const concat = (parts: readonly Uint8Array[]) => parts.reduce(joinBytes, new Uint8Array())
export const acknowledgements = (messages: readonly DeviceMessage[]) =>
  messages.map(({ acknowledgement }) => (acknowledgement ? toHex(acknowledgement) : null))
export const singly = (bytes: Uint8Array) => Array.from(bytes, (byte) => Uint8Array.of(byte))

/** Codec 8 with records of one element. */
export function codec8(count: number): Uint8Array {
  const record = fromHex('0000016b40d8ea30 01 c4e94fb0 0b951c80 08c0 0000 09 0000 0001 01 ef01 00 00 00')
  return encodeTeltonikaFrame(8, count, concat(Array.from({ length: count }, () => record)))
}
