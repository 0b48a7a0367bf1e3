import { searchWords } from '@rumbo/contract/fold-text'

/** The words of a search as patterns for LIKE, its wildcards escaped. */
export const searchPatterns = (search: string): string[] =>
  searchWords(search).map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`)
