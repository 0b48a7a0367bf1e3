import Box from '@mui/material/Box'
import { formatClock, formatDate } from '@rumbo/i18n/formats'
import { nowMs, useNow } from '../ui/clock.ts'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/theme/tokens.ts'
import { type WaitLevel, waitLevel } from './dispatch.rules.ts'

const colours: Record<WaitLevel, string> = {
  ahead: token('textSoft'),
  calm: token('text'),
  soon: token('alarmed'),
  late: token('critical'),
}

interface WaitClockProps {
  sinceMs: number
  timeZone?: string
  size?: 'h2' | 'figure'
}

/**
 * Waiting time as mm:ss: amber at three quarters of the limit, red at the limit. Before its start: the start time.
 */
export function WaitClock({ sinceMs, timeZone, size = 'h2' }: WaitClockProps) {
  const { language } = useText()
  useNow(1)
  const now = nowMs()
  const level = waitLevel(sinceMs, now)
  return (
    <Box component="span" sx={{ typography: size, fontWeight: 700, color: colours[level] }}>
      {level === 'ahead'
        ? formatDate(language, sinceMs, { show: 'time', timeZone })
        : formatClock((now - sinceMs) / 1000)}
    </Box>
  )
}

/** The level in words, for text beside the clock. */
export function useWaitWords(sinceMs: number): string {
  const { t } = useText()
  useNow(1)
  const level = waitLevel(sinceMs, nowMs())
  return t(`dispatch.wait.${level}`)
}
