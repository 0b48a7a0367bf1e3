import { type ComponentType, lazy } from 'react'
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx'
import type { BadgeProps } from './MenuCount.tsx'
import type { BadgedScreen } from './menu.ts'

/** Components of domains that the shell shows on every screen; the only file of the shell that imports domains. */
export const ApproachAlerts = lazy(() =>
  import('../../places/ApproachAlerts.tsx').then((file) => ({ default: file.ApproachAlerts })),
)

export const NotificationBell = lazy(() =>
  import('../../notifications/NotificationBell.tsx').then((file) => ({ default: file.NotificationBell })),
)

export const NotificationAnnouncer = lazy(() =>
  import('../../notifications/NotificationAnnouncer.tsx').then((file) => ({
    default: file.NotificationAnnouncer,
  })),
)

export const FleetDialog = lazyDialog(() =>
  import('../../organisation/FleetDialog.tsx').then((file) => file.FleetDialog),
)

export const badges: Record<BadgedScreen, ComponentType<BadgeProps>> = {
  main: lazy(() =>
    import('../../attention/AttentionBadge.tsx').then((file) => ({ default: file.AttentionBadge })),
  ),
  communication: lazy(() =>
    import('../../communication/CommunicationBadge.tsx').then((file) => ({
      default: file.CommunicationBadge,
    })),
  ),
  unknownDevices: lazy(() =>
    import('../../telemetry/devices/UnknownDevicesBadge.tsx').then((file) => ({
      default: file.UnknownDevicesBadge,
    })),
  ),
}

export const DutyItem = lazy(() =>
  import('../../notifications/preferences/DutyItem.tsx').then((file) => ({ default: file.DutyItem })),
)
