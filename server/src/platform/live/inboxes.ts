import type { ServerMessage } from '@rumbo/contract/live.contract'
import { secondMs } from '@rumbo/contract/time-units'
import type { Logger } from 'pino'
import type { Actor } from '../access/access.ts'
import type { Clock } from '../clock.ts'
import type { Viewer } from './viewer.ts'

type Inbox = Omit<Extract<ServerMessage, { type: 'inbox' }>, 'type' | 'now'>
/** What waits for each person; `newest` since the moment. */
export type InboxSource = (
  asked: readonly { actor: Actor; since: Date }[],
) => Promise<ReadonlyMap<string, Inbox>>

/** Changes of one commit come close together, and are read at once. */
const gatherMs = 20
/** How far back the first message of a person looks: its cause is a little older than its hint. */
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
  const waiting = new Set<string>()
  const since = new Map<string, Date>()
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
    waiting.clear()
    if (open.size === 0) return
    isReading = true
    const now = clock.now()
    let hasFailed = false
    try {
      const asked = [...open].flatMap(([userId, [viewer]]) => {
        const actor = viewer?.actor()
        return actor ? [{ actor, since: since.get(userId) ?? new Date(now.getTime() - lookBackMs) }] : []
      })
      for (const [userId, inbox] of await source(asked)) {
        const [latest] = inbox.newest
        if (latest) since.set(userId, new Date(latest.lastAt))
        const message = encode({ type: 'inbox', now: now.getTime(), ...inbox })
        for (const viewer of open.get(userId) ?? []) viewer.say(message)
      }
    } catch (error) {
      hasFailed = true
      log.warn({ err: error }, 'could not read inboxes; trying again')
      for (const userId of open.keys()) waiting.add(userId)
    } finally {
      isReading = false
      if (waiting.size > 0) schedule(hasFailed ? secondMs : gatherMs)
    }
  }
  function schedule(ms: number): void {
    timer ??= setTimeout(() => void send(), ms)
    timer.unref()
  }

  return {
    /** What waits for this person has changed. */
    mark(userId: string): void {
      waiting.add(userId)
      if (!isReading) schedule(gatherMs)
    },
    /** The person has no open page any more. */
    forget(userId: string): void {
      since.delete(userId)
    },
    close: () => clearTimeout(timer),
  }
}
