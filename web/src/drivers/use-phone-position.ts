import { type maxPhoneFixes, sendPhoneFixes } from '@rumbo/contract/drivers.contract'
import type { InputOf } from '@rumbo/contract/endpoint'
import { useEffect, useState } from 'react'
import { useData } from '../app/data/use-data.ts'
import { nowMs } from '../ui/clock.ts'

type Fix = InputOf<typeof sendPhoneFixes>['body']['fixes'][number]

const sendMs = 10_000
const atOnce: typeof maxPhoneFixes = 200
/** Fixes kept without a connection: about half an hour. */
const mostKept = 1_800

/** Shares where the phone is while the page is open and the driver is on duty. */
export function usePhonePosition(isOnDuty: boolean): 'off' | 'shared' {
  const { call } = useData()
  const [state, setState] = useState<'off' | 'shared'>('off')
  useEffect(() => {
    if (!isOnDuty || !navigator.geolocation) return
    let kept: Fix[] = []
    const watch = navigator.geolocation.watchPosition(
      ({ coords }) => {
        setState('shared')
        kept = [
          ...kept.slice(1 - mostKept),
          {
            at: new Date(nowMs()).toISOString(),
            latitude: coords.latitude,
            longitude: coords.longitude,
            speedKmh: coords.speed === null ? null : Math.min(400, Math.max(0, coords.speed * 3.6)),
            heading: coords.heading === null || Number.isNaN(coords.heading) ? null : coords.heading,
            accuracyMetres: Math.min(100_000, coords.accuracy),
          },
        ]
      },
      () => setState('off'),
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
      setState('off')
    }
  }, [isOnDuty, call])
  return state
}
