import { formatDate } from './formats.ts'
import type { TextArguments, TextKey } from './keys.ts'
import type { Language } from './language.ts'

/** One field of a change, in words. */
export interface ChangeLine {
  field: string
  before: string
  after: string
}

/** Translates a key into one language. */
export type Wording = <K extends TextKey>(key: K, ...params: TextArguments<K>) => string

/** The text of a key, or undefined; the translator returns an unknown key itself. */
function known(word: Wording, key: string): string | undefined {
  const words = word(key as 'audit.title')
  return words === key ? undefined : words
}

/** `timeZone` and `time_zone` as "Time zone". */
function humanised(name: string): string {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[._]/g, ' ')
    .toLowerCase()
    .trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** `vehicle.updated` as "Changed"; an action without a text of its own gets the text of its verb. */
export function wordsOfAction(word: Wording, action: string): string {
  const verb = action.slice(action.indexOf('.') + 1)
  return known(word, `audit.action.${action}`) ?? known(word, `audit.verb.${verb}`) ?? humanised(verb)
}

export function wordsOfEntity(word: Wording, entity: string): string {
  return known(word, `audit.entity.${entity}`) ?? humanised(entity)
}

export function wordsOfField(word: Wording, field: string): string {
  const camel = field.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase())
  return known(word, `audit.field.${camel}`) ?? humanised(field)
}

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/

function wordsOfValue(language: Language, word: Wording, value: unknown, timeZone?: string): string {
  if (value === null || value === undefined || value === '') return '—'
  if (typeof value === 'boolean') return word(value ? 'audit.value.true' : 'audit.value.false')
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string') {
    if (instant.test(value)) return formatDate(language, value, timeZone ? { timeZone } : {})
    return known(word, `audit.value.${value}`) ?? value
  }
  if (Array.isArray(value)) {
    return value.length === 0
      ? '—'
      : value.map((item) => wordsOfValue(language, word, item, timeZone)).join(', ')
  }
  const parts = Object.entries(value).filter(([, inner]) => inner !== null && inner !== '')
  return parts.length === 0
    ? '—'
    : parts
        .map(
          ([name, inner]) => `${wordsOfField(word, name)}: ${wordsOfValue(language, word, inner, timeZone)}`,
        )
        .join('; ')
}

/** A difference field by field, with the fields' names and readable values. */
export function changeLines(
  language: Language,
  word: Wording,
  changes: Readonly<Record<string, readonly [unknown, unknown]>>,
  timeZone?: string,
): ChangeLine[] {
  return Object.entries(changes).map(([field, [before, after]]) => ({
    field: wordsOfField(word, field),
    before: wordsOfValue(language, word, before, timeZone),
    after: wordsOfValue(language, word, after, timeZone),
  }))
}
