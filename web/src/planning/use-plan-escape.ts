import { useEffect } from 'react'
import { useLatest } from '../ui/hooks/use-latest.ts'
import { isWriting } from './editor/move/use-move-keys.ts'

interface PlanEscape {
  hasSelection: boolean
  clear: () => void
  /** Null where nothing is open. */
  close: (() => void) | null
}

/**
 * Escape on timeline and map, or where nothing has the focus: it clears the selection, then closes what is open beside the map.
 * Dialogs, menus, moves, fields, the pool and panels hear it before.
 */
export function usePlanEscape(present: PlanEscape): void {
  const latest = useLatest(present)
  useEffect(() => {
    const handle = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || isWriting(document.activeElement)) return
      const { hasSelection, clear, close } = latest.current
      if (!hasSelection && close === null) return
      event.preventDefault()
      if (hasSelection) clear()
      else close?.()
    }
    document.addEventListener('keydown', handle)
    return () => document.removeEventListener('keydown', handle)
  }, [latest])
}
