import type { PresentPerson } from '@rumbo/contract/live.contract'

export interface OpenRecord {
  fleetId: string
  id: string
}

const nobody: readonly PresentPerson[] = []
/** As many as a message may name. */
const mostOpen = 4

/**
 * Who has which service open, by what the server sent, and what is open on this page.
 * @param announce sends what is open; called at each change, and to confirm it
 */
export function createPresenceStore({
  announce,
  everyMs,
}: {
  announce: (records: readonly OpenRecord[]) => void
  everyMs: number
}) {
  const channels = new Map<string, readonly PresentPerson[]>()
  let byRecord = new Map<string, readonly PresentPerson[]>()
  const open: OpenRecord[] = []
  const listeners = new Set<() => void>()
  let confirming: ReturnType<typeof setInterval> | undefined

  const collect = () => {
    const next = new Map<string, PresentPerson[]>()
    for (const people of channels.values())
      for (const person of people) next.set(person.id, [...(next.get(person.id) ?? []), person])
    // The same object while nothing changed, so that only rows with other people render again.
    byRecord = new Map(
      [...next].map(([id, people]) => {
        const before = byRecord.get(id)
        return [id, before && JSON.stringify(before) === JSON.stringify(people) ? before : people]
      }),
    )
    for (const listener of listeners) listener()
  }
  const records = () => [...new Map(open.map((one) => [one.id, one])).values()].slice(-mostOpen)
  const say = () => announce(records())

  return {
    apply: (channel: string, people: readonly PresentPerson[]) => {
      channels.set(channel, people)
      collect()
    },
    /** Forgets fleets that are watched no more. */
    retainOnly: (fleetIds: readonly string[]) => {
      for (const channel of channels.keys()) if (!fleetIds.includes(channel)) channels.delete(channel)
      collect()
    },
    peopleAt: (recordId: string): readonly PresentPerson[] => byRecord.get(recordId) ?? nobody,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Announces that a record is open until the returned function is called. */
    open: (record: OpenRecord) => {
      const mine = { ...record }
      open.push(mine)
      say()
      confirming ??= setInterval(say, everyMs)
      return () => {
        open.splice(open.indexOf(mine), 1)
        say()
        if (open.length > 0) return
        clearInterval(confirming)
        confirming = undefined
      }
    },
    /** Announces again what is open: the connection is new. */
    repeat: () => {
      if (open.length > 0) say()
    },
  }
}
export type PresenceStore = ReturnType<typeof createPresenceStore>
