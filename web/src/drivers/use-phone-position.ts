import { type maxPhoneFixes, sendPhoneFixes } from '@rumbo/contract/drivers.contract'
import type { InputOf } from '@rumbo/contract/endpoint'
import { useEffect, useRef, useState } from 'react'
import { useData } from '../app/data/use-data.ts'
import { nowMs } from '../ui/clock.ts'

type Fix = InputOf<typeof sendPhoneFixes>['body']['fixes'][number]

const sendMs = 10_000
const atOnce: typeof maxPhoneFixes = 200
/** Fixes kept without a connection: about half an hour. */
const mostKept = 1_800

/** Shares where the phone is while the page is open. */
export function usePhonePosition(isSharing: boolean) {
  const { call } = useData()
  const [isShared, setShared] = useState(false)
  const last = useRef<Fix | null>(null)
  useEffect(() => {
    if (!isSharing || !navigator.geolocation) return
    let kept: Fix[] = []
    const watch = navigator.geolocation.watchPosition(
      ({ coords }) => {
        setShared(true)
        last.current = {
          at: new Date(nowMs()).toISOString(),
          latitude: coords.latitude,
          longitude: coords.longitude,
          speedKmh: coords.speed === null ? null : Math.min(400, Math.max(0, coords.speed * 3.6)),
          heading: coords.heading === null || Number.isNaN(coords.heading) ? null : coords.heading,
          accuracyMetres: Math.min(100_000, coords.accuracy),
        }
        kept = [...kept.slice(1 - mostKept), last.current]
      },
      () => setShared(false),
      { enableHighAccuracy: true, maximumAge: 5_000 },
    )
    const timer = setInterval(() => {
      const fixes = kept.slice(0, atOnce)
      if (fixes.length === 0) return
      call(sendPhoneFixes, { body: { sentAt: new Date(nowMs()).toISOString(), fixes } })
        .then(() => {
          kept = kept.filter((fix) => !fixes.includes(fix))
        })
        // Kept for the next attempt.
        .catch(() => undefined)
    }, sendMs)
    return () => {
      navigator.geolocation.clearWatch(watch)
      clearInterval(timer)
      setShared(false)
    }
  }, [isSharing, call])
  return { isShared, /** Where it was last. */ place: () => last.current }
}
