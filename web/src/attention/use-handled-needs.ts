import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSession } from '../app/client-context.tsx'

const none: ReadonlySet<string> = new Set()
/** Commands that failed stay failed: looking at one is all there is to do, and lasts while the page does; by person. */
const looked = new Set<string>()

/**
 * Ids of the needs this person has just handled, while the server's answers may still contain them. Kept in the query
 * cache, so that the list and the menu leave out the same.
 */
export function useHandledNeeds() {
  const client = useQueryClient()
  const { user } = useSession()
  const key = ['needs.handled', user?.id]
  const { data: handled = none } = useQuery<ReadonlySet<string>>({ queryKey: key, queryFn: skipToken })
  // Read from the cache: a second press may come before the next render.
  const now = () => client.getQueryData<ReadonlySet<string>>(key) ?? none
  const lookOf = (id: string) => `${user?.id} ${id}`
  return {
    isHandled: ({ id }: { id: string }) => handled.has(id) || looked.has(lookOf(id)),
    /** @returns false where it was marked already */
    markHandled: (id: string): boolean => {
      if (now().has(id)) return false
      client.setQueryData(key, new Set([...now(), id]))
      return true
    },
    unmark: (id: string) => client.setQueryData(key, new Set([...now()].filter((one) => one !== id))),
    markSeen: (id: string) => looked.add(lookOf(id)),
  }
}
