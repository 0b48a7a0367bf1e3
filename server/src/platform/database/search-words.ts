import { foldText } from '@rumbo/contract/fold-text'

/** What separates words; the functions `words_of` of the database split at the same characters. */
const separators = /[\p{Cc} -/:-@[-`{-\u00bf\u2000-\u206f\u3000]+/u
const longestWord = 40
/** Words of a search that count. */
const maxWords = 5

/** The folded words of a text, each of at most 40 characters. */
export const wordsOf = (text: string): string[] =>
  foldText(text)
    .split(separators)
    .filter(Boolean)
    .map((word) => [...word].slice(0, longestWord).join(''))

/** A `tsquery`: a match has a word that begins with each of the first five; null where nothing is searched. */
export function wordQuery(search: string): string | null {
  const words = [...new Set(wordsOf(search))].slice(0, maxWords)
  return words.length === 0 ? null : words.map((word) => `'${word}':*`).join(' & ')
}
