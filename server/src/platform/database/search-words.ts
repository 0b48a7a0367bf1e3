import { wordsOf } from '@rumbo/contract/fold-text'

/** Words of a search that count. */
const maxWords = 5

/** A `tsquery`: a match has a word that begins with each of the first five; null where nothing is searched. */
export function wordQuery(search: string): string | null {
  const words = [...new Set(wordsOf(search))].slice(0, maxWords)
  return words.length === 0 ? null : words.map((word) => `'${word}':*`).join(' & ')
}
