const days = new Map<string, Intl.DateTimeFormat>()

/** The calendar day of a moment by the clocks of a zone, `YYYY-MM-DD`. */
export function dayAt(ms: number, timeZone: string): string {
  let format = days.get(timeZone)
  if (!format) {
    const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
    format = new Intl.DateTimeFormat('en-CA', { timeZone, ...parts })
    days.set(timeZone, format)
  }
  return format.format(ms)
}

/** `2026-03-02` as `02/03/2026`. */
export const dateText = (date: string): string => date.split('-').reverse().join('/')
