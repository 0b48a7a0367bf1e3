import { useState } from 'react'
import { noFilter, type PoolGrouping, type PoolView } from './pool.rules.ts'

/** How the pool is shown: kept where it stays while the pool itself is not, behind the tabs of a narrow window. */
export function usePoolState() {
  const [view, setView] = useState<PoolView>('unplanned')
  const [grouping, setGrouping] = useState<PoolGrouping>('none')
  const [filter, setFilter] = useState(noFilter)
  const [hasFilters, setHasFilters] = useState(false)
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  return {
    view,
    setView,
    grouping,
    setGrouping,
    filter,
    setFilter,
    hasFilters,
    setHasFilters,
    folded,
    setFolded,
  }
}
export type PoolState = ReturnType<typeof usePoolState>
