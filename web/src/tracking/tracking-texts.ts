import { charges as enCharges } from '@rumbo/i18n/en/charges'
import { tracking as en } from '@rumbo/i18n/en/tracking'
import { charges as esCharges } from '@rumbo/i18n/es/charges'
import { tracking as es } from '@rumbo/i18n/es/tracking'
import type { TextArguments, TextKey } from '@rumbo/i18n/keys'
import type { Language } from '@rumbo/i18n/language'
import { flatten } from '@rumbo/i18n/texts'
import { createTranslate } from '@rumbo/i18n/translate'
import { createContext, useContext } from 'react'

const translate = createTranslate({
  es: flatten({ tracking: es, charges: esCharges }),
  en: flatten({ tracking: en, charges: enCharges }),
})

type TrackingKey = Extract<TextKey, `tracking.${string}` | `charges.${string}`>
interface Words {
  language: Language
  /** Of the company, in which times are shown. */
  timeZone: string | undefined
  t: <K extends TrackingKey>(key: K, ...params: TextArguments<K>) => string
}

export const wordsIn = (language: Language, timeZone?: string): Words => ({
  language,
  timeZone,
  t: (key, ...params) => translate(language, key, ...params),
})

export const WordsContext = createContext<Words>(wordsIn('es'))
export const useWords = (): Words => useContext(WordsContext)

const chosenKey = 'trackingLanguage'

/** The language chosen on this page; null until somebody chose one. */
export function chosenLanguage(): Language | null {
  try {
    const saved = sessionStorage.getItem(chosenKey)
    return saved === 'es' || saved === 'en' ? saved : null
  } catch {
    return null
  }
}

export function saveLanguage(language: Language): void {
  try {
    sessionStorage.setItem(chosenKey, language)
  } catch {
    return
  }
}
