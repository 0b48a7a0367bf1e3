import AssignmentOutlined from '@mui/icons-material/AssignmentOutlined'
import Box from '@mui/material/Box'
import type { LiveVehicle } from '@rumbo/contract/live.contract'
import type { CurrentService } from '@rumbo/contract/services.current.contract'
import { addresses } from '../../addresses.ts'
import { AppLink } from '../../app/navigation/address.tsx'
import { Card } from '../../ui/Card.tsx'
import { nowMs } from '../../ui/clock.ts'
import { FactList } from '../../ui/FactList.tsx'
import { useText } from '../../ui/i18n.tsx'
import { oneLine } from '../../ui/one-line.ts'
import { ServiceStatusChip } from '../../ui/StatusChip.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { visuallyHidden } from '../../ui/visually-hidden.ts'
import { phaseOf } from '../phase.rules.ts'
import { type Arrival, type CurrentWork, estimateArrival } from './current.rules.ts'
import { useArrival, useCurrentServices } from './use-current-services.ts'

/** Words for what a vehicle does. */
function useCurrentWords() {
  const { t } = useText()
  const arrival = (given: Arrival | null) =>
    given && t(given.isEstimate ? 'services.current.estimate' : 'services.current.minutes', given)
  return {
    arrival,
    /** The service and its customer. */
    service: ({ serviceNumber, customerName }: CurrentService) => `${serviceNumber} · ${customerName}`,
    /** Phase, arrival and driver. */
    status: (service: CurrentService, vehicle: LiveVehicle) =>
      [
        t(`dispatch.stage.${phaseOf(service)}`),
        arrival(estimateArrival(vehicle, service, nowMs())),
        service.driverName,
      ]
        .filter(Boolean)
        .join(' · '),
    /** Number and arrival, or the phase where no arrival is known. */
    short: (service: CurrentService, vehicle: LiveVehicle) =>
      `${service.serviceNumber} · ${arrival(estimateArrival(vehicle, service, nowMs())) ?? t(`dispatch.stage.${phaseOf(service)}`)}`,
  }
}

const line = { ...oneLine, display: 'block' } as const

/** How many services come after the current one, such as "+11 more"; nothing where none does. */
function MoreServices({ more }: Pick<CurrentWork, 'more'>) {
  const { t } = useText()
  if (more === 0) return null
  return (
    <Box component="span" sx={{ flex: 'none', color: token('textSoft') }}>
      <span aria-hidden>{t('services.current.more', { count: more })}</span>
      <span style={visuallyHidden}>{t('services.current.moreServices', { count: more })}</span>
    </Box>
  )
}

const withMore = { display: 'flex', gap: '6px', minWidth: 0 } as const

/** What a vehicle does, in two lines of a row or tile. */
export function CurrentServiceLines({ service, vehicle }: { service: CurrentWork; vehicle: LiveVehicle }) {
  const words = useCurrentWords()
  return (
    <Box component="span" sx={{ display: 'block', minWidth: 0, typography: 'caption' }}>
      <Box component="span" sx={withMore}>
        <Box component="span" sx={line}>
          {words.service(service)}
        </Box>
        <MoreServices more={service.more} />
      </Box>
      <Box component="span" sx={{ ...line, color: token('textSoft') }}>
        {words.status(service, vehicle)}
      </Box>
    </Box>
  )
}

interface CurrentServiceLineProps {
  service: CurrentWork
  vehicle: LiveVehicle
  hasDriver?: boolean
}

/** What a vehicle does, in one line of a small tile or row. */
export function CurrentServiceLine({ service, vehicle, hasDriver = false }: CurrentServiceLineProps) {
  const words = useCurrentWords()
  return (
    <Box
      component="span"
      title={`${words.service(service)} · ${words.status(service, vehicle)}`}
      sx={{ ...withMore, typography: 'caption' }}
    >
      <Box component="span" sx={line}>
        {words.short(service, vehicle)}
        {hasDriver && service.driverName !== null && ` · ${service.driverName}`}
      </Box>
      <MoreServices more={service.more} />
    </Box>
  )
}

interface SectionProps {
  vehicle: LiveVehicle
  /** Undefined: the vehicle has none. */
  service: CurrentWork | undefined
}

/** The current service of a vehicle in its card on the map or beside its tile; nothing without one. */
export function CurrentServiceSection({ vehicle, service }: SectionProps) {
  if (service === undefined) return null
  return (
    <Box sx={{ borderTop: `1px solid ${token('line')}`, py: '10px', display: 'flex', gap: '10px' }}>
      <AssignmentOutlined aria-hidden sx={{ fontSize: 18, color: token('textSoft'), mt: '1px' }} />
      <Box sx={{ minWidth: 0, flex: 1, overflowWrap: 'anywhere' }}>
        <CurrentServiceWords vehicle={vehicle} service={service} />
      </Box>
    </Box>
  )
}

/** A link to the service, its phase, arrival and driver, and its next stop. */
export function CurrentServiceWords({ vehicle, service }: { vehicle: LiveVehicle; service: CurrentWork }) {
  const { t } = useText()
  const words = useCurrentWords()
  const arrival = words.arrival(useArrival(vehicle, service))
  const { nextStop } = service
  return (
    <>
      <AppLink to={addresses.services({ service: service.serviceId })}>{words.service(service)}</AppLink>{' '}
      <MoreServices more={service.more} />
      <Box sx={{ typography: 'body2' }}>
        {[
          t(`dispatch.stage.${phaseOf(service)}`),
          arrival && `${t('services.current.arrival')}: ${arrival}`,
          service.driverName,
        ]
          .filter(Boolean)
          .join(' · ')}
      </Box>
      {nextStop && (
        <Box sx={{ typography: 'caption', color: token('textSoft') }}>
          {t('dispatch.stage.stop', { next: nextStop.number, count: nextStop.count })}: {nextStop.address}
        </Box>
      )}
    </>
  )
}

/** The current service of a vehicle on its page; nothing for those who may not see services. */
export function CurrentServiceCard({ vehicle }: { vehicle: LiveVehicle }) {
  const { t } = useText()
  const services = useCurrentServices(vehicle.fleetId)
  if (services === null) return null
  const service = services.get(vehicle.id)
  return (
    <Card title={t('services.current.title')}>
      {service === undefined ? (
        <Box sx={{ typography: 'body2', color: token('textSoft') }}>{t('services.current.none')}</Box>
      ) : (
        <ServiceFacts vehicle={vehicle} service={service} />
      )}
    </Card>
  )
}

function ServiceFacts({ vehicle, service }: { vehicle: LiveVehicle; service: CurrentWork }) {
  const { t } = useText()
  const words = useCurrentWords()
  const arrival = words.arrival(useArrival(vehicle, service))
  const { nextStop } = service
  return (
    <FactList
      facts={[
        {
          name: t('services.one'),
          value: (
            <>
              <AppLink to={addresses.services({ service: service.serviceId })}>
                {service.serviceNumber}
              </AppLink>{' '}
              <MoreServices more={service.more} />
            </>
          ),
        },
        { name: t('services.field.customerName'), value: service.customerName },
        {
          name: t('services.field.status'),
          value: <ServiceStatusChip status={service.status} label={t(`services.status.${service.status}`)} />,
        },
        { name: t('services.current.arrival'), value: arrival },
        {
          name: t('services.current.nextStop'),
          value: nextStop && `${nextStop.address} (${nextStop.number}/${nextStop.count})`,
        },
        { name: t('services.field.driverName'), value: service.driverName },
      ]}
    />
  )
}
