import { type ApproachAlert, removeApproachAlert } from '@rumbo/contract/watchpoints.approach.contract'
import { useEffect, useEffectEvent } from 'react'
import { addresses } from '../addresses.ts'
import { useClient } from '../app/client-context.tsx'
import { useChange } from '../app/data/use-data.ts'
import { useGo } from '../app/navigation/address.tsx'
import { useText } from '../ui/i18n.tsx'
import { useToasts } from '../ui/toasts/toasts.tsx'
import { leaveThen } from '../ui/unsaved.ts'
import { giveNotice } from './approach-notice.ts'

/** Shown by this page; the server may still list them for a moment. */
const shown = new Set<string>()

/** Shows each ended alert once, on the page and as the user chose, and removes it. */
export function ApproachNotices({ ended }: { ended: readonly ApproachAlert[] }) {
  const { t } = useText()
  const toasts = useToasts()
  const go = useGo()
  const { workspace } = useClient()
  const remove = useChange(removeApproachAlert)

  const open = async ({ companyId, fleetId, vehicleId, latitude, longitude, label }: ApproachAlert) => {
    // The radar shows the active fleet, which may have changed.
    await workspace.chooseCompany(companyId)
    await workspace.chooseFleet(fleetId)
    if (workspace.state().fleet?.id !== fleetId) return
    go(
      addresses.radar(
        vehicleId === null ? { at: `${latitude},${longitude}`, name: label } : { unit: vehicleId },
      ),
      // The user has just agreed to leave what is typed.
      { ignoreBlocker: true },
    )
  }
  const show = (alert: ApproachAlert) => {
    const { id, near, minutes, label } = alert
    if (near === null) {
      const words = alert.outcome === 'expired' ? 'radar.alert.expired' : 'radar.alert.unchecked'
      toasts.show({ type: 'info', timeout: 0, message: t(words, { minutes, place: label }) })
      return
    }
    const message = t('radar.alert.near', {
      number: near.vehicleNumber,
      minutes: Math.max(1, Math.round(near.seconds / 60)),
      place: label,
    })
    const detail = near.isEstimate ? t('radar.alert.estimate') : undefined
    const showOnRadar = () => leaveThen(() => void open(alert))
    toasts.show({
      id: `approach-${id}`,
      type: 'warning',
      timeout: 0,
      message,
      detail,
      action: { label: t('radar.alert.show'), onAction: showOnRadar },
    })
    giveNotice(message, detail, showOnRadar)
  }
  const showNew = useEffectEvent((alerts: readonly ApproachAlert[]) => {
    for (const alert of alerts) {
      if (shown.has(alert.id)) continue
      shown.add(alert.id)
      show(alert)
      remove.mutate({ params: { id: alert.id } })
    }
  })
  useEffect(() => showNew(ended), [ended])
  return null
}
