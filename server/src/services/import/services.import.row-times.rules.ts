import { dayOf } from '@rumbo/contract/holidays'
import type { FieldCode } from '@rumbo/contract/problems.contract'
import { proposeDispatchTime } from '@rumbo/contract/services.rules'
import {
  type DateOrder,
  dayStart,
  readClock,
  readDay,
  readLocalTime,
  splitClocks,
} from './services.import.time.rules.ts'

/** The texts of a row about its times. */
export interface TimeTexts {
  dispatchTime: string | undefined
  /** Of each stop, in their order. */
  windows: readonly { from: string | undefined; until: string | undefined }[]
}
interface TimeScope {
  timeZone: string
  /** Of the dates in the file. */
  dateOrder: DateOrder | null
  /** `2026-03-25`: of times that name none. */
  day: string | null
  now: Date
}
interface Window {
  start: string | null
  end: string | null
}
/** What is wrong: the stop by its number, or the dispatch time. */
export interface WrongTime {
  at: number | 'dispatch'
  part: 'from' | 'until'
  code: FieldCode
}

/** Whether the day chosen for the file decides what the row says. */
export const usesDay = ({ dispatchTime }: Partial<Pick<TimeTexts, 'dispatchTime'>>): boolean =>
  dispatchTime === undefined || readClock(dispatchTime) !== null

/**
 * The dispatch time and the windows of a row. A time without a date is on the day of the dispatch time, or on the day
 * chosen for the file. Without a dispatch time it is dispatched as the form proposes: 30 minutes before its first window
 * begins; without any, once its day begins. A window that has begun is cut to begin with it.
 */
export function readTimes(
  texts: TimeTexts,
  { timeZone, dateOrder, day: chosenDay, now }: TimeScope,
): { dispatchTime: string; windows: Window[] } | { wrong: WrongTime[] } {
  const wrong: WrongTime[] = []
  const onDay = (text: string, day: string | null): { at: string } | { code: FieldCode } => {
    const clock = readClock(text)
    if (clock === null) return readLocalTime(text, timeZone, dateOrder)
    return day === null ? { code: 'day_missing' } : readLocalTime(`${day} ${clock}`, timeZone, null)
  }
  const given = texts.dispatchTime
  const dated = given === undefined ? null : readDay(given, dateOrder)
  let day = chosenDay
  let dispatch: string | null = null
  if (dated !== null) {
    if ('day' in dated) day = dated.day
    else wrong.push({ at: 'dispatch', part: 'from', code: dated.code })
  } else if (given !== undefined) {
    const read = onDay(given, chosenDay)
    if ('at' in read) {
      dispatch = read.at
      day = dayOf(new Date(read.at), timeZone)
    } else wrong.push({ at: 'dispatch', part: 'from', code: read.code })
  }
  // Where the dispatch time cannot be read, times without a date would be refused for it once more.
  const isDayWrong = wrong.length > 0 && day === null
  const windows = texts.windows.map((window, at): Window => {
    const both = window.until === undefined && window.from !== undefined ? splitClocks(window.from) : null
    const { from, until } = both ?? window
    const read = (part: 'from' | 'until', text: string | undefined): string | null => {
      if (text === undefined) return null
      const found = onDay(text, day)
      if ('at' in found) return found.at
      if (!(isDayWrong && found.code === 'day_missing')) wrong.push({ at, part, code: found.code })
      return null
    }
    return { start: read('from', from), end: read('until', until) }
  })
  if (wrong.length > 0) return { wrong }
  if (dispatch !== null) return { dispatchTime: dispatch, windows }

  const moments = windows.flatMap(({ start, end }) => [start, end]).filter((moment) => moment !== null)
  const [first] = moments
  const of = day ?? (first === undefined ? null : dayOf(new Date(first), timeZone))
  if (of === null) return { wrong: [{ at: 'dispatch', part: 'from', code: 'required' }] }
  const past = windows.findIndex(({ end }) => end !== null && Date.parse(end) <= now.getTime())
  if (past !== -1) return { wrong: [{ at: past, part: 'until', code: 'time_past' }] }
  const stops = windows.map(({ start }) => ({ timeWindowStart: start }))
  const dispatchTime = stops.some(({ timeWindowStart }) => timeWindowStart !== null)
    ? proposeDispatchTime(stops, now).toISOString()
    : beginningOf(of, timeZone, now)
  if (dispatchTime === null) return { wrong: [{ at: 'dispatch', part: 'from', code: 'wrong_format' }] }
  return {
    dispatchTime,
    windows: windows.map(({ start, end }) => ({
      start: start !== null && start < dispatchTime ? dispatchTime : start,
      end,
    })),
  }
}

/** When the day begins; now where it has begun. */
function beginningOf(day: string, timeZone: string, now: Date): string | null {
  const start = dayStart(day, timeZone)
  return start !== null && day === dayOf(now, timeZone) && Date.parse(start) < now.getTime()
    ? now.toISOString()
    : start
}
