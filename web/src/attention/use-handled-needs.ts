import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSession } from '../app/client-context.tsx'

const none: ReadonlySet<string> = new Set()
/** Commands that failed stay failed: looking at one is all there is to do, and lasts while the page does; by person. */
const looked = new Set<string>()

/**
 * What this person has just dealt with, by the id of the need, while what the server tells of it may be older than that;
 * kept beside the server's answers, so that the list and the menu leave out the same.
 */
export function useHandledNeeds() {
  const client = useQueryClient()
  const { user } = useSession()
  const key = ['needs.taken', user?.id]
  const { data: taken = none } = useQuery<ReadonlySet<string>>({ queryKey: key, queryFn: skipToken })
  // Asked of the cache: a second press may come before anything is drawn again.
  const now = () => client.getQueryData<ReadonlySet<string>>(key) ?? none
  const lookOf = (id: string) => `${user?.id} ${id}`
  return {
    isTaken: ({ id }: { id: string }) => taken.has(id) || looked.has(lookOf(id)),
    /** False where it was taken already. */
    take: (id: string): boolean => {
      if (now().has(id)) return false
      client.setQueryData(key, new Set([...now(), id]))
      return true
    },
    giveBack: (id: string) => client.setQueryData(key, new Set([...now()].filter((one) => one !== id))),
    look: (id: string) => looked.add(lookOf(id)),
  }
}
