import type { LiveVehicle } from '@rumbo/contract/live.contract'
import { readArrivals, readIsochrone } from '@rumbo/contract/places.roads.contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useData, useEndpoint } from '../app/data/use-data.ts'
import { type RadarPoint, type Reach, reaches, sourcesFor } from './radar.rules.ts'

/** Interval of requests for arrivals in milliseconds, one request at a time. */
const lookMs = 4000
/** Minimum time between two places of a moving target, in milliseconds. */
const settleMs = 5000

const rounded = ({ latitude, longitude }: RadarPoint): RadarPoint => ({
  latitude: Number(latitude.toFixed(4)),
  longitude: Number(longitude.toFixed(4)),
})
const keyOf = (point: RadarPoint | null) => (point === null ? '' : `${point.latitude},${point.longitude}`)

/** A moving target, rounded and updated at intervals, so that not every report redraws the rings. */
export function useSettled(point: RadarPoint | null, subject: string): RadarPoint | null {
  const next = point === null ? null : rounded(point)
  const [held, setHeld] = useState({ subject, point: next, atMs: Date.now() })
  const isOther = held.subject !== subject || (held.point === null) !== (next === null)
  const key = keyOf(next)
  const settle = useEffectEvent(() => setHeld({ subject, point: next, atMs: Date.now() }))
  // biome-ignore lint/correctness/useExhaustiveDependencies: another subject restarts the wait
  useEffect(() => {
    if (!isOther && keyOf(held.point) === key) return
    const waitMs = isOther ? 0 : Math.max(0, held.atMs + settleMs - Date.now())
    const timer = setTimeout(() => settle(), waitMs)
    return () => clearTimeout(timer)
  }, [held, isOther, key, subject])
  return isOther ? next : held.point
}

/**
 * When each vehicle would arrive at the target. The answer stays on screen while the target moves, by itself or by
 * keys from `begun`, but not for another `subject`; `of` in the answer is its subject. A change of `asked`, such as
 * fleet or filters, requests at once.
 */
export function useArrivals(
  target: RadarPoint | null,
  { subject, begun }: { subject: string; begun: string },
  asked: string,
  vehicles: readonly LiveVehicle[],
) {
  const { call } = useData()
  const hasVehicles = vehicles.some(({ latitude }) => latitude !== null)
  return useQuery({
    queryKey: ['places.arrivals.radar', begun, subject, keyOf(target), hasVehicles, asked],
    queryFn: async ({ signal }) => {
      const at = target ?? { latitude: 0, longitude: 0 }
      const sources = sourcesFor(vehicles, at)
      return { of: subject, ...(await call(readArrivals, { body: { target: at, sources } }, { signal })) }
    },
    enabled: target !== null && hasVehicles,
    refetchInterval: lookMs,
    staleTime: 0,
    retry: false,
    placeholderData: (former, query) => (query?.queryKey[1] === begun ? former : undefined),
  })
}

/** The areas from which the target is reached within the minutes of a reach. */
export function useRings(target: RadarPoint | null, reach: Reach) {
  return useEndpoint(
    readIsochrone,
    {
      query: {
        latitude: target?.latitude ?? 0,
        longitude: target?.longitude ?? 0,
        minutes: reaches[reach].minutes.join(','),
        direction: 'to',
      },
    },
    { enabled: target !== null, placeholderData: keepPreviousData, staleTime: 60_000 },
  )
}
