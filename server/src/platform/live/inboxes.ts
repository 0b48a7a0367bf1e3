import { inboxNewest, type ServerMessage } from '@rumbo/contract/live.contract'
import { isPressing } from '@rumbo/contract/notifications.contract'
import { secondMs } from '@rumbo/contract/time-units'
import type { Logger } from 'pino'
import type { Actor } from '../access/access.ts'
import type { Clock } from '../clock.ts'
import type { Viewer } from './viewer.ts'

type Inbox = Omit<Extract<ServerMessage, { type: 'inbox' }>, 'type' | 'now'>
/** What the pages of a person are asked for. */
export interface AskedInbox {
  actor: Actor
  since: Date
  /** What its pages were sent already: the time each last happened, by its id. */
  sent: ReadonlyMap<string, Date>
}
/** What waits for each person; `newest` since the moment without what was sent, pressing ones first. */
export type InboxSource = (asked: readonly AskedInbox[]) => Promise<ReadonlyMap<string, Inbox>>

/** Changes of one commit come close together, and are read at once. */
const gatherMs = 20
/** How far before its hint a change is looked for: a slow transaction commits after a faster one that began later. */
const lookBackMs = 10 * secondMs

/**
 * Sends people what waits for them after each change, to all their open pages: however many pages are open, an inbox is read
 * once, and no page has to ask.
 */
export function createInboxes(options: {
  source: InboxSource | undefined
  viewers: () => Iterable<Viewer>
  clock: Clock
  log: Pick<Logger, 'warn'>
  encode: (message: ServerMessage) => Buffer
}) {
  const { source, clock, log, encode } = options
  /** Since when there is a hint that nothing was read for, by the person. */
  const waiting = new Map<string, Date>()
  const sent = new Map<string, Map<string, Date>>()
  let timer: NodeJS.Timeout | undefined
  let isReading = false

  async function send(): Promise<void> {
    timer = undefined
    if (!source || isReading) return
    const open = new Map<string, Viewer[]>()
    for (const viewer of options.viewers()) {
      const userId = viewer.actor()?.userId
      if (userId !== undefined && waiting.has(userId)) open.set(userId, [...(open.get(userId) ?? []), viewer])
    }
    const hinted = new Map(waiting)
    waiting.clear()
    if (open.size === 0) return
    isReading = true
    const now = clock.now()
    let hasFailed = false
    try {
      const asked = [...open].flatMap(([userId, [viewer]]) => {
        const actor = viewer?.actor()
        const since = new Date((hinted.get(userId) ?? now).getTime() - lookBackMs)
        return actor ? [{ actor, since, sent: sentSince(userId, since) }] : []
      })
      for (const [userId, inbox] of await source(asked)) {
        const known = sent.get(userId)
        for (const { id, lastAt } of inbox.newest) known?.set(id, new Date(lastAt))
        // There may be more than one message holds; the others wait in the list.
        if (inbox.newest.length === inboxNewest && inbox.newest.every(({ priority }) => isPressing(priority)))
          waiting.set(userId, hinted.get(userId) ?? now)
        const message = encode({ type: 'inbox', now: now.getTime(), ...inbox })
        for (const viewer of open.get(userId) ?? []) viewer.say(message)
      }
    } catch (error) {
      hasFailed = true
      log.warn({ err: error }, 'could not read inboxes; trying again')
      for (const userId of open.keys()) waiting.set(userId, hinted.get(userId) ?? now)
    } finally {
      isReading = false
      if (waiting.size > 0) schedule(hasFailed ? secondMs : gatherMs)
    }
  }
  /** What a person was sent of what happened since the moment; what is older is forgotten. */
  function sentSince(userId: string, since: Date): ReadonlyMap<string, Date> {
    const known = sent.get(userId) ?? new Map<string, Date>()
    for (const [id, lastAt] of known) if (lastAt <= since) known.delete(id)
    sent.set(userId, known)
    return known
  }
  function schedule(ms: number): void {
    timer ??= setTimeout(() => void send(), ms)
    timer.unref()
  }

  return {
    /** What waits for this person has changed. */
    mark(userId: string): void {
      if (!waiting.has(userId)) waiting.set(userId, clock.now())
      if (!isReading) schedule(gatherMs)
    },
    /** The person has no open page any more. */
    forget(userId: string): void {
      sent.delete(userId)
    },
    close: () => clearTimeout(timer),
  }
}
