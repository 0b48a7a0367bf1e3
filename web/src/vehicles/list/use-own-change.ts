import { useEffect, useState } from 'react'
import { useData } from '../../app/data/use-data.ts'

/** Longer than reading again is ever put off, with time for the answer. */
const longestMs = 5000

/**
 * Whether the person changed something that an answer is too old to show: until it was read again, at most a moment.
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
