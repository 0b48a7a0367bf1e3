import type { Thread } from '@rumbo/contract/communication.contract'
import { useState } from 'react'
import { useDisplayName } from '../../app/client-context.tsx'
import { useText } from '../../ui/i18n.tsx'
import { visuallyHidden } from '../../ui/visually-hidden.ts'
import { newestOf } from './announce.rules.ts'
import { useThreadTitle } from './use-thread-title.ts'

/** Says new messages of others to screen readers: politely, and urgent ones at once. */
export function ThreadAnnouncer({ threads }: { threads: readonly Thread[] | undefined }) {
  const { t } = useText()
  const titleOf = useThreadTitle()
  const own = useDisplayName()
  const [state, setState] = useState<{ threads: readonly Thread[] | undefined; newest: Thread | null }>({
    threads,
    newest: null,
  })
  if (threads !== state.threads)
    setState({ threads, newest: newestOf(state.threads, threads, own) ?? state.newest })
  const { newest } = state
  const words =
    newest === null
      ? ''
      : t('communication.announce', {
          title: titleOf(newest),
          text: newest.lastText === '' ? t('communication.attachment') : newest.lastText,
        })
  const isUrgent = newest !== null && (newest.isUrgent || newest.kind === 'emergency')
  // A changed key says the same words again, where they come from another message.
  const key = newest === null ? '' : `${newest.id} ${newest.lastSequence}`
  return (
    <div style={visuallyHidden}>
      <div role="status" aria-live="polite">
        {!isUrgent && <span key={key}>{words}</span>}
      </div>
      <div role="alert" aria-live="assertive">
        {isUrgent && <span key={key}>{t('communication.announceUrgent', { words })}</span>}
      </div>
    </div>
  )
}
