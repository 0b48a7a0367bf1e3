export const languages = ['es', 'en'] as const
export type Language = (typeof languages)[number]
const defaultLanguage: Language = 'es'

/** Key of the chosen language in local storage. */
export const selectedLanguageKey = 'selectedLanguage'

/** The saved language if it is `es` or `en`, exactly; otherwise `es`. */
export function chooseLanguage(saved: string | null | undefined): Language {
  return languages.find((language) => language === saved) ?? defaultLanguage
}

/** The locale for numbers, dates and plurals of a language. */
export const localeOf: Readonly<Record<Language, string>> = { es: 'es-MX', en: 'en-GB' }
