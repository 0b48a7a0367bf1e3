type DomainTexts = Readonly<Record<string, Readonly<Record<string, string>>>>

/**
 * Joins texts by domain into one flat record with keys `domain.key`. Plural forms: languages with a `many` form
 * (Spanish, from a million on) use `other` for it.
 */
export function flatten(domains: DomainTexts): Readonly<Record<string, string>> {
  const flat: Record<string, string> = {}
  for (const [domain, texts] of Object.entries(domains)) {
    for (const [key, text] of Object.entries(texts)) {
      flat[`${domain}.${key}`] = text
      if (key.endsWith('_other')) flat[`${domain}.${key.slice(0, -'other'.length)}many`] = text
    }
  }
  return flat
}
