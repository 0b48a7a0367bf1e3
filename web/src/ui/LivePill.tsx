import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import { formatDurationShort } from '@rumbo/i18n/formats'
import { useNow } from './clock.ts'
import { useText } from './i18n.tsx'
import { type StatusToken, token } from './theme/tokens.ts'
import { visuallyHidden } from './visually-hidden.ts'

export type LiveState = 'live' | 'delayed' | 'offline' | 'paused'

interface LivePillProps {
  state: LiveState
  /** Time of the last message in epoch milliseconds; null before the first. */
  lastMessageAt: number | null
  /** Offered while delayed or offline; reconnects at once. */
  onReconnect?: () => void
  reconnectLabel?: string
}

const colourOf: Record<LiveState, StatusToken> = {
  live: 'active',
  delayed: 'alarmed',
  offline: 'critical',
  paused: 'maintenance',
}

/** Live, Delayed or Offline, with the age of the data on screen. Screen readers announce changes of state only. */
export function LivePill({ state, lastMessageAt, onReconnect, reconnectLabel }: LivePillProps) {
  const { t } = useText()
  const now = useNow(1, lastMessageAt !== null)
  const word = t(`ui.live.${state}`)
  const age = lastMessageAt === null ? null : formatDurationShort((now + 999 - lastMessageAt) / 1000)
  const colour = colourOf[state]
  const canReconnect = onReconnect !== undefined && state !== 'live'
  const pill = (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: '7px',
        height: 28,
        px: '12px',
        borderRadius: 14,
        whiteSpace: 'nowrap',
        color: token(colour),
        backgroundColor: token(`${colour}Tint`),
        typography: 'subtitle2',
      }}
    >
      <Box
        component="span"
        sx={{ width: 8, height: 8, borderRadius: '50%', backgroundColor: 'currentcolor' }}
      />
      <span aria-hidden={!canReconnect}>{age === null ? word : `${word} · ${age}`}</span>
    </Box>
  )
  return (
    <>
      <span role="status" style={visuallyHidden}>
        {word}
      </span>
      {canReconnect ? (
        <ButtonBase onClick={onReconnect} title={reconnectLabel} sx={{ borderRadius: 14 }}>
          {pill}
          {reconnectLabel !== undefined && <span style={visuallyHidden}>{` ${reconnectLabel}`}</span>}
        </ButtonBase>
      ) : (
        pill
      )}
    </>
  )
}
