const marks = /[\u0300-\u036f]/g

/**
 * Lower case without accents, to search and compare names: "Tsurú" becomes "tsuru". Removes the same marks as the
 * search columns of the database.
 */
export const foldText = (text: string): string => text.normalize('NFD').replace(marks, '').toLowerCase()

const maxWords = 5

/** The folded words of a search, at most five; a match contains all of them. */
export const searchWords = (search: string): string[] =>
  foldText(search).split(/\s+/).filter(Boolean).slice(0, maxWords)
