import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { ThreadDetails } from '@rumbo/contract/communication.contract'
import { formatDate } from '@rumbo/i18n/formats'
import { Fragment, type ReactNode, type RefObject } from 'react'
import { useErrorMessage, useSession } from '../../app/client-context.tsx'
import { usePresent } from '../../live/use-presence.ts'
import { useText } from '../../ui/i18n.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { Composer } from '../composer/Composer.tsx'
import { UnreachableNotice } from '../composer/UnreachableNotice.tsx'
import type { ComposerDraft } from '../composer/use-drafts.ts'
import { useThreadTitle } from '../threads/use-thread-title.ts'
import { MessageItem } from './MessageItem.tsx'
import { dayOf } from './messages.rules.ts'
import { OutgoingItem } from './OutgoingItem.tsx'
import { joinedDraft, notArrived } from './outgoing.rules.ts'
import { NewBelow, UnreadDivider } from './Unread.tsx'
import { useMessages } from './use-messages.ts'
import type { OutgoingMessages } from './use-outgoing.ts'
import { useReading } from './use-reading.ts'

interface ConversationProps {
  thread: ThreadDetails
  header: ReactNode
  outgoing: OutgoingMessages
  written: ComposerDraft
  onLeave: (() => void) | undefined
  field: RefObject<HTMLTextAreaElement | null>
}

/** The messages of a conversation, and where the next one is written. Give it the thread's id as its key. */
export function Conversation(props: ConversationProps) {
  const { thread, header, outgoing, written, onLeave, field } = props
  const { t, language } = useText()
  const titleOf = useThreadTitle()
  const message = useErrorMessage()
  const { user } = useSession()
  const messages = useMessages(thread.id)
  const { items } = messages
  const last = items?.at(-1)?.sequence ?? 0
  const unsent = notArrived(outgoing.items, thread.id, items ?? [])
  usePresent(thread.fleetId === null ? null : { id: thread.id, fleetId: thread.fleetId })
  const reading = useReading(thread, items, unsent.map(({ id, state }) => `${id}${state}`).join())

  return (
    <Box
      component="section"
      aria-label={t('communication.conversation', { name: titleOf(thread) })}
      sx={{ height: '100%', minHeight: 0, minWidth: 0, display: 'flex', flexDirection: 'column' }}
    >
      {header}
      <Box sx={{ flex: 1, minHeight: 0, position: 'relative', display: 'flex', flexDirection: 'column' }}>
        <Box
          ref={reading.list}
          // Reached by the keyboard to be scrolled.
          tabIndex={0}
          role="log"
          aria-live="off"
          aria-label={t('communication.messages')}
          onScroll={reading.onScroll}
          sx={{
            flex: 1,
            minHeight: 0,
            position: 'relative',
            overflowY: 'auto',
            p: '12px',
            display: 'flex',
            flexDirection: 'column',
            gap: '10px',
            backgroundColor: token('background'),
          }}
        >
          {messages.error && (
            <ErrorState
              title={message(messages.error, t('communication.error.messages'))}
              onRetry={messages.retry}
            />
          )}
          {items === undefined && messages.error === null && <ListSkeleton rows={4} />}
          {messages.hasEarlier && (
            <Button loading={messages.isReading} onClick={messages.readEarlier} sx={{ alignSelf: 'center' }}>
              {t('communication.earlier')}
            </Button>
          )}
          {items?.length === 0 && unsent.length === 0 && (
            <EmptyState title={t('communication.noMessages')} text={t('communication.noMessagesText')} />
          )}
          {items?.map((one, at) => {
            const before = items[at - 1]
            const isNewDay = before === undefined || dayOf(before.createdAt) !== dayOf(one.createdAt)
            return (
              <Fragment key={one.id}>
                {isNewDay && (
                  <Box
                    component="h3"
                    sx={{ typography: 'subtitle2', m: 0, textAlign: 'center', color: token('textSoft') }}
                  >
                    {formatDate(language, one.createdAt, { show: 'longDate' })}
                  </Box>
                )}
                {one.sequence === reading.firstUnread && <UnreadDivider ref={reading.divider} />}
                <MessageItem message={one} isOwn={one.authorId === user?.id} mayWrite={thread.mayWrite} />
              </Fragment>
            )
          })}
          {unsent.map((one) => (
            <OutgoingItem
              key={one.id}
              outgoing={one}
              onRetry={() => outgoing.retry(one)}
              onEdit={() => {
                outgoing.discard(one)
                written.change((present) => joinedDraft(one.draft, present))
                field.current?.focus()
              }}
              onDiscard={() => outgoing.discard(one)}
            />
          ))}
        </Box>
        <NewBelow count={reading.unreadBelow} onGo={reading.goToUnread} />
      </Box>
      {thread.mayWrite && <UnreachableNotice parties={thread.parties} />}
      {thread.mayWrite ? (
        <Composer
          thread={thread}
          written={written}
          onLeave={onLeave}
          field={field}
          onSend={(ready) => {
            reading.goToEnd()
            outgoing.send(thread.id, ready, last)
          }}
        />
      ) : (
        <Box sx={{ p: '12px', typography: 'body2', color: token('textSoft') }}>
          {t('communication.readOnly')}
        </Box>
      )}
    </Box>
  )
}
