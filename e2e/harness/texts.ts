import { type Language, type TextArguments, type TextKey, translate } from '@rumbo/i18n'

/** What a person reads on screen. Spanish unless told. */
export const words =
  (language: Language) =>
  <K extends TextKey>(key: K, ...params: TextArguments<K>): string =>
    translate(language, key, ...params)
export const es = words('es')
export const en = words('en')
