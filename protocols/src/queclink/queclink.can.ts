import { isVin } from './queclink.envelope.ts'
import { decimal, isHex, keep, type QueclinkReading, readField } from './queclink.fields.ts'

type CanReader = (reading: QueclinkReading, text: string) => void

const numberOf =
  (name: string, { below = Number.POSITIVE_INFINITY, factor = 1 } = {}): CanReader =>
  (reading, text) => {
    const value = decimal(text)
    if (value !== null && value < below) keep(reading, name, value * factor)
  }
/** Bits, in hexadecimal. */
const bitsOf =
  (name: string): CanReader =>
  (reading, text) => {
    if (isHex(text, 8)) keep(reading, name, Number.parseInt(text, 16))
  }
const textOf =
  (name: string): CanReader =>
  (reading, text) =>
    keep(reading, name, text)
/** Litres, as `L368.5` or without the letter; `K` marks kilograms of gas. */
const litresOf =
  (name: string): CanReader =>
  (reading, text) =>
    keep(reading, name, decimal(text.replace(/^L/, '')))
const skip: CanReader = () => {}

/** Fields by the bits of the first mask, 0 to 21, in their order. */
const firstMask: readonly CanReader[] = [
  (reading, text) => {
    if (isVin(text)) keep(reading, 'vin', text)
  },
  ({ telemetry }, text) => {
    if (/^[012]$/.test(text)) telemetry.ignition = text !== '0'
  },
  ({ telemetry }, text) => {
    const match = /^H(\d{1,9})$/.exec(text)
    if (match) telemetry.odometerMetres = Number(match[1]) * 100
  },
  litresOf('fuelUsedLitres'),
  numberOf('rpm', { below: 20_000 }),
  numberOf('obdSpeedKmh', { below: 255 }),
  numberOf('coolantTemperature', { below: 215 }),
  readConsumption,
  readFuelLevel,
  numberOf('rangeHectometres'),
  numberOf('throttlePercent'),
  ({ telemetry }, text) => {
    const hours = decimal(text)
    if (hours !== null && hours >= 0) telemetry.engineHours = hours
  },
  numberOf('drivingHours'),
  numberOf('idleHours'),
  litresOf('idleFuelLitres'),
  numberOf('axleWeight2'),
  bitsOf('tachograph'),
  bitsOf('indicators'),
  bitsOf('lights'),
  bitsOf('doorBits'),
  skip,
  skip,
]

/** Fields by the bits of the second mask: those with a meaning here; all others are passed over. */
const secondMask: Readonly<Record<number, CanReader>> = {
  0: (reading, text) => {
    const level = /^P(\d{1,3}(?:\.\d+)?)$/.exec(text)
    if (level) keep(reading, 'adBluePercent', Number(level[1]))
  },
  1: numberOf('axleWeight1'),
  2: numberOf('axleWeight3'),
  3: numberOf('axleWeight4'),
  15: (reading, text) => {
    keep(reading, 'driver1Card', text)
    readField(reading, 'driver', text.replace(/\s+/g, ''))
  },
  16: textOf('driver2Card'),
  17: textOf('driver1Name'),
  18: textOf('driver2Name'),
  19: textOf('registration'),
  25: numberOf('ambientTemperature'),
}
const troubleBit = 28

/** `L/H12.5` or `H1.5` an hour, `L/100KM…` or `M23` on 100 km. */
function readConsumption(reading: QueclinkReading, text: string): void {
  const match = /^(L\/H|H|L\/100KM|M)?(\d{1,5}(?:\.\d{1,4})?)$/i.exec(text)
  if (!match) return
  const isHourly = /H$/i.test(match[1] ?? '')
  keep(reading, isHourly ? 'fuelLitresPerHour' : 'fuelConsumption', Number(match[2]))
}

/** `P82.40` per cent, `L210.5` litres. */
function readFuelLevel(reading: QueclinkReading, text: string): void {
  const match = /^([PL])(\d{1,6}(?:\.\d{1,4})?)$/.exec(text)
  if (match?.[1] === 'P' && Number(match[2]) <= 100) reading.telemetry.fuelPercent = Number(match[2])
  if (match?.[1] === 'L') keep(reading, 'fuelLitres1', Number(match[2]))
}

/** Bits of the first mask that announce one more field each, by model (public decoders). */
function moreBits(model: string | null): readonly number[] {
  if (model === 'GV350M') return [22, 23, 24]
  return /^GV35.CEU$/.test(model ?? '') ? [23, 24, 25, 26, 27] : []
}

/**
 * GTCAN, and the part of GTERI like it: the mask lists the fields that follow; bit 29 announces a second mask.
 * @returns the index after the last field read
 */
export function readCan(
  reading: QueclinkReading,
  fields: readonly string[],
  maskAt: number,
  model: string | null,
): number {
  const maskText = fields[maskAt]
  if (!isHex(maskText, 8)) return maskAt + 1
  const mask = Number.parseInt(maskText, 16)
  let at = maskAt + 1
  for (const [bit, read] of firstMask.entries()) {
    if (!((mask >>> bit) & 1)) continue
    const text = fields[at++] ?? ''
    if (text !== '') read(reading, text)
  }
  at += moreBits(model).filter((bit) => (mask >>> bit) & 1).length
  return (mask >>> 29) & 1 ? readSecondMask(reading, fields, at, model) : at
}

function readSecondMask(
  reading: QueclinkReading,
  fields: readonly string[],
  maskAt: number,
  model: string | null,
): number {
  const maskText = fields[maskAt]
  let at = maskAt + 1
  if (!isHex(maskText, 8)) return at
  const mask = Number.parseInt(maskText, 16)
  const isCounted = /^GV35.CEU$/.test(model ?? '')
  for (let bit = 0; bit < 31; bit++) {
    if (!((mask >>> bit) & 1)) continue
    // The hours worked follow later in these models.
    if (isCounted && (bit === 26 || bit === 27)) continue
    const text = fields[at++] ?? ''
    if (bit === troubleBit && isCounted) at += readCountedCodes(reading, fields, at, decimal(text) ?? -1)
    else if (bit === troubleBit) keepCodes(reading, text.split(/[^0-9A-Za-z]+/))
    else if (text !== '') secondMask[bit]?.(reading, text)
  }
  return at
}

function readCountedCodes(
  reading: QueclinkReading,
  fields: readonly string[],
  at: number,
  stated: number,
): number {
  const count = Math.max(0, Math.min(stated, 64, fields.length - at))
  keepCodes(reading, fields.slice(at, at + count))
  if (stated === 0) keepNoCodes(reading)
  return count
}

/** States that the vehicle has no trouble codes, which clears those known so far. */
export function keepNoCodes({ extras }: QueclinkReading): void {
  extras.troubleCodes = ''
}

/** Keeps the codes of SAE J2012 among the texts, each once. */
export function keepCodes(reading: QueclinkReading, texts: readonly string[]): void {
  const codes = texts.filter((text) => /^[PCBU][0-9A-F]{4}$/.test(text))
  keep(reading, 'troubleCodes', [...new Set(codes)].slice(0, 42).join(','))
}
