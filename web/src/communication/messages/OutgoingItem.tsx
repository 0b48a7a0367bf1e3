import ErrorOutlineRounded from '@mui/icons-material/ErrorOutlineRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { bubbleLook } from './bubble-look.ts'
import type { Outgoing } from './outgoing.rules.ts'

interface OutgoingItemProps {
  outgoing: Outgoing
  onRetry: () => void
  /** Puts the text back into the composer. */
  onEdit: () => void
  onDiscard: () => void
}

/** A message that is on its way, or that was not sent. */
export function OutgoingItem({ outgoing, onRetry, onEdit, onDiscard }: OutgoingItemProps) {
  const { t } = useText()
  const { draft, state, error } = outgoing
  const isWaiting = state === 'sending' || state === 'sent'
  return (
    <Box
      sx={{
        ...bubbleLook(draft.isNote ? 'note' : 'own'),
        opacity: isWaiting ? 0.75 : 1,
        borderColor: isWaiting ? undefined : token('critical'),
      }}
    >
      <Box sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{draft.text}</Box>
      {draft.attachments.map(({ id, name }) => (
        <Box key={id} sx={{ typography: 'body2' }}>
          {name}
        </Box>
      ))}
      {isWaiting ? (
        <Box sx={{ typography: 'body2', color: token('textSoft') }}>{t('communication.sending')}</Box>
      ) : (
        <Box role="alert" sx={{ mt: '4px' }}>
          <Box sx={{ display: 'flex', gap: '6px', color: token('critical'), typography: 'body2' }}>
            <ErrorOutlineRounded aria-hidden sx={{ fontSize: 18 }} />
            <span>{error}</span>
          </Box>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: '4px' }}>
            <Button size="small" onClick={onRetry}>
              {t(state === 'movedOn' ? 'communication.sendAnyway' : 'ui.retry')}
            </Button>
            <Button size="small" onClick={onEdit}>
              {t('communication.edit')}
            </Button>
            <Button size="small" color="inherit" onClick={onDiscard}>
              {t('communication.discard')}
            </Button>
          </Box>
        </Box>
      )}
    </Box>
  )
}
