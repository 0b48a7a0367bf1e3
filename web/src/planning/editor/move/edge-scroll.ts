/** So near to the upper or lower edge of what scrolls, in pixels, a drag scrolls it; so fast at the edge, in pixels a second. */
const edgePixels = 52
const mostPerSecond = 900
/** Milliseconds between two looks at what lies under the pointer while it scrolls. */
const lookEveryMs = 120

/** How fast to scroll for a pointer at `y`: negative upwards, 0 away from the edges. */
export function scrollSpeed(y: number, { top, bottom }: { top: number; bottom: number }): number {
  const edge = Math.min(edgePixels, (bottom - top) / 4)
  if (edge <= 0 || y < top || y > bottom) return 0
  const share =
    y < top + edge ? -(top + edge - y) / edge : y > bottom - edge ? (y - (bottom - edge)) / edge : 0
  return share * mostPerSecond
}

/**
 * Scrolls what is marked by `data-plan-scroll` while a drag is near its upper or lower edge. Nothing runs away from the edges, nor
 * once the end is reached.
 * @param onScrolled something else may lie under the pointer now
 */
export function createEdgeScroll(onScrolled: () => void) {
  let pointer = { x: 0, y: 0 }
  let box: HTMLElement | null = null
  let frame = 0
  let lastMs = 0
  let lookedMs = 0
  /** Scroll positions are whole pixels in some browsers. */
  let rest = 0

  function stop() {
    cancelAnimationFrame(frame)
    frame = 0
    rest = 0
  }
  function step(nowMs: number) {
    frame = 0
    const speed = box?.isConnected ? scrollSpeed(pointer.y, box.getBoundingClientRect()) : 0
    if (box === null || speed === 0) return stop()
    rest += (speed * Math.min(50, nowMs - lastMs)) / 1_000
    lastMs = nowMs
    const whole = Math.trunc(rest)
    rest -= whole
    const before = box.scrollTop
    const last = Math.max(0, box.scrollHeight - box.clientHeight)
    const next = Math.min(last, Math.max(0, before + whole))
    const isEnd = speed < 0 ? next <= 0 : next >= last
    if (next !== before) box.scrollTop = next
    if (isEnd || nowMs - lookedMs >= lookEveryMs) {
      lookedMs = nowMs
      if (whole !== 0) onScrolled()
    }
    if (isEnd) return stop()
    frame = requestAnimationFrame(step)
  }
  return {
    /** The pointer moved, over this element. */
    follow(under: Element | null, at: { x: number; y: number }) {
      pointer = at
      box = under?.closest<HTMLElement>('[data-plan-scroll]') ?? null
      const isNear = box !== null && scrollSpeed(at.y, box.getBoundingClientRect()) !== 0
      if (!isNear) stop()
      else if (frame === 0) {
        lastMs = performance.now()
        frame = requestAnimationFrame(step)
      }
    },
    stop,
  }
}
