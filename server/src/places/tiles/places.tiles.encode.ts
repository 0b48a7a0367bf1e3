/**
 * A feature of geojson-vt's tiles: coordinates in the tile's own grid of 4096 by 4096, y downwards. An area is one
 * polygon: the outer ring, then its holes.
 */
export interface TileFeature {
  /** 1 point, 2 line, 3 polygon. */
  type: 1 | 2 | 3
  geometry: readonly (readonly number[])[] | readonly (readonly (readonly number[])[])[]
  tags: Record<string, unknown> | null
}

export const tileExtent = 4096
const encoder = new TextEncoder()

/** A growing buffer with the protobuf encodings that a vector tile needs. */
class Writer {
  bytes = new Uint8Array(4096)
  length = 0

  private room(more: number): void {
    if (this.length + more <= this.bytes.length) return
    const larger = new Uint8Array(Math.max(this.bytes.length * 2, this.length + more))
    larger.set(this.bytes.subarray(0, this.length))
    this.bytes = larger
  }
  varint(value: number): void {
    this.room(10)
    let rest = value
    while (rest >= 0x80) {
      this.bytes[this.length++] = (rest % 0x80) | 0x80
      rest = Math.floor(rest / 0x80)
    }
    this.bytes[this.length++] = rest
  }
  /** A field of bytes: strings, messages, packed numbers. */
  field(number: number, bytes: Uint8Array): void {
    this.varint(number * 8 + 2)
    this.varint(bytes.length)
    this.room(bytes.length)
    this.bytes.set(bytes, this.length)
    this.length += bytes.length
  }
  number(field: number, value: number): void {
    this.varint(field * 8)
    this.varint(value)
  }
  double(field: number, value: number): void {
    this.varint(field * 8 + 1)
    this.room(8)
    new DataView(this.bytes.buffer).setFloat64(this.length, value, true)
    this.length += 8
  }
  reset(): void {
    this.length = 0
  }
  done(): Uint8Array {
    return this.bytes.subarray(0, this.length)
  }
}

const scratch = { geometry: new Writer(), tags: new Writer(), feature: new Writer(), value: new Writer() }
const zigzag = (value: number) => (value >= 0 ? value * 2 : -value * 2 - 1)

/** Whether a ring is clockwise on screen, as the outer ring must be. */
function turnsRight(ring: readonly (readonly number[])[]): boolean {
  let doubled = 0
  for (let index = 1; index < ring.length; index++) {
    const [ax = 0, ay = 0] = ring[index - 1] ?? []
    const [bx = 0, by = 0] = ring[index] ?? []
    doubled += ax * by - bx * ay
  }
  return doubled >= 0
}

/** Writes the geometry commands of a feature; false where none remain. */
function writeGeometry(feature: TileFeature, out: Writer): boolean {
  out.reset()
  let x = 0
  let y = 0
  const to = (point: readonly number[]) => {
    const [nextX = 0, nextY = 0] = point
    out.varint(zigzag(nextX - x))
    out.varint(zigzag(nextY - y))
    x = nextX
    y = nextY
  }
  if (feature.type === 1) {
    const points = feature.geometry as readonly (readonly number[])[]
    if (points.length === 0) return false
    out.varint(points.length * 8 + 1)
    for (const point of points) to(point)
    return true
  }
  const lines = feature.geometry as readonly (readonly (readonly number[])[])[]
  for (const [number, given] of lines.entries()) {
    // Readers distinguish a hole from an outer ring by its direction.
    const line = feature.type === 3 && turnsRight(given) !== (number === 0) ? given.toReversed() : given
    // A ring's last point repeats the first; the ClosePath command replaces it.
    const count = feature.type === 3 ? line.length - 1 : line.length
    const first = line[0]
    if (first === undefined || count < feature.type) continue
    out.varint(9)
    to(first)
    out.varint((count - 1) * 8 + 2)
    for (let index = 1; index < count; index++) to(line[index] ?? first)
    if (feature.type === 3) out.varint(15)
  }
  return out.length > 0
}

function valueBytes(value: string | number | boolean): Uint8Array {
  const out = scratch.value
  out.reset()
  if (typeof value === 'string') out.field(1, encoder.encode(value))
  else if (typeof value === 'boolean') out.number(7, value ? 1 : 0)
  else if (Number.isInteger(value) && value >= 0) out.number(5, value)
  else out.double(3, value)
  return out.done()
}

function layerBytes(name: string, features: readonly TileFeature[]): Uint8Array | null {
  const layer = new Writer()
  const keys = new Map<string, number>()
  const values = new Map<string | number | boolean, number>()
  const numberOf = <Key>(known: Map<Key, number>, key: Key) => {
    const number = known.get(key) ?? known.size
    if (number === known.size) known.set(key, number)
    return number
  }
  layer.number(15, 2)
  layer.field(1, encoder.encode(name))
  let count = 0
  for (const feature of features) {
    if (!writeGeometry(feature, scratch.geometry)) continue
    scratch.tags.reset()
    for (const [key, value] of Object.entries(feature.tags ?? {})) {
      if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') continue
      scratch.tags.varint(numberOf(keys, key))
      scratch.tags.varint(numberOf(values, value))
    }
    const message = scratch.feature
    message.reset()
    message.field(2, scratch.tags.done())
    message.number(3, feature.type)
    message.field(4, scratch.geometry.done())
    layer.field(2, message.done())
    count++
  }
  if (count === 0) return null
  for (const key of keys.keys()) layer.field(3, encoder.encode(key))
  for (const value of values.keys()) layer.field(4, valueBytes(value))
  layer.number(5, tileExtent)
  return layer.done()
}

/**
 * Encodes a vector tile (version 2) with the layers in order; null where all are empty. Tags that are not strings,
 * numbers or booleans are omitted.
 */
export function encodeTile(layers: ReadonlyMap<string, readonly TileFeature[]>): Uint8Array | null {
  const tile = new Writer()
  for (const [name, features] of layers) {
    const bytes = layerBytes(name, features)
    if (bytes !== null) tile.field(3, bytes)
  }
  return tile.length === 0 ? null : tile.done()
}
