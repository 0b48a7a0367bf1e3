import type { ServerMessage } from '@rumbo/contract/live.contract'
import type { Notification, UnreadCounts } from '@rumbo/contract/notifications.contract'

export type InboxMessage = Extract<ServerMessage, { type: 'inbox' }>

/** What waits for the person, by the last message of the live stream, and those who want each new notification. */
export function createInboxStore() {
  let counts: UnreadCounts | null = null
  const listeners = new Set<() => void>()
  const newListeners = new Set<(newest: readonly Notification[]) => void>()
  const replace = (next: UnreadCounts | null) => {
    counts = next
    for (const listener of listeners) listener()
  }
  return {
    apply: (message: InboxMessage) => {
      replace(message.counts)
      if (message.newest.length > 0) for (const listener of newListeners) listener(message.newest)
    },
    /** Replaces the counts by those of a later answer, such as that of marking as read. */
    setCounts: ({ unread, pressing }: UnreadCounts) => replace({ unread, pressing }),
    /** Null until the first message. */
    counts: () => counts,
    clear: () => replace(null),
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Calls the listener with the new notifications of each message. */
    subscribeNewest: (listener: (newest: readonly Notification[]) => void) => {
      newListeners.add(listener)
      return () => void newListeners.delete(listener)
    },
  }
}
export type InboxStore = ReturnType<typeof createInboxStore>
