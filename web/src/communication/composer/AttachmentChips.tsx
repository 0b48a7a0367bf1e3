import CloseRounded from '@mui/icons-material/CloseRounded'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import type { MessageAttachment } from '@rumbo/contract/communication.attachments.contract'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'

interface AttachmentChipsProps {
  attachments: readonly MessageAttachment[]
  onRemove: (id: string) => void
}

/** The files of a message that is being written. */
export function AttachmentChips({ attachments, onRemove }: AttachmentChipsProps) {
  const { t } = useText()
  if (attachments.length === 0) return null
  return (
    <Box
      component="ul"
      aria-label={t('communication.attach.list')}
      sx={{ listStyle: 'none', m: 0, p: 0, display: 'flex', flexWrap: 'wrap', gap: '6px' }}
    >
      {attachments.map(({ id, name }) => (
        <Box
          component="li"
          key={id}
          sx={{
            display: 'flex',
            alignItems: 'center',
            maxWidth: '100%',
            pl: '10px',
            borderRadius: '8px',
            border: `1px solid ${token('line')}`,
            backgroundColor: token('surface'),
            typography: 'body2',
          }}
        >
          <Box component="span" sx={{ minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' }}>
            {name}
          </Box>
          <IconButton
            size="small"
            aria-label={t('communication.attach.remove', { name })}
            onClick={() => onRemove(id)}
          >
            <CloseRounded fontSize="small" />
          </IconButton>
        </Box>
      ))}
    </Box>
  )
}
