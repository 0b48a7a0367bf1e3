import type { ReadingValue } from '@rumbo/contract/telemetry.readings.contract'
import { type ReadingName, readingNameOf, readingOf } from '@rumbo/contract/telemetry.readings.rules'

/** One value of a reading. */
export interface PackedReading {
  name: ReadingName
  value: ReadingValue
  isImplausible: boolean
  /** Epoch ms; only of latest values, which were stated at times of their own. */
  time: number
}

// A reading is a varint of its number in the catalogue, whether it is implausible, and its form; then the index of a
// family, then the value. Number 0 has its name as a text instead.
const form = { scaled: 0, double: 1, no: 2, yes: 3, text: 4 } as const
const implausibleBit = 8
const headBits = 16
/** Doubled for the sign, it is still exact. */
const maxScaled = 2 ** 51
/** A varint of 53 bits. */
const maxVarintBytes = 8
const powers = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000]

let scratch = Buffer.allocUnsafe(4_096)
let end = 0

function reserve(bytes: number): void {
  if (end + bytes <= scratch.length) return
  const larger = Buffer.allocUnsafe(Math.max(scratch.length * 2, end + bytes))
  scratch.copy(larger, 0, 0, end)
  scratch = larger
}

function writeVarint(value: number): void {
  reserve(maxVarintBytes)
  let rest = value
  while (rest >= 128) {
    scratch[end] = (rest % 128) | 128
    end += 1
    rest = Math.floor(rest / 128)
  }
  scratch[end] = rest
  end += 1
}

function writeText(text: string): void {
  const length = Buffer.byteLength(text)
  reserve(maxVarintBytes + length)
  writeVarint(length)
  end += scratch.write(text, end, 'utf8')
}

/** Numbers are kept with the decimals of their reading; null where that does not fit or would change a raw value. */
function scaledOf({ entry }: ReadingName, value: number, isExact: boolean): number | null {
  const power = powers[entry?.kind === 'number' ? entry.digits : 0] ?? 1
  const scaled = Math.round(value * power)
  if (!(Math.abs(scaled) < maxScaled)) return null
  return (isExact || !entry) && scaled / power !== value ? null : scaled
}

function writeReading(name: ReadingName, value: ReadingValue, isImplausible: boolean): void {
  const scaled = typeof value === 'number' ? scaledOf(name, value, isImplausible) : null
  const shape =
    typeof value === 'string'
      ? form.text
      : typeof value === 'boolean'
        ? value
          ? form.yes
          : form.no
        : scaled === null
          ? form.double
          : form.scaled
  writeVarint((name.entry?.number ?? 0) * headBits + (isImplausible ? implausibleBit : 0) + shape)
  if (!name.entry) writeText(name.name)
  else if (name.index !== null) writeVarint(name.index)
  if (typeof value === 'string') writeText(value)
  else if (scaled !== null) writeVarint(scaled < 0 ? -2 * scaled - 1 : 2 * scaled)
  else if (typeof value === 'number') {
    reserve(8)
    end = scratch.writeDoubleLE(value, end)
  }
}

/** Readings of one moment as bytes: two for the name, one to four for most values. */
export function packReadings(readings: Iterable<Omit<PackedReading, 'time'>>): Buffer {
  end = 0
  for (const { name, value, isImplausible } of readings) writeReading(name, value, isImplausible)
  return Buffer.from(scratch.subarray(0, end))
}

/**
 * Latest readings as bytes, each with its age.
 * @param asOfMs no reading is younger
 */
export function packLatest(readings: Iterable<PackedReading>, asOfMs: number): Buffer {
  end = 0
  for (const { name, value, isImplausible, time } of readings) {
    writeReading(name, value, isImplausible)
    writeVarint(Math.max(0, asOfMs - time))
  }
  return Buffer.from(scratch.subarray(0, end))
}

class Reader {
  at = 0
  readonly #bytes: Buffer
  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }
  get hasMore(): boolean {
    return this.at < this.#bytes.length
  }
  varint(): number {
    let value = 0
    for (let power = 1; ; power *= 128) {
      const byte = this.#bytes[this.at]
      if (byte === undefined || power > 2 ** 49) throw new Error('Packed readings end within a number.')
      this.at += 1
      value += (byte & 127) * power
      if (byte < 128) return value
    }
  }
  text(): string {
    const length = this.varint()
    if (this.at + length > this.#bytes.length) throw new Error('Packed readings end within a text.')
    this.at += length
    return this.#bytes.toString('utf8', this.at - length, this.at)
  }
  double(): number {
    this.at += 8
    return this.#bytes.readDoubleLE(this.at - 8)
  }
  name(number: number): ReadingName {
    if (number === 0) return readingOf(this.text())
    const pattern = readingNameOf(number, null)
    if (pattern === null) throw new Error(`The catalogue has no reading ${number}.`)
    return readingOf(pattern.includes('#') ? (readingNameOf(number, this.varint()) ?? pattern) : pattern)
  }
  value(shape: number, { entry }: ReadingName): ReadingValue {
    if (shape === form.text) return this.text()
    if (shape === form.no || shape === form.yes) return shape === form.yes
    if (shape === form.double) return this.double()
    const zigzag = this.varint()
    const scaled = zigzag % 2 === 0 ? zigzag / 2 : -(zigzag + 1) / 2
    return scaled / (powers[entry?.kind === 'number' ? entry.digits : 0] ?? 1)
  }
}

function* unpack(bytes: Buffer, timeOf: (reader: Reader) => number): Generator<PackedReading> {
  const reader = new Reader(bytes)
  while (reader.hasMore) {
    const head = reader.varint()
    const shape = head % implausibleBit
    const name = reader.name(Math.floor(head / headBits))
    const value = reader.value(shape, name)
    yield { name, value, isImplausible: head % headBits >= implausibleBit, time: timeOf(reader) }
  }
}

/** Readings of one moment. @throws for bytes that `packReadings` cannot have written */
export const unpackReadings = (bytes: Buffer, timeMs: number): Generator<PackedReading> =>
  unpack(bytes, () => timeMs)

/** Latest readings. @throws for bytes that `packLatest` cannot have written */
export const unpackLatest = (bytes: Buffer, asOfMs: number): Generator<PackedReading> =>
  unpack(bytes, (reader) => asOfMs - reader.varint())
