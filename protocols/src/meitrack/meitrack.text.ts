import { utcTime } from '../coordinates.ts'
import { readVolts } from './meitrack.analog.ts'
import { meitrackEvents } from './meitrack.events.ts'
import {
  emptyReading,
  type MeitrackReading,
  setFix,
  setFuelPercent,
  setPorts,
  setSignal,
  setTemperature,
  setVolts,
} from './meitrack.reading.ts'

/** Places of the fields behind the command `AAA`. */
const place = {
  event: 0,
  latitude: 1,
  longitude: 2,
  time: 3,
  validity: 4,
  satellites: 5,
  signal: 6,
  speed: 7,
  course: 8,
  hdop: 9,
  altitude: 10,
  odometer: 11,
  runTime: 12,
  cell: 13,
  ports: 14,
  analog: 15,
  eventInformation: 16,
  version: 18,
  fuel: 19,
  temperatures: 20,
} as const

/** Whether the fields have a report's date at its place, whatever their command. */
export const isTextReport = (fields: readonly string[]): boolean =>
  /^\d{12}$/.test(fields[place.time] ?? '') && /^[AV]$/.test(fields[place.validity] ?? '')

const number = (text: string | undefined): number | null =>
  text !== undefined && /^\s*-?\d{1,12}(?:\.\d{1,12})?\s*$/.test(text) ? Number(text) : null

/**
 * `<event>,<latitude>,<longitude>,<yymmddhhmmss>,<A|V>,<satellites>,<signal>,<km/h>,<course>,<hdop>,<altitude>,<metres>,
 * <run time>,<cell>,<ports>,<analog>,<event information>,<own>,<version>,<fuel>,<temperatures>,…` (vendor's GPRS protocol,
 * 1.2). Null if it is no such report.
 */
export function readTextReport(stated: readonly string[]): MeitrackReading | null {
  // Some firmwares write another number before the event.
  const isShifted = /\.\d/.test(stated[place.longitude + 1] ?? '') && !stated[place.latitude]?.includes('.')
  const fields = isShifted ? stated.slice(1) : stated
  const event = number(fields[place.event])
  if (event === null || fields.length <= place.altitude) return null
  const reading = emptyReading()
  reading.event = event
  readFix(fields, reading)
  const { telemetry, extras } = reading
  const signal = number(fields[place.signal])
  if (signal !== null) setSignal(telemetry, signal)
  const odometer = number(fields[place.odometer])
  if (odometer !== null) telemetry.odometerMetres = odometer
  const runTime = number(fields[place.runTime])
  if (runTime !== null) extras.runTime = runTime
  const cell = fields[place.cell] ?? ''
  if (/[1-9A-Fa-f]/.test(cell)) extras.cell = cell.replaceAll('|', '-').slice(0, 40)
  const ports = fields[place.ports] ?? ''
  if (/^[0-9A-Fa-f]{4}$/.test(ports))
    setPorts(reading, Number.parseInt(ports.slice(0, 2), 16), Number.parseInt(ports.slice(2), 16))
  readAnalog(fields[place.analog] ?? '', reading)
  readEventInformation(event, fields[place.eventInformation] ?? '', reading)
  readFuel(fields[place.fuel] ?? '', reading)
  readTemperatures(fields[place.temperatures] ?? '', number(fields[place.version]) ?? 0, reading)
  return reading
}

function readFix(fields: readonly string[], reading: MeitrackReading): void {
  const digits = fields[place.time] ?? ''
  const pair = (index: number) => Number(digits.slice(index * 2, index * 2 + 2))
  const time = /^\d{12}$/.test(digits) ? utcTime(pair(0), pair(1), pair(2), pair(3), pair(4), pair(5)) : null
  if (!time) {
    reading.extras.badFix = 'time'
    return
  }
  setFix(reading, {
    time,
    isValid: fields[place.validity] === 'A',
    latitude: number(fields[place.latitude]) ?? Number.NaN,
    longitude: number(fields[place.longitude]) ?? Number.NaN,
    speedKmh: number(fields[place.speed]),
    headingDegrees: number(fields[place.course]),
    altitudeMetres: number(fields[place.altitude]),
    satellites: number(fields[place.satellites]),
    hdop: number(fields[place.hdop]),
  })
}

/** `<AD1>|<AD2>|<AD3>|<battery>|<supply>`, raw; or `<battery>|<supply>|<clock>|<processor>|<receiver>` in volts. */
function readAnalog(text: string, reading: MeitrackReading): void {
  const values = text.split('|')
  if (text.includes('.')) {
    setVolts(reading, number(values[0]), number(values[1]))
    return
  }
  for (const [index, value] of values.slice(0, 3).entries())
    if (/^[0-9A-Fa-f]{1,4}$/.test(value)) reading.extras[`analogRaw${index + 1}`] = Number.parseInt(value, 16)
  const volts = readVolts({ battery: values[3] ?? '', supply: values[4] ?? '' })
  setVolts(reading, volts.battery, volts.supply)
}

/** A card's number, a photo's name, a temperature sensor's number; devices without any state 00000001. */
function readEventInformation(event: number, text: string, { telemetry, extras }: MeitrackReading): void {
  if (text === '') return
  if (event === meitrackEvents.card) telemetry.driverUniqueId = text.slice(0, 64)
  else if (event === meitrackEvents.photo) extras.mediaFile = text.slice(0, 128)
  else if (text !== '00000001') extras.eventInformation = text.slice(0, 128)
}

/** Whole and hundredth per cent, in two hexadecimal digits each. */
function readFuel(text: string, { telemetry }: MeitrackReading): void {
  if (!/^[0-9A-Fa-f]{4}$/.test(text)) return
  setFuelPercent(telemetry, Number.parseInt(text.slice(0, 2), 16) + Number.parseInt(text.slice(2), 16) / 100)
}

/** `<sensor><value>|…` in two and four digits; numbers that begin at 0 are moved to begin at 1. */
function readTemperatures(text: string, version: number, { extras }: MeitrackReading): void {
  const sensors = text.split('|').filter((each) => /^[0-9A-Fa-f]{6}$/.test(each))
  const numbers = sensors.map((each) => Number.parseInt(each.slice(0, 2), 16))
  const offset = numbers.includes(0) ? 1 : 0
  for (const [index, each] of sensors.entries()) {
    const raw = Number.parseInt(each.slice(2), 16)
    setTemperature(extras, (numbers[index] ?? 0) + offset, version >= 3 ? hundredths(raw) : parts(raw))
  }
}

const hundredths = (raw: number): number => ((raw << 16) >> 16) / 100

/** A whole part with its sign, and a part in hundredths; the sign as two's complement or, where that is too cold, as a bit. */
function parts(raw: number): number {
  const whole = ((raw >> 8) << 24) >> 24
  const fraction = raw & 0xff
  if (whole >= 0) return (whole * 100 + fraction) / 100
  const magnitude = whole < -60 ? (raw >> 8) & 0x7f : -whole
  return -(magnitude * 100 + fraction) / 100
}
