import ArrowDownwardRounded from '@mui/icons-material/ArrowDownwardRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { Ref } from 'react'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'

/** Above the first message that was not read when the conversation was opened. */
export function UnreadDivider({ ref }: { ref: Ref<HTMLDivElement> }) {
  const { t } = useText()
  return (
    <Box
      ref={ref}
      role="separator"
      aria-label={t('communication.unreadFrom')}
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: '10px',
        typography: 'body2',
        color: token('primaryText'),
        '&::before, &::after': { content: '""', flex: 1, borderTop: `1px solid ${token('primary')}` },
      }}
    >
      {t('communication.unreadFrom')}
    </Box>
  )
}

/** Says how many messages are below what has been on screen, and goes to the first. Absent without any. */
export function NewBelow({ count, onGo }: { count: number; onGo: () => void }) {
  const { t } = useText()
  if (count === 0) return null
  return (
    <Button
      size="small"
      variant="contained"
      startIcon={<ArrowDownwardRounded />}
      onClick={onGo}
      sx={{ position: 'absolute', bottom: 12, left: '50%', translate: '-50%' }}
    >
      {t('communication.newBelow', { count })}
    </Button>
  )
}
