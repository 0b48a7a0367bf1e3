import { searchWords } from '@rumbo/contract/fold-text'

/** LIKE patterns for the words of a search, with wildcards escaped. */
export const searchPatterns = (search: string): string[] =>
  searchWords(search).map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`)
