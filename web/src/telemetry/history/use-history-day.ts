import { useEffect, useMemo, useState } from 'react'
import { useLiveVehicle } from '../../live/use-live.ts'
import { nowMs } from '../../ui/clock.ts'
import { dayAt, type Leg, legsOf } from './legs.rules.ts'
import type { Replay } from './replay.ts'
import { passedOf, type TimeView } from './time-view.rules.ts'
import { type Gap, gapsOf, joinTracks, type Track, trackOf } from './track.rules.ts'
import { type Route, useDayRoute, useHistoryDates, useWholeTrack, type WholeTrack } from './use-history.ts'

export interface HistoryDay {
  dates: ReturnType<typeof useHistoryDates>
  route: ReturnType<typeof useDayRoute>
  whole: WholeTrack
  /** The chosen day; null if there is none. */
  date: string | null
  isToday: boolean
  /** The day of the data below: while another day loads, still the previous one. */
  shownDate: string | null
  timeZone: string
  /** The whole day, epoch milliseconds. */
  span: TimeView | null
  /** The part to show: the current day ends with the current half hour. */
  view: TimeView | null
  /** The simplified line. */
  line: Track | null
  /** The most detailed data loaded so far: all positions, or those of the line while they load. */
  track: Track | null
  legs: Leg[]
  gaps: Gap[]
}

const fromMsOf = (span: TimeView | null) => span?.fromMs ?? null
const spanOf = (route: Route | undefined) =>
  route === undefined ? null : { fromMs: Date.parse(route.from), toMs: Date.parse(route.to) }

/** The data of one day of a vehicle. Default: the last day with positions. */
export function useHistoryDay(vehicleId: string, asked: string | null): HistoryDay {
  const dates = useHistoryDates(vehicleId)
  const timeZone = dates.data?.timeZone ?? 'UTC'
  const date = asked ?? dates.data?.items.at(-1)?.date ?? null
  const isToday = dates.data !== undefined && date !== null && date >= dayAt(nowMs(), timeZone)
  const route = useDayRoute(vehicleId, date, isToday)
  const answer = route.data
  const shownDate = answer === undefined ? date : dayAt(Date.parse(answer.from), timeZone)
  const isRunning = isToday && shownDate === date
  const [fromMs, toMs] = [answer?.from ?? null, answer?.to ?? null]
  const span = useMemo(
    () => (fromMs === null || toMs === null ? null : { fromMs: Date.parse(fromMs), toMs: Date.parse(toMs) }),
    [fromMs, toMs],
  )
  const hasPositions = (answer?.records ?? 0) > 0 || isRunning
  const live = useLiveVehicle(vehicleId)
  const whole = useWholeTrack({
    vehicleId,
    fromMs: hasPositions ? (span?.fromMs ?? null) : null,
    toMs: span?.toMs ?? null,
    isRunning,
    latestMs: live?.at,
    route: answer,
  })
  const line = useMemo(() => {
    if (answer === undefined) return null
    const simplified = trackOf(answer.positions)
    // The route is read once a minute; what was reported since comes from the whole track.
    return isRunning && whole.isWhole ? joinTracks(simplified, whole.track) : simplified
  }, [answer, isRunning, whole])
  const track = whole.track.time.length >= (line?.time.length ?? 0) && whole.isWhole ? whole.track : line
  const passedMs = isRunning ? (track?.time.at(-1) ?? fromMsOf(span)) : null
  const end = span === null || passedMs === null ? null : passedOf(span, passedMs).toMs
  const view = useMemo(() => span && { fromMs: span.fromMs, toMs: end ?? span.toMs }, [span, end])
  const lastMs = line?.time.at(-1) ?? null
  const legs = useMemo(() => {
    const day = spanOf(answer)
    if (answer === undefined || day === null) return []
    const last = lastMs ?? answer.positions.time.at(-1) ?? day.fromMs
    return legsOf(answer, { fromMs: day.fromMs, toMs: Math.min(day.toMs, Math.max(last, day.fromMs)) })
  }, [answer, lastMs])
  const gaps = useMemo(() => (whole.isWhole ? gapsOf(whole.track) : []), [whole])
  return { dates, route, whole, date, isToday, shownDate, timeZone, span, view, line, track, legs, gaps }
}

/** The moment of a replay as React state: updated at a limited rate, always including the last one. */
export function useReplayMoment(
  replay: Replay,
  everyMs = 250,
): { atMs: number; isPlaying: boolean; rate: number } {
  const read = () => ({ atMs: replay.at(), isPlaying: replay.isPlaying(), rate: replay.rate() })
  const [moment, setMoment] = useState(read)
  useEffect(() => {
    let lastMs = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    const take = () => {
      clearTimeout(timer)
      timer = undefined
      lastMs = performance.now()
      setMoment({ atMs: replay.at(), isPlaying: replay.isPlaying(), rate: replay.rate() })
    }
    const leave = replay.subscribe(() => {
      const waitMs = replay.isPlaying() ? lastMs + everyMs - performance.now() : 0
      if (waitMs <= 0) take()
      else timer ??= setTimeout(take, waitMs)
    })
    take()
    return () => {
      leave()
      clearTimeout(timer)
    }
  }, [replay, everyMs])
  return moment
}
