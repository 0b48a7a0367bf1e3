import type { Language } from './language.ts'

/** Loads the texts of one language only, so that a browser fetches no other. */
export async function loadTexts(language: Language): Promise<Readonly<Record<string, string>>> {
  const { texts } = language === 'es' ? await import('./es/index.ts') : await import('./en/index.ts')
  return texts
}
