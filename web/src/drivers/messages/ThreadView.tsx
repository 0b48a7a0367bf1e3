import ArrowBackOutlined from '@mui/icons-material/ArrowBackOutlined'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import type { DriverThread } from '@rumbo/contract/drivers.threads.contract'
import { useEffect, useRef } from 'react'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { Composer } from './Composer.tsx'
import { belongsTo, draftKeyOf, readableSequence } from './driver-messages.rules.ts'
import { MessageBubble, WaitingBubble } from './MessageBubble.tsx'
import type { DriverMessages } from './use-driver-messages.ts'
import { useMessageWords } from './use-message-words.ts'

/** One conversation: its last messages, what waits to be sent, and where to write. Null: with dispatch, not begun yet. */
export function ThreadView({
  thread,
  messages,
  onClose,
}: {
  thread: DriverThread | null
  messages: DriverMessages
  onClose: () => void
}) {
  const { t } = useText()
  const words = useMessageWords()
  const { act } = messages
  const end = useRef<HTMLDivElement>(null)
  const waiting = messages.waiting.filter((action) => belongsTo(action, thread))
  const refused = messages.refusals.filter(({ action }) => belongsTo(action, thread))
  const readable = thread && readableSequence(thread)
  const threadId = thread?.id ?? null
  const draftKey = draftKeyOf(thread)
  useReadOnScreen(threadId, readable, act)
  const count = (thread?.lastSequence ?? 0) + waiting.length
  // biome-ignore lint/correctness/useExhaustiveDependencies: the end is shown at each new message
  useEffect(() => {
    end.current?.scrollIntoView?.({ block: 'end' })
  }, [count])
  return (
    <Box
      component="section"
      aria-label={words.title(thread)}
      sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '10px' }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: '8px' }}>
        <IconButton aria-label={t('driver.messages.back')} onClick={onClose} sx={{ width: 56, height: 56 }}>
          <ArrowBackOutlined />
        </IconButton>
        <Box component="h2" sx={{ typography: 'h2', m: 0, overflowWrap: 'anywhere' }}>
          {words.title(thread)}
        </Box>
      </Box>
      <Box
        component="ol"
        aria-label={t('driver.messages.messages')}
        sx={{
          m: 0,
          p: 0,
          listStyle: 'none',
          display: 'grid',
          gridTemplateColumns: 'minmax(0, 1fr)',
          gap: '10px',
          fontSize: '1.0625rem',
        }}
      >
        {thread?.messages.map((message) => (
          <MessageBubble key={message.id} message={message} />
        ))}
        {refused.map((refusal) => (
          <WaitingBubble
            key={refusal.action.id}
            action={refusal.action}
            problem={refusal.problem}
            onAgain={() => void messages.again(refusal)}
            onDrop={() => void messages.drop(refusal)}
          />
        ))}
        {waiting.map((action) => (
          <WaitingBubble key={action.id} action={action} />
        ))}
      </Box>
      {!thread && waiting.length === 0 && refused.length === 0 && (
        <Box sx={{ color: token('textSoft') }}>{t('driver.messages.begin')}</Box>
      )}
      <Composer
        key={draftKey}
        store={messages.draftStore(draftKey)}
        keepFile={messages.keepFile}
        dropFile={messages.dropFile}
        onSend={(text, files) => void act({ kind: 'send', threadId, text, files })}
      />
      <Box ref={end} />
    </Box>
  )
}

/** Marks what is on screen as read, also once the page is looked at again. */
function useReadOnScreen(threadId: string | null, sequence: number | null, act: DriverMessages['act']): void {
  useEffect(() => {
    if (threadId === null || sequence === null) return
    const mark = () => {
      if (document.hidden) return
      document.removeEventListener('visibilitychange', mark)
      void act({ kind: 'read', threadId, sequence })
    }
    document.addEventListener('visibilitychange', mark)
    mark()
    return () => document.removeEventListener('visibilitychange', mark)
  }, [threadId, sequence, act])
}
