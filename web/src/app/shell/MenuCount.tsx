import Box from '@mui/material/Box'
import { useEffect } from 'react'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'

const maxShown = 99

export interface BadgeProps {
  /** Shown at the corner of an icon without text. */
  isMini?: boolean
  /** Receives the count in words, for the item's accessible name; empty for 0. */
  onWords: (words: string) => void
}

/** The count of a menu item; nothing for 0. Needs a positioned container. */
export function MenuCount({
  count,
  isGrave,
  isMini,
  onWords,
}: BadgeProps & { count: number; isGrave: boolean }) {
  const { t } = useText()
  const shown = count > maxShown ? `${maxShown}+` : String(count)
  const words = count === 0 ? '' : t(isGrave ? 'shell.badge.attention' : 'shell.badge.waiting', { shown })
  useEffect(() => onWords(words), [words, onWords])
  if (count === 0) return null
  return (
    <>
      {/* A space separates the figure in the accessible name. */}{' '}
      <Box
        component="span"
        aria-hidden
        sx={{
          flex: 'none',
          minWidth: isMini ? 16 : 20,
          px: isMini ? '4px' : '6px',
          borderRadius: '10px',
          textAlign: 'center',
          fontSize: '0.71875rem',
          lineHeight: isMini ? '16px' : '20px',
          fontWeight: 700,
          color: token(isGrave ? 'critical' : 'textSoft'),
          backgroundColor: token(isGrave ? 'criticalTint' : 'sunken'),
          position: isMini ? 'absolute' : undefined,
          top: isMini ? 0 : undefined,
          right: isMini ? 0 : undefined,
          ml: isMini ? undefined : 'auto',
        }}
      >
        {shown}
      </Box>
    </>
  )
}
