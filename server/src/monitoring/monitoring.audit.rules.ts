import { foldText } from '@rumbo/contract/fold-text'
/** A prefix tsquery for every word of a search, folded like the column `words`; empty without words. */
export function wordsQuery(search: string): string {
  const folded = foldText(search)
  return (folded.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => `${word}:*`).join(' & ')
}

/** The time zone of the filter's days: of the requested company, else of the only one, else the product's default. */
export function zoneOf(companies: readonly { id: string; timeZone: string }[], companyId?: string): string {
  const asked = companies.find(({ id }) => id === companyId) ?? companies[0]
  return asked?.timeZone ?? 'America/Mexico_City'
}
