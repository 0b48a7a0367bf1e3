/** Epoch milliseconds. */
interface Span {
  fromMs: number
  toMs: number
}

/** The moment, or the end of the last of the adjoining spans that contain it. */
const afterSkips = (atMs: number, skips: readonly Span[]): number =>
  skips.reduce((ms, { fromMs, toMs }) => (ms >= fromMs && ms < toMs ? toMs : ms), atMs)

/** The moment of a replay, kept outside React: subscribers are notified in each frame. */
export interface Replay {
  /** Epoch milliseconds. */
  at: () => number
  isPlaying: () => boolean
  /** Seconds of the day that pass in one second. */
  rate: () => number
  play: () => void
  pause: () => void
  setRate: (rate: number) => void
  /** Moves to a moment (epoch milliseconds) within the bounds. */
  seek: (ms: number) => void
  /** Sets the replayable span and moves the moment into it. Playback stops at the end. */
  setBounds: (bounds: Span) => void
  /** Playback jumps over these spans, in ascending order. */
  setSkips: (spans: readonly Span[]) => void
  /**
   * The listener is called at every change, and in each frame during playback. Returns a function that unsubscribes.
   */
  subscribe: (listener: () => void) => () => void
  stop: () => void
}

export const replayRates = [1, 2, 5, 10, 30, 60] as const

/** The next faster (+1) or slower (-1) rate; unchanged at the limits. */
export const rateBeside = (rate: number, step: 1 | -1): number => {
  const rates: readonly number[] = replayRates
  const at = rates.indexOf(rate)
  return rates[Math.max(0, Math.min(rates.length - 1, at + step))] ?? rate
}

interface ReplayOptions {
  now?: () => number
  /** Schedules a callback for the next frame. */
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
  let skips: readonly Span[] = []
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
    atMs = inside(afterSkips(atMs + (present - lastMs) * rate, skips))
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
    setSkips: (next) => {
      skips = next
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
