import { deflateSync } from 'node:zlib'

type Field = readonly [number: number, value: number | Uint8Array | readonly number[]]

const varint = (value: number): number[] => {
  const bytes: number[] = []
  let rest = value
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128)
  return [...bytes, rest]
}
const zigzag = (value: number) => (value < 0 ? -2 * value - 1 : 2 * value)
const text = (value: string) => new TextEncoder().encode(value)
const deltas = (values: readonly number[]) => values.map((value, at) => zigzag(value - (values[at - 1] ?? 0)))

/** Encodes a protobuf message: numbers as varints, bytes with length, lists packed. */
function message(fields: readonly Field[]): Uint8Array {
  return Uint8Array.from(
    fields.flatMap(([number, value]) => {
      if (typeof value === 'number') return [...varint(number * 8), ...varint(value)]
      const bytes = value instanceof Uint8Array ? [...value] : value.flatMap(varint)
      return [...varint(number * 8 + 2), ...varint(bytes.length), ...bytes]
    }),
  )
}

/** Encodes one block of a PBF file with length and header. */
export function pbfBlock(
  type: string,
  content: Uint8Array,
  blob: readonly Field[] = [
    [2, content.length],
    [3, deflateSync(content)],
  ],
): Uint8Array {
  const body = message(blob)
  const header = message([
    [1, text(type)],
    [3, body.length],
  ])
  const length = new Uint8Array(4)
  new DataView(length.buffer).setUint32(0, header.length)
  return Uint8Array.from([...length, ...header, ...body])
}

export const pbfHeader = (features: readonly string[] = ['OsmSchema-V0.6', 'DenseNodes']) =>
  pbfBlock('OSMHeader', message(features.map((feature) => [4, text(feature)] as const)))

export interface SmallExtract {
  /** Ids with coordinates in degrees. */
  nodes: readonly (readonly [id: number, latitude: number, longitude: number])[]
  ways: readonly { id: number; nodes: readonly number[]; tags: Readonly<Record<string, string>> }[]
  hasWaysFirst?: boolean
}

/** A PBF file of a small extract, with one block each for dense nodes and ways. */
export function pbfFile({ nodes, ways, hasWaysFirst = false }: SmallExtract): Uint8Array {
  const dense = message([
    [1, deltas(nodes.map(([id]) => id))],
    [8, deltas(nodes.map(([, latitude]) => Math.round(latitude * 1e7)))],
    [9, deltas(nodes.map(([, , longitude]) => Math.round(longitude * 1e7)))],
  ])
  const texts = [...new Set(ways.flatMap(({ tags }) => Object.entries(tags).flat()))]
  const indexOf = (value: string) => texts.indexOf(value) + 1
  const lines = ways.map(({ id, nodes: references, tags }): Field => {
    return [
      3,
      message([
        [1, id],
        [2, Object.keys(tags).map(indexOf)],
        [3, Object.values(tags).map(indexOf)],
        [8, deltas(references)],
      ]),
    ]
  })
  const table = message(['', ...texts].map((value) => [1, text(value)] as const))
  const block = (group: Uint8Array) =>
    pbfBlock(
      'OSMData',
      message([
        [1, table],
        [2, group],
      ]),
    )
  const blocks = [block(message([[2, dense]])), block(message(lines))]
  const parts = [pbfHeader(), ...(hasWaysFirst ? blocks.reverse() : blocks)]
  return Uint8Array.from(parts.flatMap((part) => [...part]))
}

/** A crossing of two streets. */
export const crossroads: SmallExtract = {
  nodes: [
    [10, 19.4, -99.2],
    [11, 19.4, -99.1],
    [12, 19.4, -99.0],
    [20, 19.5, -99.1],
  ],
  ways: [
    { id: 1, nodes: [10, 11, 12], tags: { highway: 'primary', name: 'Avenida Uno' } },
    { id: 2, nodes: [11, 20], tags: { highway: 'residential', name: 'Calle Dos', oneway: 'yes' } },
  ],
}
