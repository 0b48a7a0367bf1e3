import type { ComponentProps } from 'react'
import { VehicleCommands } from '../../commands/VehicleCommands.tsx'
import { trackerParts } from '../../telemetry/tracker-parts.tsx'
import { VehicleDialog } from '../../vehicles/VehicleDialog.tsx'

/** A vehicle's dialog with what the domains above vehicles add to it. */
export function FleetVehicleDialog(
  props: Omit<ComponentProps<typeof VehicleDialog>, 'tracker' | 'commandsTab'>,
) {
  return (
    <VehicleDialog
      {...props}
      tracker={trackerParts(props.vehicle)}
      commandsTab={(vehicle) => <VehicleCommands vehicle={vehicle} />}
    />
  )
}
