import { type RefObject, useLayoutEffect, useRef } from 'react'

/** The value of the last drawing, for handlers that must stay the same while it changes. */
export function useLatest<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value)
  useLayoutEffect(() => {
    latest.current = value
  })
  return latest
}
