import type { Company, Fleet } from '@rumbo/contract/organisation.contract'
import { deleteVehicle, type Vehicle } from '@rumbo/contract/vehicles.contract'
import { lazy, Suspense } from 'react'
import { useErrorMessage } from '../app/client-context.tsx'
import { useChange } from '../app/data/use-data.ts'
import { ConfirmDialog } from '../ui/dialogs/ConfirmDialog.tsx'
import { lazyDialog } from '../ui/dialogs/lazy-dialog.tsx'
import { useText } from '../ui/i18n.tsx'
import type { RowMenuItem } from '../ui/table/table-parts.tsx'
import { useToasts } from '../ui/toasts/toasts.tsx'
import type { VehicleAsk } from '../vehicles/list/use-vehicle-menu.tsx'
import { useNewVehicleFleet } from '../vehicles/use-fleet-choices.ts'
import type { VehicleTab } from '../vehicles/VehicleDialog.tsx'

const VehicleRecordCard = lazy(() =>
  import('./VehicleRecordCard.tsx').then((file) => ({
    default: file.VehicleRecordCard,
  })),
)
const VehicleRecordDialog = lazyDialog(() =>
  import('./VehicleRecordDialog.tsx').then((file) => file.VehicleRecordDialog),
)
const VehicleImportDialog = lazyDialog(() =>
  import('../vehicles/list/VehicleImportDialog.tsx').then((file) => file.VehicleImportDialog),
)
const BulkStatusDialog = lazyDialog(() =>
  import('../vehicles/list/BulkStatusDialog.tsx').then((file) => file.BulkStatusDialog),
)
const DismissAlarmDialog = lazyDialog(() =>
  import('../events/DismissAlarmDialog.tsx').then((file) => file.DismissAlarmDialog),
)
const DeclareEmergencyDialog = lazyDialog(() =>
  import('../events/DeclareEmergencyDialog.tsx').then((file) => file.DeclareEmergencyDialog),
)
const NamedVehicleCommands = lazyDialog(() =>
  import('./NamedVehicleCommands.tsx').then((file) => file.NamedVehicleCommands),
)
const NamedVehicleTracker = lazyDialog(() =>
  import('./NamedVehicleTracker.tsx').then((file) => file.NamedVehicleTracker),
)
const DeviceDialog = lazyDialog(() =>
  import('../telemetry/devices/DeviceDialog.tsx').then((file) => file.DeviceDialog),
)

/** The dialog the screen should open. */
export type FleetAsk =
  | { what: Exclude<VehicleAsk, 'view'>; vehicle: Vehicle; tab?: VehicleTab }
  | { what: 'add' | 'bulk' | 'import' }

interface FleetDialogsProps {
  asked: FleetAsk | null
  onAsk: (asked: FleetAsk | null) => void
  company: Company
  /** Null where several are shown. */
  fleet: Fleet | null
  /** The vehicles selected in the list. */
  chosen: readonly Vehicle[]
  /** Called with the ids of vehicles whose bulk change was refused. */
  onRefused: (vehicleIds: readonly string[]) => void
  /** The vehicle in the address whose card is open; empty for none. */
  openId: string
  /** The open vehicle as the list knows it. */
  known: Vehicle | undefined
  menuOf: (vehicle: Vehicle) => readonly RowMenuItem[]
  onCardClose: () => void
  /** The vehicle in the address whose commands are open; empty for none. */
  commandsOf: string
  onCommandsClose: () => void
  /** The vehicle in the address whose tracker is to be connected; empty for none. */
  connectId: string
  onConnectClose: () => void
}

/** The dialogs of the vehicle list, each loaded lazily. */
export function FleetDialogs(props: FleetDialogsProps) {
  const { asked, onAsk, company, fleet, chosen, onRefused } = props
  const { openId, known, menuOf, onCardClose } = props
  const { commandsOf, onCommandsClose, connectId, onConnectClose } = props
  const { t } = useText()
  const toasts = useToasts()
  const message = useErrorMessage()
  const close = () => onAsk(null)
  const newVehicleFleet = useNewVehicleFleet()
  const remove = useChange(deleteVehicle, {
    onError: (error) => toasts.show({ type: 'error', message: message(error, t('vehicles.error.delete')) }),
  })

  return (
    <>
      {asked !== null && (asked.what === 'add' || asked.what === 'edit') && (
        <Suspense>
          <VehicleRecordDialog
            fleetId={newVehicleFleet ?? ''}
            vehicle={'vehicle' in asked ? asked.vehicle : undefined}
            initialTab={'tab' in asked ? asked.tab : undefined}
            onClose={close}
          />
        </Suspense>
      )}
      {/* The form replaces the card, which reads the vehicle again afterwards. */}
      {openId !== '' && asked?.what !== 'edit' && (
        <Suspense>
          <VehicleRecordCard
            key={openId}
            vehicleId={openId}
            known={known}
            onEdit={(vehicle, tab) => onAsk({ what: 'edit', vehicle, tab })}
            menuOf={menuOf}
            onClose={onCardClose}
          />
        </Suspense>
      )}
      {commandsOf !== '' && (
        <Suspense>
          <NamedVehicleCommands vehicleId={commandsOf} onClose={onCommandsClose} />
        </Suspense>
      )}
      {connectId !== '' && asked === null && (
        <Suspense>
          <NamedVehicleTracker vehicleId={connectId} onClose={onConnectClose} />
        </Suspense>
      )}
      <Suspense>
        {asked?.what === 'connect' && <DeviceDialog vehicle={asked.vehicle} onClose={close} />}
        {asked?.what === 'import' && <VehicleImportDialog company={company} fleet={fleet} onClose={close} />}
        {asked?.what === 'bulk' && <BulkStatusDialog vehicles={chosen} onDone={onRefused} onClose={close} />}
        {asked?.what === 'dismiss' && <DismissAlarmDialog vehicle={asked.vehicle} onClose={close} />}
        {asked?.what === 'emergency' && <DeclareEmergencyDialog vehicle={asked.vehicle} onClose={close} />}
      </Suspense>
      {asked?.what === 'delete' && (
        <ConfirmDialog
          open
          isDestructive
          title={t('vehicles.delete.title', { number: asked.vehicle.vehicleNumber })}
          text={t('vehicles.delete.text')}
          confirmLabel={t('vehicles.action.delete')}
          onConfirm={async () => {
            await remove.mutateAsync({ params: { id: asked.vehicle.id } })
            toasts.show({
              type: 'success',
              message: t('vehicles.done.deleted', { number: asked.vehicle.vehicleNumber }),
            })
            close()
            if (asked.vehicle.id === openId) onCardClose()
          }}
          onClose={close}
        />
      )}
    </>
  )
}
