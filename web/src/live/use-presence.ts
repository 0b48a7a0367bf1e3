import type { PresentPerson } from '@rumbo/contract/live.contract'
import { useEffect, useSyncExternalStore } from 'react'
import { useLive } from './use-live.ts'

/** Announces to others that a service is open on this page, until it is closed. */
export function usePresent(service: { id: string; fleetId: string } | null | undefined): void {
  const { presence } = useLive()
  const id = service?.id
  const fleetId = service?.fleetId
  useEffect(
    () => (id === undefined || fleetId === undefined ? undefined : presence.open({ id, fleetId })),
    [presence, id, fleetId],
  )
}

/** Who has the service open, this person included; renders only when that changes. */
export function usePeopleAt(serviceId: string): readonly PresentPerson[] {
  const { presence } = useLive()
  return useSyncExternalStore(presence.subscribe, () => presence.peopleAt(serviceId))
}
