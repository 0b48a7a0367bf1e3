import { minuteMs } from '@rumbo/contract/time-units'
import { createDurations, type DurationSums } from './durations.ts'

/** How long a person counts as active after a call. */
const activeMs = 5 * minuteMs

export interface FigureSums {
  queries: DurationSums
  calls: DurationSums
  /** Calls answered with 5xx. */
  errors: number
}
/** Figures that a process counts between two samples. */
export interface ProcessFigures {
  query(ms: number): void
  /** Fits `HttpOptions.observe`. */
  call(call: { status: number; seconds: number }): void
  /** Counts a person as active after a call or a check of their live stream. */
  person(userId: string): void
  /** Registers a figure read at each sample, such as `viewers`. */
  gauge(name: string, read: () => number): void
  take(): FigureSums
  activePeople(): string[]
  gauges(): Record<string, number>
}

export function createProcessFigures({ now }: { now: () => Date }): ProcessFigures {
  const queries = createDurations()
  const calls = createDurations()
  const seen = new Map<string, number>()
  const readers = new Map<string, () => number>()
  let errors = 0
  return {
    query: queries.add,
    call({ status, seconds }) {
      calls.add(seconds * 1000)
      if (status >= 500) errors += 1
    },
    person: (userId) => void seen.set(userId, now().getTime()),
    gauge: (name, read) => void readers.set(name, read),
    take() {
      const taken = { queries: queries.take(), calls: calls.take(), errors }
      errors = 0
      return taken
    },
    activePeople() {
      const since = now().getTime() - activeMs
      for (const [userId, at] of seen) if (at < since) seen.delete(userId)
      return [...seen.keys()]
    },
    gauges: () => Object.fromEntries([...readers].map(([name, read]) => [name, read()])),
  }
}
