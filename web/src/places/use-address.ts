import type { Place } from '@rumbo/contract/places.contract'
import { minuteMs } from '@rumbo/contract/time-units'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useData } from '../app/data/use-data.ts'
import { useText } from '../ui/i18n.tsx'
import { askPlaceName, type NamedPlace } from './place-names.ts'

interface Point {
  latitude: number
  longitude: number
}

/** A moving point is asked for at most this often. */
const addressSpacingMs = 5000
/** Eleven metres. */
const digits = 4
/** Streets stay where they are. */
const keptMs = 30 * minuteMs
/** A name given without the address service is looked up anew: it may be back by then. */
const degradedKeptMs = 60_000

const rounded = ({ latitude, longitude }: Point): Point => ({
  latitude: Number(latitude.toFixed(digits)),
  longitude: Number(longitude.toFixed(digits)),
})

/** A place in words: its street and what is beside it, or the town it is in or near. */
export const placeText = ({ name, detail }: Pick<Place, 'name' | 'detail'>): string =>
  detail ? `${name}, ${detail}` : name

/** Cached by places of eleven metres; those asked for together travel together. */
function usePlaceAt(point: Point | null, options: { keepsFormer: boolean }) {
  const { call } = useData()
  const { language } = useText()
  const at = point === null ? null : rounded(point)
  return useQuery<NamedPlace | null>({
    queryKey: ['places.name', at, language],
    queryFn: () => (at === null ? null : askPlaceName(call, at, language)),
    enabled: at !== null,
    staleTime: ({ state }) => (state.data?.isDegraded ? degradedKeptMs : keptMs),
    gcTime: keptMs,
    placeholderData: options.keepsFormer ? keepPreviousData : undefined,
  })
}

/** The words for a place that stands still, in a list or a popup; null until known, and where nothing names it. */
export function usePlaceName(latitude: number | null | undefined, longitude: number | null | undefined) {
  const point = latitude == null || longitude == null ? null : { latitude, longitude }
  const answer = usePlaceAt(point, { keepsFormer: false })
  const { place = null, isDegraded = false } = answer.data ?? {}
  return { place, text: place === null ? null : placeText(place), isDegraded, isLoading: answer.isLoading }
}

/**
 * The street at a point, kept while the next is looked up. `subject` names what moves: another one is asked for at
 * once. Null point: nothing is asked. `hasFailed`: nobody could be asked, which is not the same as no street;
 * `isDegraded`: the address service could not, and the place is what is known without it.
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
