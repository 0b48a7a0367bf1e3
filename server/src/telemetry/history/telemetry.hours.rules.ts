import { newStoredPositions, type StoredPositions } from '../intake/telemetry.state.ts'

/** Every column except the hash, in packing order; new ones may only be appended. */
export const numberColumns = [
  'fixTime',
  'receivedAt',
  'latitude',
  'longitude',
  'odometerMetres',
  'speedTenths',
  'heading',
  'altitude',
  'flags',
  'satellites',
  'batteryPercent',
  'fuelPercent',
  'signalPercent',
] as const satisfies readonly (keyof StoredPositions)[]

/** Appends one position of another set of columns. */
export function copyPosition(from: StoredPositions, at: number, to: StoredPositions): void {
  to.reportHash.push(from.reportHash[at] ?? 0n)
  for (const name of numberColumns) (to[name] as (number | null)[]).push(from[name][at] ?? null)
}

/**
 * The format. First byte: 1, the format's version. Then the number of positions, their hashes of eight bytes, and each
 * column: its mode, and the data of that mode. Numbers are little-endian groups of seven bits, signed ones
 * zigzag-encoded. Times are stored as changes of their step, times of arrival as changes of their delay, other columns
 * as changes.
 */
const packedPositionsFormat = 1
const packedMode = { none: 0, constant: 1, changes: 2 } as const

class Writer {
  #bytes: Buffer
  #at = 0
  constructor(size: number) {
    this.#bytes = Buffer.allocUnsafe(size)
  }
  #room(size: number): void {
    if (this.#at + size <= this.#bytes.length) return
    const larger = Buffer.allocUnsafe(this.#bytes.length * 2 + size)
    this.#bytes.copy(larger, 0, 0, this.#at)
    this.#bytes = larger
  }
  hash(value: bigint): void {
    this.#room(8)
    this.#bytes.writeBigInt64LE(value, this.#at)
    this.#at += 8
  }
  unsigned(value: number): void {
    this.#room(8)
    let rest = value
    while (rest >= 128) {
      this.#bytes[this.#at] = 128 | (rest % 128)
      this.#at += 1
      rest = Math.floor(rest / 128)
    }
    this.#bytes[this.#at] = rest
    this.#at += 1
  }
  done = () => this.#bytes.subarray(0, this.#at)
}

const folded = (value: number) => (value < 0 ? -2 * value - 1 : 2 * value)
const unfolded = (value: number) => (value % 2 === 0 ? value / 2 : -(value + 1) / 2)

type Numbers = readonly (number | null)[]

function isConstant(values: Numbers): boolean {
  for (let at = 1; at < values.length; at += 1) if (values[at] !== values[0]) return false
  return true
}

function writeColumn(writer: Writer, values: Numbers): void {
  const first = values[0] ?? null
  if (isConstant(values)) {
    writer.unsigned(first === null ? packedMode.none : packedMode.constant)
    if (first !== null) writer.unsigned(folded(first))
    return
  }
  writer.unsigned(packedMode.changes)
  let before = 0
  for (const value of values) {
    if (value === null) writer.unsigned(0)
    else {
      writer.unsigned(folded(value - before) + 1)
      before = value
    }
  }
}

/** Steps of times: the second difference is 0 for a device that reports at a steady pace. */
const stepsOf = (times: readonly number[]) => times.map((time, at) => time - (times[at - 1] ?? 0))
const delaysOf = ({ receivedAt, fixTime }: StoredPositions) =>
  receivedAt.map((time, at) => time - (fixTime[at] ?? 0))

/** Packs positions in the order given; some 25 bytes a position at a steady pace, 8 of them the hash. */
export function packHour(positions: StoredPositions): Buffer {
  const writer = new Writer(64 + positions.fixTime.length * 32)
  writer.unsigned(packedPositionsFormat)
  writer.unsigned(positions.fixTime.length)
  for (const hash of positions.reportHash) writer.hash(hash)
  for (const name of numberColumns) {
    if (name === 'fixTime') writeColumn(writer, stepsOf(positions.fixTime))
    else if (name === 'receivedAt') writeColumn(writer, delaysOf(positions))
    else writeColumn(writer, positions[name])
  }
  return writer.done()
}

/** Target columns for a packed hour. */
export interface PackedRoom {
  /** Index of its first position in every column. */
  first: number
  /** Columns that are null are skipped. */
  columns: Readonly<Record<(typeof numberColumns)[number], Float64Array | null>>
  hashes: BigInt64Array | null
}

/**
 * Reads a packed hour into columns of numbers, times in epoch ms; what is unknown is NaN.
 * @param makeRoom called with the number of positions
 * @returns the number of positions
 * @throws Error when the format is of a newer version
 */
export function readPacked(bytes: Uint8Array, makeRoom: (count: number) => PackedRoom): number {
  if (bytes[0] !== packedPositionsFormat)
    throw new Error(`Packed positions of format ${bytes[0]} need a newer version of Rumbo.`)
  let at = 1
  const one = new Float64Array(1)
  // A single value is encoded as a column of one change.
  const unsigned = (): number => {
    at = readChanges(bytes, at, one, 0, 1)
    const [value = 0] = one
    return Number.isNaN(value) ? 0 : folded(value) + 1
  }
  const count = unsigned()
  const { first, columns, hashes } = makeRoom(count)
  // Hashes are in machine byte order, which is little-endian on all supported platforms.
  if (hashes !== null)
    new Uint8Array(hashes.buffer, hashes.byteOffset + 8 * first).set(bytes.subarray(at, at + 8 * count))
  at += 8 * count
  const end = first + count
  for (const name of numberColumns) {
    const how = unsigned()
    const column = columns[name]
    if (how !== packedMode.changes) {
      const value = how === packedMode.none ? Number.NaN : unfolded(unsigned())
      column?.fill(value, first, end)
    } else if (column === null) {
      for (let left = count; left > 0; ) if ((bytes[at++] ?? 0) < 128) left -= 1
    } else at = readChanges(bytes, at, column, first, end)
  }
  const { fixTime, receivedAt } = columns
  if (fixTime !== null)
    for (let index = first + 1; index < end; index += 1)
      fixTime[index] = (fixTime[index] ?? 0) + (fixTime[index - 1] ?? 0)
  if (fixTime !== null && receivedAt !== null)
    for (let index = first; index < end; index += 1)
      receivedAt[index] = (receivedAt[index] ?? 0) + (fixTime[index] ?? 0)
  return count
}

/**
 * Decodes changes in groups of seven bits into values. Optimised for one or two bytes: a day has a million of them.
 * @returns the offset after them
 */
function readChanges(bytes: Uint8Array, from: number, to: Float64Array, first: number, end: number): number {
  let at = from
  let before = 0
  for (let index = first; index < end; index += 1) {
    let byte = bytes[at++] ?? 0
    let change = byte
    // The continuation bit was added with the previous byte.
    for (let scale = 128; byte >= 128; scale *= 128) {
      byte = bytes[at++] ?? 0
      change += (byte - 1) * scale
    }
    if (change === 0) to[index] = Number.NaN
    else {
      before += unfolded(change - 1)
      to[index] = before
    }
  }
  return at
}

/** Appends what was packed to `to`. @throws Error when the format is of a newer version */
export function unpackHour(bytes: Uint8Array, to: StoredPositions): void {
  let hashes = new BigInt64Array()
  let columns = {} as Record<(typeof numberColumns)[number], Float64Array>
  readPacked(bytes, (count) => {
    hashes = new BigInt64Array(count)
    columns = Object.fromEntries(
      numberColumns.map((name) => [name, new Float64Array(count)]),
    ) as typeof columns
    return { first: 0, columns, hashes }
  })
  for (const hash of hashes) to.reportHash.push(hash)
  for (const name of numberColumns) {
    const column = to[name] as (number | null)[]
    for (const value of columns[name]) column.push(Number.isNaN(value) ? null : value)
  }
}

const isBefore = (a: StoredPositions, i: number, b: StoredPositions, j: number): number =>
  (a.fixTime[i] ?? 0) - (b.fixTime[j] ?? 0) ||
  ((a.reportHash[i] ?? 0n) < (b.reportHash[j] ?? 0n)
    ? -1
    : (a.reportHash[i] ?? 0n) > (b.reportHash[j] ?? 0n)
      ? 1
      : 0)

/** Merges two sets ordered by time and hash; duplicates appear once. */
export function mergePositions(one: StoredPositions, other: StoredPositions): StoredPositions {
  if (other.fixTime.length === 0) return one
  if (one.fixTime.length === 0) return other
  const merged = newStoredPositions()
  let i = 0
  let j = 0
  while (i < one.fixTime.length || j < other.fixTime.length) {
    const order = i >= one.fixTime.length ? 1 : j >= other.fixTime.length ? -1 : isBefore(one, i, other, j)
    if (order <= 0) copyPosition(one, i, merged)
    else copyPosition(other, j, merged)
    if (order <= 0) i += 1
    if (order >= 0) j += 1
  }
  return merged
}
