import { markThreadRead, type ThreadDetails } from '@rumbo/contract/communication.contract'
import type { Message } from '@rumbo/contract/communication.messages.contract'
import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useSession } from '../../app/client-context.tsx'
import { useChange } from '../../app/data/use-data.ts'
import { lastShown, messagesAfter } from './reading.rules.ts'

/** As near to the end as this, in pixels, new messages scroll into view. */
const nearEnd = 120
/** What stays visible above the first unread message. */
const headroom = 12

/** Whether somebody looks at the page, as far as a browser knows. */
const isLookedAt = () => !document.hidden && document.hasFocus()

/**
 * What of a conversation has been read: what was on screen while somebody looked at the page. A failure to say so is repeated
 * with the next message. `outgoing` changes when something was written that is below the messages.
 */
export function useReading(thread: ThreadDetails, items: readonly Message[] | undefined, outgoing: string) {
  const { user } = useSession()
  const mark = useChange(markThreadRead)
  const list = useRef<HTMLDivElement>(null)
  const divider = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  const isPlaced = useRef(false)
  const [seen, setSeen] = useState(thread.readSequence)
  const read = Math.max(seen, thread.readSequence)
  // The line stays where reading began, until what is below it has been answered or read as well.
  const [unreadAfter, setUnreadAfter] = useState<number | null>(thread.readSequence)
  const last = items?.at(-1)?.sequence ?? 0
  const [known, setKnown] = useState(last)
  if (last !== known) {
    setKnown(last)
    if (known > 0 && read >= known) setUnreadAfter(known)
  }
  const unread = messagesAfter(items ?? [], read, user?.id)
  const firstUnread =
    unreadAfter === null ? undefined : messagesAfter(items ?? [], unreadAfter, user?.id)[0]?.sequence

  const look = (isArrival = false) => {
    const box = list.current
    if (!box || items === undefined || !isLookedAt()) return
    const rows = [...box.querySelectorAll<HTMLElement>('[data-sequence]')].map((row) => ({
      sequence: Number(row.dataset.sequence),
      bottom: row.offsetTop + row.offsetHeight,
    }))
    const shown = isAtEnd.current ? last : lastShown(rows, box.scrollTop + box.clientHeight)
    if (shown <= read) return
    setSeen(shown)
    // What arrives before somebody's eyes is never unread.
    if (isArrival && shown === last) setUnreadAfter(null)
    mark.mutate({ params: { id: thread.id }, body: { sequence: shown } })
  }

  const measure = useCallback(() => {
    const box = list.current
    if (box) isAtEnd.current = box.scrollHeight - box.scrollTop - box.clientHeight < nearEnd
  }, [])
  /** The end, or the first unread message where both do not fit. */
  const goToUnread = useCallback(() => {
    const box = list.current
    if (!box) return
    box.scrollTop = box.scrollHeight
    const top = divider.current?.offsetTop
    if (top !== undefined) box.scrollTop = Math.min(box.scrollTop, top - headroom)
    measure()
  }, [measure])

  const arrive = useEffectEvent(() => {
    const box = list.current
    if (!box || items === undefined) return
    const isArrival = isPlaced.current
    if (!isPlaced.current || (isAtEnd.current && !isLookedAt())) goToUnread()
    else if (isAtEnd.current) box.scrollTop = box.scrollHeight
    isPlaced.current = true
    look(isArrival)
  })
  const lookAgain = useEffectEvent(() => look())
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when a message was added
  useLayoutEffect(() => {
    arrive()
  }, [last, outgoing, items === undefined])
  useEffect(() => {
    const again = () => lookAgain()
    document.addEventListener('visibilitychange', again)
    window.addEventListener('focus', again)
    return () => {
      document.removeEventListener('visibilitychange', again)
      window.removeEventListener('focus', again)
    }
  }, [])

  return {
    list,
    divider,
    /** The message above which the unread ones begin. */
    firstUnread,
    /** How many are below what has been on screen. */
    unreadBelow: unread.length,
    onScroll: () => {
      measure()
      look()
    },
    goToUnread: () => {
      goToUnread()
      look()
      list.current?.focus({ preventScroll: true })
    },
    /** What somebody writes is shown, and answers what is above it. */
    goToEnd: () => {
      isAtEnd.current = true
      setUnreadAfter(null)
    },
  }
}
