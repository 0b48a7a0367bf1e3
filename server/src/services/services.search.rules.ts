import { wordsOf } from '@rumbo/contract/fold-text'

const maxWords = 5
/** A search of digits alone with this many is one phone number, however it is grouped. */
const phoneDigits = 7
const nationalDigits = 10
const lastCharacter = 0x10ffff

/** A word from which tokens start: they are at least `from` and, if `to` is given, less than it. */
export interface TokenRange {
  from: string
  to: string | null
}

/** The first text, by code points, that does not start with the word; null for none. */
export function afterPrefix(word: string): string | null {
  const points = [...word].map((character) => character.codePointAt(0) ?? 0)
  while (points.at(-1) === lastCharacter) points.pop()
  const last = points.pop()
  if (last === undefined) return null
  // Surrogates are no characters of their own.
  return String.fromCodePoint(...points, last === 0xd7ff ? 0xe000 : last + 1)
}

/** The ranges of tokens a search needs, at most five: a match has a token in each. */
export function searchRanges(search: string): TokenRange[] {
  const digits = search.replace(/[^0-9]/g, '')
  const isPhone = digits.length >= phoneDigits && /^[\d\s+().\-/]+$/.test(search)
  const words = isPhone ? [digits.slice(-nationalDigits)] : wordsOf(search)
  return [...new Set(words)].slice(0, maxWords).map((from) => ({ from, to: afterPrefix(from) }))
}
