import { readPrintable, readUint16 } from '../bytes.ts'
import { type ItemReader, visitItems } from './jt808.reading.ts'
import { keepTroubleCodes, readField, readTable, readVin, type ValueField } from './jt808.values.ts'

const perCentOf255 = { scale: 100 / 255, digits: 0 } as const

/** Items 0x80 to 0x8E of makers with an engine reader. */
const itemFields: ReadonlyMap<number, ValueField> = new Map<number, ValueField>([
  [0x80, { size: 1, name: 'obdSpeedKmh' }],
  [0x81, { size: 2, name: 'rpm' }],
  [0x82, { size: 2, name: 'powerVolts', scale: 0.1 }],
  [0x83, { size: 1, name: 'engineLoadPercent' }],
  [0x84, { size: 1, name: 'coolantTemperature', offset: -40 }],
  [0x85, { size: 2, name: 'fuelConsumption' }],
  [0x86, { size: 1, name: 'intakeTemperature', offset: -40 }],
  [0x87, { size: 2, name: 'intakeFlow' }],
  [0x88, { size: 1, name: 'intakePressureKpa' }],
  [0x89, { size: 1, name: 'throttlePercent' }],
  [0x8c, { size: 4, name: 'obdOdometerMetres', scale: 100 }],
  [0x8d, { size: 2, name: 'tripMetres', scale: 1000 }],
  [0x8e, { size: 1, name: 'fuelPercent' }],
])

/** Item 0xF3: id u16, length u8, value. */
const nestedFields: ReadonlyMap<number, ValueField> = new Map<number, ValueField>([
  [0x0002, { size: 2, name: 'obdSpeedKmh', scale: 0.1 }],
  [0x0003, { size: 2, name: 'rpm' }],
  [0x0004, { size: 2, name: 'powerVolts', scale: 0.001 }],
  [0x0005, { size: 4, name: 'obdOdometerMetres', scale: 100 }],
  [0x0007, { size: 2, name: 'fuelConsumption', scale: 0.1 }],
  [0x0008, { size: 2, name: 'engineLoadPercent', scale: 0.1 }],
  [0x0009, { size: 2, name: 'coolantTemperature', offset: -40 }],
  [0x000b, { size: 2, name: 'intakePressureKpa' }],
  [0x000c, { size: 2, name: 'intakeTemperature', offset: -40 }],
  [0x000d, { size: 2, name: 'intakeFlow' }],
  [0x000e, { size: 2, name: 'throttlePercent', ...perCentOf255 }],
  [0x0102, { size: 2, name: 'tripFuelLitres', scale: 0.1 }],
])

/** Item 0x91: values at fixed places. */
const fixedFields: readonly (readonly [offset: number, field: ValueField])[] = [
  [0, { size: 2, name: 'powerVolts', scale: 0.1 }],
  [2, { size: 2, name: 'rpm' }],
  [4, { size: 1, name: 'obdSpeedKmh' }],
  [5, { size: 1, name: 'throttlePercent', ...perCentOf255 }],
  [6, { size: 1, name: 'engineLoadPercent', ...perCentOf255 }],
  [7, { size: 1, name: 'coolantTemperature', offset: -40 }],
  [10, { size: 2, name: 'fuelConsumption', scale: 0.01 }],
  [20, { size: 2, name: 'fuelUsedLitres', scale: 0.01 }],
]

const readCodes: ItemReader = (bytes, at, length, reading) => {
  const text = readPrintable(bytes, at, at + length)
  if (text) keepTroubleCodes(text, reading)
}

/** Reads an engine item by its id; false for other items. */
function readEngineItem(id: number, ...item: Parameters<ItemReader>): boolean {
  const [bytes, at, length, reading] = item
  if (id === 0x8b) readVin(...item)
  else if (id === 0xa0) readCodes(...item)
  else return readTable(itemFields, id, bytes, at, length, reading)
  return true
}

/** 0x80: the speed, or a content byte and engine items behind it. */
const readContainer: ItemReader = (bytes, at, length, reading) => {
  if (length === 1) readTable(itemFields, 0x80, bytes, at, length, reading)
  else
    visitItems(bytes, at + 1, at + length, { idBytes: 1, lengthBytes: 1 }, (id, value, size) => {
      readEngineItem(id, bytes, value, size, reading)
    })
}

const readNestedEngine: ItemReader = (bytes, at, length, reading) => {
  visitItems(bytes, at, at + length, { idBytes: 2, lengthBytes: 1 }, (id, value, size) => {
    if (id === 0x0050) readVin(bytes, value, size, reading)
    // A trip is tenths of a kilometre.
    else if (id === 0x0100 && size === 2) reading.extras.tripMetres = readUint16(bytes, value) * 100
    else readTable(nestedFields, id, bytes, value, size, reading)
  })
}

const readFixedEngine: ItemReader = (bytes, at, length, reading) => {
  for (const [offset, field] of fixedFields)
    if (offset + field.size <= length) readField(field, bytes, at + offset, reading)
}

const engineIds = [...itemFields.keys(), 0x8b, 0xa0]

export const obdItems: ReadonlyMap<number, ItemReader> = new Map<number, ItemReader>([
  ...engineIds.map((id): [number, ItemReader] => [id, (...item) => void readEngineItem(id, ...item)]),
  [0x80, readContainer],
  [0x91, readFixedEngine],
  [0x94, readVin],
  [0xf3, readNestedEngine],
])
