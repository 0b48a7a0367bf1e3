import { fromHex, readText } from '../bytes.ts'
import { keepAccessory, readAccessoryFields } from './queclink.expansion.ts'
import { decimal, isHex, keep, type QueclinkReading, readField } from './queclink.fields.ts'
import type { ModelLayout } from './queclink.layouts.ts'

/** GTINF: battery, supply, network and inputs. The values after the time of the last fix differ by model. */
export function readInformation(
  reading: QueclinkReading,
  body: readonly string[],
  layout: ModelLayout,
): void {
  if (!/^(?:[0-9A-Fa-f]{18,22})?$/.test(body[1] ?? '')) return
  readField(reading, 'motionState', body[0])
  readField(reading, 'text:iccid', body[1])
  readField(reading, 'signalStep', body[2])
  readField(reading, 'externalPower', body[4])
  // Trackers without a supply of the vehicle state their mileage here.
  readField(reading, body[5]?.includes('.') ? 'odometerKm' : 'powerMillivolts', body[5])
  readField(reading, 'batteryVolts', body[7])
  readField(reading, 'isCharging', body[8])
  const lastFix = body.findIndex((field, index) => index > 8 && /^\d{14}$/.test(field))
  if (lastFix < 0) return
  for (const [index, name] of layout.information.entries())
    readField(reading, name, body[lastFix + 1 + index])
}

/** GTINF of the GL100: ICCID, signal, error rate, battery, and 0 where a charger is connected. */
export function readOldInformation(reading: QueclinkReading, body: readonly string[]): void {
  readField(reading, 'text:iccid', body[0])
  readField(reading, 'signalStep', body[1])
  readField(reading, 'batteryPercent', body[3])
  if (body[4] === '0' || body[4] === '1') keep(reading, 'hasExternalPower', body[4] === '0')
}

/** GTBAT: supply, battery in per cent, its voltage, charging. Vehicles' trackers state a switch for the percentage. */
export function readSupply(reading: QueclinkReading, body: readonly string[], layout: ModelLayout): void {
  readField(reading, 'externalPower', body[0])
  if (layout.isAsset) readField(reading, 'batteryPercent', body[2])
  readField(reading, 'batteryVolts', body[3])
  readField(reading, 'isCharging', body[4])
}

/** GTVER: type of the device, firmware, hardware. */
export function readVersions(reading: QueclinkReading, body: readonly string[]): void {
  readField(reading, 'text:deviceType', body[0])
  readField(reading, 'text:firmware', body[1])
  readField(reading, 'text:hardware', body[2])
}

/**
 * GTBID and GTBAA: a Bluetooth accessory; its mask lists the values that follow.
 * @param maskAt index of the mask
 */
export function readAccessory(reading: QueclinkReading, body: readonly string[], maskAt: number): void {
  const maskText = body[maskAt]
  if (!isHex(maskText, 8)) return
  const accessory = readAccessoryFields(body, maskAt + 1, Number.parseInt(maskText, 16))
  keep(reading, 'accessoryName', accessory.name)
  keep(reading, 'accessoryMac', accessory.id)
  keep(reading, 'accessoryStatus', accessory.status)
  if (accessory.millivolts !== null) keep(reading, 'accessoryVolts', accessory.millivolts / 1000)
  keepAccessory(reading, 1, { ...accessory, id: null, millivolts: null })
}

/** GTTMP: the last field is the temperature, two after the identifier of its wire. */
export function readWireAlarm(reading: QueclinkReading, body: readonly string[]): void {
  const id = body.at(-3)
  if (!isHex(id, 16) || id.length !== 16) return
  keep(reading, 'wire1', id)
  keep(reading, 'temperature1', decimal(body.at(-1)))
}

/** GTDTT: data of a device on the serial port, in hexadecimal after its byte count; a fuel sensor's `COMB` line. */
export function readSerialData(reading: QueclinkReading, body: readonly string[]): void {
  const at = body.findLastIndex(
    (field, index) => index > 0 && isHex(field, 4096) && field.length === 2 * Number(body[index - 1]),
  )
  const hex = body[at]
  if (hex === undefined || hex.length < 2) return
  const bytes = fromHex(hex)
  const text = readText(bytes, 0, bytes.length)
  keep(reading, 'data', text)
  const level = /COMB,\d{1,3},(\d{1,4}(?:\.\d{1,3})?)/.exec(text)
  if (level) keep(reading, 'fuelRaw1', Number(level[1]))
}
