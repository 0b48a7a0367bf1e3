import { listWatchpoints, type Watchpoint } from '@rumbo/contract/watchpoints.contract'
import { useCan, useFeatures } from '../app/client-context.tsx'
import { useEndpoint } from '../app/data/use-data.ts'

const none: readonly Watchpoint[] = []

/** The watchpoints of a fleet by name, the first hundred that match the search, and the user's rights. */
export function useWatchpoints(fleetId: string | null, search = '') {
  const can = useCan()
  const isOn = useFeatures().includes('radar') && can('watchpoints.read')
  const found = useEndpoint(
    listWatchpoints,
    { query: { fleetId: fleetId ?? '', search, size: 100 } },
    {
      enabled: isOn && fleetId !== null,
      // The previous answer stays while another search loads, but not for another fleet.
      placeholderData: (former) => (former?.items[0]?.fleetId === fleetId ? former : undefined),
    },
  )
  return {
    points: found.data?.items ?? none,
    total: found.data?.total ?? 0,
    isLoading: found.isLoading,
    error: found.error,
    retry: () => void found.refetch(),
    mayRead: isOn,
    mayEdit: isOn && can('watchpoints.edit'),
  }
}
