/** What a test on history may list. */
export interface ListedEvent {
  /** ISO 8601. */
  at: string
  /** Why it happened without an alert. Default: null, with one. */
  silence?: string | null
}

/** Collects what a test lists, in bounded memory. */
export interface TestedEvents<Event> {
  add(this: void, event: Event): void
  /** In order of time; all of them, or where they are too many those that were raised before the others, the earliest first. */
  list(): { events: Event[]; isCut: boolean }
}

const byTime = (a: ListedEvent, b: ListedEvent) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)

/** @param limit events listed at most; four times as many are in memory at most */
export function createTestedEvents<Event extends ListedEvent>(limit: number): TestedEvents<Event> {
  const raised: Event[] = []
  const others: Event[] = []
  let isCut = false

  function trim(events: Event[], to: number): void {
    if (events.length <= to) return
    events.sort(byTime).splice(to)
    isCut = true
  }

  return {
    add(event) {
      const events = event.silence ? others : raised
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
