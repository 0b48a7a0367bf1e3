/** The only source of time in the simulator. */
export interface SimulatorClock {
  /** Milliseconds since 1970 in UTC. */
  now(): number
  /** Calls back once after a delay; the returned function cancels it. */
  schedule(callback: () => void, delayMs: number): () => void
}

/** The clock of the system. */
export const systemClock: SimulatorClock = {
  now: () => Date.now(),
  schedule(callback, delayMs) {
    const timer = setTimeout(callback, delayMs)
    return () => clearTimeout(timer)
  },
}

export interface ManualClock extends SimulatorClock {
  /** Advances the time and runs due callbacks in order of their time. */
  advance(milliseconds: number): void
}

/** A clock that only `advance` moves, for reproducible runs. */
export function createManualClock(startMs: number): ManualClock {
  let nowMs = startMs
  let timers: { dueMs: number; callback: () => void }[] = []
  return {
    now: () => nowMs,
    schedule(callback, delayMs) {
      const timer = { dueMs: nowMs + Math.max(0, delayMs), callback }
      timers.push(timer)
      return () => {
        timers = timers.filter((other) => other !== timer)
      }
    },
    advance(milliseconds) {
      const endMs = nowMs + milliseconds
      for (;;) {
        let next: (typeof timers)[number] | null = null
        for (const timer of timers) {
          if (timer.dueMs <= endMs && (next === null || timer.dueMs < next.dueMs)) next = timer
        }
        if (next === null) break
        const due = next
        timers = timers.filter((timer) => timer !== due)
        nowMs = Math.max(nowMs, due.dueMs)
        due.callback()
      }
      nowMs = endMs
    },
  }
}
