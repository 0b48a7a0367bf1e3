import { listWatchpoints, type Watchpoint } from '@rumbo/contract/watchpoints.contract'
import { useCan, useFeatures } from '../app/client-context.tsx'
import { useEndpoint } from '../app/data/use-data.ts'

const none: readonly Watchpoint[] = []

/** The saved points of a fleet by name, the first hundred that the search matches, and what the person may do. */
export function useWatchpoints(fleetId: string | null, search = '') {
  const can = useCan()
  const isOn = useFeatures().includes('radar') && can('watchpoints.read')
  const found = useEndpoint(
    listWatchpoints,
    { query: { fleetId: fleetId ?? '', search, size: 100 } },
    {
      enabled: isOn && fleetId !== null,
      // While another search is answered; another fleet's points are not this one's.
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
