import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { type MessageRecipient, retryRecipient } from '@rumbo/contract/communication.messages.contract'
import { useState } from 'react'
import { useErrorMessage } from '../../app/client-context.tsx'
import { useChange } from '../../app/data/use-data.ts'
import { PhoneLink } from '../../ui/ContactLinks.tsx'
import { useText } from '../../ui/i18n.tsx'
import { TintedChip } from '../../ui/StatusChip.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { useFailureWords } from '../../ui/use-failure-words.ts'

const colours = {
  pending: 'inactive',
  sent: 'occupied',
  delivered: 'occupied',
  read: 'active',
  failed: 'critical',
} as const

interface RecipientItemProps {
  threadId: string
  messageId: string
  recipient: MessageRecipient
  mayWrite: boolean
  /** Opens the conversation with them. Default: the name is no button. */
  onOpen?: () => void
}

/** What became of a message for one person by each method that was tried, and the methods that are left to try. */
export function RecipientItem({ threadId, messageId, recipient, mayWrite, onOpen }: RecipientItemProps) {
  const { t } = useText()
  const message = useErrorMessage()
  const failureWords = useFailureWords()
  const [failure, setFailure] = useState<string | null>(null)
  const { recipientId, name, phone, status, tries, otherMethods } = recipient
  const retry = useChange(retryRecipient, {
    evicts: ['broadcasts'],
    onError: (error) => setFailure(message(error, t('communication.error.send'))),
  })
  return (
    <Box component="li" sx={{ typography: 'body2', borderTop: `1px solid ${token('line')}`, pt: '4px' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 8px' }}>
        {onOpen ? (
          <Button size="small" onClick={onOpen}>
            {name}
          </Button>
        ) : (
          <Box component="span" sx={{ fontWeight: 620 }}>
            {name}
          </Box>
        )}
        {tries.map((one) => (
          <Box
            component="span"
            key={one.method}
            sx={{ display: 'inline-flex', alignItems: 'center', gap: '6px' }}
          >
            <TintedChip colour={one.heldSince === null ? colours[one.status] : 'alarmed'}>
              {one.heldSince === null ? t(`communication.status.${one.status}`) : t('communication.waits')}
            </TintedChip>
            <span>{t(`communication.method.${one.method}`)}</span>
          </Box>
        ))}
        {phone !== null && status !== 'read' && <PhoneLink phone={phone} of={name} />}
      </Box>
      {tries.map(
        ({ method, detail, status: of }) =>
          of === 'failed' && detail !== null && <div key={method}>{failureWords(detail)}</div>,
      )}
      {status !== 'read' && mayWrite && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap' }}>
          {otherMethods.map((other) => (
            <Button
              key={other}
              size="small"
              disabled={retry.isPending}
              onClick={() => {
                setFailure(null)
                const params = { id: threadId, messageId, recipientId }
                retry.mutate({ params, body: { method: other } })
              }}
            >
              {t(
                tries.some(({ method }) => method === other) ? 'communication.retryBy' : 'messaging.sendBy',
                { method: t(`communication.method.${other}`) },
              )}
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
