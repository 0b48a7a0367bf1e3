import type { Language } from './language.ts'
import { flatten } from './texts.ts'

type Texts = Readonly<Record<string, string>>

/** Loads the texts of the first pages in one language. */
export async function loadTexts(language: Language): Promise<Texts> {
  const { firstDomains } = language === 'es' ? await import('./es/first.ts') : await import('./en/first.ts')
  return flatten(firstDomains)
}

/** Loads the other texts of that language. */
export async function loadLaterTexts(language: Language): Promise<Texts> {
  const { laterDomains } = language === 'es' ? await import('./es/later.ts') : await import('./en/later.ts')
  return flatten(laterDomains)
}
