import Box from '@mui/material/Box'
import {
  addEventComment,
  changeEventComment,
  commentEditableMs,
  commentLimit,
  deleteEventComment,
  type EventComment,
  listEventComments,
} from '@rumbo/contract/events.comments.contract'
import type { Event } from '@rumbo/contract/events.contract'
import { formatDate } from '@rumbo/i18n/formats'
import { useState } from 'react'
import { useCan, useErrorMessage, useSession } from '../../app/client-context.tsx'
import { useChange, useEndpoint } from '../../app/data/use-data.ts'
import { nowMs } from '../../ui/clock.ts'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx'
import { useText } from '../../ui/i18n.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { RowMenu } from '../../ui/table/table-parts.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { CommentField } from './CommentField.tsx'
import { partsOf } from './mention.rules.ts'

interface EventCommentsProps {
  event: Event
  timeZone: string | undefined
}

/** What people said about an event, and a field to say more. */
export function EventComments({ event, timeZone }: EventCommentsProps) {
  const { t } = useText()
  const message = useErrorMessage()
  const toasts = useToasts()
  const mayWrite = useCan()('events.handle', event)
  const [edited, setEdited] = useState<string | null>(null)
  const [deleted, setDeleted] = useState<EventComment | null>(null)
  const params = { id: event.id }
  const comments = useEndpoint(listEventComments, { params })
  const add = useChange(addEventComment)
  const change = useChange(changeEventComment)
  const remove = useChange(deleteEventComment)
  const failed = t('events.comments.failed')
  const wasSaved = (work: Promise<unknown>) =>
    work.then(
      () => true,
      () => false,
    )
  const items = comments.data?.items
  const isFull = items !== undefined && items.length >= commentLimit
  return (
    <Box component="section" aria-labelledby="event-comments" sx={{ display: 'grid', gap: '12px' }}>
      <Box component="h3" id="event-comments" sx={{ typography: 'h3', m: 0 }}>
        {t('events.comments.title')}
      </Box>
      {comments.isError && (
        <ErrorState
          title={message(comments.error, t('events.comments.loadFailed'))}
          onRetry={() => void comments.refetch()}
        />
      )}
      {items === undefined && !comments.isError && <ListSkeleton rows={2} />}
      {items?.length === 0 && (
        <Box sx={{ typography: 'body2', color: token('textSoft') }}>{t('events.comments.none')}</Box>
      )}
      {items !== undefined && items.length > 0 && (
        <Box
          component="ul"
          aria-labelledby="event-comments"
          sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: '12px' }}
        >
          {items.map((comment) =>
            comment.id === edited ? (
              <li key={comment.id}>
                <CommentField
                  eventId={event.id}
                  label={t('events.comments.edit')}
                  submitLabel={t('ui.save')}
                  initialText={comment.text}
                  named={comment.mentions.map(({ id, name }) => ({ id, displayName: name }))}
                  isBusy={change.isPending}
                  error={change.error && message(change.error, failed)}
                  onSubmit={async (text, mentions) => {
                    const ids = { ...params, commentId: comment.id }
                    const isSaved = await wasSaved(
                      change.mutateAsync({ params: ids, body: { text, mentions } }),
                    )
                    if (isSaved) setEdited(null)
                    return isSaved
                  }}
                  onCancel={() => setEdited(null)}
                />
              </li>
            ) : (
              <CommentRow
                key={comment.id}
                comment={comment}
                timeZone={timeZone}
                onEdit={() => {
                  change.reset()
                  setEdited(comment.id)
                }}
                onDelete={() => setDeleted(comment)}
              />
            ),
          )}
        </Box>
      )}
      {mayWrite && isFull && (
        <Box sx={{ typography: 'body2', color: token('textSoft') }}>
          {t('events.comments.full', { count: commentLimit })}
        </Box>
      )}
      {mayWrite && !isFull && (
        <CommentField
          eventId={event.id}
          label={t('events.comments.write')}
          submitLabel={t('events.comments.send')}
          isBusy={add.isPending}
          error={add.error && message(add.error, failed)}
          onSubmit={(text, mentions) => wasSaved(add.mutateAsync({ params, body: { text, mentions } }))}
        />
      )}
      {deleted && (
        <ConfirmDialog
          open
          title={t('events.comments.deleteTitle')}
          text={deleted.text}
          confirmLabel={t('events.comments.delete')}
          onConfirm={async () => {
            const ids = { ...params, commentId: deleted.id }
            await remove
              .mutateAsync({ params: ids })
              .catch((error) => toasts.show({ type: 'error', message: message(error, failed) }))
            setDeleted(null)
          }}
          onClose={() => setDeleted(null)}
        />
      )}
    </Box>
  )
}

interface CommentRowProps extends Pick<EventCommentsProps, 'timeZone'> {
  comment: EventComment
  onEdit: () => void
  onDelete: () => void
}

function CommentRow({ comment, timeZone, onEdit, onDelete }: CommentRowProps) {
  const { t, language } = useText()
  const { user } = useSession()
  const { author, authorId, text, mentions, createdAt, editedAt } = comment
  const isOpen = authorId === user?.id && nowMs() - Date.parse(createdAt) < commentEditableMs
  const parts = partsOf(
    text,
    mentions.map(({ name }) => name),
  )
  return (
    <Box component="li" sx={{ display: 'flex', gap: '8px', alignItems: 'flex-start' }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: '0 8px', alignItems: 'baseline' }}>
          <Box component="span" sx={{ typography: 'subtitle2' }}>
            {author}
          </Box>
          <Box component="time" dateTime={createdAt} sx={{ typography: 'body2', color: token('textSoft') }}>
            {formatDate(language, createdAt, { timeZone })}
            {editedAt && ` · ${t('events.comments.edited')}`}
          </Box>
        </Box>
        <Box sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {parts.map((part, index) =>
            part.isMention ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other identity
              <Box key={index} component="strong" sx={{ color: token('primaryText'), fontWeight: 620 }}>
                {part.text}
              </Box>
            ) : (
              part.text
            ),
          )}
        </Box>
      </Box>
      {isOpen && (
        <RowMenu
          name={t('events.comments.own')}
          items={[
            { label: t('events.comments.edit'), onChoose: onEdit },
            { label: t('events.comments.delete'), isDestructive: true, onChoose: onDelete },
          ]}
        />
      )}
    </Box>
  )
}
