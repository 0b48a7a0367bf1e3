import { useEffect, useState } from 'react'

/** Bars with buttons at the bottom edge; `data-bottom-bar` marks those that are not a dialog's. */
const bars = '[data-bottom-bar], .MuiDialogActions-root'
const margin = 20
const gap = 12
/** Width that the widest toast may take. */
const widest = 460

interface Place {
  left: number
  bottom: number
}

/** Beside the menu, above the bars that would be covered. */
function clearPlace(height: number): Place {
  const left = (document.getElementById('main')?.getBoundingClientRect().left ?? 0) + margin
  const rects = [...document.querySelectorAll(bars)]
    .map((bar) => bar.getBoundingClientRect())
    .filter((rect) => rect.height > 0 && rect.left < left + widest && rect.right > left)
    .sort((one, other) => other.bottom - one.bottom)
  let bottom = margin
  for (const { top, bottom: end } of rects) {
    const from = window.innerHeight - bottom - height
    if (end > from && top < window.innerHeight - bottom) bottom = window.innerHeight - top + gap
  }
  // Not out of the window.
  return { left, bottom: bottom + height < window.innerHeight ? bottom : margin }
}

/** Where toasts cover neither the menu nor a bar with buttons; follows the page while `isShown`. */
export function useClearPlace(isShown: boolean, heightOf: () => number): Place {
  const [place, setPlace] = useState<Place>({ left: margin, bottom: margin })
  // biome-ignore lint/correctness/useExhaustiveDependencies: `heightOf` reads a ref
  useEffect(() => {
    if (!isShown) return
    let frame = 0
    const measure = () => {
      frame = 0
      const found = clearPlace(heightOf())
      setPlace((before) => (before.left === found.left && before.bottom === found.bottom ? before : found))
    }
    const later = () => {
      if (frame === 0) frame = requestAnimationFrame(measure)
    }
    measure()
    const watch = new MutationObserver(later)
    watch.observe(document.body, { childList: true, subtree: true })
    window.addEventListener('resize', later)
    document.addEventListener('scroll', later, true)
    return () => {
      cancelAnimationFrame(frame)
      watch.disconnect()
      window.removeEventListener('resize', later)
      document.removeEventListener('scroll', later, true)
    }
  }, [isShown])
  return place
}
