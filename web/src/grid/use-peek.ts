import { useCallback, useEffect, useRef, useState } from 'react'

interface Peek {
  vehicleId: string
  anchor: HTMLElement
  isPinned: boolean
}

/** Delay in milliseconds, so that a pointer crossing the grid opens nothing. */
const openMs = 350
/** Milliseconds to move from a tile to its card. */
const closeMs = 200

/** Which vehicle's card is open: after hovering or focus for a while, or pinned by a click. */
export function usePeek() {
  const [peek, setPeek] = useState<Peek | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const later = useCallback((work: () => void, ms: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(work, ms)
  }, [])
  useEffect(() => () => clearTimeout(timer.current), [])

  const point = useCallback(
    (vehicleId: string, anchor: HTMLElement) =>
      later(
        () => setPeek((before) => (before?.isPinned ? before : { vehicleId, anchor, isPinned: false })),
        openMs,
      ),
    [later],
  )
  const leave = useCallback(
    () => later(() => setPeek((before) => (before?.isPinned ? before : null)), closeMs),
    [later],
  )
  const stay = useCallback(() => clearTimeout(timer.current), [])
  const press = useCallback((vehicleId: string, anchor: HTMLElement) => {
    clearTimeout(timer.current)
    setPeek((before) =>
      before?.isPinned && before.vehicleId === vehicleId ? null : { vehicleId, anchor, isPinned: true },
    )
  }, [])
  const close = useCallback(() => {
    setPeek(null)
    if (peek?.isPinned) peek.anchor.focus()
    // The tile that gets the focus back would open its card again.
    clearTimeout(timer.current)
  }, [peek])
  return { peek, point, leave, stay, press, close }
}
