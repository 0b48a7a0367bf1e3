import type { Place } from '@rumbo/contract/places.contract'
import type { OsmRegion } from '@rumbo/geo'

/** A street, a crossing of two, or a named place, as a search finds it. */
export interface Entry {
  name: string
  detail: string | null
  latitude: number
  longitude: number
  isApproximate: boolean
  kind: 'place' | 'street' | 'crossing'
  /** Folded words of each street of a crossing; a street or place has one list. */
  words: readonly (readonly string[])[]
}

const marks = /[\u0300-\u036f]/g
/** Folded words: lower case, without accents and signs. */
export const wordsOf = (text: string): string[] =>
  text
    .normalize('NFD')
    .replace(marks, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** Where a street meets another more than once, meetings closer than this many degrees are one. */
const sameCrossingDegrees = 0.004

/** The streets, crossings and places of a region, each once. */
export function entriesOf(region: OsmRegion): Entry[] {
  const isApproximate = region.note !== null && /approximate/i.test(region.note)
  const entries: Entry[] = region.places.map(({ name, latitude, longitude }) => {
    return { name, detail: null, latitude, longitude, isApproximate, kind: 'place', words: [wordsOf(name)] }
  })
  const longest = new Map<string, readonly number[]>()
  const namesAt = new Map<number, Set<string>>()
  for (const { nodeIds, tags } of region.ways) {
    const { name } = tags
    if (name === undefined) continue
    if (nodeIds.length > (longest.get(name)?.length ?? 0)) longest.set(name, nodeIds)
    for (const id of nodeIds) namesAt.set(id, (namesAt.get(id) ?? new Set()).add(name))
  }
  for (const [name, nodeIds] of longest) {
    const middle = region.nodes.get(nodeIds[nodeIds.length >> 1] ?? Number.NaN)
    if (middle)
      entries.push({ name, detail: null, ...middle, isApproximate, kind: 'street', words: [wordsOf(name)] })
  }
  const met = new Map<string, Entry[]>()
  for (const [id, names] of namesAt) {
    const at = region.nodes.get(id)
    if (!at || names.size < 2) continue
    const sorted = [...names].sort()
    for (const [index, first] of sorted.entries()) {
      for (const second of sorted.slice(index + 1)) {
        const before = met.get(`${first}\n${second}`) ?? []
        const isKnown = before.some(
          (entry) =>
            Math.abs(entry.latitude - at.latitude) + Math.abs(entry.longitude - at.longitude) <
            sameCrossingDegrees,
        )
        if (isKnown) continue
        const entry: Entry = {
          name: first,
          detail: second,
          ...at,
          isApproximate,
          kind: 'crossing',
          words: [wordsOf(first), wordsOf(second)],
        }
        met.set(`${first}\n${second}`, [...before, entry])
        entries.push(entry)
      }
    }
  }
  return entries
}

/** Every word asked for begins some word of the name. */
const isFound = (asked: readonly string[], words: readonly string[]): boolean =>
  asked.length > 0 && asked.every((ask) => words.some((word) => word.startsWith(ask)))

/** Between two streets: "y", "&", "esquina", "esq.", "con", "and". */
const between = /\s+(?:y|e|and|con|esquina(?:\s+con)?|esq\.?(?:\s+con)?)\s+|\s*[&/]\s*/i

/** 0 is best: the name begins as asked, then by kind, then the shorter name. */
function rankOf(entry: Entry, asked: readonly string[]): number {
  const first = asked[0] ?? ''
  const begins = entry.words.some((words) => words[0]?.startsWith(first))
  const kind = entry.kind === 'place' ? 0 : entry.kind === 'street' ? 1 : 2
  return (begins ? 0 : 1_000) + kind * 100 + entry.name.length
}

/** Places, streets and crossings found by the beginnings of their words, best first. */
export function searchEntries(entries: readonly Entry[], text: string, limit: number): Place[] {
  const whole = wordsOf(text)
  const [left, right, ...more] = text.split(between).map(wordsOf)
  const isCrossing = left?.length && right?.length && more.length === 0
  const found = entries.filter(({ kind, words: [first, second = []] }) => {
    if (!first) return false
    if (kind !== 'crossing') return isFound(whole, first)
    if (!isCrossing) return false
    return (
      (isFound(left, first) && isFound(right, second)) || (isFound(left, second) && isFound(right, first))
    )
  })
  return found
    .map((entry) => ({ entry, rank: rankOf(entry, whole) }))
    .sort((a, b) => a.rank - b.rank || (a.entry.name < b.entry.name ? -1 : 1))
    .slice(0, limit)
    .map(({ entry: { name, detail, latitude, longitude, isApproximate } }) => {
      return { name, detail, latitude, longitude, distanceMetres: null, isApproximate }
    })
}
