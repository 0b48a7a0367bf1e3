import { useRef } from 'react'

/**
 * The newest value while `isRunning`; else the one held when it stopped. A change of `key` (another page, another
 * filter) takes the newest once more, so that what the person asks for is always answered.
 */
export function useHeld<T>(value: T, isRunning: boolean, key = ''): T {
  const held = useRef({ value, key })
  if (isRunning || held.current.key !== key) held.current = { value, key }
  return held.current.value
}
