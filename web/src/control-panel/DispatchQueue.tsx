import HourglassEmptyRounded from '@mui/icons-material/HourglassEmptyRounded'
import NearMeOutlined from '@mui/icons-material/NearMeOutlined'
import PlayArrowOutlined from '@mui/icons-material/PlayArrowOutlined'
import TimerOutlined from '@mui/icons-material/TimerOutlined'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import { readQueue } from '@rumbo/contract/dispatch.contract'
import { countServices } from '@rumbo/contract/services.contract'
import type { ReactNode } from 'react'
import { addresses } from '../addresses.ts'
import { useErrorMessage } from '../app/client-context.tsx'
import { useEndpoint } from '../app/data/use-data.ts'
import { Anchor } from '../app/navigation/address.tsx'
import type { FleetSelection } from '../app/session/workspace.ts'
import { WaitClock } from '../dispatch/WaitClock.tsx'
import { AnimatedNumber } from '../ui/AnimatedNumber.tsx'
import { Card } from '../ui/Card.tsx'
import { useText } from '../ui/i18n.tsx'
import { ErrorState } from '../ui/states.tsx'
import { token } from '../ui/theme/tokens.ts'
import { tile } from './tile.ts'

/** Services waiting for dispatch with their age, and services under way. */
export function DispatchQueue({ fleets }: { fleets: FleetSelection }) {
  const { t } = useText()
  const message = useErrorMessage()
  const counted = useEndpoint(countServices, { query: fleets.query })
  const countOf = (status: 'on_dispatch' | 'vehicle_assigned' | 'in_progress') =>
    counted.data === undefined ? '—' : <AnimatedNumber value={counted.data.counts[status] ?? 0} />
  const answer = useEndpoint(readQueue, { query: fleets.query })
  const oldestSince = answer.data?.oldestSince
  const sinceMs = oldestSince ? Date.parse(oldestSince) : null
  const failed = [counted, answer].find(({ isError }) => isError)
  const cell = (icon: ReactNode, label: string, value: ReactNode, to: string) => (
    <ButtonBase
      component={Anchor}
      to={to}
      sx={{
        ...tile,
        boxShadow: `1px 0 0 ${token('line')}, 0 1px 0 ${token('line')}`,
        '&:hover': { backgroundColor: token('sunken') },
        '&.Mui-focusVisible': { outlineOffset: '-2px' },
      }}
    >
      <Box
        component="span"
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: '6px',
          typography: 'body2',
          color: token('textSoft'),
          '& svg': { fontSize: 18 },
        }}
      >
        {icon}
        {label}
      </Box>
      <Box component="span" sx={{ typography: 'figure' }}>
        {value}
      </Box>
    </ButtonBase>
  )
  return (
    <Card title={t('dispatch.panel.queue')} isFlush>
      {failed && (
        <ErrorState
          title={message(failed.error, t('services.error.load'))}
          onRetry={() => void failed.refetch()}
        />
      )}
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: '1fr 1fr', md: 'repeat(4, 1fr)', lg: '1fr 1fr' },
          borderTop: `1px solid ${token('line')}`,
        }}
      >
        {cell(
          <HourglassEmptyRounded aria-hidden />,
          t('dispatch.queue.waiting'),
          countOf('on_dispatch'),
          addresses.dispatch(),
        )}
        {cell(
          <TimerOutlined aria-hidden />,
          t('dispatch.queue.oldest'),
          sinceMs === null ? '—' : <WaitClock sinceMs={sinceMs} size="figure" />,
          addresses.dispatch({ sort: 'age' }),
        )}
        {cell(
          <NearMeOutlined aria-hidden />,
          t('services.card.vehicle_assigned'),
          countOf('vehicle_assigned'),
          addresses.dispatch({ pane: 'monitoring' }),
        )}
        {cell(
          <PlayArrowOutlined aria-hidden />,
          t('services.card.in_progress'),
          countOf('in_progress'),
          addresses.dispatch({ pane: 'monitoring' }),
        )}
      </Box>
    </Card>
  )
}
