import { keepCodes, keepNoCodes } from './queclink.can.ts'
import { isVin } from './queclink.envelope.ts'
import { decimal, isHex, keep, type QueclinkReading, readField } from './queclink.fields.ts'

type EngineReader = (reading: QueclinkReading, text: string) => void

const percentOf =
  (name: string): EngineReader =>
  (reading, text) => {
    const percent = decimal(text)
    if (percent !== null && percent >= 0 && percent <= 100) keep(reading, name, percent)
  }
const numberOf =
  (name: string): EngineReader =>
  (reading, text) =>
    keep(reading, name, decimal(text))

/** Values of GTOBD by the bits of its mask, in their order (GV500 and GV500MAP documents); null is passed over. */
const readers: readonly (EngineReader | null)[] = [
  (reading, text) => {
    if (isVin(text)) keep(reading, 'vin', text)
  },
  (reading, text) => {
    if (text === '0' || text === '1') keep(reading, 'isObdConnected', text === '1')
  },
  (reading, text) => readField(reading, 'powerMillivolts', text),
  null,
  numberOf('rpm'),
  numberOf('obdSpeedKmh'),
  numberOf('coolantTemperature'),
  numberOf('fuelConsumption'),
  null,
  null,
  (reading, text) => {
    if (text === '0' || text === '1') keep(reading, 'isMilOn', text === '1')
  },
  // How many trouble codes the vehicle has.
  (reading, text) => {
    if (text === '0' && isAnswering(reading)) keepNoCodes(reading)
  },
  readCodes,
  percentOf('throttlePercent'),
  percentOf('engineLoadPercent'),
  (reading, text) => readField(reading, 'fuelPercent', text),
]
const mileageBit = 19

/** An engine that is not connected has no codes to state. */
const isAnswering = ({ extras }: QueclinkReading) => extras.isObdConnected !== false

/** Four hexadecimal digits each, as SAE J1979 sends them: the two upper bits are the letter. */
function readCodes(reading: QueclinkReading, text: string): void {
  if (!isHex(text, 512) || text.length % 4 !== 0) return
  const codes = text.toUpperCase().match(/.{4}/g) ?? []
  const set = codes.filter((code) => code !== '0000')
  keepCodes(reading, set.map(codeOf))
  if (set.length === 0 && isAnswering(reading)) keepNoCodes(reading)
}

function codeOf(digits: string): string {
  const upper = Number.parseInt(digits.slice(0, 1), 16)
  return `${'PCBU'.charAt(upper >> 2)}${upper & 3}${digits.slice(1)}`
}

/**
 * GTOBD: the mask lists the values that follow it; those of bits 16 and more stand before the position.
 * @param blockStart index of the position's accuracy, or the number of fields
 */
export function readEngine(reading: QueclinkReading, body: readonly string[], blockStart: number): void {
  const maskText = body[1]
  if (!isHex(maskText, 8)) return
  const mask = Number.parseInt(maskText, 16)
  let at = 2
  for (const [bit, read] of readers.entries()) {
    if (!((mask >>> bit) & 1)) continue
    const text = at < blockStart ? (body[at] ?? '') : ''
    at++
    if (text !== '') read?.(reading, text)
  }
  const kilometres = (mask >>> mileageBit) & 1 && blockStart - 1 >= at ? decimal(body[blockStart - 1]) : null
  if (kilometres !== null && kilometres > 0) reading.telemetry.odometerMetres ??= kilometres * 1000
}
