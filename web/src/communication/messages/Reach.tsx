import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { deliverNow, listRecipients, type Message } from '@rumbo/contract/communication.messages.contract'
import { useId, useState } from 'react'
import { useErrorMessage } from '../../app/client-context.tsx'
import { useChange, useEndpoint } from '../../app/data/use-data.ts'
import { useText } from '../../ui/i18n.tsx'
import { TintedChip } from '../../ui/StatusChip.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { RecipientItem } from './RecipientItem.tsx'

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
        <RecipientItem
          key={recipient.recipientId}
          threadId={one.threadId}
          messageId={one.id}
          recipient={recipient}
          mayWrite={mayWrite}
        />
      ))}
    </Box>
  )
}
