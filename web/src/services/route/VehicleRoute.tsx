import ExpandLessRounded from '@mui/icons-material/ExpandLessRounded'
import ExpandMoreRounded from '@mui/icons-material/ExpandMoreRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { LiveVehicle } from '@rumbo/contract/live.contract'
import { readVehicleRoute, type StopAhead } from '@rumbo/contract/planning.ahead.contract'
import { useId, useState } from 'react'
import { addresses } from '../../addresses.ts'
import { useErrorMessage } from '../../app/client-context.tsx'
import { useEndpoint } from '../../app/data/use-data.ts'
import { AppLink } from '../../app/navigation/address.tsx'
import { useMoment } from '../../app/use-moment.ts'
import { Card } from '../../ui/Card.tsx'
import { dateText } from '../../ui/fields/calendar-day.ts'
import { useText } from '../../ui/i18n.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { isStopLate } from './stop-ahead.rules.ts'
import { useRoutesAhead } from './use-routes-ahead.ts'
import { useStopAheadText } from './use-stop-ahead-text.ts'

/** Predictions change without a hint while a vehicle drives; read again so often, in milliseconds. */
const paceMs = 30_000

/** Large enough to touch, also where links are near each other. */
const touchable = { display: 'inline-block', lineHeight: '24px' } as const

type Vehicle = Pick<LiveVehicle, 'id' | 'fleetId' | 'vehicleNumber'>

/** What is left of a vehicle's route, in its card: read once it is opened. Nothing without a published route. */
export function VehicleRouteSection({ vehicle }: { vehicle: Vehicle }) {
  const { t } = useText()
  const [openId, setOpenId] = useState<string | null>(null)
  const id = useId()
  const ahead = useRoutesAhead(vehicle.fleetId).get(vehicle.id)
  if (ahead === undefined) return null
  const isOpen = openId === vehicle.id
  return (
    <Box sx={{ borderTop: `1px solid ${token('line')}`, py: '4px' }}>
      <Button
        size="small"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        startIcon={isOpen ? <ExpandLessRounded /> : <ExpandMoreRounded />}
        onClick={() => setOpenId(isOpen ? null : vehicle.id)}
        sx={{ ml: '-4px' }}
      >
        {t('services.route.ahead', { count: ahead.services })}
      </Button>
      {isOpen && (
        <Box id={id} sx={{ maxHeight: 260, overflowY: 'auto', pb: '6px' }}>
          <RouteStops vehicle={vehicle} />
        </Box>
      )}
    </Box>
  )
}

/** What is left of a vehicle's route, on its page. Nothing without a published route. */
export function VehicleRouteCard({ vehicle }: { vehicle: Vehicle }) {
  const { t } = useText()
  const ahead = useRoutesAhead(vehicle.fleetId).get(vehicle.id)
  if (ahead === undefined) return null
  return (
    <Card title={t('services.route.title')} detail={t('services.route.services', { count: ahead.services })}>
      <RouteStops vehicle={vehicle} />
    </Card>
  )
}

function RouteStops({ vehicle }: { vehicle: Vehicle }) {
  const { t } = useText()
  const message = useErrorMessage()
  const { data, error, refetch } = useEndpoint(
    readVehicleRoute,
    { params: { id: vehicle.id } },
    { refetchInterval: paceMs, meta: { hintSpacingMs: 5_000 } },
  )
  if (data === undefined)
    return error ? (
      <ErrorState title={message(error, t('services.route.failed'))} onRetry={() => void refetch()} />
    ) : (
      <ListSkeleton rows={3} />
    )
  return (
    <>
      {data.plans.map(({ id, name, date }) => (
        <Box key={id} sx={{ typography: 'caption' }}>
          <AppLink to={addresses.planning({ plan: id, date, vehicle: vehicle.id })} sx={touchable}>
            {t('services.route.plan', { name, date: dateText(date) })}
          </AppLink>
        </Box>
      ))}
      <Box
        component="ol"
        aria-label={t('services.route.stops', { number: vehicle.vehicleNumber })}
        sx={{ listStyle: 'none', m: 0, p: 0 }}
      >
        {data.stops.map((stop) => (
          <RouteStop key={stop.stopId} stop={stop} />
        ))}
      </Box>
    </>
  )
}

function RouteStop({ stop }: { stop: StopAhead }) {
  const { t } = useText()
  const moment = useMoment()
  const textOf = useStopAheadText()
  const { plannedArrival, stopType, address, serviceId, serviceNumber, customerName } = stop
  return (
    <Box
      component="li"
      sx={{ py: '6px', borderBottom: `1px solid ${token('line')}`, '&:last-of-type': { borderBottom: 0 } }}
    >
      <Box sx={{ typography: 'body2', overflowWrap: 'anywhere' }}>
        <Box
          component="time"
          dateTime={plannedArrival}
          sx={{ fontWeight: 620, fontVariantNumeric: 'tabular-nums' }}
        >
          {moment(plannedArrival, 'time')}
        </Box>{' '}
        {t(`services.stop.type.${stopType}`)} · {address}
      </Box>
      <Box sx={{ typography: 'caption', color: token('textSoft'), overflowWrap: 'anywhere' }}>
        <AppLink to={addresses.services({ service: serviceId })} sx={touchable}>
          {serviceNumber} · {customerName}
        </AppLink>{' '}
        <Box component="span" sx={{ color: isStopLate(stop) ? token('alarmed') : undefined }}>
          {textOf(stop)}
        </Box>
      </Box>
    </Box>
  )
}
