import { type Capability, can, type Target } from '@rumbo/contract/access'
import { type Feature, tiers } from '@rumbo/contract/features'
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
import { featuresHere } from './session/features.rules.ts'
import type { SessionState } from './session/session.machine.ts'
import { displayName } from './session/session.rules.ts'
import type { WorkspaceState } from './session/workspace.ts'

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
  reload: () => Promise<void>
} {
  const { workspace } = useClient()
  const state = useSyncExternalStore(workspace.subscribe, workspace.state)
  const { chooseCompany, chooseFleet, reload } = workspace
  return { ...state, chooseCompany, chooseFleet, reload }
}

/**
 * Whether the user has a capability. Default target: the active company and fleet. Only hides what would be refused:
 * the server checks again.
 */
export function useCan(): (capability: Capability, target?: Target) => boolean {
  const { user } = useSession()
  const { company, fleet } = useWorkspace()
  const [companyId, fleetId] = [company?.id, fleet?.id]
  return useCallback(
    (capability, target) => {
      if (user === null) return false
      const here = companyId === undefined ? undefined : { companyId, fleetId: fleetId ?? null }
      return can(accessHolderOf(user), capability, target ?? here)
    },
    [user, companyId, fleetId],
  )
}

/** Features available in the active fleet; they decide menu, screens and links. */
export function useFeatures(): readonly Feature[] {
  const { company, fleet } = useWorkspace()
  return useMemo(() => featuresHere({ company, fleet }), [company, fleet])
}

/** Translates an error: known codes in the user's language, else the message of the server or the network. */
export function useErrorMessage(): (error: unknown, fallback?: string) => string {
  const { t } = useText()
  return useCallback(
    (error, fallback) =>
      errorMessage(
        error,
        {
          problem: (code, tier) => {
            const known = tiers.find((one) => one === tier)
            return t(`problems.${code}`, { tier: known ? t(`organisation.tier.${known}`) : tier })
          },
          timeout: () => t('shell.error.timeout'),
          html: () => t('shell.error.html'),
          networkError: () => t('shell.error.network'),
        },
        fallback,
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
