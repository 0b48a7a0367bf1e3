import type { ServerMessage } from '@rumbo/contract/live.contract'
import type { Presence } from './presence.ts'
import type { Viewer } from './viewer.ts'

/** Sends viewers who is present, when that changes. */
export interface PresenceUpdates {
  /** The viewer began to watch, and gets everybody with the next update. */
  miss(viewer: Viewer): void
  forget(viewer: Viewer): void
  /** To those who may read all services of a fleet, where somebody opened or closed one. */
  send(viewers: Iterable<Viewer>, now: number): void
}

export function createPresenceUpdates(
  presence: Pick<Presence, 'changed' | 'peopleOf'>,
  encode: (message: ServerMessage) => Buffer,
): PresenceUpdates {
  /** Viewers that were not sent who is present since they began to watch, or were too slow to get it. */
  const unaware = new Set<Viewer>()
  return {
    miss: (viewer) => void unaware.add(viewer),
    forget: (viewer) => void unaware.delete(viewer),
    send(viewers, now) {
      const changed = presence.changed()
      if (changed.size === 0 && unaware.size === 0) return
      const messages = new Map<string, { bytes: Buffer; isEmpty: boolean }>()
      const messageOf = (channel: string) => {
        const people = presence.peopleOf(channel)
        const made = messages.get(channel) ?? {
          bytes: encode({ type: 'present', channel, now, people }),
          isEmpty: people.length === 0,
        }
        messages.set(channel, made)
        return made
      }
      for (const viewer of viewers) {
        const isUnaware = unaware.delete(viewer)
        for (const [fleetId, { filter }] of viewer.subscriptions) {
          if (filter !== null || !(isUnaware || changed.has(fleetId))) continue
          const { bytes, isEmpty } = messageOf(fleetId)
          if (viewer.isSlow()) unaware.add(viewer)
          else if (!isEmpty || changed.has(fleetId)) viewer.say(bytes)
        }
      }
    },
  }
}
