import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { readBroadcast, retryBroadcast } from '@rumbo/contract/communication.broadcasts.contract'
import { useState } from 'react'
import { useCan, useErrorMessage } from '../../app/client-context.tsx'
import { useChange, useEndpoint } from '../../app/data/use-data.ts'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx'
import { useText } from '../../ui/i18n.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { RecipientItem } from '../messages/RecipientItem.tsx'

const methods = ['sms', 'email'] as const

/** Who has not read a broadcast, with other methods by which to send it to one or to all of them. */
export function NotReadList({ id, onOpen }: { id: string; onOpen: (threadId: string) => void }) {
  const { t } = useText()
  const message = useErrorMessage()
  const mayWrite = useCan()('communication.write')
  const [outcome, setOutcome] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const answer = useEndpoint(readBroadcast, { params: { id } })
  const [asked, setAsked] = useState<(typeof methods)[number] | null>(null)
  const retry = useChange(retryBroadcast, {
    evicts: ['communication'],
    onSuccess: ({ sent, unreachable, left }) =>
      setOutcome(
        [
          t('messaging.sentAgain', { count: sent }),
          unreachable > 0 ? t('messaging.notSent', { count: unreachable }) : '',
          left > 0 ? t('messaging.left', { count: left }) : '',
        ]
          .filter(Boolean)
          .join('. '),
      ),
    onError: (error) => setFailure(message(error, t('communication.error.broadcast'))),
  })
  if (answer.isError)
    return (
      <ErrorState
        title={message(answer.error, t('communication.error.broadcasts'))}
        onRetry={() => void answer.refetch()}
      />
    )
  if (answer.data === undefined) return <ListSkeleton rows={2} />
  const { notRead } = answer.data
  const possible = methods.filter((method) =>
    notRead.some(({ otherMethods }) => otherMethods.includes(method)),
  )
  return (
    <>
      {mayWrite && notRead.length > 1 && possible.length > 0 && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: '4px' }}>
          {possible.map((method) => (
            <Button
              key={method}
              size="small"
              variant="outlined"
              disabled={retry.isPending}
              onClick={() => setAsked(method)}
            >
              {t('messaging.sendAllBy', { method: t(`communication.method.${method}`) })}
            </Button>
          ))}
        </Box>
      )}
      <ConfirmDialog
        open={asked !== null}
        title={asked === null ? '' : t('messaging.sendAllBy', { method: t(`communication.method.${asked}`) })}
        text={t('messaging.sendAllQuestion')}
        confirmLabel={t('communication.send')}
        onConfirm={() => {
          setOutcome(null)
          setFailure(null)
          if (asked !== null) retry.mutate({ params: { id }, body: { method: asked } })
          setAsked(null)
        }}
        onClose={() => setAsked(null)}
      />
      <Box role="status" sx={{ typography: 'body2', '&:empty': { display: 'none' } }}>
        {outcome}
      </Box>
      <Box
        role="alert"
        sx={{ typography: 'body2', color: token('critical'), '&:empty': { display: 'none' } }}
      >
        {failure}
      </Box>
      <Box
        component="ul"
        aria-label={t('communication.broadcast.notRead')}
        sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: '2px' }}
      >
        {notRead.length === 0 && <li>{t('communication.broadcast.allRead')}</li>}
        {notRead.map((recipient) => (
          <RecipientItem
            key={recipient.recipientId}
            threadId={recipient.threadId}
            messageId={recipient.messageId}
            recipient={recipient}
            mayWrite={mayWrite}
            onOpen={() => onOpen(recipient.threadId)}
          />
        ))}
      </Box>
    </>
  )
}
