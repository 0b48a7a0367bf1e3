import { addedMark, removedMark } from '@rumbo/contract/communication.contract'
import type { WordText } from '../../ui/i18n.tsx'

/** What Rumbo wrote in a conversation, in the reader's language: who joined or left it. */
export function entryWords(t: WordText, author: string, text: string): string {
  const names = text.slice(2)
  if (text.startsWith(`${addedMark} `)) return t('messaging.entry.added', { name: author, names })
  if (!text.startsWith(`${removedMark} `)) return text
  return names === author
    ? t('messaging.entry.left', { name: author })
    : t('messaging.entry.removed', { name: author, names })
}
