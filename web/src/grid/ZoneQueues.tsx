import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import type { LiveVehicle } from '@rumbo/contract/live.contract'
import { useMemo } from 'react'
import { useErrorMessage } from '../app/client-context.tsx'
import { useZones } from '../places/use-zones.ts'
import { Age } from '../ui/Age.tsx'
import { cardLook } from '../ui/card-look.ts'
import { useText } from '../ui/i18n.tsx'
import { CardsSkeleton } from '../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../ui/states.tsx'
import { token } from '../ui/theme/tokens.ts'
import { VehicleMark } from '../ui/VehicleMark.tsx'
import { type ZoneQueue, zoneQueues } from './zone-queues.rules.ts'

/** Shown of each queue; the rest is counted. */
const mostShown = 12

interface ZoneQueuesProps {
  fleetId: string
  vehicles: readonly LiveVehicle[]
  onPress: (vehicleId: string, element: HTMLElement) => void
}

/** The free vehicles of each zone in the order in which they became free, the first in the queue on top. */
export function ZoneQueues({ fleetId, vehicles, onPress }: ZoneQueuesProps) {
  const { t } = useText()
  const message = useErrorMessage()
  const { zones, isLoaded, error, refetch } = useZones(fleetId)
  const queues = useMemo(() => zoneQueues(zones, vehicles), [zones, vehicles])
  if (error && !isLoaded)
    return <ErrorState text={message(error, t('billing.zone.loadFailed'))} onRetry={() => void refetch()} />
  if (!isLoaded) return <CardsSkeleton cards={6} />
  if (zones.length === 0) return <EmptyState title={t('grid.zones.none')} />
  return (
    <Box
      sx={{
        flex: 1,
        minHeight: 0,
        overflow: 'auto',
        display: 'grid',
        gridAutoFlow: 'column',
        gridAutoColumns: 'minmax(180px, 1fr)',
        gap: '10px',
        alignItems: 'start',
      }}
    >
      {queues.map((one) => (
        <QueueColumn key={one.zone?.id ?? 'outside'} {...one} onPress={onPress} />
      ))}
    </Box>
  )
}

function QueueColumn({ zone, queue, others, onPress }: ZoneQueue & Pick<ZoneQueuesProps, 'onPress'>) {
  const { t } = useText()
  const name = zone?.name ?? t('grid.zones.outside')
  return (
    <Box component="section" aria-label={name} sx={{ minWidth: 0 }}>
      <Box sx={{ display: 'flex', gap: '8px', alignItems: 'baseline', mb: '8px' }}>
        <Box component="h2" sx={{ typography: 'h3', m: 0, overflowWrap: 'anywhere' }}>
          {name}
        </Box>
        <Box component="span" sx={{ typography: 'body2', color: token('textSoft'), ml: 'auto' }}>
          {t('grid.zones.free', { count: queue.length })}
        </Box>
      </Box>
      <Box
        component="ol"
        aria-label={t('grid.zones.queue', { name })}
        sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: '6px' }}
      >
        {queue.slice(0, mostShown).map((vehicle, at) => (
          <li key={vehicle.id}>
            <ButtonBase
              aria-haspopup="dialog"
              onClick={(event) => onPress(vehicle.id, event.currentTarget)}
              sx={{
                ...cardLook,
                width: '100%',
                display: 'flex',
                gap: '8px',
                justifyContent: 'flex-start',
                p: '8px 10px',
                textAlign: 'left',
              }}
            >
              <Box component="span" sx={{ color: token('textSoft'), fontVariantNumeric: 'tabular-nums' }}>
                {at + 1}
              </Box>
              <VehicleMark status={vehicle.status} size={18} />
              <Box component="span" sx={{ typography: 'subtitle2' }}>
                {vehicle.vehicleNumber}
              </Box>
              <Box component="span" sx={{ ml: 'auto', typography: 'body2', color: token('textSoft') }}>
                <Age at={vehicle.statusSince} />
              </Box>
            </ButtonBase>
          </li>
        ))}
      </Box>
      {queue.length > mostShown && (
        <Box sx={{ typography: 'body2', p: '6px 2px' }}>
          {t('grid.zones.more', { count: queue.length - mostShown })}
        </Box>
      )}
      {others > 0 && (
        <Box sx={{ typography: 'body2', color: token('textSoft'), p: '6px 2px' }}>
          {t('grid.zones.others', { count: others })}
        </Box>
      )}
    </Box>
  )
}
