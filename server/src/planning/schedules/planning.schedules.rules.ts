import { addDays, dayOf } from '@rumbo/contract/holidays'
import { daysOfSeries, type SeriesRule, takesPlace } from '@rumbo/contract/services.series.rules'

/** Which days get a plan, and when it is made. Days are `YYYY-MM-DD`, times of the day by the clock of the company. */
export interface ScheduleRule extends SeriesRule {
  daysAhead: number
  madeAt: string
  isActive: boolean
  /** The latest day that was made. */
  lastDate: string | null
  createdAt: Date
}

const timeOf = (at: Date, timeZone: string): string =>
  at.toLocaleTimeString('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' })

/** The latest day whose plan is to be there at an instant. */
const reachOf = ({ daysAhead, madeAt }: ScheduleRule, at: Date, timeZone: string): string =>
  addDays(dayOf(at, timeZone), timeOf(at, timeZone) < madeAt ? daysAhead - 1 : daysAhead)

/** The first day that may still get a plan: today only if it was to be made since there is the recurring plan. */
function firstDay(rule: ScheduleRule, now: Date, timeZone: string): string {
  const today = dayOf(now, timeZone)
  const wasDueBefore = today <= reachOf(rule, rule.createdAt, timeZone)
  const isNew = dayOf(rule.createdAt, timeZone) === today
  const first = wasDueBefore && isNew ? addDays(today, 1) : today
  return rule.lastDate !== null && rule.lastDate >= first ? addDays(rule.lastDate, 1) : first
}

/** Far enough for any rule: a year has every weekday, holidays or not. */
const yearDays = 370

/** The next day that gets a plan; null where none does any more. */
export function nextDay(rule: ScheduleRule, now: Date, timeZone: string): string | null {
  if (!rule.isActive) return null
  const from = firstDay(rule, now, timeZone)
  const found = daysOfSeries(rule, { from, to: addDays(from, yearDays) })
  return found.find((day) => takesPlace(day, rule))?.day ?? null
}

/** The next day whose plan is to be made now; null where none is due. */
export function dueDay(rule: ScheduleRule, now: Date, timeZone: string): string | null {
  const next = nextDay(rule, now, timeZone)
  return next !== null && next <= reachOf(rule, now, timeZone) ? next : null
}
