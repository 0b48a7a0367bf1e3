/** The bytes are not a valid protocol buffer. */
export class ProtobufError extends Error {
  override readonly name = 'ProtobufError'
}

const text = new TextDecoder('utf-8', { fatal: true })

/** Reads one message of https://protobuf.dev/programming-guides/encoding, never past its end. */
export class ProtobufReader {
  readonly bytes: Uint8Array
  readonly end: number
  at: number
  /** Number of the field under the reader, and how it is written. */
  field = 0
  private wire = 0

  constructor(bytes: Uint8Array, at = 0, end = bytes.length) {
    this.bytes = bytes
    this.at = at
    this.end = end
  }

  /** Goes to the next field; its value is read, or skipped with `skip`, before the next call. */
  next(): boolean {
    if (this.at >= this.end) return false
    const key = this.unsigned()
    this.field = Math.floor(key / 8)
    this.wire = key % 8
    if (this.field === 0) throw new ProtobufError('a field has the number 0')
    return true
  }

  /** A whole number from 0; above 2^53 it is refused. */
  unsigned(): number {
    let value = 0
    let factor = 1
    for (let count = 0; count < 8; count += 1) {
      if (this.at >= this.end) throw new ProtobufError('a number is cut off')
      const byte = this.bytes[this.at++] as number
      value += (byte & 0x7f) * factor
      if (byte < 0x80) {
        if (value > Number.MAX_SAFE_INTEGER) throw new ProtobufError('a number is too large')
        return value
      }
      factor *= 128
    }
    throw new ProtobufError('a number is too large')
  }

  /** A whole number in zigzag form. */
  signed(): number {
    const value = this.unsigned()
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2
  }

  /** A whole number whose negatives take ten bytes. */
  plain(): number {
    const start = this.at
    let value = 0n
    for (let shift = 0n; shift < 70n; shift += 7n) {
      if (this.at >= this.end) throw new ProtobufError('a number is cut off')
      const byte = this.bytes[this.at++] as number
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) {
        const read = Number(BigInt.asIntN(64, value))
        if (!Number.isSafeInteger(read)) throw new ProtobufError('a number is too large')
        return read
      }
    }
    throw new ProtobufError(`a number at ${start} does not end`)
  }

  /** The value of a field of numbers. */
  number(): number {
    this.expect(0)
    return this.plain()
  }

  /** The value of a field of numbers in zigzag form. */
  zigzag(): number {
    this.expect(0)
    return this.signed()
  }

  /** A reader of the bytes of the field: a message, a text, packed numbers. */
  inner(): ProtobufReader {
    this.expect(2)
    const length = this.unsigned()
    if (length > this.end - this.at) throw new ProtobufError('a field is longer than its message')
    const inner = new ProtobufReader(this.bytes, this.at, this.at + length)
    this.at += length
    return inner
  }

  content(): Uint8Array {
    const { at, end } = this.inner()
    return this.bytes.subarray(at, end)
  }

  text(): string {
    return textOf(this.content())
  }

  skip(): void {
    if (this.wire === 0) {
      for (let count = 0; ; count += 1) {
        if (this.at >= this.end || count === 10) throw new ProtobufError('a number is cut off')
        if ((this.bytes[this.at++] as number) < 0x80) return
      }
    }
    if (this.wire === 2) this.inner()
    else if (this.wire === 1 || this.wire === 5) {
      this.at += this.wire === 1 ? 8 : 4
      if (this.at > this.end) throw new ProtobufError('a number is cut off')
    } else throw new ProtobufError(`a field is written in a way (${this.wire}) the format does not know`)
  }

  private expect(wire: number): void {
    if (this.wire !== wire) throw new ProtobufError(`field ${this.field} is not what the format says`)
  }
}

/** @throws ProtobufError where it is not UTF-8 */
export function textOf(bytes: Uint8Array): string {
  try {
    return text.decode(bytes)
  } catch {
    throw new ProtobufError('a text is not UTF-8')
  }
}
