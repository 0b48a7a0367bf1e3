import { useEffect, useRef, useState } from 'react'

/** So many changes in a row are followed at once. */
const burst = 3

/** The value, which is followed at once while it changes rarely, and otherwise every `spacingMs`. */
export function useSpaced<Value extends string>(value: Value, spacingMs: number): Value {
  const [shown, setShown] = useState(value)
  const allowance = useRef({ changes: burst, atMs: 0 })
  useEffect(() => {
    if (value === shown) return
    const { changes, atMs } = allowance.current
    const allowed = Math.min(burst, changes + (performance.now() - atMs) / spacingMs)
    const timer = setTimeout(
      () => {
        allowance.current = { changes: Math.max(0, allowed - 1), atMs: performance.now() }
        setShown(value)
      },
      Math.max(0, 1 - allowed) * spacingMs,
    )
    return () => clearTimeout(timer)
  }, [value, shown, spacingMs])
  return shown
}
