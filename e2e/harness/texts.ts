import { type Language, type TextArguments, type TextKey, translate } from '@rumbo/i18n'

/** Texts of the screens in the given language. */
export const textsIn =
  (language: Language) =>
  <K extends TextKey>(key: K, ...params: TextArguments<K>): string =>
    translate(language, key, ...params)
export const es = textsIn('es')
export const en = textsIn('en')
