const clocks = new Map<string, Intl.DateTimeFormat>()

/** An instant as `2026-03-02 07:05` in a time zone, as spreadsheets read it; empty without one. */
export function localTime(time: string | null, timeZone: string): string {
  if (time === null) return ''
  let clock = clocks.get(timeZone)
  if (!clock) {
    const parts = {
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    } as const
    clock = new Intl.DateTimeFormat('sv-SE', { timeZone, ...parts, hourCycle: 'h23' })
    clocks.set(timeZone, clock)
  }
  return clock.format(new Date(time))
}
