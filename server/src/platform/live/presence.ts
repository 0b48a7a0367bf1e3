import type { ClientMessage, PresentPerson } from '@rumbo/contract/live.contract'
import { v7 as uuid } from 'uuid'
import type { Bus } from '../bus.ts'

type Records = Extract<ClientMessage, { type: 'present' }>['records']

/** What one browser has open. */
interface Entry {
  /** Of the browser's connection. */
  key: string
  process: string
  userId: string
  name: string
  records: Records
}
interface Kept extends Entry {
  /** When it was confirmed last, by the monotonic clock of this process. */
  at: number
}

const presenceChannel = 'rumbo_present'
/** Entries of other processes are confirmed this often, in milliseconds. */
const confirmMs = 5_000
/** An entry that was not confirmed for this long is gone: its browser or its process was lost. */
export const lostMs = 12_000
/** Notifications hold less than 8,000 bytes. */
const bytesAtOnce = 7_000

export interface Presence {
  /** What a browser of this process has open now; the same again confirms it. */
  set: (browser: object, person: { userId: string; name: string }, records: Records) => void
  leave: (browser: object) => void
  /** Who has which record of the fleet open; each person once a record. */
  peopleOf: (fleetId: string) => PresentPerson[]
  /** The fleets in which it changed since the last call, after lost entries were removed. */
  changed: () => ReadonlySet<string>
  close: () => void
}

/**
 * Who has which record open, in the memory of all processes: each sends the changes of its own browsers at once, and all
 * of them every few seconds, so that a process that started later or was cut off learns the rest. Nothing is stored.
 */
export function createPresence({
  bus,
  nowMs = () => performance.now(),
}: {
  bus: Pick<Bus, 'listen' | 'publish' | 'onReconnect'>
  nowMs?: () => number
}): Presence {
  const process = uuid()
  const own = new WeakMap<object, string>()
  const entries = new Map<string, Kept>()
  let dirty = new Set<string>()

  const mark = (records: Records) => {
    for (const { fleetId } of records) dirty.add(fleetId)
  }
  const publish = (changed: readonly Entry[]) => {
    const payloads: string[] = []
    let part: Entry[] = []
    for (const { key, process: from, userId, name, records } of changed) {
      const next = [...part, { key, process: from, userId, name, records }]
      if (part.length > 0 && Buffer.byteLength(JSON.stringify(next)) > bytesAtOnce) {
        payloads.push(JSON.stringify(part))
        part = next.slice(-1)
      } else part = next
    }
    if (part.length > 0) payloads.push(JSON.stringify(part))
    void bus.publish(presenceChannel, payloads)
  }
  /** @returns whether anything changed but the time */
  const keep = (entry: Entry): boolean => {
    const before = entries.get(entry.key)
    if (entry.records.length === 0) entries.delete(entry.key)
    else entries.set(entry.key, { ...entry, at: nowMs() })
    const records = before?.records ?? []
    if (JSON.stringify(records) === JSON.stringify(entry.records)) return false
    mark(records)
    mark(entry.records)
    return true
  }
  const ownEntries = () => [...entries.values()].filter((entry) => entry.process === process)

  const silences = [
    bus.listen(presenceChannel, (payload) => {
      for (const entry of JSON.parse(payload) as Entry[]) if (entry.process !== process) keep(entry)
    }),
    bus.onReconnect(() => publish(ownEntries())),
  ]
  const confirming = setInterval(() => publish(ownEntries()), confirmMs)
  confirming.unref()

  return {
    set(browser, { userId, name }, records) {
      const key = own.get(browser) ?? uuid()
      own.set(browser, key)
      const entry = { key, process, userId, name, records }
      if (keep(entry)) publish([entry])
    },
    leave(browser) {
      const entry = entries.get(own.get(browser) ?? '')
      if (!entry) return
      const gone = { ...entry, records: [] }
      keep(gone)
      publish([gone])
    },
    peopleOf(fleetId) {
      const people = new Map<string, PresentPerson>()
      for (const { userId, name, records } of entries.values())
        for (const record of records)
          if (record.fleetId === fleetId)
            people.set(`${record.id} ${userId}`, { id: record.id, userId, name })
      return [...people.values()]
    },
    changed() {
      for (const [key, { at, records }] of entries) {
        if (nowMs() - at <= lostMs) continue
        entries.delete(key)
        mark(records)
      }
      const now = dirty
      dirty = new Set()
      return now
    },
    close() {
      clearInterval(confirming)
      for (const silence of silences) silence()
    },
  }
}
