import type { TrackedService } from '@rumbo/contract/services.tracking.contract'
import { useCallback, useEffect, useRef, useState } from 'react'
import { pauseMs } from './tracking.rules.ts'
import { LinkClosed, type TrackingClient } from './tracking-client.ts'

interface Tracked {
  service: TrackedService | null
  isClosed: boolean
  /** The last answer failed: what is shown may be old. */
  isOffline: boolean
  /** The server's clock minus this device's, in milliseconds. */
  clockOffsetMs: number
  refresh: () => void
}

/** Follows a service by asking again and again; rests while the page is hidden, and backs off after failures. */
export function useTracked(client: TrackingClient): Tracked {
  const [service, setService] = useState<TrackedService | null>(null)
  const [isClosed, setClosed] = useState(false)
  const [isOffline, setOffline] = useState(false)
  const [clockOffsetMs, setOffset] = useState(0)
  const again = useRef(() => {})

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let failures = 0
    let status: TrackedService['status'] | null = null
    let asking: AbortController | null = null
    let isDone = false

    const wait = () => {
      clearTimeout(timer)
      if (!isDone && !document.hidden) timer = setTimeout(() => void ask(), pauseMs(status, failures))
    }
    async function ask(): Promise<void> {
      clearTimeout(timer)
      asking?.abort()
      const mine = new AbortController()
      asking = mine
      try {
        const answer = await client.follow(mine.signal)
        if (mine.signal.aborted) return
        failures = 0
        status = answer.status
        setOffset(Date.parse(answer.now) - Date.now())
        setService(answer)
        setOffline(false)
      } catch (error) {
        if (mine.signal.aborted) return
        if (error instanceof LinkClosed) {
          isDone = true
          setClosed(true)
          return
        }
        failures += 1
        setOffline(true)
      }
      wait()
    }
    const onVisible = () => (document.hidden ? clearTimeout(timer) : void ask())
    const onOnline = () => void ask()
    again.current = onOnline
    document.addEventListener('visibilitychange', onVisible)
    window.addEventListener('online', onOnline)
    void ask()
    return () => {
      isDone = true
      clearTimeout(timer)
      asking?.abort()
      document.removeEventListener('visibilitychange', onVisible)
      window.removeEventListener('online', onOnline)
    }
  }, [client])

  return { service, isClosed, isOffline, clockOffsetMs, refresh: useCallback(() => again.current(), []) }
}

/** The server's time, for ages and countdowns; renders again every few seconds. */
export function useServerTime(clockOffsetMs: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 5_000)
    return () => clearInterval(timer)
  }, [])
  return now + clockOffsetMs
}
