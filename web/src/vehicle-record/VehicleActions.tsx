import EditOutlined from '@mui/icons-material/EditOutlined'
import HistoryRounded from '@mui/icons-material/HistoryRounded'
import PlaceOutlined from '@mui/icons-material/PlaceOutlined'
import TerminalRounded from '@mui/icons-material/TerminalRounded'
import Button from '@mui/material/Button'
import type { Vehicle } from '@rumbo/contract/vehicles.contract'
import { addresses } from '../addresses.ts'
import { Anchor } from '../app/navigation/address.tsx'
import { MessageButton } from '../messaging/MessageButton.tsx'
import { useMessageItems } from '../messaging/use-message-items.tsx'
import { useText } from '../ui/i18n.tsx'

interface VehicleActionsProps {
  vehicle: Vehicle
  /** The address of its history. */
  history: string
  hasMap: boolean
  hasCommands: boolean
  /** A guest has no conversations. */
  hasMessages: boolean
  /** Absent: it may not be edited. */
  onEdit: (() => void) | undefined
}

/** Where a vehicle's details lead to. */
export function VehicleActions(props: VehicleActionsProps) {
  const { vehicle, history, hasMap, hasCommands, hasMessages, onEdit } = props
  const { t } = useText()
  const messages = useMessageItems()
  return (
    <>
      {onEdit && (
        <Button variant="outlined" startIcon={<EditOutlined />} onClick={onEdit}>
          {t('vehicles.action.edit')}
        </Button>
      )}
      {hasMessages && <MessageButton items={messages.ofVehicle(vehicle)} />}
      {hasMap && (
        <Button
          component={Anchor}
          to={addresses.map({ unit: vehicle.id })}
          variant="outlined"
          startIcon={<PlaceOutlined />}
        >
          {t('vehicleDetails.action.map')}
        </Button>
      )}
      {hasCommands && (
        <Button
          component={Anchor}
          to={addresses.fleet({ commands: vehicle.id })}
          variant="outlined"
          startIcon={<TerminalRounded />}
        >
          {t('vehicleDetails.action.commands')}
        </Button>
      )}
      <Button component={Anchor} to={history} variant="contained" startIcon={<HistoryRounded />}>
        {t('vehicleDetails.action.history')}
      </Button>
    </>
  )
}
