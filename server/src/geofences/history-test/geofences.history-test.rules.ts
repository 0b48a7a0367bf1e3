import type { FenceTestResult } from '@rumbo/contract/geofences.history-test.contract'

export type TestedEvent = FenceTestResult['events'][number]

/** Collects what a test lists, in bounded memory. */
export interface TestedEvents {
  add(event: TestedEvent): void
  /** In order of time; all of them, or where they are too many those that were raised before the others, the earliest first. */
  list(): { events: TestedEvent[]; isCut: boolean }
}

const byTime = (a: TestedEvent, b: TestedEvent) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)

/** @param limit events listed at most; four times as many are in memory at most */
export function createTestedEvents(limit: number): TestedEvents {
  const raised: TestedEvent[] = []
  const others: TestedEvent[] = []
  let isCut = false

  function trim(events: TestedEvent[], to: number): void {
    if (events.length <= to) return
    events.sort(byTime).splice(to)
    isCut = true
  }

  return {
    add(event) {
      const events = event.isRaised ? raised : others
      events.push(event)
      if (events.length >= 2 * limit) trim(events, limit)
    },
    list() {
      trim(raised, limit)
      trim(others, limit - raised.length)
      return { events: [...raised, ...others].sort(byTime), isCut }
    },
  }
}
