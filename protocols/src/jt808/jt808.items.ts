import { readPrintable, readUint16, readUint32, toHex } from '../bytes.ts'
import { readDriverName, readDriverText, readLockEvent } from './jt808.drivers.ts'
import { readEvents, readNested } from './jt808.nested.ts'
import { obdItems } from './jt808.obd.ts'
import { powerItems } from './jt808.power.ts'
import type { ItemReader, Jt808Reading } from './jt808.reading.ts'
import { readWirelessThermometers, sensorItems } from './jt808.sensors.ts'
import { readBatteryText, readDiagnosticText } from './jt808.texts.ts'
import { keepPercent } from './jt808.values.ts'

const readIccid: ItemReader = (bytes, at, length, { extras }) => {
  const text = readPrintable(bytes, at, at + length)
  if (text) extras.iccid = text.slice(0, 64)
}

/** Bluetooth locks, eleven bytes each: six of the address, millivolts. */
const readLocks: ItemReader = (bytes, at, length, { extras }) => {
  for (let index = 0; index < Math.min(8, Math.floor(length / 11)); index++) {
    const lock = at + index * 11
    extras[`lock${index + 1}Id`] = toHex(bytes, lock, lock + 6)
    extras[`lock${index + 1}BatteryVolts`] = readUint16(bytes, lock + 6) / 1000
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
      else if (bits & 8) reading.alarm ??= 'crash'
      else if (bits & 16) reading.alarm ??= 'tampering'
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
  const kind = bytes[at + 5] as number
  reading.alarm ??= kind === 0x16 ? 'crash' : (kinds[kind] ?? 'other')
}

/** 0x12: kind of area u8, id u32, 0 when entered and 1 when left (JT/T 808, table 27). */
const readArea: ItemReader = (bytes, at, _, reading) => {
  reading.alarm ??= bytes[at + 5] === 0 ? 'geofence_enter' : 'geofence_exit'
}

/** 0x57: bits 8 to 10 are harsh driving. */
const readExtendedAlarms: ItemReader = (bytes, at, _, reading) => {
  const bits = readUint16(bytes, at)
  if (bits & 0x100) reading.alarm ??= 'harsh_acceleration'
  else if (bits & 0x200) reading.alarm ??= 'harsh_braking'
  else if (bits & 0x400) reading.alarm ??= 'harsh_cornering'
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
  [0x12, { minLength: 6, read: readArea }],
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
        extras.analogRaw1 = readUint16(bytes, at + 2)
        extras.analogRaw2 = readUint16(bytes, at)
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
  [0x57, { minLength: 2, read: readExtendedAlarms }],
  [0x60, { minLength: 2, read: readLockEvent }],
  [0x63, { minLength: 11, read: readLocks }],
  [0x64, { minLength: 32, read: readAssistant }],
  [0x65, { minLength: 32, read: readAssistant }],
  [0x67, { minLength: 32, read: readAssistant }],
  [0x70, { minLength: 32, read: readHarshDriving }],
  [0x71, { minLength: 10, read: readIccid }],
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
      read: (bytes, at, length, reading) => {
        if (!readDiagnosticText(bytes, at, at + length, reading))
          readWirelessThermometers(bytes, at, length, reading)
      },
    },
  ],
  [0xe8, { minLength: 2, read: readState }],
  [0xbc, { minLength: 1, read: readDriverName }],
  [0xbd, { minLength: 1, read: readDriverText }],
  [0xea, { minLength: 4, read: readNested }],
  [0xeb, { minLength: 4, read: readNested }],
  [0xec, { minLength: 4, read: readNested }],
  [
    0xed,
    {
      minLength: 1,
      read: (bytes, at, length, reading) => {
        readDriverText(bytes, at, length, reading)
        readNested(bytes, at, length, reading)
      },
    },
  ],
  [0xfa, { minLength: 3, read: readEvents }],
  [
    0xfe,
    {
      minLength: 1,
      read: (bytes, at, length, reading) => {
        if (length === 1) keepPercent(reading, bytes[at] as number)
        else if (length === 2 && readUint16(bytes, at) >= 60)
          reading.telemetry.powerVolts = readUint16(bytes, at) / 10
        else if (bytes[at] === 0x7c) readDriving(bytes, at, length, reading)
      },
    },
  ],
])

/** Readers that check the length themselves. */
const readerOfReading: ReadonlyMap<number, ItemReader> = new Map([...powerItems, ...sensorItems, ...obdItems])

/** Items (id u8, length u8, value) of `[from, end)`; stops at an item that exceeds `end`. */
export function readJt808Items(bytes: Uint8Array, from: number, end: number, reading: Jt808Reading): void {
  for (let at = from; at + 2 <= end; ) {
    const length = bytes[at + 1] as number
    const value = at + 2
    if (value + length > end) return
    const id = bytes[at] as number
    const reader = readerOfItem.get(id)
    if (reader && length >= reader.minLength) reader.read(bytes, value, length, reading)
    if (length > 0) readerOfReading.get(id)?.(bytes, value, length, reading)
    at = value + length
  }
}
