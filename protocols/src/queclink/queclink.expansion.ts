import { nameWithin } from '../kept-readings.ts'
import { readCan } from './queclink.can.ts'
import { decimal, isHex, keep, type QueclinkReading } from './queclink.fields.ts'
import type { ModelLayout } from './queclink.layouts.ts'

/** What GTERI states behind the status, and where reading has come to. */
interface Expansion {
  reading: QueclinkReading
  mask: number
  fields: readonly string[]
  at: number
  /** Thermometers met so far: wires first, then those by radio. */
  thermometers: number
  layout: ModelLayout
  model: string | null
}
interface Accessory {
  temperature: number | null
  humidity: number | null
  millivolts: number | null
  batteryPercent: number | null
  id: string | null
}

const has = ({ mask }: Expansion, bit: number) => ((mask >>> bit) & 1) === 1
const take = (expansion: Expansion): string => expansion.fields[expansion.at++] ?? ''
const takeCount = (expansion: Expansion) => Math.max(0, Math.min(19, decimal(take(expansion)) ?? 0))

/**
 * What follows the status in GTERI, by the bits of its mask: fuel sensors, wires, CAN, radio and Bluetooth sensors.
 * @param fields from the type of the device on the serial port on
 */
export function readExpansion(
  reading: QueclinkReading,
  maskText: string | undefined,
  fields: readonly string[],
  layout: ModelLayout,
  model: string | null,
): void {
  if (!isHex(maskText, 8)) return
  const mask = Number.parseInt(maskText, 16)
  const expansion: Expansion = { reading, mask, fields, at: 1, thermometers: 0, layout, model }
  if (has(expansion, 0) && !layout.hasFuelSensorCount) keepRawFuel(reading, take(expansion))
  if (has(expansion, 29)) readFuelData(expansion)
  if (has(expansion, 1)) readWires(expansion)
  // The state of the bus stands before its mask.
  if (has(expansion, 2)) expansion.at = readCan(reading, fields, expansion.at + 1, model)
  readFuelSensors(expansion)
  if (has(expansion, 7)) readRadioSensors(expansion)
  if (has(expansion, 8)) readAccessories(expansion)
}

function keepRawFuel(reading: QueclinkReading, text: string): void {
  if (isHex(text, 4)) keep(reading, 'fuelRaw1', Number.parseInt(text, 16))
}

function readFuelData(expansion: Expansion): void {
  expansion.at += 2
  const maskText = take(expansion)
  const mask = isHex(maskText, 8) ? Number.parseInt(maskText, 16) : 0
  if (mask & 1) keepRawFuel(expansion.reading, take(expansion))
  if (mask & 2) take(expansion)
}

/** One-wire devices: identifier, type (1 a thermometer), value in sixteenths of a degree. */
function readWires(expansion: Expansion): void {
  const { reading } = expansion
  const count = takeCount(expansion)
  for (let sensor = 1; sensor <= count; sensor++) {
    const [id, type, value] = [take(expansion), take(expansion), take(expansion)]
    expansion.thermometers = sensor
    if (isHex(id, 16)) keep(reading, `wire${sensor}`, id)
    if (type !== '1' || !isHex(value, 8)) continue
    const celsius = ((Number.parseInt(value.slice(-4), 16) << 16) >> 16) / 16
    keep(reading, nameWithin(`temperature${sensor}`, celsius), celsius)
  }
}

/** Calibrated fuel sensors: type, then share, volume and temperature as the mask says. */
function readFuelSensors(expansion: Expansion): void {
  const { reading, layout } = expansion
  const hasRaw = has(expansion, 0) && layout.hasFuelSensorCount === true
  if (!has(expansion, 3) && !has(expansion, 4) && !hasRaw) return
  const count = takeCount(expansion)
  for (let sensor = 1; sensor <= count; sensor++) {
    take(expansion)
    if (layout.hasFuelSensorCount) take(expansion)
    if (hasRaw) keepRawFuel(reading, take(expansion))
    const percent = has(expansion, 3) ? decimal(take(expansion)) : null
    const litres = has(expansion, 4) ? decimal(take(expansion)) : null
    const celsius = has(expansion, 10) ? decimal(take(expansion)) : null
    if (percent !== null && percent >= 0 && percent <= 100) {
      if (sensor === 1) reading.telemetry.fuelPercent = percent
      else keep(reading, `fuelPercent${sensor}`, percent)
    }
    if (litres !== null && litres >= 0) keep(reading, `fuelLitres${sensor}`, litres)
    if (sensor === 1) keep(reading, 'fuelTemperature', celsius)
  }
}

/** Sensors at 433 MHz: serial, type (2 with humidity), values. */
function readRadioSensors(expansion: Expansion): void {
  const count = takeCount(expansion)
  for (let sensor = 0; sensor < count; sensor++) {
    const id = take(expansion)
    const type = take(expansion)
    const temperature = decimal(take(expansion))
    const humidity = type === '2' ? decimal(take(expansion)) : null
    const accessory = { temperature, humidity, millivolts: null, batteryPercent: null, id }
    keepAccessory(expansion.reading, ++expansion.thermometers, accessory)
  }
}

/** Bluetooth accessories: index, type, model, raw data, and the values their own mask lists. */
function readAccessories(expansion: Expansion): void {
  const { layout, fields, reading } = expansion
  const count = takeCount(expansion)
  for (let accessory = 0; accessory < count; accessory++) {
    expansion.at += layout.hasRawLength ? 5 : 4
    const maskText = take(expansion)
    if (!isHex(maskText, 8)) return
    const read = readAccessoryFields(fields, expansion.at, Number.parseInt(maskText, 16))
    expansion.at = read.end
    if (read.hasTemperature) keepAccessory(reading, ++expansion.thermometers, read)
  }
}

/** How many fields each bit of an accessory's mask announces, in their order. */
const fieldsOfBit = [1, 1, 1, 1, 1, 1, 0, 3, 2, 1, 1, 1, 3, 1, 1]

/**
 * The values of an accessory, of which the mask's bits 1 is the address, 3 the voltage, 4 and 11 the temperature, 5 the
 * humidity and 13 the battery (GV58LAU and GV350CEU documents).
 * @returns the values and the index after them
 */
export function readAccessoryFields(
  fields: readonly string[],
  start: number,
  mask: number,
): Accessory & { end: number; hasTemperature: boolean; name: string; status: string } {
  const texts = new Map<number, string>()
  let at = start
  for (const [bit, width] of fieldsOfBit.entries()) {
    if (!((mask >>> bit) & 1)) continue
    texts.set(bit, fields[at] ?? '')
    at += width
  }
  const numberAt = (bit: number) => decimal(texts.get(bit))
  return {
    end: at,
    hasTemperature: texts.has(4) || texts.has(11),
    name: texts.get(0) ?? '',
    id: texts.get(1) ?? null,
    status: texts.get(2) ?? '',
    millivolts: numberAt(3),
    temperature: numberAt(11) ?? numberAt(4),
    humidity: numberAt(5),
    batteryPercent: numberAt(13),
  }
}

/** Keeps a thermometer's values under its number. */
export function keepAccessory(reading: QueclinkReading, sensor: number, accessory: Accessory): void {
  const { temperature, humidity, millivolts, batteryPercent, id } = accessory
  keep(reading, `temperature${sensor}`, temperature)
  keep(reading, `humidity${sensor}`, humidity)
  keep(reading, `sensor${sensor}Id`, id)
  if (millivolts !== null && millivolts > 0) keep(reading, `sensor${sensor}BatteryVolts`, millivolts / 1000)
  keep(reading, `sensor${sensor}BatteryPercent`, batteryPercent)
}
