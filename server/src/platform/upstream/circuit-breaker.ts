import type { Clock } from '../clock.ts'

/** Closed: calls pass. Open: calls are refused. Half-open: one trial call passes and decides. */
export type BreakerState = 'closed' | 'open' | 'half_open'

export interface CircuitBreaker {
  readonly state: BreakerState
  /** When the next trial call is allowed; null unless open. */
  readonly retryAt: Date | null
  /** How often it has opened since the start. */
  readonly timesOpened: number
  /** Whether a call may be made now; if true, exactly one of the three functions below must be called after it. */
  admit(): boolean
  succeeded(): void
  failed(): void
  /** The call ended without evidence about the service, such as one its caller cancelled. */
  withdrawn(): void
}

export interface BreakerOptions {
  clock: Clock
  /** Consecutive failures that open it. */
  failuresToOpen: number
  /** How long it stays open at first; twice as long after each failed trial, up to `maxOpenMs`. */
  openMs: number
  maxOpenMs: number
}

/** Also opens where half of the last calls, this many, failed. */
const windowCalls = 20

/** Stops calls to a failing service, and periodically lets a trial call through. */
export function createCircuitBreaker(options: BreakerOptions): CircuitBreaker {
  let opened: { until: number; forMs: number } | null = null
  let isTrying = false
  let inARow = 0
  let timesOpened = 0
  let outcomes: boolean[] = []

  const now = () => options.clock.now().getTime()
  const mayTry = () => opened !== null && now() >= opened.until

  function open(forMs: number) {
    opened = { until: now() + forMs, forMs }
    timesOpened += 1
    inARow = 0
    outcomes = []
  }

  return {
    get state() {
      if (opened === null) return 'closed'
      return isTrying || mayTry() ? 'half_open' : 'open'
    },
    get retryAt() {
      return opened === null || mayTry() ? null : new Date(opened.until)
    },
    get timesOpened() {
      return timesOpened
    },
    admit() {
      if (opened === null) return true
      if (isTrying || !mayTry()) return false
      isTrying = true
      return true
    },
    succeeded() {
      inARow = 0
      if (isTrying) {
        opened = null
        isTrying = false
      }
      outcomes = [...outcomes, true].slice(-windowCalls)
    },
    failed() {
      if (opened !== null) {
        // Calls that started before it opened also end here and are ignored.
        if (isTrying) open(Math.min(options.maxOpenMs, opened.forMs * 2))
        isTrying = false
        return
      }
      inARow += 1
      outcomes = [...outcomes, false].slice(-windowCalls)
      const failures = outcomes.filter((outcome) => !outcome).length
      if (
        inARow >= options.failuresToOpen ||
        (outcomes.length === windowCalls && failures * 2 >= windowCalls)
      )
        open(options.openMs)
    },
    withdrawn() {
      isTrying = false
    },
  }
}
