import ComputerRounded from '@mui/icons-material/ComputerRounded'
import SmartphoneRounded from '@mui/icons-material/SmartphoneRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { SignIn } from '@rumbo/contract/identity.users.security.contract'
import { useMoment } from '../app/use-moment.ts'
import { Age } from '../ui/Age.tsx'
import { useText } from '../ui/i18n.tsx'
import { TintedChip } from '../ui/StatusChip.tsx'
import { token } from '../ui/theme/tokens.ts'
import { deviceName } from './devices.rules.ts'

interface SessionListProps {
  sessions: readonly SignIn[]
  /** The session being ended; null if none is. */
  endingId: string | null
  onEnd: (session: SignIn) => void
}

/** Open sessions: device, address, last use. Each can be ended except the current one. */
export function SessionList({ sessions, endingId, onEnd }: SessionListProps) {
  const { t } = useText()
  const moment = useMoment()
  return (
    <Box component="ul" sx={{ display: 'grid', gap: '4px', m: 0, p: 0, listStyle: 'none' }}>
      {sessions.map((session) => {
        const { browser, system, isPhone } = deviceName(session.userAgent)
        const device =
          browser !== null && system !== null
            ? t('account.sessions.on', { browser, system })
            : (browser ?? system ?? t('account.sessions.unknownDevice'))
        const Picture = isPhone ? SmartphoneRounded : ComputerRounded
        return (
          <Box
            component="li"
            key={session.id}
            sx={{
              display: 'flex',
              alignItems: 'center',
              gap: '12px',
              py: '8px',
              borderTop: `1px solid ${token('line')}`,
              '&:first-of-type': { borderTop: 'none' },
            }}
          >
            <Picture aria-hidden sx={{ color: token('textSoft') }} />
            <Box sx={{ flex: 1, minWidth: 0 }}>
              <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: '4px 8px', alignItems: 'center' }}>
                <Typography sx={{ fontWeight: 520 }}>{device}</Typography>
                {session.isCurrent && (
                  <TintedChip colour="active">{t('account.sessions.current')}</TintedChip>
                )}
              </Box>
              <Typography variant="body2" component="div" sx={{ color: token('textSoft') }}>
                {session.address} · {t('account.sessions.lastUsed')} <Age at={session.lastUsedAt} /> ·{' '}
                {t('account.sessions.started', { date: moment(session.startedAt) })}
              </Typography>
            </Box>
            {!session.isCurrent && (
              <Button
                size="small"
                variant="outlined"
                loading={endingId === session.id}
                aria-label={t('account.sessions.endNamed', { device })}
                onClick={() => onEnd(session)}
              >
                {t('account.sessions.end')}
              </Button>
            )}
          </Box>
        )
      })}
    </Box>
  )
}
