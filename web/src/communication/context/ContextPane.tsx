import Box from '@mui/material/Box'
import type { ThreadDetails } from '@rumbo/contract/communication.contract'
import { readService } from '@rumbo/contract/services.contract'
import { readVehicle } from '@rumbo/contract/vehicles.contract'
import { useMemo } from 'react'
import { addresses } from '../../addresses.ts'
import { useCan, useErrorMessage } from '../../app/client-context.tsx'
import { useEndpoint } from '../../app/data/use-data.ts'
import { AppLink } from '../../app/navigation/address.tsx'
import { useLiveVehicle } from '../../live/use-live.ts'
import { SmallMap } from '../../map/SmallMap.tsx'
import { Age } from '../../ui/Age.tsx'
import { PhoneLink } from '../../ui/ContactLinks.tsx'
import { type Fact, FactList } from '../../ui/FactList.tsx'
import { useText } from '../../ui/i18n.tsx'
import { ServiceStatusChip, VehicleStatusChip } from '../../ui/StatusChip.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { IncidentPanel } from './IncidentPanel.tsx'
import { MembersButtons } from './MembersButtons.tsx'

/** Beside a conversation: the emergency, the vehicle, the service, the people. */
export function ContextPane({ thread }: { thread: ThreadDetails }) {
  const { t } = useText()
  return (
    <Box
      component="aside"
      aria-label={t('communication.context')}
      sx={{
        height: '100%',
        overflowY: 'auto',
        p: '12px',
        display: 'grid',
        alignContent: 'start',
        gap: '12px',
        backgroundColor: token('surface'),
      }}
    >
      {thread.vehicleId !== null && <VehicleContext id={thread.vehicleId} number={thread.vehicleNumber} />}
      {thread.kind === 'emergency' && <IncidentPanel threadId={thread.id} mayWrite={thread.mayWrite} />}
      {thread.currentServiceId !== null && <ServiceContext id={thread.currentServiceId} />}
      <People thread={thread} />
    </Box>
  )
}

function Title({ children }: { children: string }) {
  return (
    <Box component="h3" sx={{ typography: 'h3', m: 0 }}>
      {children}
    </Box>
  )
}

export function VehicleContext({ id, number }: { id: string; number: string | null }) {
  const { t } = useText()
  const vehicle = useLiveVehicle(id)
  // Vehicles of fleets that are not shown are not in the live stream.
  const stored = useEndpoint(readVehicle, { params: { id } }, { enabled: vehicle === undefined }).data
  const last = vehicle === undefined ? (stored?.lastLocation ?? null) : null
  const pins = useMemo(
    () => (last === null ? [] : [{ id: 'last', letter: '', isPoint: true, ...last }]),
    [last],
  )
  const status = vehicle?.status ?? stored?.status
  const speed = vehicle?.speedKmh ?? last?.speed ?? null
  const name = t('communication.unit', { number: number ?? vehicle?.vehicleNumber ?? '—' })
  const { latitude = null, longitude = null } = vehicle ?? {}
  return (
    <>
      <Title>{name}</Title>
      {vehicle !== undefined && latitude !== null && longitude !== null && (
        <SmallMap
          label={name}
          point={{ latitude, longitude }}
          vehicles={[vehicle]}
          chosenId={id}
          isFollowing
        />
      )}
      {last !== null && <SmallMap label={name} point={last} pins={pins} />}
      {status !== undefined && (
        <FactList
          facts={[
            {
              name: t('communication.fact.status'),
              value: <VehicleStatusChip status={status} label={t(`vehicles.status.${status}`)} />,
            },
            {
              name: t('communication.fact.speed'),
              value: speed === null ? null : `${Math.round(speed)} km/h`,
            },
            { name: t('communication.fact.updated'), value: <Age at={vehicle?.at ?? last?.time ?? null} /> },
          ]}
        />
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: '4px 14px' }}>
        <AppLink to={addresses.vehicleDetails(id)}>{t('communication.openVehicle')}</AppLink>
        <AppLink to={addresses.map({ unit: id })}>{t('communication.openMap')}</AppLink>
      </Box>
    </>
  )
}

export function ServiceContext({ id }: { id: string }) {
  const { t } = useText()
  const message = useErrorMessage()
  const answer = useEndpoint(readService, { params: { id } }, { enabled: useCan()('services.read') })
  if (answer.isError)
    return (
      <ErrorState
        title={message(answer.error, t('communication.error.service'))}
        onRetry={() => void answer.refetch()}
      />
    )
  const service = answer.data
  if (service === undefined) return null
  const facts: Fact[] = [
    {
      name: t('communication.fact.status'),
      value: <ServiceStatusChip status={service.status} label={t(`services.status.${service.status}`)} />,
    },
    { name: t('communication.fact.customer'), value: service.customerName },
    {
      name: t('communication.fact.phone'),
      value: service.customerPhone && <PhoneLink phone={service.customerPhone} of={service.customerName} />,
    },
  ]
  return (
    <>
      <Title>{t('communication.service', { number: service.serviceNumber })}</Title>
      <FactList facts={facts} />
      <Box component="ol" aria-label={t('communication.stops')} sx={{ m: 0, pl: '20px' }}>
        {service.plannedStops.map((stop) => (
          <li key={stop.id}>{stop.address}</li>
        ))}
      </Box>
      <AppLink to={addresses.services({ service: id })}>{t('communication.openService')}</AppLink>
    </>
  )
}

function People({ thread }: { thread: ThreadDetails }) {
  const { t } = useText()
  const { parties, readers, lastSequence } = thread
  return (
    <>
      <Title>{t('communication.people')}</Title>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: '6px' }}>
        {parties.map(({ id, name, kind, phone }) => (
          <li key={id}>
            <Box sx={{ fontWeight: 620 }}>{name}</Box>
            <Box sx={{ typography: 'body2', color: token('textSoft') }}>
              {t(`communication.party.${kind}`)} {phone !== null && <PhoneLink phone={phone} of={name} />}
            </Box>
          </li>
        ))}
      </Box>
      {thread.mayChangeMembers && <MembersButtons thread={thread} />}
      {readers.length > 0 && (
        <>
          <Title>{t('communication.readers')}</Title>
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, typography: 'body2' }}>
            {readers.map(({ id, name, readSequence }) => (
              <li key={id}>
                {name} ·{' '}
                {readSequence >= lastSequence
                  ? t('communication.readAll')
                  : t('communication.readSome', { count: lastSequence - readSequence })}
              </li>
            ))}
          </Box>
        </>
      )}
    </>
  )
}
