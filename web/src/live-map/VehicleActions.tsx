import ContentCopyRounded from '@mui/icons-material/ContentCopyRounded'
import DirectionsCarOutlined from '@mui/icons-material/DirectionsCarOutlined'
import HistoryRounded from '@mui/icons-material/HistoryRounded'
import MoreVertRounded from '@mui/icons-material/MoreVertRounded'
import NotificationsOffOutlined from '@mui/icons-material/NotificationsOffOutlined'
import OpenInNewRounded from '@mui/icons-material/OpenInNewRounded'
import RadarOutlined from '@mui/icons-material/RadarOutlined'
import ReportGmailerrorredOutlined from '@mui/icons-material/ReportGmailerrorredOutlined'
import TerminalRounded from '@mui/icons-material/TerminalRounded'
import IconButton from '@mui/material/IconButton'
import type { LiveVehicle } from '@rumbo/contract/live.contract'
import { publicSettings } from '@rumbo/contract/monitoring.contract'
import { type ReactNode, useState } from 'react'
import { addresses } from '../addresses.ts'
import { useCan, useFeatures } from '../app/client-context.tsx'
import { useEndpoint } from '../app/data/use-data.ts'
import { Anchor, useGo } from '../app/navigation/address.tsx'
import { lazyDialog } from '../ui/dialogs/lazy-dialog.tsx'
import { ChoiceMenu, type ChoiceMenuItem } from '../ui/fields/ChoiceMenu.tsx'
import { useText } from '../ui/i18n.tsx'
import { useToasts } from '../ui/toasts/toasts.tsx'

const DismissAlarmDialog = lazyDialog(() =>
  import('../events/DismissAlarmDialog.tsx').then((file) => file.DismissAlarmDialog),
)
const DeclareEmergencyDialog = lazyDialog(() =>
  import('../events/DeclareEmergencyDialog.tsx').then((file) => file.DeclareEmergencyDialog),
)

interface VehicleActionsProps {
  vehicle: LiveVehicle
  point: { latitude: number; longitude: number } | null
}

/** Actions on the chosen vehicle: frequent ones as buttons, the others in a menu. */
export function VehicleActions({ vehicle, point }: VehicleActionsProps) {
  const { t } = useText()
  const toasts = useToasts()
  const go = useGo()
  const can = useCan()
  const features = useFeatures()
  const settings = useEndpoint(publicSettings, {})
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const { id, vehicleNumber } = vehicle
  const [asked, setAsked] = useState<'dismiss' | 'emergency' | null>(null)
  const isInAlarm = vehicle.status === 'alarmed' || vehicle.status === 'critical'
  const coordinates = point === null ? '' : `${point.latitude.toFixed(5)}, ${point.longitude.toFixed(5)}`
  const mapsAddress =
    point === null
      ? undefined
      : settings.data?.mapsUrlTemplate
          .replaceAll('{latitude}', String(point.latitude))
          .replaceAll('{longitude}', String(point.longitude))

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(coordinates)
      toasts.show({ type: 'success', message: t('map.popup.copied'), detail: coordinates })
    } catch {
      toasts.show({ type: 'error', message: t('map.popup.copyFailed') })
    }
  }

  const entry = (label: string, icon: ReactNode, onChoose: () => void): ChoiceMenuItem => ({
    label,
    icon,
    onChoose,
  })
  const items: ChoiceMenuItem[] = [
    ...(isInAlarm && can('vehicles.note', vehicle)
      ? [
          entry(t('vehicles.action.dismissAlarm'), <NotificationsOffOutlined fontSize="small" />, () =>
            setAsked('dismiss'),
          ),
        ]
      : []),
    ...(features.includes('events') && can('events.handle', vehicle)
      ? [
          entry(t('events.emergency.action'), <ReportGmailerrorredOutlined fontSize="small" />, () =>
            setAsked('emergency'),
          ),
        ]
      : []),
    ...(features.includes('radar') && can('watchpoints.read', vehicle) && point !== null
      ? [
          entry(t('grid.action.radar'), <RadarOutlined fontSize="small" />, () =>
            go(addresses.radar({ unit: id })),
          ),
        ]
      : []),
    ...(point === null
      ? []
      : [entry(t('map.popup.copy'), <ContentCopyRounded fontSize="small" />, () => void copy())]),
    ...(mapsAddress === undefined
      ? []
      : [
          entry(t('map.popup.maps'), <OpenInNewRounded fontSize="small" />, () => {
            window.open(mapsAddress, '_blank', 'noopener,noreferrer')
          }),
        ]),
  ]
  const link = (to: string, label: string, icon: ReactNode) => (
    <IconButton size="small" component={Anchor} to={to} aria-label={label} title={label}>
      {icon}
    </IconButton>
  )

  return (
    <>
      {features.includes('vehicle_details') &&
        link(
          addresses.vehicleDetails(id),
          t('grid.action.details'),
          <DirectionsCarOutlined fontSize="small" />,
        )}
      {features.includes('fleet') &&
        link(addresses.history(id), t('grid.action.history'), <HistoryRounded fontSize="small" />)}
      {features.includes('commands') &&
        can('commands.query', vehicle) &&
        link(
          addresses.fleet({ commands: id }),
          t('vehicles.tab.commands'),
          <TerminalRounded fontSize="small" />,
        )}
      {items.length > 0 && (
        <IconButton
          size="small"
          aria-label={t('liveMap.popup.more', { number: vehicleNumber })}
          title={t('liveMap.popup.more', { number: vehicleNumber })}
          aria-haspopup="menu"
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <MoreVertRounded fontSize="small" />
        </IconButton>
      )}
      <ChoiceMenu anchor={anchor} onClose={() => setAnchor(null)} items={items} />
      {asked === 'dismiss' && <DismissAlarmDialog vehicle={vehicle} onClose={() => setAsked(null)} />}
      {asked === 'emergency' && <DeclareEmergencyDialog vehicle={vehicle} onClose={() => setAsked(null)} />}
    </>
  )
}
