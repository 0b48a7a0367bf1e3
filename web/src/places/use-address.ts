import type { Place } from '@rumbo/contract/places.contract'
import { minuteMs } from '@rumbo/contract/time-units'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useData } from '../app/data/use-data.ts'
import { useText } from '../ui/i18n.tsx'
import { type NamedPlace, requestPlaceName } from './place-names.ts'

interface Point {
  latitude: number
  longitude: number
}

/** Minimum interval of lookups of a moving point, in milliseconds. */
const addressSpacingMs = 5000
/** Decimals of a lookup: eleven metres. */
const digits = 4
/** Cache lifetime in milliseconds; streets do not move. */
const keptMs = 30 * minuteMs
/** A name found without the address service is looked up again, since the service may be back. */
const degradedKeptMs = 60_000

const rounded = ({ latitude, longitude }: Point): Point => ({
  latitude: Number(latitude.toFixed(digits)),
  longitude: Number(longitude.toFixed(digits)),
})

/** A place in words: street and area, or the town it is in or near. */
export const placeText = ({ name, detail }: Pick<Place, 'name' | 'detail'>): string =>
  detail ? `${name}, ${detail}` : name

/** Cached by places of eleven metres; simultaneous requests are combined. */
function usePlaceAt(point: Point | null, options: { keepsFormer: boolean }) {
  const { call } = useData()
  const { language } = useText()
  const at = point === null ? null : rounded(point)
  return useQuery<NamedPlace | null>({
    queryKey: ['places.name', at, language],
    queryFn: () => (at === null ? null : requestPlaceName(call, at, language)),
    enabled: at !== null,
    staleTime: ({ state }) => (state.data?.isDegraded ? degradedKeptMs : keptMs),
    gcTime: keptMs,
    placeholderData: options.keepsFormer ? keepPreviousData : undefined,
  })
}

/** The name of a fixed place in a list or popup; null until loaded, or if there is none. */
export function usePlaceName(latitude: number | null | undefined, longitude: number | null | undefined) {
  const point = latitude == null || longitude == null ? null : { latitude, longitude }
  const answer = usePlaceAt(point, { keepsFormer: false })
  const { place = null, isDegraded = false } = answer.data ?? {}
  return { place, text: place === null ? null : placeText(place), isDegraded, isLoading: answer.isLoading }
}

/**
 * The street at a point, kept while the next one is looked up. `subject` identifies what moves: another one is looked
 * up at once. Null point: no lookup. `hasFailed`: the lookup failed, unlike no street; `isDegraded`: the address
 * service did not answer.
 */
export function useAddressAt(point: Point | null, subject: string) {
  const [asked, setAsked] = useState<{ subject: string; point: Point; atMs: number } | null>(null)
  const next = point === null ? null : rounded(point)
  const isOther = next !== null && asked?.subject !== subject
  const hasMoved =
    next !== null && (asked?.point.latitude !== next.latitude || asked?.point.longitude !== next.longitude)
  const latitude = next?.latitude
  const longitude = next?.longitude

  useEffect(() => {
    if (latitude === undefined || longitude === undefined || !(isOther || hasMoved)) return
    const take = () => setAsked({ subject, point: { latitude, longitude }, atMs: Date.now() })
    const waitMs = isOther || asked === null ? 0 : Math.max(0, asked.atMs + addressSpacingMs - Date.now())
    const timer = setTimeout(take, waitMs)
    return () => clearTimeout(timer)
  }, [subject, latitude, longitude, isOther, hasMoved, asked])

  const present = point === null ? null : asked?.subject === subject ? asked.point : next
  const answer = usePlaceAt(present, { keepsFormer: !isOther })
  const { place = null, isDegraded = false } = answer.data ?? {}
  return { place, isDegraded, isLoading: answer.isLoading, hasFailed: answer.isError }
}
