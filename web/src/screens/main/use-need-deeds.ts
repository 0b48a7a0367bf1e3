import { acknowledgeEvent } from '@rumbo/contract/events.contract'
import { useRef, useState } from 'react'
import { addresses } from '../../addresses.ts'
import { useGo } from '../../app/address.tsx'
import { useCan, useErrorMessage, useSession } from '../../app/client-context.tsx'
import { useChange } from '../../app/use-data.ts'
import { useText } from '../../ui/i18n.tsx'
import { useToasts } from '../../ui/toasts.tsx'
import { type Need, needIdOfEvent } from './needs.rules.ts'

/** Commands that failed stay failed: looking at one is all there is to do, and lasts while the page does; by person. */
const looked = new Set<string>()

export interface NeedDeed {
  title: string
  detail: string
  action: string
  run: () => void
}

/**
 * How a need is worded, and its one deed. `isTaken`: this person has just dealt with it, and what the server tells of it
 * is older than that.
 */
export function useNeedDeeds() {
  const { t } = useText()
  const go = useGo()
  const toasts = useToasts()
  const message = useErrorMessage()
  const can = useCan()
  const { user } = useSession()
  const lookOf = (id: string) => `${user?.id} ${id}`
  const [taken, setTaken] = useState<ReadonlySet<string>>(new Set())
  // Known at once: a second press may come before anything is drawn again.
  const busy = useRef(new Set<string>())
  const take = (id: string): boolean => {
    if (busy.current.has(id)) return false
    busy.current.add(id)
    setTaken(new Set(busy.current))
    return true
  }
  const giveBack = (id: string) => {
    busy.current.delete(id)
    setTaken(new Set(busy.current))
  }
  const acknowledge = useChange(acknowledgeEvent, {
    evicts: ['vehicles'],
    onSuccess: ({ vehicleNumber }) =>
      toasts.show({ type: 'success', message: t('panel.needs.acknowledged', { number: vehicleNumber }) }),
    onError: (error, { params }) => {
      giveBack(needIdOfEvent(params.id))
      toasts.show({ type: 'error', message: message(error) })
    },
  })
  const deedOf = (need: Need): NeedDeed => {
    if (need.kind === 'event') {
      const { event } = need
      const mayHandle = can('events.handle', event)
      const what =
        event.title ?? t(event.kind === null ? `events.type.${event.type}` : `events.kind.${event.kind}`)
      return {
        title: t('panel.needs.event', { what, number: event.vehicleNumber }),
        detail: [
          event.plateNumber,
          event.occurrences > 1 && t('panel.needs.times', { count: event.occurrences }),
        ]
          .filter(Boolean)
          .join(' · '),
        action: mayHandle ? t('events.action.acknowledge') : t('panel.needs.locate'),
        run: () => {
          if (!mayHandle) return go(addresses.map({ unit: event.vehicleId }))
          if (take(need.id)) acknowledge.mutate({ params: { id: event.id }, body: { note: null } })
        },
      }
    }
    if (need.kind === 'command') {
      const { command } = need
      return {
        title: t('panel.needs.command', { number: command.vehicleNumber }),
        detail: `${t(`commands.type.${command.type}`)} · ${t(`commands.status.${command.status}`)}`,
        action: t('panel.needs.look'),
        run: () => {
          looked.add(lookOf(need.id))
          go(addresses.commandsQueue({ command: command.id }))
        },
      }
    }
    const { service } = need
    const number = service.serviceNumber
    const pickup = service.plannedStops[0]?.address ?? ''
    const customer = [service.customerName, pickup].filter(Boolean).join(' · ')
    if (need.kind === 'unassigned') {
      return {
        title: t('panel.needs.unassigned', { number }),
        detail: customer,
        action: t(can('services.dispatch', service) ? 'dispatch.assign.submit' : 'panel.needs.look'),
        run: () => go(addresses.dispatch({ service: service.id })),
      }
    }
    if (need.kind === 'silent') {
      return {
        title: t('panel.needs.silent', { number: need.vehicle.vehicleNumber }),
        detail: t('panel.needs.ofService', { number, customer: service.customerName }),
        action: t('panel.needs.locate'),
        run: () => go(addresses.map({ unit: need.vehicle.id })),
      }
    }
    return {
      title: t('panel.needs.late', { number }),
      detail: [service.assignedVehicleNumber, service.customerName].filter(Boolean).join(' · '),
      action: t('panel.needs.look'),
      run: () => go(addresses.dispatch({ service: service.id, pane: 'monitoring' })),
    }
  }
  return { deedOf, isTaken: ({ id }: Need) => taken.has(id) || looked.has(lookOf(id)) }
}
