import { readArrivals } from '@rumbo/contract/places.roads.contract'
import { useEffect, useEffectEvent } from 'react'
import { addresses } from '../addresses.ts'
import { useClient, useFleetSelection, useSession } from '../app/client-context.tsx'
import { useData } from '../app/data/use-data.ts'
import { useGo } from '../app/navigation/address.tsx'
import { useLive } from '../live/use-live.ts'
import { nowMs } from '../ui/clock.ts'
import { useText } from '../ui/i18n.tsx'
import { useToasts } from '../ui/toasts/toasts.tsx'
import { leaveThen } from '../ui/unsaved.ts'
import { approaching, arrived, placeOf } from './approach.rules.ts'
import { type ApproachAlert, approachAlerts, useApproachAlerts } from './approach-alerts.ts'
import { giveNotice } from './approach-notice.ts'

const lookMs = 10_000

/** Checks every ten seconds whether a free vehicle is near the place of an alert, and notifies once. */
export function ApproachWatcher() {
  const { t } = useText()
  const live = useLive()
  const { call } = useData()
  const toasts = useToasts()
  const go = useGo()
  const { workspace } = useClient()
  const selection = useFleetSelection()
  const { user } = useSession()
  const alerts = useApproachAlerts()
  const isWatching = alerts.length > 0 && user !== null

  const checkFor = async (asked: ApproachAlert, signal: AbortSignal) => {
    const { store } = live
    const target = placeOf(asked, store.vehicle(asked.vehicleId ?? ''))
    const alert = { ...asked, ...target }
    const sources = approaching(store.vehiclesOf(alert.fleetId), alert, nowMs())
    const notifyChecked = () => {
      if (live.status().state === 'live') approachAlerts.checked(alert.id, Date.now())
    }
    if (sources.length === 0) return notifyChecked()
    const answer = await call(readArrivals, { body: { target, sources } }, { signal })
    const first = arrived(answer, alert)
    // The alert was removed meanwhile.
    if (signal.aborted || !approachAlerts.present().some(({ id }) => id === alert.id)) return
    if (first === null) return notifyChecked()
    approachAlerts.remove(alert.id)
    const message = t('radar.alert.near', {
      number: store.vehicle(first.id)?.vehicleNumber ?? '',
      minutes: Math.max(1, Math.round(first.durationSeconds / 60)),
      place: alert.label,
    })
    const detail = first.isEstimate ? t('radar.alert.estimate') : undefined
    const open = async () => {
      // The radar shows the active fleet, which may have changed.
      await workspace.chooseCompany(alert.companyId)
      await workspace.chooseFleet(alert.fleetId)
      if (workspace.state().fleet?.id !== alert.fleetId) return
      go(
        addresses.radar(
          alert.vehicleId === null
            ? { at: `${target.latitude},${target.longitude}`, name: alert.label }
            : { unit: alert.vehicleId },
        ),
        // The user has just agreed to leave what is typed.
        { ignoreBlocker: true },
      )
    }
    const show = () => leaveThen(() => void open())
    toasts.show({
      id: `approach-${alert.id}`,
      type: 'warning',
      timeout: 0,
      message,
      detail,
      action: { label: t('radar.alert.show'), onAction: show },
    })
    giveNotice(message, detail, show)
  }
  const look = async (signal: AbortSignal) => {
    for (const { minutes, label, hasGap } of approachAlerts.dropExpired(Date.now())) {
      const words = hasGap ? 'radar.alert.unchecked' : 'radar.alert.expired'
      toasts.show({ type: 'info', timeout: 0, message: t(words, { minutes, place: label }) })
    }
    for (const asked of approachAlerts.present()) {
      // If roads do not answer, the next check retries; one failing place must not block the others.
      await checkFor(asked, signal).catch(() => {})
    }
  }
  const checkNow = useEffectEvent(look)

  useEffect(() => {
    if (user !== null) approachAlerts.keepOf(user.id)
  }, [user])

  // The page watches the fleets it shows; an alert keeps watching its own fleet.
  const shownIds = selection?.fleetIds.join(' ') ?? ''
  const groupId = selection?.isAll ? selection.id : null
  const asked = [...new Set(alerts.map(({ fleetId }) => fleetId))].join(' ')
  const watch = useEffectEvent((askedIds: string) => {
    const fleetIds = shownIds.split(' ').filter(Boolean)
    const all = [...new Set([...fleetIds, ...askedIds.split(' ')])].filter(Boolean)
    if (groupId === null) live.watch(all)
    else live.watch(all, { id: groupId, fleetIds })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: watched again when the fleets shown change
  useEffect(() => watch(asked), [live, shownIds, groupId, asked])
  useEffect(() => () => watch(''), [])

  useEffect(() => {
    if (!isWatching) return
    const ended = new AbortController()
    let timer: ReturnType<typeof setTimeout>
    const again = async () => {
      await checkNow(ended.signal)
      if (!ended.signal.aborted) timer = setTimeout(() => void again(), lookMs)
    }
    void again()
    return () => {
      ended.abort()
      clearTimeout(timer)
    }
  }, [isWatching])
  return null
}
