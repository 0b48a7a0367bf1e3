import type { DriverThread } from '@rumbo/contract/drivers.threads.contract'
import { useEffect, useRef, useState } from 'react'
import { useText } from '../../ui/i18n.tsx'
import { visuallyHidden } from '../../ui/visually-hidden.ts'
import { useMessageWords } from './use-message-words.ts'

/** Says politely that somebody wrote; urgent messages are announced by their dialog. */
export function NewMessages({
  threads,
  isLoading,
}: {
  threads: readonly DriverThread[]
  isLoading: boolean
}) {
  const { t } = useText()
  const words = useMessageWords()
  const [said, setSaid] = useState('')
  const known = useRef<Map<string, number> | null>(null)
  useEffect(() => {
    if (isLoading) return
    const before = known.current
    known.current = new Map(threads.map(({ id, lastSequence }) => [id, lastSequence]))
    if (!before) return
    const latest = threads
      .flatMap(({ id, messages }) =>
        messages.filter(({ sequence, isOwn }) => !isOwn && sequence > (before.get(id) ?? 0)),
      )
      .filter(({ priority }) => priority !== 'urgent')
      .at(-1)
    if (latest) setSaid(t('driver.messages.new', { name: latest.author, text: words.line(latest) }))
  }, [threads, isLoading, t, words])
  return (
    <div role="status" style={visuallyHidden}>
      {said}
    </div>
  )
}
