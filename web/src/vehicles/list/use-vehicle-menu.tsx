import ArticleOutlined from '@mui/icons-material/ArticleOutlined'
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded'
import EditOutlined from '@mui/icons-material/EditOutlined'
import HistoryRounded from '@mui/icons-material/HistoryRounded'
import NotificationsOffOutlined from '@mui/icons-material/NotificationsOffOutlined'
import PlaceOutlined from '@mui/icons-material/PlaceOutlined'
import ReportGmailerrorredOutlined from '@mui/icons-material/ReportGmailerrorredOutlined'
import SensorsRounded from '@mui/icons-material/SensorsRounded'
import TerminalRounded from '@mui/icons-material/TerminalRounded'
import VisibilityOutlined from '@mui/icons-material/VisibilityOutlined'
import type { Vehicle } from '@rumbo/contract/vehicles.contract'
import { addresses } from '../../addresses.ts'
import { useCan, useHereOf } from '../../app/client-context.tsx'
import { useGo } from '../../app/navigation/address.tsx'
import { featureBlock, featuresHere } from '../../app/session/features.rules.ts'
import { useText } from '../../ui/i18n.tsx'
import type { RowMenuItem } from '../../ui/table/table-parts.tsx'

/** The dialog that a row's menu asks the screen to open. */
export type VehicleAsk = 'view' | 'edit' | 'connect' | 'dismiss' | 'emergency' | 'delete'

interface VehicleMenuOptions {
  onAsk: (what: VehicleAsk, vehicle: Vehicle) => void
  onCommands: (vehicle: Vehicle) => void
}

/** The menu of a vehicle's row; unavailable actions show their reason. */
export function useVehicleMenu({
  onAsk,
  onCommands,
}: VehicleMenuOptions): (vehicle: Vehicle) => RowMenuItem[] {
  const { t } = useText()
  const go = useGo()
  const can = useCan()
  const hereOf = useHereOf()

  return (vehicle) => {
    const here = hereOf(vehicle.fleetId)
    const features = featuresHere(here)
    const block = featureBlock('commands', here)
    const target = { companyId: vehicle.companyId, fleetId: vehicle.fleetId }
    const mayEdit = can('vehicles.edit', target)
    const mayNote = can('vehicles.note', target)
    const forbidden = t('problems.forbidden')
    return [
      {
        label: t('vehicles.action.view'),
        icon: <VisibilityOutlined fontSize="small" />,
        onChoose: () => onAsk('view', vehicle),
      },
      {
        label: t('vehicleForm.list.details'),
        icon: <ArticleOutlined fontSize="small" />,
        onChoose: () => go(addresses.vehicleDetails(vehicle.id)),
        lockedReason: features.includes('vehicle_details') ? undefined : t('problems.feature_off'),
      },
      {
        label: t('vehicles.action.location'),
        icon: <PlaceOutlined fontSize="small" />,
        onChoose: () => go(addresses.map({ unit: vehicle.id })),
        lockedReason: !features.includes('map')
          ? t('organisation.feature.mapOff')
          : vehicle.lastLocation === null
            ? t('map.popup.noFix')
            : undefined,
      },
      {
        label: t('vehicles.action.history'),
        icon: <HistoryRounded fontSize="small" />,
        onChoose: () => go(addresses.history(vehicle.id)),
      },
      {
        label: t('vehicles.tab.commands'),
        icon: <TerminalRounded fontSize="small" />,
        onChoose: () => onCommands(vehicle),
        lockedReason: block
          ? block.why === 'tier'
            ? t('problems.feature_locked', { tier: t(`organisation.tier.${block.tier}`) })
            : t('problems.feature_off')
          : can('commands.query', target)
            ? undefined
            : forbidden,
      },
      ...(vehicle.status === 'alarmed' || vehicle.status === 'critical'
        ? [
            {
              label: t('vehicles.action.dismissAlarm'),
              icon: <NotificationsOffOutlined fontSize="small" />,
              onChoose: () => onAsk('dismiss', vehicle),
              lockedReason: mayNote ? undefined : forbidden,
            },
          ]
        : []),
      ...(featureBlock('events', here) === null
        ? [
            {
              label: t('events.emergency.action'),
              icon: <ReportGmailerrorredOutlined fontSize="small" />,
              onChoose: () => onAsk('emergency', vehicle),
              lockedReason: can('events.handle', target) ? undefined : forbidden,
            },
          ]
        : []),
      {
        label: t('vehicles.action.edit'),
        icon: <EditOutlined fontSize="small" />,
        onChoose: () => onAsk('edit', vehicle),
        lockedReason: mayEdit ? undefined : forbidden,
      },
      {
        label: t('devices.connect.action'),
        icon: <SensorsRounded fontSize="small" />,
        onChoose: () => onAsk('connect', vehicle),
        lockedReason: mayEdit ? undefined : forbidden,
      },
      {
        label: t('vehicles.action.delete'),
        icon: <DeleteOutlineRounded fontSize="small" />,
        onChoose: () => onAsk('delete', vehicle),
        isDestructive: mayEdit,
        lockedReason: mayEdit ? undefined : forbidden,
      },
    ]
  }
}
