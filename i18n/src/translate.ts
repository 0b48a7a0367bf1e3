import type { TextArguments, TextKey } from './keys.ts'
import type { Language } from './language.ts'

/** Fills the `{{name}}` placeholders of a text; one without a value stays visible. */
function interpolate(text: string, params: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (place, name: string) => {
    const value = params[name]
    return value === undefined ? place : String(value)
  })
}

const pluralRules = new Map<Language, Intl.PluralRules>()

function pluralForm(language: Language, count: number): string {
  const rules = pluralRules.get(language) ?? new Intl.PluralRules(language)
  pluralRules.set(language, rules)
  return rules.select(count)
}

export type Translate = <K extends TextKey>(language: Language, key: K, ...params: TextArguments<K>) => string

/**
 * Creates a translator over loaded texts. It chooses the plural form by `count` and fills placeholders; a key without
 * a text is returned itself.
 */
export function createTranslate(
  resources: Readonly<Record<Language, Readonly<Record<string, string>>>>,
): Translate {
  return (language, key, ...args) => {
    const params: Readonly<Record<string, string | number>> = args[0] ?? {}
    const texts = resources[language]
    const { count } = params
    const plural = typeof count === 'number' ? texts[`${key}_${pluralForm(language, count)}`] : undefined
    return interpolate(plural ?? texts[key] ?? key, params)
  }
}
