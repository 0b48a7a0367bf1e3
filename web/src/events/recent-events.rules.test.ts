import type { Event } from '@rumbo/contract/events.contract'
import { expect, it } from 'vitest'
import { heldEvents } from './recent-events.rules.ts'

const event = (id: string, status: Event['status'] = 'active') => ({ id, status }) as Event

it('shows the latest events while nobody reads', () => {
  const latest = [event('b'), event('a')]
  expect(heldEvents(null, latest)).toEqual({ events: latest, waiting: 0 })
})

it('keeps the rows in place while somebody reads, updates each of them, and counts newer events', () => {
  const held = [event('c'), event('b'), event('a')]
  const latest = [event('e'), event('d'), event('c'), event('b', 'acknowledged')]
  expect(heldEvents(held, latest)).toEqual({
    events: [event('c'), event('b', 'acknowledged'), event('a')],
    waiting: 2,
  })
})
