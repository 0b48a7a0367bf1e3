import { type OwnPlannedStop, readOwnRoute } from '@rumbo/contract/planning.publish.contract'
import { useEffect } from 'react'
import { useClient, useSession } from '../app/client-context.tsx'
import { useEndpoint } from '../app/data/use-data.ts'
import { keptRoute } from './driver-memory.ts'

/** Changes appear within this time also where the live stream is lost. */
const pollMs = 15_000

/**
 * The published route of the driver's vehicles; without a connection the last one known on this phone, null where none is.
 * @returns `updatedAt`: when it was read, by the clock of this phone; 0 for what was kept
 */
export function useOwnRoute(): { stops: readonly OwnPlannedStop[] | null; updatedAt: number } {
  const { user } = useSession()
  const { storage } = useClient()
  const { data, dataUpdatedAt } = useEndpoint(
    readOwnRoute,
    {},
    { refetchInterval: pollMs, enabled: user !== null },
  )
  useEffect(() => {
    if (data && user) storage.storeDriverRoute({ userId: user.id, stops: data.items })
  }, [data, user, storage])
  return { stops: data?.items ?? keptRoute(storage, user?.id), updatedAt: dataUpdatedAt }
}
