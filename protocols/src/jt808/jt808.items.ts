import { readPrintable, readTenthsOfDegree, readUint16, readUint32, toHex } from '../bytes.ts'
import { readDriverName, readDriverNumber, readDriverText } from './jt808.drivers.ts'
import type { Jt808Reading } from './jt808.reading.ts'
import { readBatteryText, readDiagnosticText } from './jt808.texts.ts'

/** Reads one item's value: `[at, at + length)` of the bytes, which is inside them. */
type ItemReader = (bytes: Uint8Array, at: number, length: number, reading: Jt808Reading) => void

const readIccid: ItemReader = (bytes, at, length, { extras }) => {
  const text = readPrintable(bytes, at, at + length)
  if (text) extras.iccid = text.slice(0, 64)
}

/** Six tyres at most: number, three bytes of the sensor, pressure in 1/40 bar, two bytes. */
const readTyres: ItemReader = (bytes, at, length, { extras }) => {
  for (let each = at; each + 8 <= at + Math.min(length, 48); each += 8) {
    const pressure = readUint16(bytes, each + 4)
    if (pressure > 0) extras[`tire${bytes[each]}Pressure`] = pressure / 40
  }
}

/** Bluetooth locks, eleven bytes each: six of the address, millivolts. */
const readLocks: ItemReader = (bytes, at, length, { extras }) => {
  for (let index = 0; index < Math.min(8, Math.floor(length / 11)); index++) {
    const lock = at + index * 11
    extras[`lock${index + 1}Id`] = toHex(bytes, lock, lock + 6)
    extras[`lock${index + 1}Battery`] = readUint16(bytes, lock + 6) / 1000
  }
}

/** Length u16, id u16, value; or a text such as `UTC+08:00`. */
const readNested: ItemReader = (bytes, at, length, reading) => {
  const { telemetry, extras } = reading
  const text = readPrintable(bytes, at, at + length)
  if (text?.startsWith('UTC')) {
    extras.timezone = text.slice(0, 16)
    return
  }
  for (let each = at; each + 4 <= at + length; ) {
    const next = each + 2 + readUint16(bytes, each)
    if (next < each + 4 || next > at + length) return
    const id = readUint16(bytes, each + 2)
    const size = next - each - 4
    const value = each + 4
    if (id === 0x0001 && size === 3) extras.fuel1 = readUint16(bytes, value) / 10
    else if (id === 0x002d && size === 2) extras.batteryVolts = readUint16(bytes, value) / 1000
    else if (id === 0x00ce && size === 2) telemetry.powerVolts = readUint16(bytes, value) / 100
    // A cleared bit is the alarm: the bits are 1 in the normal state.
    else if (id === 0x0089 && size === 4 && (readUint32(bytes, value) & 0x1000) === 0)
      reading.alarm ??= 'removing'
    each = next
  }
}

/** Maker u8, then items (id u8, length u8, value): 0x01 is a bit set of harsh driving. */
const readDriving: ItemReader = (bytes, at, length, reading) => {
  for (let each = at + 1; each + 2 <= at + length; ) {
    const size = bytes[each + 1] as number
    if (each + 2 + size > at + length) return
    if (bytes[each] === 0x01 && size === 4) {
      const bits = readUint32(bytes, each + 2)
      if (bits & 1) reading.alarm ??= 'harsh_acceleration'
      else if (bits & 2) reading.alarm ??= 'harsh_braking'
      else if (bits & 4) reading.alarm ??= 'harsh_cornering'
    }
    each += 2 + size
  }
}

/** First byte: 0x04 vibration, 0x0C SOS, 0x20 battery voltage u16 in hundredths of a volt at offset 5. */
const readState: ItemReader = (bytes, at, length, reading) => {
  if (bytes[at] === 0x0c) reading.alarm ??= 'sos'
  else if (bytes[at] === 0x04) reading.alarm ??= 'vibration'
  else if (bytes[at] === 0x20 && length >= 7) reading.extras.batteryVolts = readUint16(bytes, at + 5) / 100
}

/** Driver assistance or camera: alarm id u32, flag u8 (0 momentary, 1 start, 2 end), kind u8. */
const readAssistant: ItemReader = (bytes, at, _, reading) => {
  if (bytes[at + 4] === 2) return
  reading.alarm ??= 'other'
  reading.extras.assistantAlarm = bytes[at + 5] as number
}

/** Harsh driving, in the layout of `readAssistant`. */
const readHarshDriving: ItemReader = (bytes, at, _, reading) => {
  if (bytes[at + 4] === 2) return
  const kinds = [null, 'harsh_acceleration', 'harsh_braking', 'harsh_cornering'] as const
  reading.alarm ??= kinds[bytes[at + 5] as number] ?? 'other'
}

interface Item {
  /** Bytes; shorter items are ignored. */
  minLength: number
  read: ItemReader
}

/** Readers by item id. */
const readerOfItem: ReadonlyMap<number, Item> = new Map<number, Item>([
  [
    0x01,
    {
      minLength: 4,
      read: (bytes, at, _, { telemetry }) => {
        telemetry.odometerMetres = readUint32(bytes, at) * 100
      },
    },
  ],
  [
    0x14,
    {
      minLength: 4,
      read: (bytes, at, _, { extras }) => {
        const events = readUint32(bytes, at)
        if (events !== 0) extras.videoAlarm = events
      },
    },
  ],
  [
    0x2b,
    {
      minLength: 4,
      read: (bytes, at, _, { extras }) => {
        extras.analog = readUint32(bytes, at)
      },
    },
  ],
  [
    0x30,
    {
      minLength: 1,
      read: (bytes, at, _, { telemetry }) => {
        telemetry.signalPercent = Math.round(((bytes[at] as number) * 100) / 31)
      },
    },
  ],
  [
    0x31,
    {
      minLength: 1,
      read: (bytes, at, _, { fix, extras }) => {
        if (fix) fix.satellites = bytes[at] as number
        else extras.satellites = bytes[at] as number
      },
    },
  ],
  [
    0x33,
    {
      minLength: 12,
      read: (bytes, at, length, { extras }) => readBatteryText(bytes, at, at + length, extras),
    },
  ],
  [
    0x51,
    {
      minLength: 2,
      read: (bytes, at, length, { extras }) => {
        for (let index = 0; index < Math.min(8, length / 2); index++) {
          const degrees = readTenthsOfDegree(bytes, at + index * 2)
          if (degrees !== 0) extras[`temp${index + 1}`] = degrees
        }
      },
    },
  ],
  [
    0x56,
    {
      minLength: 2,
      read: (bytes, at, _, { telemetry }) => {
        telemetry.batteryPercent = (bytes[at] as number) * 10
      },
    },
  ],
  [0x63, { minLength: 11, read: readLocks }],
  [0x64, { minLength: 32, read: readAssistant }],
  [0x65, { minLength: 32, read: readAssistant }],
  [0x67, { minLength: 32, read: readAssistant }],
  [
    0x69,
    {
      minLength: 2,
      read: (bytes, at, _, { extras }) => {
        extras.batteryVolts = readUint16(bytes, at) / 100
      },
    },
  ],
  [0x70, { minLength: 32, read: readHarshDriving }],
  [0x71, { minLength: 10, read: readIccid }],
  [0x77, { minLength: 8, read: readTyres }],
  [
    0xe1,
    {
      minLength: 2,
      read: (bytes, at, length, reading) => {
        if (length === 2) reading.telemetry.powerVolts = readUint16(bytes, at) / 10
        else if (length === 4) readDriverNumber(bytes, at, reading)
      },
    },
  ],
  [0xbc, { minLength: 1, read: readDriverName }],
  [0xbd, { minLength: 1, read: readDriverText }],
  [0xed, { minLength: 1, read: readDriverText }],
  [
    0xe4,
    {
      minLength: 2,
      read: (bytes, at, _, { telemetry }) => {
        telemetry.isCharging = bytes[at] === 1
        telemetry.batteryPercent = bytes[at + 1] as number
      },
    },
  ],
  [
    0xe5,
    {
      minLength: 1,
      read: (bytes, at, length, { extras }) => {
        if (length === 1) extras.motion = bytes[at] === 1
      },
    },
  ],
  [
    0xe6,
    {
      minLength: 8,
      read: (bytes, at, length, { extras }) => readDiagnosticText(bytes, at, at + length, extras),
    },
  ],
  [0xe8, { minLength: 2, read: readState }],
  [0xeb, { minLength: 4, read: readNested }],
  [
    0xf1,
    {
      minLength: 4,
      read: (bytes, at, length, { telemetry }) => {
        if (length === 4) telemetry.powerVolts = readUint32(bytes, at) / 1000
      },
    },
  ],
  [
    0xf7,
    {
      minLength: 6,
      read: (bytes, at, _, { telemetry, extras }) => {
        extras.batteryVolts = readUint32(bytes, at) / 1000
        telemetry.isCharging = bytes[at + 4] === 1 || bytes[at + 4] === 2
        telemetry.batteryPercent = bytes[at + 5] as number
      },
    },
  ],
  [
    0xfe,
    {
      minLength: 2,
      read: (bytes, at, length, reading) => {
        if (bytes[at] === 0x7c) readDriving(bytes, at, length, reading)
      },
    },
  ],
])

/** Items (id u8, length u8, value) of `[from, end)`; stops at an item that exceeds `end`. */
export function readJt808Items(bytes: Uint8Array, from: number, end: number, reading: Jt808Reading): void {
  for (let at = from; at + 2 <= end; ) {
    const length = bytes[at + 1] as number
    const value = at + 2
    if (value + length > end) return
    const reader = readerOfItem.get(bytes[at] as number)
    if (reader && length >= reader.minLength) reader.read(bytes, value, length, reading)
    at = value + length
  }
}
