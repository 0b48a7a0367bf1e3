import type { StaleHint } from '@rumbo/contract/live.contract'
import type { Notification, UnreadCounts } from '@rumbo/contract/notifications.contract'
import type { RuleActivity } from '@rumbo/contract/notifications.rules.contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findOpenFindings, recordFindings, resolveFindings } from '../../events/index.ts'
import { findActor } from '../../identity/index.ts'
import { assignments } from '../../organisation/index.ts'
import { readInboxes } from '../list/notifications.inbox.ts'
import {
  type Company,
  createNotifiedCompany,
  findingOf,
  listOf,
  type NotifiedCompany,
  rulesOf,
} from '../testing/notified.ts'

let notified: NotifiedCompany
let company: Company
type Who = keyof Company['people']
const as = (who: Who) => notified.test.as(company.people[who])
const emergency = (given: object = {}) =>
  findingOf(company, {
    at: notified.test.clock.now(),
    ...{ type: 'emergency_declared', kind: 'sos', category: 'security', severity: 'critical', ...given },
  })
const countsOf = async (who: Who) =>
  (await (await as(who))<UnreadCounts>('GET', '/notifications/counts')).body
const firstOf = async (who: Who, query = '') => (await listOf(await as(who), query)).items[0] as Notification
/** Does it as on the page of events. */
async function handle(who: Who, action: string, eventId: string | null) {
  const answer = await (await as(who))('POST', `/events/${eventId}/${action}`, { body: {} })
  expect(answer.status).toBe(200)
  await notified.facts.deliverNow()
}

beforeAll(async () => {
  notified = await createNotifiedCompany()
})
afterAll(() => notified.close())
beforeEach(async () => {
  company = await notified.build()
})

describe('an event that somebody attends to', () => {
  it('waits for nobody else any more, and says who it was', async () => {
    await notified.find(emergency())
    expect(await countsOf('manager')).toEqual({ unread: 1, pressing: 1 })
    const { eventId } = await firstOf('manager')
    await handle('dispatcher', 'acknowledge', eventId)
    for (const who of ['manager', 'lead', 'dispatcher'] as const)
      expect(await countsOf(who)).toEqual({ unread: 0, pressing: 0 })
    const attended = { as: 'acknowledged', by: 'Carla Torres' }
    const one = await firstOf('manager')
    // Its recipient has not read it.
    expect(one).toMatchObject({ attended, acknowledgedAt: null, canAcknowledge: false, status: 'sent' })
    expect((await listOf(await as('manager'), '?isRead=false')).items).toEqual([])
    await handle('lead', 'resolve', eventId)
    expect((await firstOf('manager')).attended).toEqual({ as: 'resolved', by: 'Ana Torres' })
    const rule = (await rulesOf(await as('lead'), company.companyId)).find(
      ({ defaultKey }) => defaultKey === 'emergency',
    )
    const activity = await (await as('lead'))<{ items: RuleActivity[] }>(
      'GET',
      `/notification-rules/${rule?.id}/activity`,
    )
    expect(new Set(activity.body.items.map(({ status }) => status))).toEqual(new Set(['sent']))
  })

  it('may be handled by its notification, by the list of events and by the vehicle', async () => {
    const { vehicleId, otherVehicleId } = company
    await notified.find(emergency())
    const dispatcher = await as('dispatcher')
    await dispatcher('POST', `/notifications/${(await firstOf('dispatcher')).id}/acknowledge`)
    await notified.facts.deliverNow()
    expect(await firstOf('dispatcher')).toMatchObject({ status: 'read' })
    expect((await firstOf('dispatcher')).acknowledgedAt).not.toBeNull()
    expect((await firstOf('manager')).attended?.by).toBe('Carla Torres')
    await notified.find(emergency({ vehicleId: otherVehicleId }))
    const { eventId } = await firstOf('manager', `?vehicleId=${otherVehicleId}`)
    await dispatcher('POST', '/events/bulk', { body: { ids: [eventId], action: 'dismiss' } })
    await notified.facts.deliverNow()
    expect((await firstOf('manager', `?vehicleId=${otherVehicleId}`)).attended).toEqual({
      ...{ as: 'dismissed', by: 'Carla Torres' },
    })
    expect((await firstOf('manager', `?vehicleId=${vehicleId}`)).attended?.as).toBe('acknowledged')
    await notified.find(emergency({ type: 'crash_detected', kind: 'crash' }))
    expect((await countsOf('manager')).unread).toBe(1)
    const dismissed = await dispatcher('POST', `/vehicles/${vehicleId}/dismiss-alarm`, { body: {} })
    expect(dismissed.status).toBe(200)
    await notified.facts.deliverNow()
    expect(await countsOf('manager')).toEqual({ unread: 0, pressing: 0 })
  })

  it('before anybody is notified of it is nothing they have to read', async () => {
    await notified.test.build((tx) => recordFindings(tx, [emergency()]))
    const [event] = await notified.test.build((tx) =>
      tx.sql<{ id: string }>('select id from events.events where company_id = $1', [company.companyId]),
    )
    await handle('dispatcher', 'acknowledge', event?.id ?? null)
    expect(await countsOf('manager')).toEqual({ unread: 0, pressing: 0 })
    expect((await firstOf('manager')).attended?.by).toBe('Carla Torres')
  })

  it('stays unread for guests, and where a person was named', async () => {
    await notified.find(emergency())
    const { eventId } = await firstOf('lead')
    const lead = await as('lead')
    await lead('POST', `/events/${eventId}/comments`, {
      body: { text: '@Bruno Torres revisa', mentions: [company.people.manager.id] },
    })
    await notified.facts.deliverNow()
    await handle('dispatcher', 'acknowledge', eventId)
    expect(await firstOf('guest')).toMatchObject({ readAt: null, attended: null })
    expect((await listOf(await as('manager'), '?isRead=false')).items.map(({ kind }) => kind)).toEqual([
      'mentioned',
    ])
  })

  it('stays unread where nobody did and the system resolved it', async () => {
    await notified.find(emergency())
    await notified.test.build(async (tx) =>
      resolveFindings(tx, await findOpenFindings(tx, 'emergency_declared', company.fleetId)),
    )
    await notified.facts.deliverNow()
    expect(await countsOf('manager')).toEqual({ unread: 1, pressing: 1 })
  })

  it('notifies anew when it happens again after that', async () => {
    await notified.find(emergency())
    const { eventId } = await firstOf('manager')
    await handle('dispatcher', 'resolve', eventId)
    await notified.find(emergency())
    expect(await countsOf('manager')).toEqual({ unread: 1, pressing: 1 })
    expect((await firstOf('manager', '?isRead=false')).attended).toBeNull()
  })

  it('changes what the open pages of the others show', async () => {
    await notified.find(emergency())
    const { eventId } = await firstOf('manager')
    const hints: StaleHint[] = []
    const { bus, database } = notified.test
    const end = bus.listen('rumbo_stale', (payload) => {
      hints.push(...(JSON.parse(payload) as StaleHint[]).filter(({ domain }) => domain === 'notifications'))
    })
    await bus.ready()
    await handle('dispatcher', 'acknowledge', eventId)
    const { manager, lead, viewer } = company.people
    await expect.poll(() => hints.map(({ userId }) => userId)).toContain(manager.id)
    await expect.poll(() => hints.map(({ userId }) => userId)).toContain(lead.id)
    expect(hints.map(({ userId }) => userId)).not.toContain(viewer.id)
    end()
    const actor = await findActor({ database, assignments }, manager.id)
    const inboxes = await readInboxes(database)([{ actor, since: new Date(0), sent: new Map() }])
    expect(inboxes.get(manager.id)).toEqual({ counts: { unread: 0, pressing: 0 }, newest: [] })
  })
})
