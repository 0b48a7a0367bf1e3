import { alarmOfAlert, alarmOfEmergency } from './suntech.alarms.ts'
import { keep, numberOf, readingOf, type SuntechReading, setFix, timeOf } from './suntech.reading.ts'
import { readSerialData, splitSerial } from './suntech.serial.ts'

const isDate = (text: string | undefined) => text !== undefined && /^\d{8}$/.test(text)
const isClock = (text: string | undefined) => text !== undefined && /^\d{2}:\d{2}:\d{2}$/.test(text)
const isSigned = (text: string | undefined) => text !== undefined && /^[+-]\d{1,3}\.\d+$/.test(text)

/**
 * Text of the ST200 to ST900 series: `ST300STT;id;model;firmware;date;time;cell;±lat;±lon;…`.
 * The presence of model, cell and network differs by series; date and coordinates show their positions.
 */
export function readLegacy(text: string): SuntechReading | null {
  const values = text.split(';')
  const header = /^(S[AT]\d{3,4})([A-Z]{3})?$/.exec(values[0] ?? '')
  if (!header) return null
  const series = header[1] as string
  const type = header[2] ?? values[1] ?? ''
  const idAt = header[2] === undefined ? 2 : 1
  if (values[1] === 'Res') return readAnswer(values, series)
  const reading = readingOf(values[idAt])
  if (!reading) return null
  reading.extras.header = series
  if (type === 'ALV') return reading
  reading.extras.type = type
  if (header[2] !== undefined && type !== 'ALV') reading.acknowledgedHeader = series

  let dateAt = idAt + 1
  while (dateAt < values.length && !(isDate(values[dateAt]) && isClock(values[dateAt + 1]))) dateAt++
  if (series.startsWith('ST4')) readCellTracker(reading, values, dateAt)
  if (dateAt >= values.length) return reading
  if (type === 'HTE') return readTravel(reading, values)
  let latitudeAt = dateAt + 2
  while (latitudeAt < dateAt + 8 && !(isSigned(values[latitudeAt]) && isSigned(values[latitudeAt + 1])))
    latitudeAt++
  if (latitudeAt === dateAt + 8) return reading
  readNetwork(reading, values.slice(dateAt + 2, latitudeAt))

  const isPortable = header[2] === undefined
  const fixAt = latitudeAt + (isPortable ? 4 : 5)
  setFix(
    reading,
    timeOf(values[dateAt], values[dateAt + 1]),
    numberOf(values[latitudeAt]),
    numberOf(values[latitudeAt + 1]),
    {
      isValid: values[fixAt] === '1',
      speedKmh: numberOf(values[latitudeAt + 2]),
      headingDegrees: numberOf(values[latitudeAt + 3]),
      satellites: isPortable ? null : numberOf(values[latitudeAt + 4]),
    },
  )
  if (isPortable) readPortableTail(reading, type, values.slice(fixAt + 1))
  else if (!series.startsWith('ST4')) readTail(reading, type, values.slice(fixAt + 1))
  return reading
}

/** `ST300CMD;Res;id;firmware;Enable1[;…]`; `Enable1NoUse` says that the output is not configured. */
function readAnswer(values: readonly string[], series: string): SuntechReading | null {
  const reading = readingOf(values[2])
  if (!reading) return null
  const word = /^(.*?)(NoUse)?$/.exec(values[4] ?? '')
  reading.extras.header = series
  reading.answer = {
    key: word?.[1] ?? '',
    text: values.slice(3).join(';'),
    isRefused: word?.[2] !== undefined,
  }
  return reading
}

/**
 * ST410, ST419 and their like: up to seven cells of six fields, then `battery V;1 live or 0 stored;number;state`,
 * one or two fields before the date or, without a place, at the end.
 */
function readCellTracker(reading: SuntechReading, values: readonly string[], dateAt: number): void {
  let at = Math.min(dateAt, values.length) - 3
  while (at > 4 && !isBattery(values, at)) at--
  if (at <= 4) {
    keep(reading.extras, 'cells', values.slice(4, 46).join(';'))
    return
  }
  const cells = values.slice(4, at).join(';')
  keep(reading.extras, 'cells', cells.replace(/(?:;0)+$/, ''))
  keep(reading.extras, 'batteryVolts', numberOf(values[at]))
  if (values[at + 1] === '0') reading.extras.isStored = true
  keep(reading.extras, 'index', numberOf(values[at + 2]))
}

const isBattery = (values: readonly string[], at: number) =>
  /^\d{1,2}\.\d{1,3}$/.test(values[at] ?? '') &&
  /^[01]$/.test(values[at + 1] ?? '') &&
  /^\d{1,5}$/.test(values[at + 2] ?? '')

/** `cell`, or `cell;mcc;mnc;lac;rssi`. */
function readNetwork(reading: SuntechReading, network: readonly string[]): void {
  keep(reading.extras, 'cell', network[0])
  if (network.length < 5) return
  keep(reading.extras, 'mcc', numberOf(network[1]))
  keep(reading.extras, 'mnc', numberOf(network[2]))
  keep(reading.extras, 'lac', network[3])
  keep(reading.extras, 'rssi', numberOf(network[4]))
}

/** A finished trip: numbers of the trip, both ends, and the driver at the end. */
function readTravel(reading: SuntechReading, values: readonly string[]): SuntechReading {
  keep(reading.extras, 'tripText', values.slice(4).join(';'))
  setDriver(reading, values.at(-1))
  return reading
}

function setDriver(reading: SuntechReading, text: string | undefined): void {
  if (text !== undefined && /^[0-9A-F]{14,16}$/.test(text) && !/^0+$/.test(text)) {
    reading.telemetry.driverUniqueId = text
  }
}

/** ST9xx: `[odometer m;]battery (V, or per cent);…` The place of an emergency's number differs by model. */
function readPortableTail(reading: SuntechReading, type: string, values: readonly string[]): void {
  if (type === 'Emergency') reading.alarm = 'sos'
  if (type === 'Alert') reading.alarm = 'other'
  let at = 0
  if (!values[0]?.includes('.')) {
    const odometerMetres = numberOf(values[at++])
    if (odometerMetres !== undefined) reading.telemetry.odometerMetres = odometerMetres
  }
  const battery = numberOf(values[at])
  if (values[at]?.includes('.')) keep(reading.extras, 'batteryVolts', battery)
  else if (battery !== undefined && battery <= 100) reading.telemetry.batteryPercent = battery
  keep(reading.extras, 'rest', values.slice(at + 1).join(';'))
}

/** `odometer m;power V;in and out;` and what the type adds. */
function readTail(reading: SuntechReading, type: string, values: readonly string[]): void {
  const { telemetry, extras } = reading
  const odometerMetres = numberOf(values[0])
  const powerVolts = numberOf(values[1])
  if (odometerMetres !== undefined && odometerMetres >= 0) telemetry.odometerMetres = odometerMetres
  if (powerVolts !== undefined) telemetry.powerVolts = powerVolts
  const lines = values[2]
  if (lines !== undefined && /^[01]{6,8}$/.test(lines)) {
    const outputAt = lines.length === 8 ? 5 : 4
    telemetry.ignition = lines[0] === '1'
    telemetry.isEngineBlocked = lines[outputAt] === '1'
    for (let at = 1; at < outputAt; at++) extras[`input${at}`] = lines[at] === '1'
    for (let at = outputAt; at < lines.length; at++) extras[`output${at - outputAt + 1}`] = lines[at] === '1'
  }
  const number = numberOf(values[3])
  if (type === 'UEX') {
    readSerial(reading, values.slice(3))
    return
  }
  if (type === 'ALT' && number !== undefined) {
    extras.eventCode = number
    reading.alarm = alarmOfAlert(number)
  } else if (type === 'EMG') {
    reading.alarm = alarmOfEmergency(number ?? 0)
    keep(extras, 'eventCode', number)
  } else if (type === 'EVT') keep(extras, 'eventCode', number)
  else if (type === 'STT') {
    keep(extras, 'mode', number)
    keep(extras, 'index', numberOf(values[4]))
  }
  readMeters(reading, values.slice(type === 'STT' ? 5 : 4))
}

/** `minutes of engine;backup battery V;1 live or 0 stored[;…driver…sensors]`, which may stand one or two fields later. */
function readMeters(reading: SuntechReading, values: readonly string[]): void {
  let at = 0
  const isMeter = () =>
    /^\d{1,10}$/.test(values[at] ?? '') &&
    /^\d{1,2}\.\d{1,2}$/.test(values[at + 1] ?? '') &&
    /^[01]$/.test(values[at + 2] ?? '')
  while (at < 3 && !isMeter()) at++
  if (at === 3) {
    keep(reading.extras, 'rest', values.join(';'))
    return
  }
  reading.telemetry.engineHours = Number(values[at]) / 60
  keep(reading.extras, 'batteryVolts', numberOf(values[at + 1]))
  if (values[at + 2] === '0') reading.extras.isStored = true
  const rest = values.slice(at + 3)
  let sensors = 0
  for (const value of rest) {
    const sensor = /^[0-9A-F]{16}:([+-]?\d{1,3}(?:\.\d)?)$/.exec(value)
    if (sensor && sensors < 8) keep(reading.extras, `temperature${++sensors}`, Number(sensor[1]))
    else setDriver(reading, value)
  }
  keep(reading.extras, 'rest', rest.join(';'))
}

/** `length;data;checksum;…`: the data may hold semicolons. */
function readSerial(reading: SuntechReading, values: readonly string[]): void {
  const { data, rest } = splitSerial(values.join(';'))
  readSerialData(reading, data)
  const driver = reading.telemetry.driverUniqueId
  readMeters(reading, rest)
  // A card that the reader on the serial port names comes before an older one of the device's own.
  if (driver !== undefined) reading.telemetry.driverUniqueId = driver
}
