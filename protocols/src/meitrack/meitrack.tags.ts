import type { DeviceReport, DeviceTelemetry } from '@rumbo/contract/telemetry.device-report.contract'
import { readPrintable } from '../bytes.ts'

type Extras = DeviceReport['extras']

/** Bytes of a wireless sensor behind its name: address, battery, temperature, humidity. */
const tagLength = 6 + 1 + 2 + 2

/** The wired sensors have the numbers 1 to 8. */
const wiredSensors = 8

/**
 * A wireless thermometer (parameter FE73): layout, length of the name, name, address, battery, temperature and humidity in
 * 256ths. Its numbers follow those of the wired sensors.
 */
export function readTag(bytes: Uint8Array, extras: Extras): void {
  const nameEnd = 2 + (bytes[1] ?? 0)
  if (bytes.length < nameEnd + tagLength) return
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  let number = 1
  while (Object.hasOwn(extras, `tag${number}BatteryPercent`)) number++
  const name = readPrintable(bytes, 2, nameEnd)
  if (name !== null) extras[`tag${number}Name`] = name.slice(0, 64)
  const valuesAt = nameEnd + 6
  extras[`tag${number}BatteryPercent`] = view.getUint8(valuesAt)
  extras[`temperature${wiredSensors + number}`] = view.getInt16(valuesAt + 1, true) / 256
  extras[`humidity${wiredSensors + number}`] = view.getUint16(valuesAt + 3, true) / 256
}

/** Up to three batteries (parameter FEA8): state, 0 where there is none, and level in per cent. */
export function readBatteries(bytes: Uint8Array, telemetry: DeviceTelemetry, extras: Extras): void {
  for (let index = 0; index < 3 && index * 2 + 1 < bytes.length; index++) {
    const level = bytes[index * 2 + 1] as number
    if (bytes[index * 2] === 0 || level > 100) continue
    if (index === 0) telemetry.batteryPercent = level
    else extras[`battery${index + 1}Percent`] = level
  }
}
