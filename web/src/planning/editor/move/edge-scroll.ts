/** So near to an edge of what scrolls, in pixels, a drag scrolls it; so fast at the edge, in pixels a second. */
const edgePixels = 52
const mostPerSecond = 900
/** Milliseconds between two looks at what lies under the pointer while it scrolls. */
const lookEveryMs = 120

/** How fast to scroll for a pointer at `at`, between `from` and `until`: negative towards `from`, 0 away from both. */
export function scrollSpeed(at: number, { from, until }: { from: number; until: number }): number {
  const edge = Math.min(edgePixels, (until - from) / 4)
  if (edge <= 0 || at < from || at > until) return 0
  const share =
    at < from + edge ? -(from + edge - at) / edge : at > until - edge ? (at - (until - edge)) / edge : 0
  return share * mostPerSecond
}

interface Axis {
  speed: (box: HTMLElement, pointer: { x: number; y: number }) => number
  at: (box: HTMLElement) => number
  last: (box: HTMLElement) => number
  put: (box: HTMLElement, at: number) => void
}
const across: Axis = {
  speed: (box, { x }) => {
    const { left, right } = box.getBoundingClientRect()
    return scrollSpeed(x, { from: left + Number(box.dataset.planScroll), until: right })
  },
  at: ({ scrollLeft }) => scrollLeft,
  last: ({ scrollWidth, clientWidth }) => Math.max(0, scrollWidth - clientWidth),
  put: (box, at) => {
    box.scrollLeft = at
  },
}
const down: Axis = {
  speed: (box, { y }) => {
    const { top, bottom } = box.getBoundingClientRect()
    return scrollSpeed(y, { from: top, until: bottom })
  },
  at: ({ scrollTop }) => scrollTop,
  last: ({ scrollHeight, clientHeight }) => Math.max(0, scrollHeight - clientHeight),
  put: (box, at) => {
    box.scrollTop = at
  },
}

/**
 * Scrolls what is marked by `data-plan-scroll` while a drag is near one of its edges. Nothing runs away from the edges, nor once
 * the end is reached.
 * @param onScrolled something else may lie under the pointer now
 */
export function createEdgeScroll(onScrolled: () => void) {
  let pointer = { x: 0, y: 0 }
  let box: HTMLElement | null = null
  let frame = 0
  let lastMs = 0
  let lookedMs = 0
  /** Scroll positions are whole pixels in some browsers. */
  const rests = new Map<Axis, number>()

  function stop() {
    cancelAnimationFrame(frame)
    frame = 0
    rests.clear()
  }
  /** The speed along an axis; 0 at its end as well. */
  function speedOf(axis: Axis): number {
    if (!box?.isConnected) return 0
    const speed = axis.speed(box, pointer)
    const isEnd = speed < 0 ? axis.at(box) <= 0 : axis.at(box) >= axis.last(box)
    return isEnd ? 0 : speed
  }
  const isScrolling = () => speedOf(across) !== 0 || speedOf(down) !== 0
  /** @returns whether it scrolled */
  function move(axis: Axis, passedMs: number): boolean {
    const speed = speedOf(axis)
    if (box === null || speed === 0) {
      rests.delete(axis)
      return false
    }
    const way = (rests.get(axis) ?? 0) + (speed * passedMs) / 1_000
    const whole = Math.trunc(way)
    rests.set(axis, way - whole)
    if (whole === 0) return false
    axis.put(box, Math.min(axis.last(box), Math.max(0, axis.at(box) + whole)))
    return true
  }
  function step(nowMs: number) {
    frame = 0
    const passedMs = Math.min(50, nowMs - lastMs)
    lastMs = nowMs
    const [isAcross, isDown] = [move(across, passedMs), move(down, passedMs)]
    const isEnd = !isScrolling()
    if ((isAcross || isDown) && (isEnd || nowMs - lookedMs >= lookEveryMs)) {
      lookedMs = nowMs
      onScrolled()
    }
    if (isEnd) stop()
    else frame = requestAnimationFrame(step)
  }
  return {
    /** The pointer moved, over this element. */
    follow(under: Element | null, at: { x: number; y: number }) {
      pointer = at
      box = under?.closest<HTMLElement>('[data-plan-scroll]') ?? null
      if (!isScrolling()) stop()
      else if (frame === 0) {
        lastMs = performance.now()
        frame = requestAnimationFrame(step)
      }
    },
    stop,
  }
}
