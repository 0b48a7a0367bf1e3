import type { TextKey } from '@rumbo/i18n/keys'

type Params = Readonly<Record<string, string | number | Said>>
/** A translated text with the key it came from, so that it can be said again in another language. */
export interface Said {
  text: string
  key: TextKey
  params: Params
}
/** Translates any key with any parameters. */
export type AnyTranslate = (key: TextKey, params: Readonly<Record<string, string | number>>) => string

/** Enough for the parts of one message, which are translated just before it is shown. */
const remembered = 64
const recent: Said[] = []
let next = 0

/** Called for each translation. */
export function remember(text: string, key: TextKey, params: Params): void {
  recent[next] = { text, key, params }
  next = (next + 1) % remembered
}

/** Finds the key of a text that was just translated; a text of other origin is returned itself. */
export function originOf(text: string): Said | string {
  for (let back = 1; back <= recent.length; back += 1) {
    const said = recent[(next - back + remembered) % remembered]
    if (said?.text !== text) continue
    const params = Object.entries(said.params).map(([name, value]) => [
      name,
      typeof value === 'string' && value !== text ? originOf(value) : value,
    ])
    return { ...said, params: Object.fromEntries(params) }
  }
  return text
}

/** Says a text in the language of `translate`; as it was while the texts of that language are not loaded. */
export function sayAgain(said: Said | string, translate: AnyTranslate): string {
  if (typeof said === 'string') return said
  const params = Object.entries(said.params).map(([name, value]) => [
    name,
    typeof value === 'object' ? sayAgain(value, translate) : value,
  ])
  const text = translate(said.key, Object.fromEntries(params))
  return text === said.key ? said.text : text
}
