import type { LiveVehicle } from '@rumbo/contract/live.contract'
import { readArrivals, readIsochrone } from '@rumbo/contract/places.roads.contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useData, useEndpoint } from '../app/data/use-data.ts'
import { type RadarPoint, type Reach, reaches, sourcesFor } from './radar.rules.ts'

/** Arrivals are asked anew this often; never two at once. */
const lookMs = 4000
/** A moving target is taken anew at most this often. */
const settleMs = 5000

const rounded = ({ latitude, longitude }: RadarPoint): RadarPoint => ({
  latitude: Number(latitude.toFixed(4)),
  longitude: Number(longitude.toFixed(4)),
})
const keyOf = (point: RadarPoint | null) => (point === null ? '' : `${point.latitude},${point.longitude}`)

/** A target that moves, at rest for some seconds: rings are not drawn anew for each report of its vehicle. */
export function useSettled(point: RadarPoint | null, subject: string): RadarPoint | null {
  const next = point === null ? null : rounded(point)
  const [held, setHeld] = useState({ subject, point: next, atMs: Date.now() })
  const isOther = held.subject !== subject || (held.point === null) !== (next === null)
  const key = keyOf(next)
  const latest = useRef(next)
  latest.current = next
  useEffect(() => {
    if (!isOther && keyOf(held.point) === key) return
    const take = () => setHeld({ subject, point: latest.current, atMs: Date.now() })
    const waitMs = isOther ? 0 : Math.max(0, held.atMs + settleMs - Date.now())
    const timer = setTimeout(take, waitMs)
    return () => clearTimeout(timer)
  }, [held, isOther, key, subject])
  return isOther ? next : held.point
}

/**
 * Who would be when at the target; asks about where the vehicles are at that moment. `subject` is what is aimed at: the
 * answer for another one is not shown meanwhile, while a vehicle that drives on keeps it, and so does a place that was
 * moved by keys from where it `begun`; `of` tells what the answer is about. `asked` names whom it is
 * about, such as fleet and filters: others are asked about at once.
 */
export function useArrivals(
  target: RadarPoint | null,
  { subject, begun }: { subject: string; begun: string },
  asked: string,
  vehicles: readonly LiveVehicle[],
) {
  const { call } = useData()
  const latest = useRef(vehicles)
  latest.current = vehicles
  const hasVehicles = vehicles.some(({ latitude }) => latitude !== null)
  return useQuery({
    queryKey: ['places.arrivals.radar', begun, subject, keyOf(target), hasVehicles, asked],
    queryFn: async ({ signal }) => {
      const at = target ?? { latitude: 0, longitude: 0 }
      const sources = sourcesFor(latest.current, at)
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
