import { useCallback, useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let offsetMs = 0

/** The server's time in epoch milliseconds, as estimated by this browser. */
export const nowMs = (): number => Date.now() + offsetMs

/** Corrects ages for a computer with a wrong clock: server time minus browser time, in milliseconds. */
export function setServerClockOffset(milliseconds: number): void {
  offsetMs = milliseconds
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => {
    for (const each of listeners) each()
  }, 1000)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

const never = () => () => {}

/**
 * The current time in epoch milliseconds, rounded down to `stepSeconds`; all ages on screen share one timer. With
 * `isRunning` false it does not tick.
 */
export function useNow(stepSeconds = 1, isRunning = true): number {
  const read = useCallback(
    () => Math.floor(nowMs() / (stepSeconds * 1000)) * stepSeconds * 1000,
    [stepSeconds],
  )
  return useSyncExternalStore(isRunning ? subscribe : never, read)
}
