import { type Capability, can, type Target } from '@rumbo/contract/access'
import { type Feature, tiers } from '@rumbo/contract/features'
import { serviceStatuses } from '@rumbo/contract/services.contract'
import { problemParams } from '@rumbo/i18n/problem-params'
import { QueryClientProvider } from '@tanstack/react-query'
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useSyncExternalStore,
} from 'react'
import { LiveProvider } from '../live/use-live.ts'
import { useText } from '../ui/i18n.tsx'
import type { Client } from './client.ts'
import { errorMessage } from './data/problems.ts'
import { DataProvider } from './data/use-data.ts'
import { accessHolderOf } from './session/access-holder.ts'
import { type FeaturePlace, featuresHere } from './session/features.rules.ts'
import type { SessionState } from './session/session.machine.ts'
import { displayName } from './session/session.rules.ts'
import { type FleetSelection, selectionOf, type WorkspaceState } from './session/workspace.ts'

const ClientContext = createContext<Client | null>(null)

/** The client of the page. Use it below `ClientProvider` only. */
export function useClient(): Client {
  const client = useContext(ClientContext)
  if (client === null) throw new Error('useClient is used outside ClientProvider')
  return client
}

/** Provides session, data, company and fleet, and the live stream; starts them once. */
export function ClientProvider({ client, children }: { client: Client; children: ReactNode }) {
  useEffect(() => client.start(), [client])
  return (
    <ClientContext.Provider value={client}>
      <QueryClientProvider client={client.data.queryClient}>
        <DataProvider value={client.data}>
          <LiveProvider value={client.live}>{children}</LiveProvider>
        </DataProvider>
      </QueryClientProvider>
    </ClientContext.Provider>
  )
}

export function useSession(): SessionState {
  const { session } = useClient()
  return useSyncExternalStore(session.subscribe, session.state)
}

/** The active company and fleet (null until loaded), the lists to choose from, and functions to choose. */
export function useWorkspace(): WorkspaceState & {
  chooseCompany: (id: string) => Promise<void>
  chooseFleet: (id: string) => Promise<void>
  chooseAllFleets: () => void
  reload: () => Promise<void>
} {
  const { workspace } = useClient()
  const state = useSyncExternalStore(workspace.subscribe, workspace.state)
  const { chooseCompany, chooseFleet, chooseAllFleets, reload } = workspace
  return { ...state, chooseCompany, chooseFleet, chooseAllFleets, reload }
}

/** The fleets shown by lists, maps and boards, with the name for headings; null without a fleet. */
export function useFleetSelection(): (FleetSelection & { name: string }) | null {
  const { t } = useText()
  const { company, fleet, fleets, isAllFleets } = useWorkspace()
  return useMemo(() => {
    const selection = selectionOf({ company, fleet, fleets, isAllFleets })
    return selection && { ...selection, name: fleet?.name ?? t('shell.fleet.all') }
  }, [company, fleet, fleets, isAllFleets, t])
}

/** Names the fleet of a record where several are shown; null where there is only one to show. */
export function useFleetNames(): ((fleetId: string) => string) | null {
  const { fleets, isAllFleets } = useWorkspace()
  return useMemo(() => {
    if (!isAllFleets) return null
    const names = new Map(fleets.map(({ id, name }) => [id, name]))
    return (fleetId) => names.get(fleetId) ?? '—'
  }, [fleets, isAllFleets])
}

/**
 * Whether the user has a capability. Default target: the active company and fleet, or one of the fleets shown. Only hides what would be refused:
 * the server checks again.
 */
export function useCan(): (capability: Capability, target?: Target) => boolean {
  const { user } = useSession()
  const { company, fleet, fleets, isAllFleets } = useWorkspace()
  const companyId = company?.id
  const shownIds = (isAllFleets ? fleets.map(({ id }) => id) : [fleet?.id ?? '']).join(' ')
  return useCallback(
    (capability, target) => {
      if (user === null) return false
      const holder = accessHolderOf(user)
      if (target || companyId === undefined) return can(holder, capability, target)
      return shownIds.split(' ').some((id) => can(holder, capability, { companyId, fleetId: id || null }))
    },
    [user, companyId, shownIds],
  )
}

/** Features available in the active fleet, or in one of those shown; they decide menu, screens and links. */
export function useFeatures(): readonly Feature[] {
  const { company, fleet, fleets, isAllFleets } = useWorkspace()
  return useMemo(
    () => featuresHere({ company, fleet, fleets, isAllFleets }),
    [company, fleet, fleets, isAllFleets],
  )
}

const noFleets: ReadonlySet<string> = new Set()

/** The fleets that a screen of this feature omits: it is off there, but on in another fleet shown. */
export function useFleetsWithout(feature: Feature): ReadonlySet<string> {
  const { fleets, isAllFleets } = useWorkspace()
  return useMemo(() => {
    const without = isAllFleets ? fleets.filter(({ features }) => !features.includes(feature)) : []
    return without.length === 0 ? noFleets : new Set(without.map(({ id }) => id))
  }, [fleets, isAllFleets, feature])
}

/** Where a record's feature is decided: in its own fleet, which may be one of several shown. */
export function useHereOf(): (fleetId: string | undefined) => FeaturePlace {
  const { company, fleet, fleets, isAllFleets } = useWorkspace()
  return useCallback(
    (fleetId) => ({ company, fleet: fleets.find(({ id }) => id === fleetId) ?? fleet, fleets, isAllFleets }),
    [company, fleet, fleets, isAllFleets],
  )
}

/**
 * Translates an error: known codes in the user's language, else the message of the server, else `failed`, which says
 * what failed. Null only where a connection is the likely reason: the words for a failed connection.
 */
export function useErrorMessage(): (error: unknown, failed: string | null) => string {
  const { t } = useText()
  return useCallback(
    (error, failed) =>
      errorMessage(
        error,
        {
          problem: (code, problem) => {
            const known = tiers.find((one) => one === problem?.tier)
            const tier = known ? t(`organisation.tier.${known}`) : problem?.tier
            const current = problem?.current as { status?: unknown } | null | undefined
            const serviceStatus = serviceStatuses.find((one) => one === current?.status)
            const status = serviceStatus && t(`services.status.${serviceStatus}`)
            return t(
              `problems.${code}`,
              problemParams({ ...problem?.words, status: status ?? problem?.words?.status, tier }),
            )
          },
          timeout: () => t('shell.error.timeout'),
          html: () => t('shell.error.html'),
          networkError: () => t('shell.error.network'),
        },
        failed ?? undefined,
      ),
    [t],
  )
}

/** The display name of the signed-in user. */
export function useDisplayName(): string {
  const { t } = useText()
  const { user } = useSession()
  return displayName(user, t('identity.unknownUser'))
}
