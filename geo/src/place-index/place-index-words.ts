import { type Column, type Columns, packTexts } from './place-index-file.ts'
import { splitWords } from './place-index-text.ts'

const surrogates = /[\ud800-\udfff]/

/** Builds an inverted index from folded words to entries. */
export function createWordIndex() {
  const entriesOf = new Map<string, number[]>()
  return {
    /** Add entries in ascending order. */
    add(entry: number, words: Iterable<string>): void {
      for (const word of words) {
        if (word === '' || word.length > 40 || surrogates.test(word)) continue
        const entries = entriesOf.get(word)
        if (entries === undefined) entriesOf.set(word, [entry])
        else if (entries.at(-1) !== entry) entries.push(entry)
      }
    },
    columns(name: string): Record<string, Column> {
      const words = [...entriesOf.keys()].sort()
      const lists = words.map((word) => entriesOf.get(word) ?? [])
      const firsts = new Uint32Array(words.length + 1)
      lists.forEach((list, at) => {
        firsts[at + 1] = (firsts[at] as number) + list.length
      })
      const entries = new Uint32Array(firsts[words.length] as number)
      lists.forEach((list, at) => {
        entries.set(list, firsts[at])
      })
      const { blob, starts } = packTexts(words)
      return {
        [`${name}.words`]: blob,
        [`${name}.wordStarts`]: starts,
        [`${name}.firsts`]: firsts,
        [`${name}.entries`]: entries,
      }
    },
  }
}

export interface Matches {
  readonly entries: readonly number[]
  /** By entry: mean quality of the required words, 1 where each is a whole word, plus 0.15 per optional word. */
  readonly qualities: Float32Array
}

export interface WordIndex {
  /**
   * Entries that contain every required word, at least as a prefix. A word of four letters or more without a match may
   * have one typo, of eight or more two. The next call overwrites the qualities.
   */
  match(words: readonly string[]): Matches
  /** Whether a word of a name begins with it. */
  has(beginning: string): boolean
}

const exactQuality = 1
const prefixQuality = 0.7
const typoQuality = 0.4
const helpfulQuality = 0.15

/** Opens the columns that `createWordIndex` wrote. @param count number of entries */
export function openWordIndex(columns: Columns, name: string, count: number): WordIndex {
  const [blob, starts] = [columns.bytes(`${name}.words`), columns.u32(`${name}.wordStarts`)]
  const [firsts, entries] = [columns.u32(`${name}.firsts`), columns.u32(`${name}.entries`)]
  const wordCount = starts.length - 1
  const encoder = new TextEncoder()
  const matchedTerms = new Uint8Array(count)
  const qualities = new Float32Array(count)
  const start = (word: number) => starts[word] as number
  const lengthOf = (word: number) => start(word + 1) - start(word)

  /** Negative if the word sorts before the prefix, 0 if it starts with it, else positive. */
  function compare(word: number, prefix: Uint8Array): number {
    const from = start(word)
    const length = Math.min(lengthOf(word), prefix.length)
    for (let at = 0; at < length; at += 1) {
      const difference = (blob[from + at] as number) - (prefix[at] as number)
      if (difference !== 0) return difference
    }
    return lengthOf(word) < prefix.length ? -1 : 0
  }
  function firstWhere(isAtOrAfter: (order: number) => boolean, prefix: Uint8Array): number {
    let [low, high] = [0, wordCount]
    while (low < high) {
      const middle = (low + high) >> 1
      if (isAtOrAfter(compare(middle, prefix))) high = middle
      else low = middle + 1
    }
    return low
  }
  const rangeOf = (prefix: Uint8Array): readonly [number, number] => [
    firstWhere((order) => order >= 0, prefix),
    firstWhere((order) => order > 0, prefix),
  ]

  /** Words with the same first letter and a prefix within `edits` edits of the query word. */
  function similar(asked: Uint8Array, edits: number): number[] {
    const [from, to] = rangeOf(asked.subarray(0, 1))
    const found: number[] = []
    for (let word = from; word < to; word += 1)
      if (
        lengthOf(word) >= asked.length - edits &&
        beginsAlike(blob, start(word), lengthOf(word), asked, edits)
      )
        found.push(word)
    return found
  }

  /** Words that begin with the query word as it sounds in Spanish: "castiyo" finds "castillo". */
  function soundingAlike(word: string): number[] {
    return soundAlikes(word).flatMap((other) => {
      const [from, to] = rangeOf(encoder.encode(other))
      return Array.from({ length: to - from }, (_, at) => from + at)
    })
  }

  /** Narrows the entries matched so far to those of the given words. */
  function narrow(
    found: { words: Iterable<number>; quality: (word: number) => number },
    term: number,
  ): number[] {
    const matched: number[] = []
    for (const word of found.words) {
      const quality = found.quality(word)
      for (let at = firsts[word] as number; at < (firsts[word + 1] as number); at += 1) {
        const entry = entries[at] as number
        if (matchedTerms[entry] !== term) continue
        matchedTerms[entry] = term + 1
        qualities[entry] = (term === 0 ? 0 : (qualities[entry] as number)) + quality
        matched.push(entry)
      }
    }
    return matched
  }

  return {
    has(beginning) {
      const [from, to] = rangeOf(encoder.encode(beginning))
      return to > from
    },
    match(words) {
      const { needed, helpful } = splitWords(words)
      const terms = needed
        .map((word) => {
          const bytes = encoder.encode(word)
          const [from, to] = rangeOf(bytes)
          return { word, bytes, from, to, size: (firsts[to] as number) - (firsts[from] as number) }
        })
        .sort((a, b) => a.size - b.size)
      let first: number[] = []
      let left: number[] = []
      for (const [term, { word: asked, bytes, from, to }] of terms.entries()) {
        const isWhole = (word: number) => lengthOf(word) === bytes.length
        left = narrow(
          { words: upTo(from, to), quality: (word) => (isWhole(word) ? exactQuality : prefixQuality) },
          term,
        )
        if (left.length === 0 && bytes.length >= 4)
          left = narrow({ words: soundingAlike(asked), quality: () => typoQuality }, term)
        if (left.length === 0 && bytes.length >= 4)
          left = narrow(
            { words: similar(bytes, bytes.length >= 8 ? 2 : 1), quality: () => typoQuality },
            term,
          )
        if (term === 0) first = left
        if (left.length === 0) break
      }
      for (const entry of left) qualities[entry] = (qualities[entry] as number) / terms.length
      for (const word of left.length === 0 ? [] : helpful) {
        const [from, to] = rangeOf(encoder.encode(word))
        for (let at = firsts[from] as number; at < (firsts[to] as number); at += 1) {
          const entry = entries[at] as number
          if (matchedTerms[entry] !== terms.length) continue
          qualities[entry] = (qualities[entry] as number) + helpfulQuality
          matchedTerms[entry] = terms.length + 1
        }
        for (const entry of left) matchedTerms[entry] = terms.length
      }
      for (const entry of first) matchedTerms[entry] = 0
      return { entries: left, qualities }
    },
  }
}

function* upTo(from: number, to: number): Iterable<number> {
  for (let at = from; at < to; at += 1) yield at
}

/** Spellings of one sound, in Latin American Spanish. */
const sameSounds: readonly (readonly [RegExp, readonly string[]])[] = [
  [/ll/, ['y']],
  [/y/, ['ll']],
  [/b/, ['v']],
  [/v/, ['b']],
  [/z/, ['s', 'c']],
  [/s/, ['z', 'c']],
  [/c(?=[ei])/, ['s', 'z']],
  [/g(?=[ei])/, ['j']],
  [/j(?=[ei])/, ['g']],
  [/k/, ['c', 'qu']],
  [/qu/, ['k']],
  [/c(?=[aou])/, ['k']],
  [/^h/, ['']],
  [/^(?=[aeiou])/, ['h']],
]

/** Words that sound the same and differ in one spelling; each sound once, at every place it occurs. */
export function soundAlikes(word: string): string[] {
  const found = new Set<string>()
  for (const [sound, spellings] of sameSounds)
    for (const { index, 0: written } of word.matchAll(new RegExp(sound, 'g')))
      for (const spelling of spellings)
        found.add(word.slice(0, index) + spelling + word.slice(index + written.length))
  return [...found]
}

const longestTypo = 40
const tooMany = 99
const costs = new Uint8Array((longestTypo + 4) * (longestTypo + 3))

/** Whether a prefix of the word is within `edits` edits of the query word; swapping two letters is one edit. */
function beginsAlike(
  blob: Uint8Array,
  from: number,
  length: number,
  asked: Uint8Array,
  edits: number,
): boolean {
  const width = asked.length
  if (width > longestTypo) return false
  const stride = width + 2
  for (let across = 0; across <= width; across += 1) costs[across] = across
  for (let down = 1; down <= Math.min(length, width + edits); down += 1) {
    const letter = blob[from + down - 1]
    const before = blob[from + down - 2]
    const [row, above, older] = [down * stride, (down - 1) * stride, (down - 2) * stride]
    // Cells farther than `edits` from the diagonal cannot be within the limit.
    const [first, last] = [Math.max(1, down - edits), Math.min(width, down + edits)]
    costs[row + first - 1] = first === 1 ? down : tooMany
    let least = costs[row + first - 1] as number
    for (let across = first; across <= last; across += 1) {
      let best = (costs[above + across - 1] as number) + (asked[across - 1] === letter ? 0 : 1)
      best = Math.min(best, (costs[above + across] as number) + 1, (costs[row + across - 1] as number) + 1)
      if (down > 1 && across > 1 && asked[across - 2] === letter && asked[across - 1] === before)
        best = Math.min(best, (costs[older + across - 2] as number) + 1)
      costs[row + across] = best
      least = Math.min(least, best)
    }
    costs[row + last + 1] = tooMany
    if (last === width && (costs[row + width] as number) <= edits) return true
    if (least > edits + 1) return false
  }
  return false
}

/** The `count` entries with the highest scores, highest first, without sorting all of them. */
export function bestOf(
  entries: readonly number[],
  scoreOf: (entry: number) => number,
  count: number,
): { entry: number; score: number }[] {
  const best: { entry: number; score: number }[] = []
  let least = Number.NEGATIVE_INFINITY
  for (const entry of entries) {
    const score = scoreOf(entry)
    if (score <= least) continue
    best.push({ entry, score })
    if (best.length < count * 2) continue
    best.sort((a, b) => b.score - a.score).splice(count)
    least = best.at(-1)?.score ?? least
  }
  return best.sort((a, b) => b.score - a.score).slice(0, count)
}
