import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import { countServices, type ServiceStatus } from '@rumbo/contract/services.contract'
import { addresses } from '../addresses.ts'
import { useErrorMessage } from '../app/client-context.tsx'
import { useEndpoint } from '../app/data/use-data.ts'
import { Anchor } from '../app/navigation/address.tsx'
import type { FleetSelection } from '../app/session/workspace.ts'
import { usePeriodStart } from '../services/service-period.ts'
import { AnimatedNumber } from '../ui/AnimatedNumber.tsx'
import { Card } from '../ui/Card.tsx'
import { useText } from '../ui/i18n.tsx'
import { CardsSkeleton } from '../ui/skeletons.tsx'
import { ErrorState } from '../ui/states.tsx'
import { token } from '../ui/theme/tokens.ts'
import { tile } from './tile.ts'

const cancelled = [
  'cancelled_by_client',
  'cancelled_by_driver',
  'cancelled_by_central',
] as const satisfies readonly ServiceStatus[]
const funnel = [
  { key: 'created', statuses: ['created'] },
  { key: 'on_dispatch', statuses: ['on_dispatch'] },
  { key: 'vehicle_assigned', statuses: ['vehicle_assigned'] },
  { key: 'in_progress', statuses: ['in_progress'] },
  { key: 'completed', statuses: ['completed'] },
  { key: 'cancelled', statuses: cancelled },
] as const satisfies readonly { key: string; statuses: readonly ServiceStatus[] }[]

/** Open services by status group, and services completed or cancelled today, under the specification's six labels. */
export function ServiceCards({ fleets }: { fleets: FleetSelection }) {
  const { t } = useText()
  const message = useErrorMessage()
  const endedSince = usePeriodStart('today')
  const answer = useEndpoint(countServices, { query: { ...fleets.query, endedSince } })
  const counts = answer.data?.counts
  const failure = (
    <ErrorState
      title={message(answer.error, t('services.error.load'))}
      onRetry={() => void answer.refetch()}
    />
  )
  if (counts === undefined) {
    return answer.isError ? <Card>{failure}</Card> : <CardsSkeleton cards={6} />
  }
  const sum = (statuses: readonly ServiceStatus[]) =>
    statuses.reduce((all, status) => all + (counts[status] ?? 0), 0)
  return (
    <Card label={t('services.many')} isFlush>
      {answer.isError && failure}
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: 'repeat(3, minmax(0, 1fr))', md: 'repeat(6, minmax(0, 1fr))' },
          // Shows the age of the figures after a failed read.
          opacity: answer.isError ? 0.6 : 1,
        }}
      >
        {funnel.map(({ key, statuses }) => {
          const isEnd = key === 'completed' || key === 'cancelled'
          return (
            <ButtonBase
              key={key}
              component={Anchor}
              to={addresses.services({ status: statuses, period: isEnd ? 'endedToday' : undefined })}
              sx={{
                ...tile,
                boxShadow: `1px 0 0 ${token('line')}, 0 1px 0 ${token('line')}`,
                '&:hover': { backgroundColor: token('sunken') },
                '&.Mui-focusVisible': { outlineOffset: '-2px' },
              }}
            >
              <Box component="span" sx={{ typography: 'body2', color: token('textSoft') }}>
                {t(`services.card.${key}`)}
              </Box>
              <Box component="span" sx={{ typography: 'figure', mt: 'auto' }}>
                <AnimatedNumber value={sum(statuses)} />
                {isEnd && (
                  <Box component="span" sx={{ typography: 'body2', color: token('textSoft'), ml: '6px' }}>
                    {t('services.card.today')}
                  </Box>
                )}
              </Box>
            </ButtonBase>
          )
        })}
      </Box>
    </Card>
  )
}
