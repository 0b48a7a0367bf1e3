import { useCallback, useState } from 'react'

/** The height of an element in CSS pixels, updated as it changes; 0 while there is none. Returns the ref first. */
export function useHeight(): [
  ref: (element: HTMLElement | null) => (() => void) | undefined,
  pixels: number,
] {
  const [pixels, setPixels] = useState(0)
  const ref = useCallback((element: HTMLElement | null) => {
    if (element === null || typeof ResizeObserver === 'undefined') return undefined
    const measure = () => setPixels(element.offsetHeight)
    const watch = new ResizeObserver(measure)
    watch.observe(element)
    measure()
    return () => {
      watch.disconnect()
      setPixels(0)
    }
  }, [])
  return [ref, pixels]
}
