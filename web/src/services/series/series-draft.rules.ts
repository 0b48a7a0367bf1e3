/** The repetition of a service in its dialog. Pure. */
import { addDays, weekdayOf } from '@rumbo/contract/holidays'
import { longestSeriesDays } from '@rumbo/contract/services.series.contract'
import { daysOfSeries, type SeriesRule, takesPlace } from '@rumbo/contract/services.series.rules'

export type RepeatDraft = Omit<SeriesRule, 'weekdays'> & { weekdays: number[] }

/** From Monday to Friday, or on the day itself where that is at a weekend. */
export const usualRepeat = (first: string): RepeatDraft => ({
  weekdays: weekdayOf(first) > 5 ? [weekdayOf(first)] : [1, 2, 3, 4, 5],
  until: null,
  skipsHolidays: true,
})

export interface RepeatErrors {
  weekdays?: 'series.valid.weekdays'
  until?: 'series.valid.none' | 'series.valid.tooLong'
}

/** @param first the first day, `YYYY-MM-DD` */
export function checkRepeat(repeat: RepeatDraft, first: string): RepeatErrors {
  if (repeat.weekdays.length === 0) return { weekdays: 'series.valid.weekdays' }
  if (repeat.until !== null && repeat.until > addDays(first, longestSeriesDays))
    return { until: 'series.valid.tooLong' }
  return previewOf(repeat, first).days.length === 0 ? { until: 'series.valid.none' } : {}
}

/** The days with a service and the holidays without one; of a series without an end those of its first year. */
export function previewOf(repeat: RepeatDraft, first: string): { days: string[]; skipped: string[] } {
  const to = repeat.until ?? addDays(first, 365)
  const all = daysOfSeries(repeat, { from: first, to })
  const isTaken = (day: (typeof all)[number]) => takesPlace(day, repeat)
  return {
    days: all.filter(isTaken).map(({ day }) => day),
    skipped: all.filter((day) => !isTaken(day)).map(({ day }) => day),
  }
}

/** Runs of three or more days in a row as first and last: `[[1, 5], [7]]` for Monday to Friday and Sunday. */
export function runsOf(weekdays: readonly number[]): number[][] {
  const runs: number[][] = []
  for (const day of weekdays) {
    const run = runs.at(-1)
    if (run?.at(-1) === day - 1) run.push(day)
    else runs.push([day])
  }
  return runs.flatMap((run) =>
    run.length > 2 ? [[run[0] as number, run.at(-1) as number]] : run.map((day) => [day]),
  )
}
