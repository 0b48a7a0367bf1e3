import type { OutputOf } from '@rumbo/contract/endpoint'
import { historyDates, historyPositions, historyRoute } from '@rumbo/contract/telemetry.contract'
import { minuteMs } from '@rumbo/contract/time-units'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useData, useEndpoint } from '../../app/data/use-data.ts'
import { emptyTrack, joinTracks, missingIn, type RoutePositions, type Track, trackOf } from './track.rules.ts'

export type Route = OutputOf<typeof historyRoute>

/** Maximum number of points of the line on the map; plot and replay use all positions. */
const linePoints = 5_000
/** Positions per page; parsing one takes the browser about 50 ms. */
const pageSize = 10_000
/** Polling interval of the current day, in milliseconds. */
export const tailEveryMs = 10_000
/** How soon a report known from the live stream is read. */
const lookEveryMs = 1_000
const routeEveryMs = 60_000
/** Timeout of a page in milliseconds: a busy server may take long, and a retry would cost as much again. */
const pageTimeoutMs = 30_000

/** The days of a vehicle that have positions; read again every minute because of the current day. */
export const useHistoryDates = (vehicleId: string | null) =>
  useEndpoint(
    historyDates,
    { params: { id: vehicleId ?? '' }, query: {} },
    { enabled: vehicleId !== null, refetchInterval: routeEveryMs },
  )

/** Route, trips, stays and sums of a day; the previous day stays on screen while another loads. */
export const useDayRoute = (vehicleId: string | null, date: string | null, isToday: boolean) =>
  useEndpoint(
    historyRoute,
    { params: { id: vehicleId ?? '' }, query: { date: date ?? undefined, points: linePoints } },
    {
      enabled: vehicleId !== null && date !== null,
      refetchInterval: isToday ? routeEveryMs : false,
      staleTime: isToday ? 0 : 5 * minuteMs,
      placeholderData: (former) => former,
    },
  )

export interface WholeTrack {
  track: Track
  /** The whole span is loaded. */
  isWhole: boolean
  error: unknown
  retry: () => void
}

interface Span {
  vehicleId: string | null
  /** Epoch milliseconds; null: nothing is read. */
  fromMs: number | null
  toMs: number | null
  /** The span is not over: new reports are added. */
  isRunning: boolean
  /** Time of the latest report by the live stream, epoch milliseconds; without it the poll alone finds new ones. */
  latestMs?: number | null
  /** The latest route. If it lists late positions before loaded ones, the whole span is read again. */
  route: Route | undefined
}

const routePositionsOf = (route: Route): RoutePositions => ({
  fromMs: Date.parse(route.from),
  records: route.records,
  time: route.positions.time,
})

/** Every position of a span as columns of numbers, read page by page in the background. */
export function useWholeTrack({
  vehicleId,
  fromMs,
  toMs,
  isRunning,
  latestMs = null,
  route,
}: Span): WholeTrack {
  const { call } = useData()
  const cache = useQueryClient()
  const [held, setHeld] = useState({ key: '', track: emptyTrack, isWhole: false })
  const [error, setError] = useState<unknown>(null)
  const [tries, setTries] = useState(0)
  const key = `${vehicleId} ${fromMs}`
  const here = held.key === key ? held : null
  const kept = useEffectEvent(() => held)
  const lacking = useEffectEvent((track: Track) =>
    route === undefined || fromMs === null ? 0 : missingIn(track, fromMs, routePositionsOf(route)),
  )
  const isBehind = useEffectEvent(
    () => latestMs !== null && toMs !== null && latestMs < toMs && latestMs > (held.track.time.at(-1) ?? 0),
  )
  /** The number of positions still missing after reading again: two reports of one moment may be stored as one. */
  const accepted = useRef({ key: '', missing: 0 })

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt reads again
  useEffect(() => {
    if (vehicleId === null || fromMs === null || toMs === null) return
    const leaving = new AbortController()
    const { signal } = leaving
    let timer: ReturnType<typeof setTimeout> | undefined
    const cacheKey = ['telemetry.track', vehicleId, fromMs, toMs]
    const cached = isRunning ? undefined : cache.getQueryData<Track>(cacheKey)
    setError(null)
    if (cached) {
      setHeld({ key, track: cached, isWhole: true })
      return
    }

    const read = async (): Promise<void> => {
      const present = kept().key === key ? kept() : { track: emptyTrack, isWhole: false }
      const isAnew =
        present.isWhole &&
        lacking(present.track) > (accepted.current.key === key ? accepted.current.missing : 0)
      let track = isAnew ? emptyTrack : present.track
      let cursor: string | undefined
      const last = track.time.at(-1)
      const from = new Date(last === undefined ? fromMs : last + 1).toISOString()
      const to = new Date(toMs).toISOString()
      do {
        const page: OutputOf<typeof historyPositions> = await call(
          historyPositions,
          { params: { id: vehicleId }, query: { from, to, size: pageSize, cursor } },
          { signal, timeoutMs: pageTimeoutMs },
        )
        if (signal.aborted) return
        const joined = joinTracks(track, trackOf(page.positions))
        cursor = page.nextCursor ?? undefined
        const isWhole = cursor === undefined
        // The loaded track stays until the new one is complete.
        const isChanged = joined !== track || kept().key !== key || kept().isWhole !== isWhole
        if (isAnew ? isWhole : isChanged)
          setHeld({
            key,
            track: joined,
            isWhole: isWhole || (kept().key === key && kept().isWhole),
          })
        track = joined
      } while (cursor !== undefined)
      if (isAnew) accepted.current = { key, missing: lacking(track) }
      if (!isRunning) cache.setQueryData(cacheKey, track)
    }
    let readMs = Number.NEGATIVE_INFINITY
    const turn = async () => {
      try {
        const now = performance.now()
        if (now - readMs >= tailEveryMs || isBehind()) {
          readMs = now
          await read()
        }
        if (!signal.aborted) setError(null)
      } catch (failure) {
        if (signal.aborted) return
        setError(failure)
      }
      if (isRunning && !signal.aborted) timer = setTimeout(() => void turn(), lookEveryMs)
    }
    void turn()
    return () => {
      leaving.abort()
      clearTimeout(timer)
    }
  }, [vehicleId, fromMs, toMs, isRunning, key, call, cache, tries])

  return useMemo(
    () => ({
      track: here?.track ?? emptyTrack,
      isWhole: here?.isWhole ?? false,
      error: error ?? null,
      retry: () => setTries((count) => count + 1),
    }),
    [here, error],
  )
}
