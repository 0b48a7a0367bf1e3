import { useEffect, useState } from 'react'
import { useData } from '../../app/data/use-data.ts'

/** Milliseconds: longer than a read is ever delayed, plus time for the answer. */
const longestMs = 5000

/**
 * Whether the user made a change that the last answer is too old to contain, for at most a moment.
 * @param dataUpdatedAt when the answer was read, epoch milliseconds of this browser
 */
export function useHasOwnChange(dataUpdatedAt: number): boolean {
  const { queryClient } = useData()
  const [changedMs, setChangedMs] = useState<number | null>(null)
  useEffect(
    () =>
      queryClient.getMutationCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'success') setChangedMs(Date.now())
      }),
    [queryClient],
  )
  useEffect(() => {
    if (changedMs === null) return
    if (dataUpdatedAt >= changedMs) {
      setChangedMs(null)
      return
    }
    const timer = setTimeout(() => setChangedMs(null), longestMs)
    return () => clearTimeout(timer)
  }, [changedMs, dataUpdatedAt])
  return changedMs !== null
}
