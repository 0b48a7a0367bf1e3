import type { Bounds } from '@rumbo/contract/lists'
import { useCallback, useEffect, useRef, useState } from 'react'
import { isFarFrom } from './map-bounds.ts'

/** A map that has not moved for this many milliseconds is at rest. */
export const viewRestMs = 250

/**
 * The bounds in view once the map has come to rest, null until then; call `onBounds` at each move. A map that follows
 * a vehicle rarely rests: its bounds are updated once it has moved far.
 */
export function useRestingBounds(isFollowing: boolean) {
  const [bounds, setBounds] = useState<Bounds | null>(null)
  const latest = useRef<Bounds | null>(null)
  const taken = useRef<Bounds | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const following = useRef(isFollowing)
  const take = useCallback(() => {
    taken.current = latest.current
    setBounds(latest.current)
  }, [])
  const onBounds = useCallback(
    (next: Bounds) => {
      latest.current = next
      const isWaiting = timer.current !== undefined
      if (isWaiting && taken.current !== null && isFarFrom(taken.current, next)) return
      clearTimeout(timer.current)
      timer.current = setTimeout(() => {
        timer.current = undefined
        const isNear = taken.current !== null && !isFarFrom(taken.current, latest.current ?? taken.current)
        if (!following.current || !isNear) take()
      }, viewRestMs)
    },
    [take],
  )
  useEffect(() => {
    following.current = isFollowing
    if (!isFollowing && timer.current === undefined && latest.current !== taken.current) take()
  }, [isFollowing, take])
  useEffect(() => () => clearTimeout(timer.current), [])
  return { bounds, onBounds }
}
