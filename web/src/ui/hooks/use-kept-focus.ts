import { useEffect, useEffectEvent, useRef } from 'react'

/**
 * Keeps the focus near where an item of a list was added or removed together with the control that was focused; else it would
 * begin again at the top of the page.
 * @param count of the items
 * @param find what is focused then
 */
export function useKeptFocus(count: number, find: () => HTMLElement | null | undefined): void {
  const before = useRef(count)
  const keep = useEffectEvent(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body
    if (isLost) find()?.focus()
  })
  useEffect(() => {
    if (before.current === count) return
    before.current = count
    keep()
  }, [count])
}
