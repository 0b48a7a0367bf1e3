import { useEffect, useState } from 'react'

/** The value after it has not changed for `delayMs` milliseconds. */
export function useDelayed<T>(value: T, delayMs: number): T {
  const [delayed, setDelayed] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDelayed(value), delayMs)
    return () => clearTimeout(timer)
  }, [value, delayMs])
  return delayed
}
