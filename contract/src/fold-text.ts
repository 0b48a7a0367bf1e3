const marks = /[\u0300-\u036f]/g

/**
 * Lower case without accents, to search and compare names: "Tsurú" becomes "tsuru". Removes the same marks as the
 * search columns of the database.
 */
export const foldText = (text: string): string => text.normalize('NFD').replace(marks, '').toLowerCase()

/** What separates words; the functions `words_of` of the database split at the same characters. */
const separators = /[\p{Cc} -/:-@[-`{-\u00bf\u2000-\u206f\u3000]+/u
const longestWord = 40

/** The folded words of a text, without punctuation, each of at most 40 characters. */
export const wordsOf = (text: string): string[] =>
  foldText(text)
    .split(separators)
    .filter(Boolean)
    .map((word) => [...word].slice(0, longestWord).join(''))

const maxWords = 5

/** The folded words of a search, at most five; a match contains all of them. */
export const searchWords = (search: string): string[] =>
  foldText(search).split(/\s+/).filter(Boolean).slice(0, maxWords)

const digitsOf = (text: string): string => text.replace(/\D/g, '')
const has = (text: string, word: string): boolean =>
  foldText(text).includes(word) ||
  (/^[\d+().-]+$/.test(word) && digitsOf(word) !== '' && digitsOf(text).includes(digitsOf(word)))

/**
 * The field by which a record was found: the first one with a typed word that `shown` lacks; undefined if `shown` has
 * them all.
 */
export function matchedField<Field extends { value: string | null }>(
  typed: string,
  shown: string,
  fields: readonly Field[],
): (Field & { value: string }) | undefined {
  const missing = foldText(typed)
    .split(/\s+/)
    .filter((word) => word !== '' && !has(shown, word))
  return fields.find(
    (field): field is Field & { value: string } =>
      field.value !== null && missing.some((word) => has(field.value ?? '', word)),
  )
}
