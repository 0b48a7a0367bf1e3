import type { EventPerson } from '@rumbo/contract/events.comments.contract'
import { foldText, searchWords } from '@rumbo/contract/fold-text'

/** The name being typed after an `@` before the caret. */
export interface TypedMention {
  /** Index of the `@`. */
  start: number
  caret: number
  /** What stands between the `@` and the caret. */
  name: string
}

/** Names have at most this many words. */
const maxWords = 4

/** The mention being typed at the caret; null where there is none. An `@` within a word, as in an email, begins none. */
export function mentionAt(text: string, caret: number): TypedMention | null {
  const start = text.lastIndexOf('@', caret - 1)
  if (start < 0 || (start > 0 && !/[\s(¡¿]/.test(text.charAt(start - 1)))) return null
  const name = text.slice(start + 1, caret)
  if (/[\n\t]/.test(name) || name.startsWith(' ') || name.split(' ').length > maxWords) return null
  return { start, caret, name }
}

/** Whether a name has every word that was typed, in any case and without accents. */
export const isNameOf = (typed: string, displayName: string): boolean =>
  searchWords(typed).every((word) => foldText(displayName).includes(word))

/** The text with the person's name in place of what was typed, and the caret behind it. */
export function withMention(
  text: string,
  { start, caret }: TypedMention,
  { displayName }: Pick<EventPerson, 'displayName'>,
): { text: string; caret: number } {
  const rest = text.slice(caret)
  const named = `${text.slice(0, start)}@${displayName}${rest.startsWith(' ') ? '' : ' '}`
  return { text: named + rest, caret: named.length + (rest.startsWith(' ') ? 1 : 0) }
}

/** The people whose `@name` a text has, each once. */
export const mentionedIn = (
  text: string,
  people: readonly Pick<EventPerson, 'id' | 'displayName'>[],
): string[] => [
  ...new Set(people.filter(({ displayName }) => text.includes(`@${displayName}`)).map(({ id }) => id)),
]

/** A text in parts, those that name somebody apart; the longest of names that begin alike is taken. */
export function partsOf(text: string, names: readonly string[]): { text: string; isMention: boolean }[] {
  const marks = [...new Set(names)].map((name) => `@${name}`).sort((a, b) => b.length - a.length)
  const parts: { text: string; isMention: boolean }[] = []
  let plain = ''
  let at = 0
  while (at < text.length) {
    const mark = marks.find((one) => text.startsWith(one, at))
    if (mark === undefined) {
      plain += text.charAt(at)
      at += 1
      continue
    }
    if (plain !== '') parts.push({ text: plain, isMention: false })
    plain = ''
    parts.push({ text: mark, isMention: true })
    at += mark.length
  }
  return plain === '' ? parts : [...parts, { text: plain, isMention: false }]
}
