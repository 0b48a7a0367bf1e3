import { readPrintable, readUint32, readUint64, toHex } from '../bytes.ts'
import { keepReading, nameWithin } from '../kept-readings.ts'
import { keepBeacons } from './teltonika.beacons.ts'
import { takeCanElement } from './teltonika.can.ts'
import type { TeltonikaReading } from './teltonika.reading.ts'

/** Names of elements without a known meaning; cached, because each record has dozens. */
const plainNames = Array.from({ length: 1024 }, (_, id) => `io${id}`)
const nameOf = (id: number) => plainNames[id] ?? `io${id}`

/** Elements kept as they are under a name; ids of the FMB family. */
const namedElements: Readonly<Record<number, string>> = {
  24: 'deviceSpeedKmh',
  31: 'engineLoadPercent',
  36: 'rpm',
  37: 'obdSpeedKmh',
  68: 'batteryMilliamperes',
  69: 'gnssStatus',
  80: 'dataMode',
  81: 'obdSpeedKmh',
  82: 'throttlePercent',
  85: 'rpm',
  199: 'tripMetres',
  200: 'sleepMode',
  205: 'cell',
  206: 'lac',
  241: 'operatorCode',
  243: 'greenDrivingMilliseconds',
  250: 'tripState',
  251: 'idling',
  253: 'greenDrivingKind',
  254: 'greenDrivingValue',
}
const elementNames: readonly (string | undefined)[] = Array.from(
  { length: 256 },
  (_, id) => namedElements[id],
)

function signed(value: number, width: number): number {
  if (width === 1) return (value << 24) >> 24
  return width === 2 ? (value << 16) >> 16 : value | 0
}

/** Wired thermometers are 1 to 4, so wireless sensors are 5 to 8. */
const firstWirelessPlace = 5
const wirelessHumidities: readonly number[] = [86, 104, 106, 108]
/** In place of a temperature: not read, not found, abnormal. The same as exactly 20, 30 and 40 degrees, which are rare. */
const wirelessErrors: ReadonlySet<number> = new Set([2000, 3000, 4000])

/** Takes an element of one, two or four bytes; `value` is read without sign. */
export function takeNumber(id: number, value: number, width: number, reading: TeltonikaReading): void {
  const { telemetry } = reading
  switch (id) {
    case 239:
      telemetry.ignition = value !== 0
      return
    case 240:
      keepReading(reading, 'motion', value !== 0)
      return
    case 21:
      // Steps of the modem, 0 to 5.
      if (value <= 5) telemetry.signalPercent = value * 20
      return
    case 66:
      telemetry.powerVolts = value / 1000
      return
    case 67:
      keepReading(reading, 'batteryVolts', value / 1000)
      return
    case 113:
      if (value <= 100) telemetry.batteryPercent = value
      return
    case 116:
      telemetry.isCharging = value !== 0
      return
    case 16:
      telemetry.odometerMetres = value
      return
    case 48:
    case 89:
      if (value <= 100) telemetry.fuelPercent = value
      return
    case 12:
      keepReading(reading, 'fuelUsedLitres', value / 1000)
      return
    case 83:
      keepReading(reading, 'fuelUsedLitres', value / 10)
      return
    case 84:
      keepReading(reading, 'fuelLitres1', value / 10)
      return
    case 87:
      keepReading(reading, 'obdOdometerMetres', value)
      return
    case 102:
      telemetry.engineHours = value / 60
      return
    case 449:
      telemetry.engineHours ??= value / 3600
      return
    case 179:
      // The wiring of the commands: output 1 cuts.
      telemetry.isEngineBlocked = value === 1
      keepReading(reading, 'output1', value !== 0)
      return
    case 180:
      keepReading(reading, 'output2', value !== 0)
      return
    case 1:
    case 2:
    case 3:
    case 4:
      keepReading(reading, `input${id}`, value !== 0)
      return
    case 9:
    case 6:
      keepReading(reading, id === 9 ? 'analogVolts1' : 'analogVolts2', value / 1000)
      return
    case 17:
    case 18:
    case 19:
      keepReading(reading, id === 17 ? 'axisX' : id === 18 ? 'axisY' : 'axisZ', signed(value, width))
      return
    case 181:
      keepReading(reading, 'pdop', value / 10)
      return
    case 182:
      keepReading(reading, 'hdop', value / 10)
      return
    case 25:
    case 26:
    case 27:
    case 28:
      if (!wirelessErrors.has(value))
        keepReading(reading, `temperature${id - 25 + firstWirelessPlace}`, signed(value, width) / 100)
      return
    case 86:
    case 104:
    case 106:
    case 108:
      keepReading(reading, `humidity${wirelessHumidities.indexOf(id) + firstWirelessPlace}`, value / 10)
      return
    case 72:
    case 73:
    case 74:
    case 75:
      takeWired(id - 71, signed(value, width), reading)
      return
    case 32:
      keepReading(reading, 'coolantTemperature', signed(value, width))
      return
    case 78:
    case 207:
      takeDriver(value === 0 ? '' : value.toString(16).padStart(width * 2, '0'), reading)
      return
    default:
      if (id >= 10_800 && id <= 10_827) takeSensor(id, value, width, reading)
      else if (!takeCanElement(id, value, width, reading))
        keepReading(reading, elementNames[id] ?? nameOf(id), value)
  }
}

/** From here on: codes of an absent or broken sensor. */
const firstWiredError = 3000

/** A thermometer on the wire, in tenths of a degree. */
function takeWired(place: number, tenths: number, reading: TeltonikaReading): void {
  if (tenths < firstWiredError)
    keepReading(reading, nameWithin(`temperature${place}`, tenths / 10), tenths / 10)
}

/** Wireless sensors: four each of temperature, humidity, magnet, movement; then angle, low battery and voltage. */
function takeSensor(id: number, value: number, width: number, reading: TeltonikaReading): void {
  const place = ((id - 10_800) & 3) + firstWirelessPlace
  const group = (id - 10_800) >> 2
  if (group === 0) keepReading(reading, `temperature${place}`, signed(value, width) / 100)
  else if (group === 1) keepReading(reading, `humidity${place}`, value / 10)
  else if (group === 2) keepReading(reading, `sensor${place}Magnet`, value !== 0)
  else if (group === 3) keepReading(reading, `sensor${place}Movement`, value !== 0)
  else if (group === 4) keepReading(reading, `sensor${place}Pitch`, signed(value, width))
  else if (group === 5) keepReading(reading, `sensor${place}LowBattery`, value !== 0)
  else keepReading(reading, `sensor${place}BatteryVolts`, value / 1000)
}

/** Takes an element of eight bytes: keys of drivers and cards as digits, the rest as a number where it is exact. */
export function takeLong(id: number, bytes: Uint8Array, at: number, reading: TeltonikaReading): void {
  if (id === 78 || id === 207) {
    const isSet = readUint32(bytes, at) !== 0 || readUint32(bytes, at + 4) !== 0
    takeDriver(isSet ? toHex(bytes, at, at + 8) : '', reading)
    return
  }
  const isExact = (bytes[at] as number) === 0 && (bytes[at + 1] as number) < 0x20
  if (!isExact) keepReading(reading, nameOf(id), toHex(bytes, at, at + 8))
  else if (id === 11 || id === 14)
    keepReading(reading, `iccidPart${id === 11 ? 1 : 2}`, readUint64(bytes, at))
  else takeNumber(id, readUint64(bytes, at), 8, reading)
}

/** Takes an element of any length (codec 8 extended). */
export function takeBytes(
  id: number,
  bytes: Uint8Array,
  at: number,
  end: number,
  reading: TeltonikaReading,
): void {
  // No text at all: the vehicle has no trouble code.
  if (end === at && id === 281) keepReading(reading, 'troubleCodes', '')
  if (end === at) return
  if ((id === 548 || id === 10_829 || id === 10_831) && keepBeacons(bytes, at, end, reading)) return
  const until = Math.min(end, at + 128)
  const text = readPrintable(bytes, at, until)
  if (id === 256 && text) keepReading(reading, 'vin', text)
  else if (id === 281 && text) keepReading(reading, 'troubleCodes', text)
  else if (id === 403 && text) takeDriver(text, reading)
  else keepReading(reading, nameOf(id), text && text.length === until - at ? text : toHex(bytes, at, until))
}

/** A record without a key states zero: there is none in the reader. */
function takeDriver(key: string, reading: TeltonikaReading): void {
  if (key !== '') reading.telemetry.driverUniqueId = key
  else keepReading(reading, 'driverCard', 'removed')
}
