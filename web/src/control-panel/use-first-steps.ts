import { listInvitations } from '@rumbo/contract/identity.invitations.contract'
import { listUsers } from '@rumbo/contract/identity.users.contract'
import { listServices } from '@rumbo/contract/services.contract'
import { listVehicles } from '@rumbo/contract/vehicles.contract'
import { useSyncExternalStore } from 'react'
import { useCan, useErrorMessage, useFeatures, useSession, useWorkspace } from '../app/client-context.tsx'
import { useEndpoint } from '../app/data/use-data.ts'
import { useLive } from '../live/use-live.ts'
import { useText } from '../ui/i18n.tsx'
import { isYoung, startState } from './first-steps.rules.ts'

/** Whether the fleet is loaded and new; renders again only when that changes. */
export function useYoungFleet(fleetId: string | null): boolean {
  const { store } = useLive()
  return useSyncExternalStore(
    store.subscribe,
    () => store.hasFleet(fleetId) && isYoung(store.vehiclesOf(fleetId)),
  )
}

/** The steps that the user may take here. */
export function useStartRights() {
  const can = useCan()
  const features = useFeatures()
  return {
    vehicles: can('vehicles.edit'),
    people: can('users.edit'),
    services: can('services.dispatch') && features.includes('services'),
  }
}

/** Progress of the first steps. `isSilent` while no vehicle has reported: then some step is certainly open. */
export function useFirstSteps(fleetId: string) {
  const { t } = useText()
  const message = useErrorMessage()
  const { user } = useSession()
  const { company } = useWorkspace()
  const { store } = useLive()
  const hasSignal = useSyncExternalStore(store.subscribe, () =>
    store.vehiclesOf(fleetId).some(({ at }) => at !== null),
  )
  const may = useStartRights()
  const vehicles = useEndpoint(listVehicles, { query: { fleetId, size: 100 } }, { enabled: may.vehicles })
  const people = useEndpoint(listUsers, { query: { fleetId, size: 2 } }, { enabled: may.people })
  const invitations = useEndpoint(
    listInvitations,
    { query: { companyId: company?.id, open: 'true', size: 1 } },
    { enabled: may.people },
  )
  const services = useEndpoint(listServices, { query: { fleetId, size: 1 } }, { enabled: may.services })
  const parts = [vehicles, people, invitations, services]
  const failed = parts.find(({ isError }) => isError)
  return {
    may,
    state: startState({
      vehicles: vehicles.data?.items,
      hasSignal,
      people: people.data?.items,
      ownId: user?.id,
      openInvitations: invitations.data?.total,
      services: services.data?.total,
    }),
    isLoading: parts.some(({ isLoading }) => isLoading),
    isSilent: may.vehicles && !hasSignal,
    failure: failed === undefined ? null : message(failed.error, t('panel.start.failed')),
    retry: () => {
      for (const part of parts) if (part.isError) void part.refetch()
    },
  }
}
