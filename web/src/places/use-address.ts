import { reverseGeocode } from '@rumbo/contract/places.contract'
import { keepPreviousData } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useEndpoint } from '../app/use-data.ts'

interface Point {
  latitude: number
  longitude: number
}

/** A moving point is asked for at most this often. */
export const addressSpacingMs = 5000
const metresOfDigit = 4

const rounded = ({ latitude, longitude }: Point): Point => ({
  latitude: Number(latitude.toFixed(metresOfDigit)),
  longitude: Number(longitude.toFixed(metresOfDigit)),
})

/**
 * The street at a point, kept while the next is looked up. `subject` names what moves: another one is asked for at
 * once. Null point: nothing is asked.
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

  const present = asked?.subject === subject ? asked.point : next
  const answer = useEndpoint(
    reverseGeocode,
    { query: present ?? { latitude: 0, longitude: 0 } },
    { enabled: present !== null, placeholderData: isOther ? undefined : keepPreviousData },
  )
  return { place: answer.data?.place ?? null, isLoading: answer.isLoading }
}
