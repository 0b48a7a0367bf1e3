import { foldText } from '@rumbo/contract/fold-text'
/** PostgreSQL's prefix query for every word of a search, folded like the column `words`; empty where it has none. */
export function wordsQuery(search: string): string {
  const folded = foldText(search)
  return (folded.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => `${word}:*`).join(' & ')
}

/** The zone in which days are meant: the company asked for, else the only one there is, else the product's own. */
export function zoneOf(companies: readonly { id: string; timeZone: string }[], companyId?: string): string {
  const asked = companies.find(({ id }) => id === companyId) ?? companies[0]
  return asked?.timeZone ?? 'America/Mexico_City'
}
