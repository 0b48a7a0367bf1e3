import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createPresenceStore, type OpenRecord } from './presence.store.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function made() {
  const said: string[] = []
  const store = createPresenceStore({
    announce: (records: readonly OpenRecord[]) => said.push(records.map(({ id }) => id).join(' ')),
    everyMs: 5_000,
  })
  return { store, said }
}

it('announces what is open, repeats it while it is, and says once that nothing is', () => {
  const { store, said } = made()
  const closeRow = store.open({ fleetId: 'f1', id: 's1' })
  const closeDialog = store.open({ fleetId: 'f1', id: 's1' })
  vi.advanceTimersByTime(10_000)
  closeRow()
  store.repeat()
  closeDialog()
  vi.advanceTimersByTime(60_000)
  store.repeat()
  expect(said).toEqual(['s1', 's1', 's1', 's1', 's1', 's1', ''])
})

it('shows the people of each record, and keeps the list of those that did not change', () => {
  const { store } = made()
  const listener = vi.fn()
  store.subscribe(listener)
  const [ana, luis] = [
    { id: 's1', userId: 'u1', name: 'Ana' },
    { id: 's2', userId: 'u2', name: 'Luis' },
  ]
  store.apply('f1', [ana])
  const before = store.peopleAt('s1')
  store.apply('f1', [ana, luis])
  expect(store.peopleAt('s1')).toBe(before)
  expect(store.peopleAt('s2')).toEqual([luis])
  store.retainOnly(['f2'])
  expect(store.peopleAt('s1')).toEqual([])
  expect(listener).toHaveBeenCalledTimes(3)
})
