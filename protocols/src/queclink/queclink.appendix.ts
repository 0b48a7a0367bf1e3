import { fromHex, readText } from '../bytes.ts'
import { decimal, keep, type QueclinkReading, readField } from './queclink.fields.ts'
import type { ModelLayout } from './queclink.tables.ts'

const isHex = (text: string | undefined, digits: number): text is string =>
  text !== undefined && text.length > 0 && text.length <= digits && /^[0-9A-Fa-f]+$/.test(text)

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
  readField(reading, 'powerMillivolts', body[5])
  readField(reading, 'batteryVolts', body[7])
  readField(reading, 'isCharging', body[8])
  const lastFix = body.findIndex((field, index) => index > 8 && /^\d{14}$/.test(field))
  if (lastFix < 0) return
  for (const [index, name] of layout.information.entries())
    readField(reading, name, body[lastFix + 1 + index])
}

/** Fields of the CAN mask by bit; null where the field is passed over. */
const canNames: readonly (string | null)[] = [
  'vin',
  'canIgnition',
  'odometer',
  'fuelUsedLitres',
  'rpm',
  'canSpeedKmh',
  'coolantCelsius',
  'fuelConsumption',
  'fuelLevel',
  'rangeHectometres',
  'throttlePercent',
  'engineHours',
  'drivingHours',
  'idleHours',
  'idleFuelLitres',
  'axleWeight',
  'tachograph',
  'indicators',
  'lights',
  'doors',
  null,
  null,
]

/** GTCAN, and the part of GTERI like it: the mask lists the fields that follow; bit 29 announces a second mask. */
export function readCan(reading: QueclinkReading, fields: readonly string[], maskAt: number): void {
  const maskText = fields[maskAt]
  if (!isHex(maskText, 8)) return
  const mask = Number.parseInt(maskText, 16)
  let at = maskAt + 1
  for (const [bit, name] of canNames.entries()) {
    if (!((mask >>> bit) & 1)) continue
    const text = fields[at++] ?? ''
    if (name !== null && text !== '') readCanValue(reading, name, text)
  }
  const second = fields[at]
  if ((mask >>> 29) & 1 && isHex(second, 8) && Number.parseInt(second, 16) & 1) {
    const level = /^P(\d{1,3}(?:\.\d+)?)$/.exec(fields[at + 1] ?? '')
    if (level) keep(reading, 'adBlueLevel', Number(level[1]))
  }
}

function readCanValue(reading: QueclinkReading, name: string, text: string): void {
  const { telemetry } = reading
  if (name === 'odometer') {
    const match = /^H(\d{1,9})$/.exec(text)
    if (match) telemetry.odometerMetres = Number(match[1]) * 100
  } else if (name === 'fuelLevel') {
    const match = /^([PL])(\d{1,6}(?:\.\d{1,4})?)$/.exec(text)
    if (match?.[1] === 'P' && Number(match[2]) <= 100) telemetry.fuelPercent = Number(match[2])
    if (match?.[1] === 'L') keep(reading, 'fuelLitres', Number(match[2]))
  } else if (name === 'engineHours') {
    const hours = decimal(text)
    if (hours !== null && hours >= 0) telemetry.engineHours = hours
  } else if (name === 'canIgnition') {
    if (/^[012]$/.test(text)) telemetry.ignition = text !== '0'
  } else {
    keep(reading, name, name === 'vin' ? text : (decimal(text) ?? text))
  }
}

/** What follows the status in GTERI, by the bits of its mask: fuel sensor, wires, CAN. */
export function readExpansion(
  reading: QueclinkReading,
  maskText: string | undefined,
  fields: readonly string[],
  layout: ModelLayout,
): void {
  if (!isHex(maskText, 8)) return
  const mask = Number.parseInt(maskText, 16)
  let at = 1
  if (mask & 1) {
    if (layout.hasFuelSensorCount) at += 3
    const raw = fields[at++]
    if (isHex(raw, 4)) keep(reading, 'fuel', Number.parseInt(raw, 16))
  }
  if (mask & 2) {
    const count = Math.min(19, decimal(fields[at++]) ?? 0)
    for (let sensor = 1; sensor <= count; sensor++, at += 3)
      readWire(reading, sensor, fields.slice(at, at + 3))
  }
  if (mask & 4) readCan(reading, fields, at + 1)
}

/** One wire: identifier, type (1 a thermometer), value in sixteenths of a degree. */
function readWire(reading: QueclinkReading, sensor: number, [id, type, value]: string[]): void {
  if (isHex(id, 16)) keep(reading, `wire${sensor}`, id)
  if (type === '1' && isHex(value, 4)) {
    const sixteenths = (Number.parseInt(value, 16) << 16) >> 16
    keep(reading, `temperature${sensor}`, sixteenths / 16)
  }
}

/** GTBID: a Bluetooth accessory; the mask lists the values that follow. */
export function readAccessory(reading: QueclinkReading, body: readonly string[]): void {
  const maskText = body[2]
  if (!isHex(maskText, 4)) return
  const mask = Number.parseInt(maskText, 16)
  const names = ['text:accessoryName', 'text:accessoryMac', 'text:accessoryStatus', 'voltage'] as const
  let at = 3
  for (const [bit, name] of names.entries()) {
    if (!((mask >> bit) & 1)) continue
    const text = body[at++]
    const millivolts = decimal(text)
    if (name !== 'voltage') readField(reading, name, text)
    else if (millivolts !== null) keep(reading, 'accessoryVoltage', millivolts / 1000)
  }
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
  if (level) keep(reading, 'fuel', Number(level[1]))
}

/** GTOBD of the models that read the engine, when the mask states the first sixteen values. */
export function readEngine(reading: QueclinkReading, body: readonly string[]): void {
  const maskText = body[1]
  if (!isHex(maskText, 8) || (Number.parseInt(maskText, 16) & 0xffff) !== 0xffff) return
  readField(reading, 'text:vin', body[2])
  readField(reading, 'powerMillivolts', body[4])
  readField(reading, 'number:rpm', body[6])
  readField(reading, 'number:coolantCelsius', body[8])
}
