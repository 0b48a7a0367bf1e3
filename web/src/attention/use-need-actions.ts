import { acknowledgeEvent } from '@rumbo/contract/events.contract'
import { addresses } from '../addresses.ts'
import { useCan, useErrorMessage, useFleetNames, useWorkspace } from '../app/client-context.tsx'
import { useChange } from '../app/data/use-data.ts'
import { useGo } from '../app/navigation/address.tsx'
import { useLateText } from '../dispatch/use-late-text.ts'
import { nowMs } from '../ui/clock.ts'
import { dateText, dayAt } from '../ui/fields/calendar-day.ts'
import { useText } from '../ui/i18n.tsx'
import { useToasts } from '../ui/toasts/toasts.tsx'
import { daysUntil } from '../vehicles/due.rules.ts'
import { type Need, needIdOfEvent } from './needs.rules.ts'
import { useHandledNeeds } from './use-handled-needs.ts'

export interface NeedAction {
  title: string
  detail: string
  /** When it is due, instead of the time since. */
  due?: string
  label: string
  run: () => void
}

/** The text of an item, and its action. */
export function useNeedActions(): (need: Need) => NeedAction {
  const { t } = useText()
  const go = useGo()
  const toasts = useToasts()
  const message = useErrorMessage()
  const can = useCan()
  const fleetName = useFleetNames()
  const timeZone = useWorkspace().company?.timeZone ?? 'UTC'
  const { markHandled, unmark, markSeen } = useHandledNeeds()
  const acknowledge = useChange(acknowledgeEvent, {
    evicts: ['vehicles'],
    onSuccess: ({ vehicleNumber }) =>
      toasts.show({ type: 'success', message: t('panel.needs.acknowledged', { number: vehicleNumber }) }),
    onError: (error, { params }) => {
      unmark(needIdOfEvent(params.id))
      toasts.show({ type: 'error', message: message(error, t('events.error.acknowledge')) })
    },
  })
  const lateText = useLateText()
  const actionOf = (need: Need): NeedAction => {
    if (need.kind === 'event') {
      const { event } = need
      const mayHandle = can('events.handle', event)
      const what =
        event.title ?? t(event.kind === null ? `events.type.${event.type}` : `events.kind.${event.kind}`)
      return {
        title: t('panel.needs.event', { what, number: event.vehicleNumber }),
        detail: [
          event.plateNumber,
          fleetName?.(event.fleetId),
          event.occurrences > 1 && t('panel.needs.times', { count: event.occurrences }),
        ]
          .filter(Boolean)
          .join(' · '),
        label: mayHandle ? t('events.action.acknowledge') : t('panel.needs.locate'),
        run: () => {
          if (!mayHandle) return go(addresses.map({ unit: event.vehicleId }))
          if (markHandled(need.id)) acknowledge.mutate({ params: { id: event.id }, body: { note: null } })
        },
      }
    }
    if (need.kind === 'command') {
      const { command } = need
      return {
        title: t('panel.needs.command', { number: command.vehicleNumber }),
        detail: [
          t(`commands.type.${command.type}`),
          t(`commands.status.${command.status}`),
          fleetName?.(command.fleetId),
        ]
          .filter(Boolean)
          .join(' · '),
        label: t('panel.needs.look'),
        run: () => {
          markSeen(need.id)
          go(addresses.commandsQueue({ command: command.id }))
        },
      }
    }
    if (need.kind === 'series') {
      const { customerName, from, fleetId, id } = need.series
      return {
        title: t('panel.needs.series', { customer: customerName }),
        detail: [
          t(`panel.needs.series.${need.series.state === 'paused' ? 'paused' : 'failing'}`),
          fleetName?.(fleetId),
          from,
        ]
          .filter(Boolean)
          .join(' · '),
        label: t('panel.needs.look'),
        run: () => go(addresses.services({ series: id })),
      }
    }
    if (need.kind === 'paper') {
      const { vehicle, paper, isGrave } = need
      const days = daysUntil(paper.date, dayAt(nowMs(), timeZone))
      const state = isGrave ? 'expired' : 'expiring'
      return {
        title: t(`panel.needs.${paper.which}.${state}`, { number: vehicle.vehicleNumber }),
        detail: [
          vehicle.plateNumber,
          fleetName?.(vehicle.fleetId),
          t(`panel.needs.${state}On`, { date: dateText(paper.date) }),
        ]
          .filter(Boolean)
          .join(' · '),
        due:
          days === 0
            ? t('vehicleForm.expires.today')
            : t(days < 0 ? 'panel.needs.daysAgo' : 'panel.needs.daysAhead', { count: Math.abs(days) }),
        label: t('panel.needs.look'),
        run: () => go(addresses.vehicleDetails(vehicle.id)),
      }
    }
    const { service } = need
    const number = service.serviceNumber
    const pickup = service.plannedStops[0]?.address ?? ''
    const fleet = fleetName?.(service.fleetId)
    const customer = [service.customerName, fleet, pickup].filter(Boolean).join(' · ')
    if (need.kind === 'unassigned') {
      return {
        title: t('panel.needs.unassigned', { number }),
        detail: customer,
        label: t(can('services.dispatch', service) ? 'dispatch.assign.submit' : 'panel.needs.look'),
        run: () => go(addresses.dispatch({ service: service.id })),
      }
    }
    if (need.kind === 'silent') {
      return {
        title: t('panel.needs.silent', { number: service.assignedVehicleNumber ?? '' }),
        detail: [t('panel.needs.ofService', { number, customer: service.customerName }), fleet]
          .filter(Boolean)
          .join(' · '),
        label: t('panel.needs.locate'),
        run: () => go(addresses.map({ unit: service.assignedVehicleId ?? undefined })),
      }
    }
    return {
      title: t('panel.needs.late', { number }),
      detail: [
        need.prediction && lateText(need.prediction),
        service.assignedVehicleNumber,
        service.customerName,
        fleet,
      ]
        .filter(Boolean)
        .join(' · '),
      label: t('panel.needs.look'),
      run: () => go(addresses.dispatch({ service: service.id, pane: 'monitoring' })),
    }
  }
  return actionOf
}
