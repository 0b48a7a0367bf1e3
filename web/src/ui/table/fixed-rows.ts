import { type RefObject, useEffect, useState } from 'react'

/** Rows rendered beyond the visible ones, so that fast scrolling shows no gap. */
const spareRows = 12

/** Visible rows as indexes: the first inclusive, the second exclusive. */
export function rowsInSight(
  { scrollTop, clientHeight }: { scrollTop: number; clientHeight: number },
  rowPixels: number,
  count: number,
  spare = spareRows,
): [from: number, to: number] {
  const first = Math.floor(scrollTop / rowPixels) - spare
  const last = Math.ceil((scrollTop + clientHeight) / rowPixels) + spare
  const to = Math.max(0, Math.min(count, last))
  return [Math.max(0, Math.min(first, to)), to]
}

/**
 * The rows of a long list to render, where all have the same height. Simpler than a virtualizer for rows of any
 * height, and small enough for the first load.
 * @param spare rows beyond the visible ones, fewer where each is large
 */
export function useFixedRows(
  scroller: RefObject<HTMLElement | null>,
  { count, rowPixels, spare = spareRows }: { count: number; rowPixels: number; spare?: number },
): readonly [from: number, to: number] {
  const [range, setRange] = useState<readonly [number, number]>([0, 3 * spare])
  useEffect(() => {
    const box = scroller.current
    if (box === null || count === 0) return
    const look = () => {
      const next = rowsInSight(box, rowPixels, count, spare)
      setRange((before) => (before[0] === next[0] && before[1] === next[1] ? before : next))
    }
    look()
    box.addEventListener('scroll', look, { passive: true })
    const resizing = new ResizeObserver(look)
    resizing.observe(box)
    return () => {
      box.removeEventListener('scroll', look)
      resizing.disconnect()
    }
  }, [scroller, count, rowPixels, spare])
  return [Math.min(range[0], count), Math.min(range[1], count)]
}
