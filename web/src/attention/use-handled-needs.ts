import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSession } from '../app/client-context.tsx'

const none: ReadonlySet<string> = new Set()
/**
 * A failed command stays failed: viewing it is all there is to do, and is remembered per user until the page is
 * closed.
 */
const looked = new Set<string>()

/**
 * Ids of the items the user has just handled, while the server's answers may still contain them. Kept in the query
 * cache, so that list and menu omit the same items.
 */
export function useHandledNeeds() {
  const client = useQueryClient()
  const { user } = useSession()
  const key = ['needs.handled', user?.id]
  const { data: handled = none } = useQuery<ReadonlySet<string>>({ queryKey: key, queryFn: skipToken })
  // Read from the cache: a second key press may come before the next render.
  const now = () => client.getQueryData<ReadonlySet<string>>(key) ?? none
  const lookOf = (id: string) => `${user?.id} ${id}`
  return {
    isHandled: ({ id }: { id: string }) => handled.has(id) || looked.has(lookOf(id)),
    /** @returns false if it was already marked */
    markHandled: (id: string): boolean => {
      if (now().has(id)) return false
      client.setQueryData(key, new Set([...now(), id]))
      return true
    },
    unmark: (id: string) => client.setQueryData(key, new Set([...now()].filter((one) => one !== id))),
    markSeen: (id: string) => looked.add(lookOf(id)),
  }
}
