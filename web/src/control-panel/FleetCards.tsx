import Box from '@mui/material/Box'
import type { OutputOf } from '@rumbo/contract/endpoint'
import type { VehicleStatus } from '@rumbo/contract/vehicles.contract'
import { readStatusHistory } from '@rumbo/contract/vehicles.status.contract'
import { useMemo } from 'react'
import { addresses } from '../addresses.ts'
import { useFeatures } from '../app/client-context.tsx'
import { useEndpoint } from '../app/data/use-data.ts'
import { AppLink } from '../app/navigation/address.tsx'
import type { FleetSelection } from '../app/session/workspace.ts'
import { isCutOff } from '../live/live.store.ts'
import { useHasLiveFleet, useLive, useLiveStatus, useLiveVehicles } from '../live/use-live.ts'
import { Card } from '../ui/Card.tsx'
import { useText } from '../ui/i18n.tsx'
import { CardsSkeleton } from '../ui/skeletons.tsx'
import { ErrorState } from '../ui/states.tsx'
import { token } from '../ui/theme/tokens.ts'
import { countStatuses, displayOrder } from '../vehicles/vehicle-list.rules.ts'
import { withNow } from './fleet-cards.rules.ts'
import { StatusCard } from './StatusCard.tsx'

/** Interval of new counts, in milliseconds. */
const lookMs = 60_000

type History = OutputOf<typeof readStatusHistory>

/** The history by status with the current count at its end; the same objects until a count or the history changed. */
function useColumns(history: History | undefined, counts: Readonly<Record<VehicleStatus, number>>) {
  const countsKey = displayOrder.map((status) => counts[status]).join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: `countsKey` stands for the content of `counts`
  return useMemo(
    () => history && new Map(displayOrder.map((one) => [one, withNow(history.minutes[one], counts[one])])),
    [history, countsKey],
  )
}

/** The fleet by status, counted live, with its last hour; each card opens the list of those vehicles. */
export function FleetCards({ fleets }: { fleets: FleetSelection }) {
  const { t } = useText()
  const features = useFeatures()
  const live = useLive()
  const { state } = useLiveStatus()
  const hasFleet = useHasLiveFleet(fleets.id)
  const counts = countStatuses(useLiveVehicles(fleets.id))
  // The history is optional: the cards show live counts without it, so an error is not shown.
  const { data: history } = useEndpoint(
    readStatusHistory,
    { query: fleets.query },
    { refetchInterval: lookMs },
  )
  const columns = useColumns(history, counts)
  if (!hasFleet && isCutOff(state)) {
    return (
      <Card>
        <ErrorState title={t('panel.fleet.offline')} onRetry={live.reconnectNow} />
      </Card>
    )
  }
  if (!hasFleet) return <CardsSkeleton cards={9} />
  return (
    <Box component="section" aria-label={t('dispatch.panel.fleet')}>
      <Box
        sx={{
          display: 'grid',
          gap: { xs: '8px', sm: '10px' },
          gridTemplateColumns: { xs: 'repeat(3, minmax(0, 1fr))', lg: 'repeat(9, minmax(0, 1fr))' },
          // Shows the age of the figures after a failed read.
          opacity: isCutOff(state) ? 0.6 : 1,
        }}
      >
        {displayOrder.map((status) => (
          <StatusCard
            key={status}
            status={status}
            count={counts[status]}
            minutes={columns?.get(status)}
            weekAgo={history?.weekAgo?.counts[status]}
          />
        ))}
      </Box>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          gap: '2px 16px',
          mt: '6px',
          typography: 'caption',
          color: token('textSoft'),
        }}
      >
        {history !== undefined && (
          <span>{t(history.weekAgo === null ? 'panel.fleet.legendHour' : 'panel.fleet.legend')}</span>
        )}
        {features.includes('grid') && (
          <Box component="span" sx={{ ml: 'auto', typography: 'body2' }}>
            <AppLink to={addresses.grid()}>{t('panel.fleet.grid')}</AppLink>
          </Box>
        )}
      </Box>
    </Box>
  )
}
