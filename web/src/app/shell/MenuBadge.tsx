import Box from '@mui/material/Box'
import { listUnknownDevices } from '@rumbo/contract/telemetry.devices.contract'
import { useEffect } from 'react'
import { useNeeds } from '../../attention/use-needs.ts'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { useWorkspace } from '../client-context.tsx'
import { useEndpoint } from '../data/use-data.ts'
import type { BadgedScreen } from './menu.ts'

const lookMs = 60_000
const most = 99

interface BadgeProps {
  /** Beside an icon alone, at its corner. */
  isMini?: boolean
  /** Told what is counted, in words, for the item's name; empty where there is none. */
  onWords: (words: string) => void
}

function Count({ count, isGrave, isMini, onWords }: BadgeProps & { count: number; isGrave: boolean }) {
  const { t } = useText()
  const shown = count > most ? `${most}+` : String(count)
  const words = count === 0 ? '' : t(isGrave ? 'shell.badge.attention' : 'shell.badge.waiting', { shown })
  useEffect(() => onWords(words), [words, onWords])
  if (count === 0) return null
  return (
    <>
      {/* The figure is a word of its own, as in the item's name. */}{' '}
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
          ...(isMini ? { position: 'absolute', top: 0, right: 0 } : { ml: 'auto' }),
        }}
      >
        {shown}
      </Box>
    </>
  )
}

/** As many as the Control Panel lists. */
function NeedsCount({ fleetId, ...props }: BadgeProps & { fleetId: string }) {
  return <Count {...props} count={useNeeds(fleetId, { isBeside: true }).total} isGrave />
}

function AttentionCount(props: BadgeProps) {
  const { fleet } = useWorkspace()
  return fleet === null ? (
    <Count {...props} count={0} isGrave />
  ) : (
    <NeedsCount {...props} fleetId={fleet.id} />
  )
}

function UnknownCount(props: BadgeProps) {
  const { data } = useEndpoint(listUnknownDevices, { query: { size: 1 } }, { refetchInterval: lookMs })
  return <Count {...props} count={data?.total ?? 0} isGrave={false} />
}

/** How much waits behind an item of the menu; below a container with a position. */
export function MenuBadge({ screen, ...props }: BadgeProps & { screen: BadgedScreen }) {
  return screen === 'main' ? <AttentionCount {...props} /> : <UnknownCount {...props} />
}
