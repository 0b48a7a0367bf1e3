import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import {
  deliverNow,
  listRecipients,
  type Message,
  type MessageRecipient,
  retryRecipient,
} from '@rumbo/contract/communication.messages.contract'
import { useId, useState } from 'react'
import { useErrorMessage } from '../../app/client-context.tsx'
import { useChange, useEndpoint } from '../../app/data/use-data.ts'
import { PhoneLink } from '../../ui/ContactLinks.tsx'
import { useText } from '../../ui/i18n.tsx'
import { TintedChip } from '../../ui/StatusChip.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { token } from '../../ui/theme/tokens.ts'

const colours = {
  pending: 'inactive',
  sent: 'occupied',
  delivered: 'occupied',
  read: 'active',
  failed: 'critical',
} as const

/** Reasons of ours; others are what a server answered. */
const reasons = ['unreachable', 'opted_out', 'not_configured', 'files_not_sent', 'reassigned'] as const
const isKnown = (detail: string): detail is (typeof reasons)[number] =>
  (reasons as readonly string[]).includes(detail)

interface ReachProps {
  message: Message
  mayWrite: boolean
}

/** What became of a message: how many read it, whether it waits, and each recipient on demand. */
export function Reach({ message: one, mayWrite }: ReachProps) {
  const { t } = useText()
  const message = useErrorMessage()
  const listId = useId()
  const [isOpen, setOpen] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const { recipients, read, failed, held } = one.reach
  const release = useChange(deliverNow, {
    onError: (error) => setFailure(message(error, t('communication.error.deliver'))),
  })
  if (recipients === 0) return null
  return (
    <Box sx={{ display: 'grid', gap: '4px', mt: '2px' }}>
      {held > 0 && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '6px' }}>
          <TintedChip colour="alarmed" canWrap>
            {t('communication.held', { count: held })}
          </TintedChip>
          {mayWrite && (
            <Button
              size="small"
              loading={release.isPending}
              onClick={() => {
                setFailure(null)
                release.mutate({ params: { id: one.threadId, messageId: one.id } })
              }}
            >
              {t('communication.deliverNow')}
            </Button>
          )}
        </Box>
      )}
      <Box
        role="alert"
        sx={{ typography: 'body2', color: token('critical'), '&:empty': { display: 'none' } }}
      >
        {failure}
      </Box>
      <Button
        size="small"
        color="inherit"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        onClick={() => setOpen(!isOpen)}
        sx={{
          justifySelf: 'end',
          p: '2px 6px',
          typography: 'body2',
          color: token(failed > 0 ? 'critical' : 'textSoft'),
        }}
      >
        {t('communication.readBy', { read, recipients })}
        {failed > 0 && ` · ${t('communication.failed', { count: failed })}`}
      </Button>
      {isOpen && <Recipients id={listId} message={one} mayWrite={mayWrite} />}
    </Box>
  )
}

function Recipients({ id, message: one, mayWrite }: ReachProps & { id: string }) {
  const { t } = useText()
  const message = useErrorMessage()
  const params = { id: one.threadId, messageId: one.id }
  const answer = useEndpoint(listRecipients, { params })
  if (answer.isError)
    return (
      <ErrorState
        title={message(answer.error, t('communication.error.recipients'))}
        onRetry={() => void answer.refetch()}
      />
    )
  if (answer.data === undefined) return <ListSkeleton rows={2} />
  return (
    <Box
      component="ul"
      id={id}
      aria-label={t('communication.recipients')}
      sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: '6px' }}
    >
      {answer.data.items.map((recipient) => (
        <Recipient key={recipient.recipientId} message={one} recipient={recipient} mayWrite={mayWrite} />
      ))}
    </Box>
  )
}

function Recipient({ message: one, recipient, mayWrite }: ReachProps & { recipient: MessageRecipient }) {
  const { t } = useText()
  const message = useErrorMessage()
  const [failure, setFailure] = useState<string | null>(null)
  const { recipientId, name, phone, method, status, detail, heldSince, otherMethods } = recipient
  const retry = useChange(retryRecipient, {
    onError: (error) => setFailure(message(error, t('communication.error.send'))),
  })
  return (
    <Box component="li" sx={{ typography: 'body2', borderTop: `1px solid ${token('line')}`, pt: '4px' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 8px' }}>
        <Box component="span" sx={{ fontWeight: 620 }}>
          {name}
        </Box>
        <TintedChip colour={heldSince === null ? colours[status] : 'alarmed'}>
          {heldSince === null ? t(`communication.status.${status}`) : t('communication.waits')}
        </TintedChip>
        <span>{t(`communication.method.${method}`)}</span>
        {phone !== null && status !== 'read' && <PhoneLink phone={phone} of={name} />}
      </Box>
      {status === 'failed' && detail !== null && (
        <div>{isKnown(detail) ? t(`communication.failure.${detail}`) : detail}</div>
      )}
      {status === 'failed' && mayWrite && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap' }}>
          {otherMethods.map((other) => (
            <Button
              key={other}
              size="small"
              disabled={retry.isPending}
              onClick={() => {
                setFailure(null)
                const params = { id: one.threadId, messageId: one.id, recipientId }
                retry.mutate({ params, body: { method: other } })
              }}
            >
              {t('communication.retryBy', { method: t(`communication.method.${other}`) })}
            </Button>
          ))}
        </Box>
      )}
      <Box role="alert" sx={{ color: token('critical'), '&:empty': { display: 'none' } }}>
        {failure}
      </Box>
    </Box>
  )
}
