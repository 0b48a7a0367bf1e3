import CallOutlined from '@mui/icons-material/CallOutlined'
import CancelOutlined from '@mui/icons-material/CancelOutlined'
import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined'
import NavigationOutlined from '@mui/icons-material/NavigationOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { DriverState } from '@rumbo/contract/drivers.contract'
import { useAddressState } from '../app/navigation/address.tsx'
import { Card } from '../ui/Card.tsx'
import { isDay } from '../ui/fields/calendar-day.ts'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/theme/tokens.ts'
import { type Ending, navigationLink } from './driver.rules.ts'
import { useDriverMoment, useDriverWindow } from './driver-moment.ts'
import { type RouteItem, routeDays, routeItems } from './route.rules.ts'
import { useOwnRoute } from './use-own-route.ts'

const large = { minHeight: 48 }

/** The published route of the driver: stops in their order, what is done, and the next one. */
export function RouteCard({
  state,
  ended,
}: {
  state: DriverState
  /** Services that were ended on this phone. */
  ended: ReadonlyMap<string, Ending>
}) {
  const { t } = useText()
  const moment = useDriverMoment()
  const { stops, updatedAt } = useOwnRoute()
  const [{ day: inAddress }] = useAddressState()
  const wanted = typeof inAddress === 'string' && isDay(inAddress) ? inAddress : null
  // A fleet that plans no routes has no use for an empty one.
  if (stops === null || (stops.length === 0 && wanted === null)) return null
  const dayOf = (at: string) => moment(at, 'longDate')
  // A service that was given back may come again; the others do not.
  const endings = new Map(
    [...ended].flatMap(([id, { kind, at }]) =>
      kind !== 'give_back' || at >= updatedAt ? [[id, kind] as const] : [],
    ),
  )
  const days = routeDays(stops, dayOf)
  const today = dayOf(state.now)
  if (!days.some(({ day }) => day === today)) days.unshift({ day: today, stops: [] })
  // The code on a printed route names its day; midday in UTC is that day in all of the Americas.
  const wantedDay = wanted && dayOf(`${wanted}T12:00:00Z`)
  if (wantedDay !== null && !days.some(({ day }) => day === wantedDay))
    days.push({ day: wantedDay, stops: [] })
  return days.map((one) => {
    const items = routeItems(one.stops, state.services, endings)
    const counted = items.filter((item) => item.state !== 'cancelled')
    const done = counted.filter((item) => item.state === 'done').length
    const isToday = one.day === today
    return (
      <Box key={one.day} ref={one.day === wantedDay ? bringIntoSight : undefined} sx={{ minWidth: 0 }}>
        <Card
          title={t(isToday ? 'driver.route.today' : 'driver.route.of', { day: one.day })}
          detail={
            counted.length > 0 ? t('driver.route.done', { count: done, total: counted.length }) : undefined
          }
        >
          {items.length === 0 ? (
            <Box sx={{ color: token('textSoft') }}>
              {t(isToday ? 'driver.route.empty' : 'driver.route.emptyDay')}
            </Box>
          ) : (
            <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: '4px' }}>
              {items.map((item) => (
                <RouteStop key={item.stop.stopId} {...item} isToday={isToday} />
              ))}
            </Box>
          )}
        </Card>
      </Box>
    )
  })
}

const bringIntoSight = (element: HTMLElement | null) => element?.scrollIntoView?.({ block: 'start' })

function RouteStop({ stop, state, isToday }: RouteItem & { isToday: boolean }) {
  const { t } = useText()
  const moment = useDriverMoment()
  const windowOf = useDriverWindow()
  const { address, reference, contactName, contactPhone, serviceNumber, windowStart, windowEnd } = stop
  const isNext = state === 'next' && isToday
  const isOver = state === 'done' || state === 'cancelled'
  return (
    <Box
      component="li"
      aria-current={isNext ? 'step' : undefined}
      sx={{
        display: 'grid',
        gridTemplateColumns: '56px minmax(0, 1fr) 24px',
        gap: '4px 8px',
        p: '8px',
        borderRadius: '8px',
        borderLeft: '4px solid',
        borderColor: isNext ? token('primary') : 'transparent',
        color: isOver ? token('textSoft') : undefined,
        overflowWrap: 'anywhere',
      }}
    >
      <Box component="time" dateTime={stop.plannedArrival} sx={{ fontWeight: 600 }}>
        {moment(stop.plannedArrival, 'time')}
      </Box>
      <Box>
        <Box sx={{ textDecoration: state === 'cancelled' ? 'line-through' : undefined }}>{address}</Box>
        {isNext && reference && <Box>{reference}</Box>}
        <Box sx={{ typography: 'body2', color: token('textSoft') }}>
          {[
            t(`services.stop.type.${stop.stopType}`),
            `#${serviceNumber}`,
            contactName,
            windowOf(windowStart, windowEnd),
          ]
            .filter(Boolean)
            .join(' · ')}
        </Box>
        {isOver && (
          <Box sx={{ typography: 'body2' }}>
            {t(state === 'cancelled' ? 'driver.route.cancelled' : 'driver.route.made', {
              time: stop.departed ? moment(stop.departed, 'time') : '',
            })}
          </Box>
        )}
      </Box>
      <Box aria-hidden>
        {state === 'done' && <CheckCircleOutlined fontSize="small" />}
        {state === 'cancelled' && <CancelOutlined fontSize="small" />}
      </Box>
      {isNext && (
        <Box sx={{ gridColumn: '1 / -1', display: 'grid', gridTemplateColumns: '1fr 1fr', gap: '12px' }}>
          <Button
            component="a"
            href={navigationLink(stop)}
            target="_blank"
            rel="noreferrer"
            variant="outlined"
            startIcon={<NavigationOutlined />}
            sx={large}
          >
            {t('driver.service.navigate')}
          </Button>
          {contactPhone && (
            <Button
              component="a"
              href={`tel:${contactPhone.replaceAll(/[^+\d]/g, '')}`}
              variant="outlined"
              startIcon={<CallOutlined />}
              sx={large}
            >
              {t('driver.service.call')}
            </Button>
          )}
        </Box>
      )}
    </Box>
  )
}
