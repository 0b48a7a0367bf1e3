import { fenceTagLimit } from '@rumbo/contract/geofences.contract'
import { type FenceFileReason, fencesInPreview } from '@rumbo/contract/geofences.files.contract'
import { type FenceShape, fenceShape } from '@rumbo/contract/geofences.shapes.contract'
import { isStorable } from '@rumbo/contract/table-files'
import { withoutHidden } from '@rumbo/contract/text'
import type { FenceFileOptions } from '@rumbo/geo/fence-files/fence-file'
import { readFenceFile } from '@rumbo/geo/fence-files/fence-file-read'
import { distinctTags } from '../geofences.tags.rules.ts'

/** A shape of a file as a geofence takes it. */
export interface FileFence {
  /** Its number among all shapes of the file; the first is 1. */
  index: number
  /** Fits the contract; empty where the file names none. */
  name: string
  description: string | null
  colour: string | null
  tags: string[]
  /** Within the limits of the product; null where a preview leaves it out. */
  shape: FenceShape
}
export interface RefusedShape {
  index: number
  line: number | null
  what: string
  reason: FenceFileReason
}
export interface ReadFences {
  fences: FileFence[]
  refused: RefusedShape[]
}

const longest = { name: 80, description: 2_000, tag: 40 } as const

const line = (text: string, most: number) =>
  isStorable(text)
    ? withoutHidden(text.replace(/\s+/g, ' ').trim())
        .slice(0, most)
        .replace(/\p{Cs}/gu, '')
        .trim()
    : ''
/** Keeps line ends and tabs, drops other control characters. */
const note = (text: string | null) =>
  (text !== null && isStorable(text)
    ? text
        .replace(/(?![\t\n\r])\p{Cc}/gu, '')
        .trim()
        .slice(0, longest.description)
        .replace(/\p{Cs}/gu, '')
        .trim()
    : '') || null

/**
 * Reads a file in any of the formats. Names and tags are cut to what the product takes; a shape beyond its limits is
 * refused. May take seconds: for a process of its own.
 */
export async function readFences(bytes: Uint8Array, options: FenceFileOptions): Promise<ReadFences> {
  const file = await readFenceFile(bytes, options)
  const fences: FileFence[] = []
  const refused: RefusedShape[] = file.refused.map(({ index, line: at, what, reason }) => ({
    index,
    line: at,
    what: line(what, 100),
    reason,
  }))
  for (const { index, line: at, name, description, shape, colour, tags } of file.fences) {
    const parsed = fenceShape.safeParse(shape)
    const named = line(name, longest.name)
    if (!parsed.success) {
      refused.push({ index, line: at, what: named || shape.kind, reason: 'beyond_limits' })
      continue
    }
    const known = distinctTags(tags.map((tag) => line(tag, longest.tag)).filter(Boolean))
    fences.push({
      index,
      name: named,
      description: note(description),
      colour,
      tags: known.slice(0, fenceTagLimit),
      shape: parsed.data,
    })
  }
  return { fences, refused: refused.sort((a, b) => a.index - b.index) }
}

interface Fleet {
  /** Names in use, as the database compares them. */
  taken: ReadonlySet<string>
  /** How many more fences it may have. */
  room: number
  /** A name as the database compares it. */
  compared: (name: string) => string
  /** The name of one that the file does not name. */
  nameless: (number: number) => string
}

/** Gives the unnamed ones names, and refuses those whose name is in use or for which there is no room. */
export function planFences(
  { fences, refused }: ReadFences,
  { taken, room, compared, nameless }: Fleet,
): ReadFences {
  const used = new Set(taken)
  const added: FileFence[] = []
  const left = [...refused]
  let number = 0
  const freeName = () => {
    do number += 1
    while (used.has(compared(nameless(number))))
    return nameless(number)
  }
  for (const fence of fences) {
    const name = fence.name || freeName()
    const reason = used.has(compared(name)) ? 'name_taken' : added.length >= room ? 'fences_full' : null
    if (reason) {
      left.push({ index: fence.index, line: null, what: name, reason })
      continue
    }
    used.add(compared(name))
    added.push({ ...fence, name })
  }
  return { fences: added, refused: left.sort((a, b) => a.index - b.index) }
}

/** What a page shows of a file: the first ones of each. */
export const previewOf = ({ fences, refused }: ReadFences, outline: (shape: FenceShape) => FenceShape) => ({
  items: fences
    .slice(0, fencesInPreview)
    .map(({ index, name, colour, shape }) => ({ index, name, colour, shape: outline(shape) })),
  total: fences.length,
  refused: refused.slice(0, fencesInPreview),
  refusedTotal: refused.length,
})
