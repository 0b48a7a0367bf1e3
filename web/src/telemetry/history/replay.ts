/** The moment a replay shows, kept outside React: subscribers are notified each frame. */
export interface Replay {
  /** Epoch milliseconds. */
  at: () => number
  isPlaying: () => boolean
  /** Seconds of the day that pass in one. */
  rate: () => number
  play: () => void
  pause: () => void
  setRate: (rate: number) => void
  /** Goes to a moment within the bounds. */
  seek: (ms: number) => void
  /** What can be replayed; the moment moves into it. Playing ends at the end. */
  setBounds: (bounds: { fromMs: number; toMs: number }) => void
  /** The listener is called at every change, each frame while it plays. */
  subscribe: (listener: () => void) => () => void
  stop: () => void
}

export const replayRates = [1, 2, 5, 10, 30, 60] as const

/** The next faster (+1) or slower (-1) rate; the same at the end. */
export const rateBeside = (rate: number, step: 1 | -1): number => {
  const rates: readonly number[] = replayRates
  const at = rates.indexOf(rate)
  return rates[Math.max(0, Math.min(rates.length - 1, at + step))] ?? rate
}

interface ReplayOptions {
  now?: () => number
  /** Calls back with the next frame. */
  frame?: (work: () => void) => number
  cancel?: (handle: number) => void
}

export function createReplay({
  now = () => performance.now(),
  frame = (work) => requestAnimationFrame(work),
  cancel = (handle) => cancelAnimationFrame(handle),
}: ReplayOptions = {}): Replay {
  const listeners = new Set<() => void>()
  let bounds = { fromMs: 0, toMs: 0 }
  let atMs = 0
  let rate = 10
  let waiting: number | null = null
  let lastMs = 0

  const notify = () => {
    for (const listener of listeners) listener()
  }
  const inside = (ms: number) => Math.min(bounds.toMs, Math.max(bounds.fromMs, ms))
  const halt = () => {
    if (waiting !== null) cancel(waiting)
    waiting = null
  }
  const turn = () => {
    const present = now()
    atMs = inside(atMs + (present - lastMs) * rate)
    lastMs = present
    waiting = atMs >= bounds.toMs ? null : frame(turn)
    notify()
  }

  return {
    at: () => atMs,
    isPlaying: () => waiting !== null,
    rate: () => rate,
    play: () => {
      if (waiting !== null || bounds.toMs <= bounds.fromMs) return
      if (atMs >= bounds.toMs) atMs = bounds.fromMs
      lastMs = now()
      waiting = frame(turn)
      notify()
    },
    pause: () => {
      halt()
      notify()
    },
    setRate: (next) => {
      rate = next
      notify()
    },
    seek: (ms) => {
      atMs = inside(ms)
      notify()
    },
    setBounds: (next) => {
      if (next.fromMs === bounds.fromMs && next.toMs === bounds.toMs) return
      bounds = next
      atMs = inside(atMs)
      notify()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    stop: () => {
      halt()
      listeners.clear()
    },
  }
}
