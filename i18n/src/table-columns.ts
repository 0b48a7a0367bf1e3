import { foldText } from '@rumbo/contract/fold-text'

/** Letters and digits only, without accents: "Teléfono (principal)" and "telefono principal" are one heading. */
const plainHeading = (text: string): string =>
  foldText(text)
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()

/**
 * Fields by the headings people write over their columns.
 * @param headingsOf what a field is called, the product's own words first; a heading belongs to the first that has it
 * @returns a field for each column whose heading is known; each field once, the first column first
 */
export function createMapping<Field extends string>(
  fields: readonly Field[],
  headingsOf: (field: Field) => { own: readonly string[]; others: readonly string[] },
): (columns: readonly string[]) => (Field | null)[] {
  const byHeading = new Map<string, Field>()
  for (const kind of ['own', 'others'] as const) {
    for (const field of fields) {
      for (const heading of headingsOf(field)[kind]) {
        if (!byHeading.has(plainHeading(heading))) byHeading.set(plainHeading(heading), field)
      }
    }
  }
  return (columns) => {
    const taken = new Set<Field>()
    return columns.map((column) => {
      const field = byHeading.get(plainHeading(column))
      if (!field || taken.has(field)) return null
      taken.add(field)
      return field
    })
  }
}

/** @returns the code behind a word people use for it; the word itself where none is known, for the check to refuse */
export function createCodes(
  codes: readonly string[],
  wordsOf: (code: string) => readonly string[],
): (word: string) => string {
  const byWord = new Map(
    codes.flatMap((code) => [code, ...wordsOf(code)].map((word) => [plainHeading(word), code] as const)),
  )
  return (word) => byWord.get(plainHeading(word)) ?? word
}
