import type { ComponentProps } from 'react'
import { VehicleCommands } from '../commands/VehicleCommands.tsx'
import { AlarmsTab, EventsTab } from '../events/VehicleEventTabs.tsx'
import { trackerParts } from '../telemetry/devices/tracker-parts.tsx'
import { VehicleDialog } from '../vehicles/VehicleDialog.tsx'

/** A vehicle's dialog with the tabs of the domains above `vehicles`. */
export function VehicleRecordDialog(props: Omit<ComponentProps<typeof VehicleDialog>, 'tracker' | 'tabs'>) {
  return (
    <VehicleDialog
      {...props}
      tracker={trackerParts(props.vehicle)}
      tabs={{
        commands: (vehicle) => <VehicleCommands vehicle={vehicle} />,
        events: (vehicle) => vehicle && <EventsTab vehicle={vehicle} />,
        alarms: (vehicle) => vehicle && <AlarmsTab vehicle={vehicle} />,
      }}
    />
  )
}
