import { foldText } from '@rumbo/contract/fold-text'

/** Normalises a heading to letters and digits: "Teléfono (principal)" equals "telefono principal". */
const plainHeading = (text: string): string =>
  foldText(text)
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()

/**
 * Finds the fields of columns by their headings.
 * @param headingsOf headings of a field, the product's own first; a heading used by several fields belongs to the
 * first
 * @returns the field of each column with a known heading; each field once, for its first column
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

/** @returns the code of a label; an unknown label unchanged, which validation refuses */
export function createCodes(
  codes: readonly string[],
  wordsOf: (code: string) => readonly string[],
): (word: string) => string {
  const byWord = new Map(
    codes.flatMap((code) => [code, ...wordsOf(code)].map((word) => [plainHeading(word), code] as const)),
  )
  return (word) => byWord.get(plainHeading(word)) ?? word
}
