import type { ServerMessage } from '@rumbo/contract/live.contract'
import type { NotificationPriority } from '@rumbo/contract/notifications.contract'
import { pino } from 'pino'
import { v7 as uuid } from 'uuid'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { findActor } from '../../identity/index.ts'
import { assignments } from '../../organisation/index.ts'
import type { Actor } from '../../platform/access/access.ts'
import { createInboxes } from '../../platform/live/inboxes.ts'
import type { Viewer } from '../../platform/live/viewer.ts'
import { priorityOrder } from '../notifications.priorities.rules.ts'
import { writeNotifications } from '../notifications.repository.ts'
import { type Company, createNotifiedCompany, type NotifiedCompany } from '../testing/notified.ts'
import { readInboxes } from './notifications.inbox.ts'

type InboxMessage = Extract<ServerMessage, { type: 'inbox' }>
let notified: NotifiedCompany
let company: Company
let dispatcher: Actor
let inboxes: ReturnType<typeof createInboxes>
let said: string[][]

beforeAll(async () => {
  notified = await createNotifiedCompany()
})
afterAll(() => notified.close())
beforeEach(async () => {
  company = await notified.build()
  const { database, clock } = notified.test
  dispatcher = await findActor({ database, assignments }, company.people.dispatcher.id)
  said = []
  const viewer: Pick<Viewer, 'actor' | 'say'> = {
    actor: () => dispatcher,
    say: (message) => {
      const { newest } = JSON.parse(message.toString()) as InboxMessage
      said.push(newest.map(({ title }) => title))
    },
  }
  inboxes = createInboxes({
    source: readInboxes(database),
    viewers: () => [viewer as Viewer],
    clock,
    log: pino({ level: 'silent' }),
    encode: (message) => Buffer.from(JSON.stringify(message)),
  })
})
afterEach(() => inboxes.close())

/** Notifications of the dispatcher that happened so many seconds ago. */
const write = (...given: { title: string; priority?: NotificationPriority; secondsAgo?: number }[]) =>
  notified.test.build(async (tx) => {
    for (const { title, priority = 'normal', secondsAgo = 0 } of given) {
      const [raised] = await writeNotifications(tx, [
        {
          ...{ id: uuid(), companyId: company.companyId, fleetId: company.fleetId, vehicleId: null },
          ...{ userId: dispatcher.userId, contactId: null, recipient: 'Carla', ruleId: null, ruleName: null },
          ...{ kind: 'event', topic: 'other', priority: priorityOrder(priority), type: 'info', title },
          ...{ message: '', language: 'es', path: null, eventId: null, serviceId: null, coalesceKey: title },
          ...{ count: 1, audience: 'roles', repeatMinutes: 0, webhookId: null, isInApp: true },
        },
      ])
      await tx.sql(
        'update notifications.notifications set last_at = last_at - make_interval(secs => $2) where id = $1',
        [raised?.id, secondsAgo],
      )
    }
  })
const hint = async (messages: number) => {
  inboxes.mark(dispatcher.userId)
  await vi.waitFor(() => expect(said).toHaveLength(messages))
}

it('shows each pressing notification, however many come at once', async () => {
  await write(
    { title: 'SOS 1', priority: 'critical', secondsAgo: 3 },
    { title: 'SOS 2', priority: 'urgent', secondsAgo: 2 },
    { title: 'A' },
    { title: 'B' },
    { title: 'C' },
  )
  await hint(1)
  expect(said[0]?.slice(0, 2)).toEqual(['SOS 2', 'SOS 1'])
  said.length = 0
  notified.test.clock.advance(60)
  await write(
    ...[1, 2, 3, 4, 5].map((number) => ({ title: `Crash ${number}`, priority: 'critical' as const })),
  )
  await hint(2)
  expect(said.flat().toSorted()).toEqual(['Crash 1', 'Crash 2', 'Crash 3', 'Crash 4', 'Crash 5'])
})

it('shows each once, also one that began earlier and was written later', async () => {
  await write({ title: 'Fast' })
  await hint(1)
  await write({ title: 'Slow', secondsAgo: 4 })
  await hint(2)
  await write({ title: 'Old', secondsAgo: 600 })
  await hint(3)
  expect(said).toEqual([['Fast'], ['Slow'], []])
})
