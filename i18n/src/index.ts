import { texts as en } from './en/index.ts'
import { texts as es } from './es/index.ts'
import type { Language } from './language.ts'
import { createTranslate } from './translate.ts'

export * from './formats.ts'
export type { TextArguments, TextKey } from './keys.ts'
export * from './language.ts'

/** Every text of both languages, by `domain.key`. Browsers use `loadTexts` of `./load` instead. */
export const resources: Readonly<Record<Language, Readonly<Record<string, string>>>> = { es, en }

/** Translates a key; for mails, notifications and problem answers. */
export const translate = createTranslate(resources)
