import Box from '@mui/material/Box'
import type { LiveVehicle } from '@rumbo/contract/live.contract'
import type { Vehicle } from '@rumbo/contract/vehicles.contract'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { addresses } from '../../addresses.ts'
import { useCan, useErrorMessage, useFeatures } from '../../app/client-context.tsx'
import { knownCode } from '../../app/data/problems.ts'
import { AppLink, isRecordId, oneOf, useAddressState, useGo } from '../../app/navigation/address.tsx'
import { useScreenKeys } from '../../app/navigation/screen-keys.ts'
import { eventCard } from '../../events/list/EventCard.tsx'
import { CurrentServiceCard } from '../../services/current/CurrentServiceFacts.tsx'
import { VehicleRouteCard } from '../../services/route/VehicleRoute.tsx'
import { HistoryView } from '../../telemetry/history/HistoryView.tsx'
import { dayAt } from '../../telemetry/history/legs.rules.ts'
import { TelemetryPlots } from '../../telemetry/history/TelemetryPlots.tsx'
import { TodayCard } from '../../telemetry/history/TodayCard.tsx'
import { useHistoryDates } from '../../telemetry/history/use-history.ts'
import { MessagesCard } from '../../telemetry/messages/MessagesCard.tsx'
import { ReadingsCard } from '../../telemetry/readings/ReadingsCard.tsx'
import { useVehicleNow } from '../../telemetry/use-vehicle-now.ts'
import { VehicleNowCard } from '../../telemetry/VehicleNowCard.tsx'
import { Age } from '../../ui/Age.tsx'
import { Card } from '../../ui/Card.tsx'
import { nowMs } from '../../ui/clock.ts'
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx'
import { useText } from '../../ui/i18n.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { VehicleStatusChip } from '../../ui/StatusChip.tsx'
import { CardsSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { IdentifiedDriver } from '../../vehicle-record/IdentifiedDriver.tsx'
import { AlarmsCard, ContactsCard, DatesCard, NotesCard } from '../../vehicle-record/SideCards.tsx'
import { useOwnVehicle } from '../../vehicle-record/use-own-vehicle.ts'
import { VehicleActions } from '../../vehicle-record/VehicleActions.tsx'
import { ChooseVehicle } from '../../vehicles/choose/ChooseVehicle.tsx'

const VehicleRecordDialog = lazyDialog(() =>
  import('../../vehicle-record/VehicleRecordDialog.tsx').then((file) => file.VehicleRecordDialog),
)

/** One vehicle: position, condition, and the current day. A guest sees only their own. */
export function VehicleDetailsScreen({ title }: { title: string }) {
  const { vehicleId } = useParams({ strict: false }) as { vehicleId?: string }
  const { t } = useText()
  const own = useOwnVehicle()
  const shownId = own.isGuest ? own.vehicleId : (vehicleId ?? null)
  if (shownId !== null && !isRecordId(shownId))
    return (
      <>
        <PageHeader title={title} />
        <Card>
          <EmptyState title={t('vehicles.error.notFound')} />
        </Card>
      </>
    )
  if (shownId !== null)
    return <OneVehicle key={shownId} vehicleId={shownId} title={title} isOwn={own.isGuest} />
  if (!own.isGuest)
    return (
      <ChooseVehicle
        title={title}
        question={t('vehicleDetails.pick.title')}
        addressOf={addresses.vehicleDetails}
      />
    )
  return (
    <>
      <PageHeader title={title} />
      <Card>
        <EmptyState title={t('vehicleDetails.noVehicle')} text={t('vehicleDetails.noVehicleText')} />
      </Card>
    </>
  )
}

interface OneVehicleProps {
  vehicleId: string
  title: string
  /** For guests: the history is shown here too, since they cannot open other screens. */
  isOwn: boolean
}

function OneVehicle({ vehicleId, title, isOwn }: OneVehicleProps) {
  const { t } = useText()
  const message = useErrorMessage()
  const [query] = useAddressState()
  const { read, now } = useVehicleNow(vehicleId)
  const vehicle = read.data
  if (vehicle === undefined || now === undefined)
    return (
      <>
        <PageHeader title={title} />
        {read.isError ? (
          <ErrorState
            title={knownCode(read.error) === 'vehicle_not_found' ? t('vehicles.error.notFound') : undefined}
            text={message(read.error, t('ui.error.text'))}
            onRetry={() => void read.refetch()}
          />
        ) : (
          <CardsSkeleton />
        )}
      </>
    )
  if (isOwn && oneOf(query.view) === 'history')
    return (
      <>
        <Box sx={{ mb: '8px' }}>
          <AppLink to={addresses.vehicleDetails(vehicle.id)}>{t('vehicleDetails.action.back')}</AppLink>
        </Box>
        <Box sx={{ position: 'relative', height: 'max(560px, calc(100dvh - 150px))' }}>
          <HistoryView vehicle={vehicle} title={t('screens.title.history')} eventCard={eventCard} />
        </Box>
      </>
    )
  return <Details vehicle={vehicle} now={now} title={title} isOwn={isOwn} />
}

/** On phones all cards are in one column. */
const column = { display: { xs: 'contents', md: 'grid' }, gap: '16px', minWidth: 0 }

interface DetailsProps {
  vehicle: Vehicle
  now: LiveVehicle
  title: string
  isOwn: boolean
}

function Details({ vehicle, now, title, isOwn }: DetailsProps) {
  const { t } = useText()
  const can = useCan()
  const features = useFeatures()
  const dates = useHistoryDates(vehicle.id)
  const timeZone = dates.data?.timeZone
  const today = dayAt(nowMs(), timeZone ?? 'UTC')
  const target = { companyId: vehicle.companyId, fleetId: vehicle.fleetId, vehicleId: vehicle.id }
  const historyOf = (state: Record<string, string> = {}) =>
    isOwn
      ? addresses.vehicleDetails(vehicle.id, { view: 'history', ...state })
      : addresses.history(vehicle.id, state)
  const go = useGo()
  const hasMap = !isOwn && features.includes('map') && now.latitude !== null
  const hasCommands = !isOwn && features.includes('commands') && can('commands.query', target)
  const mayEdit = !isOwn && can('vehicles.edit', target)
  /** The record when the dialog opened: changes by others are merged on saving. */
  const [edited, setEdited] = useState<Vehicle | null>(null)
  useScreenKeys([
    {
      keys: hasMap ? ['l'] : [],
      label: t('vehicleDetails.action.map'),
      act: () => go(addresses.map({ unit: vehicle.id })),
    },
    { keys: ['h'], label: t('vehicleDetails.action.history'), act: () => go(historyOf()) },
    {
      keys: hasCommands ? ['c'] : [],
      label: t('vehicleDetails.action.commands'),
      act: () => go(addresses.fleet({ commands: vehicle.id })),
    },
  ])
  return (
    <>
      <PageHeader
        title={`${title} · ${vehicle.vehicleNumber}`}
        detail={
          <Box component="span" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '10px' }}>
            {vehicle.plateNumber} · {vehicle.make} {vehicle.model} {vehicle.year}
            <VehicleStatusChip status={now.status} label={t(`vehicles.status.${now.status}`)} />
            <Age at={now.at} />
          </Box>
        }
        actions={
          <VehicleActions
            vehicle={vehicle}
            history={historyOf()}
            hasMap={hasMap}
            hasCommands={hasCommands}
            hasMessages={!isOwn}
            onEdit={mayEdit ? () => setEdited(vehicle) : undefined}
          />
        }
      />
      <Box
        sx={{
          display: 'grid',
          gap: { xs: '16px', md: '0 16px' },
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1.7fr) minmax(0, 1fr)' },
          gridTemplateRows: { md: 'auto 1fr' },
        }}
      >
        {/* Alarms come first, also on phones and for screen readers. */}
        <Box
          sx={{
            gridColumn: { md: 2 },
            minWidth: 0,
            mb: { md: '16px' },
            '&:empty': { display: 'none' },
          }}
        >
          <AlarmsCard vehicle={vehicle} />
        </Box>
        <Box sx={{ ...column, gridColumn: { md: 1 }, gridRow: { md: '1 / 3' } }}>
          <VehicleNowCard vehicle={vehicle} now={now} />
          {timeZone !== undefined && (
            <>
              <ReadingsCard vehicle={vehicle} timeZone={timeZone} />
              <TelemetryPlots vehicle={vehicle} timeZone={timeZone} />
              <TodayCard vehicle={vehicle} today={today} timeZone={timeZone} historyOf={historyOf} />
            </>
          )}
        </Box>
        <Box sx={{ ...column, gridColumn: { md: 2 } }}>
          {!isOwn && <CurrentServiceCard vehicle={now} />}
          {!isOwn && <VehicleRouteCard vehicle={now} />}
          {!isOwn && <IdentifiedDriver vehicle={vehicle} />}
          <DatesCard vehicle={vehicle} today={today} />
          <ContactsCard vehicle={vehicle} />
          {/* Notes are hidden from guests; hiding the card avoids the impression that there are none. */}
          {!isOwn && <NotesCard vehicle={vehicle} />}
          {!isOwn && <MessagesCard vehicle={vehicle} />}
        </Box>
      </Box>
      {edited !== null && (
        <VehicleRecordDialog fleetId={edited.fleetId} vehicle={edited} onClose={() => setEdited(null)} />
      )}
    </>
  )
}
