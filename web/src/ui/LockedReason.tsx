import LockOutlined from '@mui/icons-material/LockOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Tooltip from '@mui/material/Tooltip'
import { useId } from 'react'
import { token } from './theme/tokens.ts'

interface LockedReasonProps {
  /** Label of the unavailable action. */
  label: string
  /** Why it is unavailable, in words. */
  reason: string
  size?: 'small' | 'medium' | 'large'
  /** Shows the reason in a tooltip only, for small spaces. */
  isCompact?: boolean
}

/** An unavailable action: grey, with a lock and the reason. It stays focusable so that the reason can be read. */
export function LockedReason({ label, reason, size = 'medium', isCompact = false }: LockedReasonProps) {
  const reasonId = useId()
  const button = (
    <Button
      size={size}
      aria-disabled="true"
      aria-describedby={isCompact ? undefined : reasonId}
      startIcon={<LockOutlined />}
      sx={{
        '&, &:hover': { backgroundColor: token('sunken'), color: token('textFaint'), cursor: 'not-allowed' },
      }}
    >
      {label}
    </Button>
  )
  if (isCompact) {
    return (
      <Tooltip title={reason} describeChild>
        {button}
      </Tooltip>
    )
  }
  return (
    <Box
      component="span"
      sx={{ display: 'inline-flex', flexWrap: 'wrap', alignItems: 'center', gap: '10px' }}
    >
      {button}
      <Box component="span" id={reasonId} sx={{ typography: 'body2', color: token('textSoft') }}>
        {reason}
      </Box>
    </Box>
  )
}
