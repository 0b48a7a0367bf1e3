import { markThreadRead, type ThreadDetails } from '@rumbo/contract/communication.contract'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useChange } from '../../app/data/use-data.ts'

/** Marks what is on screen as read, while the page can be seen. A failure is repeated with the next message. */
export function useMarkRead({ id, readSequence }: ThreadDetails, last: number): void {
  const mark = useChange(markThreadRead)
  const marked = useRef(0)
  const markShown = useEffectEvent(() => {
    if (document.hidden || last <= Math.max(readSequence, marked.current)) return
    marked.current = last
    mark.mutate({ params: { id }, body: { sequence: last } })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when a message was added
  useEffect(() => {
    markShown()
    const look = () => markShown()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [id, last])
}
