import Box from '@mui/material/Box'
import type { LiveVehicle } from '@rumbo/contract/live.contract'
import type { Vehicle } from '@rumbo/contract/vehicles.contract'
import { useMemo, useState } from 'react'
import { useCan, useErrorMessage } from '../app/client-context.tsx'
import { RecordHistory } from '../app/data/RecordHistory.tsx'
import { VehicleCommands } from '../commands/VehicleCommands.tsx'
import { AlarmsTab, EventsTab } from '../events/VehicleEventTabs.tsx'
import { SmallMap } from '../map/SmallMap.tsx'
import { trackerParts } from '../telemetry/devices/tracker-parts.tsx'
import { useVehicleNow } from '../telemetry/use-vehicle-now.ts'
import { RecordCard, RecordSection } from '../ui/dialogs/RecordCard.tsx'
import { useText } from '../ui/i18n.tsx'
import { FormSkeleton } from '../ui/skeletons.tsx'
import { ErrorState } from '../ui/states.tsx'
import type { RowMenuItem } from '../ui/table/table-parts.tsx'
import { LiveStatusChip } from '../vehicles/live-cells.tsx'
import { NotesTab } from '../vehicles/NotesTab.tsx'
import { VehicleContacts } from '../vehicles/VehicleContacts.tsx'
import { type VehicleTab, vehicleTabs } from '../vehicles/VehicleDialog.tsx'
import { LastReport, VehicleFacts, VehicleNotesFacts } from '../vehicles/VehicleFacts.tsx'
import { KeyFacts, useMayReadContacts } from './KeyFacts.tsx'

const stack = { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '22px' } as const
const columns = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
  alignItems: 'start',
  gap: '22px 32px',
} as const

interface VehicleRecordCardProps {
  vehicleId: string
  /** The vehicle as a list knows it, until it is read. */
  known?: Vehicle
  initialTab?: VehicleTab
  /** Undefined: nothing is edited from here. */
  onEdit?: (vehicle: Vehicle, tab: VehicleTab) => void
  menuOf?: (vehicle: Vehicle) => readonly RowMenuItem[]
  onClose: () => void
}

/** All data of one vehicle to read, with its notes, events, commands and alarms; follows changes by others. */
export function VehicleRecordCard(props: VehicleRecordCardProps) {
  const { vehicleId, known, initialTab = 'information', onEdit, menuOf, onClose } = props
  const { t } = useText()
  const message = useErrorMessage()
  const can = useCan()
  const [tab, setTab] = useState<VehicleTab>(initialTab)
  const { read, now } = useVehicleNow(vehicleId)
  const vehicle = read.data ?? known
  const mayNote = vehicle !== undefined && can('vehicles.note', vehicle)
  return (
    <RecordCard
      widthPixels={880}
      scrolls="tab"
      title={
        vehicle
          ? t('vehicleForm.form.view', { number: vehicle.vehicleNumber })
          : t('vehicles.tab.information')
      }
      detail={vehicle && `${vehicle.plateNumber} · ${vehicle.make} ${vehicle.model} ${vehicle.year}`}
      status={vehicle && <LiveStatusChip vehicle={vehicle} isRunning />}
      tabs={{
        names: vehicleTabs.map((name) => ({ name, label: t(`vehicles.tab.${name}`) })),
        chosen: tab,
        onChoose: setTab,
      }}
      edit={
        vehicle && onEdit && can('vehicles.edit', vehicle)
          ? { label: t('vehicles.action.edit'), run: () => onEdit(vehicle, tab) }
          : undefined
      }
      menu={vehicle && menuOf?.(vehicle)}
      onClose={onClose}
    >
      {vehicle === undefined ? (
        read.isError ? (
          <ErrorState
            title={message(read.error, t('vehicles.error.notFound'))}
            onRetry={() => void read.refetch()}
          />
        ) : (
          <FormSkeleton fields={8} />
        )
      ) : (
        <>
          {tab === 'information' && <Information vehicle={vehicle} now={now} />}
          {tab === 'notes' && !mayNote && <VehicleNotesFacts vehicle={vehicle} />}
          {tab === 'events' && <EventsTab vehicle={vehicle} />}
          {tab === 'commands' && <VehicleCommands vehicle={vehicle} />}
          {tab === 'alarms' && <AlarmsTab vehicle={vehicle} />}
          {mayNote && (
            // Stays mounted while another tab is shown, to keep the input.
            <Box hidden={tab !== 'notes'}>
              <NotesTab vehicle={vehicle} />
            </Box>
          )}
        </>
      )}
    </RecordCard>
  )
}

function Information({ vehicle, now }: { vehicle: Vehicle; now: LiveVehicle | undefined }) {
  const { t } = useText()
  const mayReadContacts = useMayReadContacts(vehicle)
  return (
    <Box sx={stack}>
      <Box sx={columns}>
        <Box sx={stack}>
          <KeyFacts vehicle={vehicle} now={now} />
          <LastReport vehicle={vehicle} place={trackerParts(vehicle).place} />
        </Box>
        <Box sx={stack}>
          <LastPlace vehicle={vehicle} now={now} />
          {mayReadContacts && (
            <RecordSection title={t('vehicleForm.form.contacts')}>
              <VehicleContacts vehicle={vehicle} />
            </RecordSection>
          )}
        </Box>
      </Box>
      <Box sx={columns}>
        <VehicleFacts vehicle={vehicle} />
        <RecordHistory recordId={vehicle.id} />
      </Box>
    </Box>
  )
}

/** Where the vehicle is; the words are among the facts. */
function LastPlace({ vehicle, now }: { vehicle: Vehicle; now: LiveVehicle | undefined }) {
  const { t } = useText()
  const vehicles = useMemo(() => (now === undefined ? [] : [now]), [now])
  const latitude = now?.latitude ?? vehicle.lastLocation?.latitude ?? null
  const longitude = now?.longitude ?? vehicle.lastLocation?.longitude ?? null
  if (latitude === null || longitude === null) return null
  return (
    <Box sx={{ borderRadius: '12px', overflow: 'hidden' }}>
      <SmallMap
        label={t('vehicleDetails.now.map')}
        point={{ latitude, longitude }}
        vehicles={vehicles}
        chosenId={vehicle.id}
        isFollowing
        height={210}
      />
    </Box>
  )
}
