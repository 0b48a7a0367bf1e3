import type { Tags } from './osm-xml.ts'
import { ProtobufError, type ProtobufReader, textOf } from './protobuf.ts'

/** Numbers of one field, in a buffer that is used again. */
export interface NumberList {
  values: Float64Array
  length: number
  clear(): void
  /** Adds packed numbers in zigzag form. */
  readSigned(reader: ProtobufReader): void
  readUnsigned(reader: ProtobufReader): void
}

export function createNumberList(): NumberList {
  /** A number takes at least one byte. */
  const reserve = (bytes: number) => {
    const needed = list.length + bytes
    if (needed <= list.values.length) return
    const larger = new Float64Array(Math.max(needed, list.values.length * 2))
    larger.set(list.values.subarray(0, list.length))
    list.values = larger
  }
  const list: NumberList = {
    values: new Float64Array(0),
    length: 0,
    clear() {
      list.length = 0
    },
    readSigned(reader) {
      reserve(reader.end - reader.at)
      const { values } = list
      let { length } = list
      while (reader.at < reader.end) values[length++] = reader.signed()
      list.length = length
    },
    readUnsigned(reader) {
      reserve(reader.end - reader.at)
      const { values } = list
      let { length } = list
      while (reader.at < reader.end) values[length++] = reader.unsigned()
      list.length = length
    },
  }
  return list
}

/** The texts of a block, decoded when first asked for. */
export interface StringTable {
  text(index: number): string
  /** Tags from columns of keys and values, each from its start and by its stride. */
  tags(
    keys: Float64Array,
    keyStart: number,
    values: Float64Array,
    valueStart: number,
    length: number,
    stride: 1 | 2,
  ): Tags
}

/** Objects without a prototype that keep the fast layout, which `Object.create(null)` has not. */
const Bag = function Bag() {} as unknown as { new (): Record<string, string>; prototype: object }
Bag.prototype = Object.create(null) as object

const noTags: Tags = Object.freeze(new Bag())

export function createStringTable(reader: ProtobufReader | null): StringTable {
  const contents: Uint8Array[] = []
  const texts: string[] = []
  while (reader?.next()) {
    if (reader.field === 1) contents.push(reader.content())
    else reader.skip()
  }
  const text = (index: number): string => {
    const known = texts[index]
    if (known !== undefined) return known
    const content = contents[index]
    if (content === undefined) throw new ProtobufError('a text index is out of range')
    const decoded = textOf(content)
    texts[index] = decoded
    return decoded
  }
  return {
    text,
    tags(keys, keyStart, values, valueStart, length, stride) {
      if (length === 0) return noTags
      const bag = new Bag()
      for (let at = 0; at < length; at += stride)
        bag[text(keys[keyStart + at] as number)] = text(values[valueStart + at] as number)
      return bag
    },
  }
}
