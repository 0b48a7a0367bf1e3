import type { NotificationReach } from '@rumbo/contract/notifications.contract'
import type { NotificationPreferences } from '@rumbo/contract/notifications.preferences.contract'
import type { RuleBody } from '@rumbo/contract/notifications.rules.contract'
import { hourMs, minuteMs, secondMs } from '@rumbo/contract/time-units'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildContact } from '../../directory/directory.factory.ts'
import { createDeliveryRunner } from '../../platform/deliveries/runner.ts'
import type { Sender } from '../../platform/deliveries/sender.ts'
import { unsubscribeUrlOf, unsubscriptions } from '../preferences/notifications.unsubscribe.ts'
import {
  type Company,
  createNotifiedCompany,
  findingOf,
  listOf,
  type NotifiedCompany,
  ruleBody,
  rulesOf,
} from '../testing/notified.ts'
import { findUnwantedDeliveries } from './notifications.unwanted.repository.ts'

let notified: NotifiedCompany
let company: Company
/** What a server accepted. */
let sent: { to: string; subject: string; body: string; unsubscribeUrl: string | null }[]
let isRefusing: boolean
const now = () => notified.test.clock.now()
const advance = (ms: number) => notified.test.clock.advance(ms / secondMs)

beforeAll(async () => {
  notified = await createNotifiedCompany(new Set(['in_app', 'email', 'sms']))
})
afterAll(() => notified.close())
beforeEach(async () => {
  company = await notified.build()
  sent = []
  isRefusing = false
  await notified.test.build((tx) => tx.sql('delete from platform.deliveries'))
})

const sender: Sender = {
  receiver: 'server',
  async send({ recipient, subject, body, unsubscribeUrl }) {
    if (isRefusing) throw new Error('not now')
    sent.push({ to: recipient, subject, body, unsubscribeUrl })
    return undefined
  },
  close: () => undefined,
}
/** Sends what is queued, as a worker does. */
async function deliver(): Promise<void> {
  const { database, bus, clock } = notified.test
  const senders = { email: sender, sms: sender, push: null, webhook: null }
  const log = pino({ level: 'silent' })
  const runner = createDeliveryRunner({
    database,
    bus,
    clock,
    log,
    senders,
    findUnwanted: findUnwantedDeliveries,
  })
  await runner.deliverNow()
  await runner.drain()
}
const due = () => notified.workOffDue()
const speeding = (given: object = {}) => findingOf(company, { at: now(), ...given })

/** Only this rule is active: it notifies the dispatcher. */
async function onlyRule(given: Partial<RuleBody> = {}): Promise<void> {
  const lead = await notified.test.as(company.people.lead)
  for (const { id } of await rulesOf(lead, company.companyId))
    await lead('POST', `/notification-rules/${id}/switch`, { body: { isActive: false } })
  const body = { companyId: company.companyId, ...ruleBody({ methods: ['in_app', 'email'], ...given }) }
  expect((await lead('POST', '/notification-rules', { body })).status).toBe(201)
}
const dispatcher = () => notified.test.as(company.people.dispatcher)
const reachOf = async () => {
  const call = await dispatcher()
  const [first] = (await listOf(call)).items
  const answer = await call<{ items: NotificationReach[] }>('GET', `/notifications/${first?.id}/reach`)
  return answer.body.items.map(({ method, status, detail }) => [method, status, detail])
}
const prefer = async (body: object) =>
  expect(
    (
      await (
        await dispatcher()
      )('PUT', '/notification-preferences', { body: { topics: [], quietWindows: null, ...body } })
    ).status,
  ).toBe(200)
const nights = [{ days: [1, 2, 3, 4, 5, 6, 7], from: '22:00', to: '07:00' }]
const always = [{ days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '23:00' }]

describe('a notification', () => {
  it('goes by mail with a link, and its status follows what becomes of the mail', async () => {
    await onlyRule()
    await notified.find(speeding())
    expect(await reachOf()).toEqual([
      ['in_app', 'sent', null],
      ['email', 'pending', null],
    ])
    isRefusing = true
    await deliver()
    expect(sent).toEqual([])
    isRefusing = false
    advance(15 * secondMs)
    await deliver()
    expect(sent).toHaveLength(1)
    expect(sent[0]?.body).toMatch(/https:\/\/rumbo\.example\/event-list\?event=/)
    expect(await reachOf()).toContainEqual(['email', 'sent', null])
  })

  it('records what it cannot be sent by: no verified number, no configured method', async () => {
    await onlyRule({ methods: ['in_app', 'sms', 'push'] })
    await notified.find(speeding())
    expect(await reachOf()).toEqual([
      ['in_app', 'sent', null],
      ['push', 'failed', 'not_configured'],
      ['sms', 'failed', 'no_address'],
    ])
  })

  it('goes to no mail address that nobody verified, also after quiet hours', async () => {
    const verify = (isVerified: boolean) =>
      notified.test.build((tx) =>
        tx.sql('update identity.users set email_verified_at = $2 where id = $1', [
          company.people.dispatcher.id,
          isVerified ? tx.now : null,
        ]),
      )
    await onlyRule()
    await verify(false)
    await notified.find(speeding())
    expect(await reachOf()).toContainEqual(['email', 'failed', 'not_verified'])
    const preferences = await (await dispatcher())('GET', '/notification-preferences')
    expect(preferences.body).toMatchObject({ email: null })
    await verify(true)
    await prefer({ quietWindows: always })
    advance(secondMs)
    await notified.find(speeding({ vehicleId: company.otherVehicleId }))
    expect((await reachOf()).find(([method]) => method === 'email')?.[1]).toBe('pending')
    await verify(false)
    advance(24 * hourMs)
    await due()
    expect(await reachOf()).toContainEqual(['email', 'failed', 'not_verified'])
    await deliver()
    expect(sent).toEqual([])
  })

  it('is not sent to somebody who lost access between the event and the sending', async () => {
    await onlyRule()
    await notified.find(speeding())
    await notified.test.build((tx) =>
      tx.sql('update organisation.assignments set fleet_id = $2 where user_id = $1', [
        company.people.dispatcher.id,
        company.otherFleetId,
      ]),
    )
    await deliver()
    expect(sent).toEqual([])
    const rows = await notified.test.build((tx) =>
      tx.sql("select status, error from platform.deliveries where kind = 'notification'"),
    )
    expect(rows).toEqual([{ status: 'dropped', error: 'no_access' }])
  })

  it('reaches people as they chose for its topic', async () => {
    await onlyRule()
    await prefer({ topics: [{ topic: 'other', methods: ['push'], leastPriority: 'info', digest: null }] })
    await notified.find(speeding())
    expect(await reachOf()).toEqual([['in_app', 'sent', null]])
  })

  it('goes to at most sixty of an hour by mail, and says so', async () => {
    await onlyRule({ repeatMinutes: 0 })
    const vehicles = Array.from({ length: 61 }, (_, index) => `rule ${index}`)
    await notified.find(
      ...vehicles.map((title) =>
        speeding({ type: 'custom', title, kind: null, ruleId: crypto.randomUUID() }),
      ),
    )
    const rows = await notified.test.build((tx) =>
      tx.sql<{ detail: string | null; amount: number }>(
        `select r.detail, count(*)::int as amount from notifications.reach r
         join notifications.notifications n on n.id = r.notification_id
         where n.company_id = $1 and r.method = 'email' group by 1 order by 2`,
        [company.companyId],
      ),
    )
    expect(rows).toEqual([
      { detail: 'limit', amount: 1 },
      { detail: null, amount: 60 },
    ])
  })

  it('reaches a contact by mail', async () => {
    const contact = await notified.test.build((tx) =>
      buildContact(tx, { companyId: company.companyId, role: 'sos_primary', email: 'socorro@example.com' }),
    )
    await onlyRule({ audience: [{ kind: 'contacts', ids: [contact.id] }] })
    await notified.find(speeding())
    await deliver()
    expect(sent.map(({ to }) => to)).toEqual(['socorro@example.com'])
    expect(sent[0]?.body).not.toContain('https://')
  })
})

describe('quiet hours', () => {
  it('hold mails back until they end, then several go as one', async () => {
    await onlyRule({ repeatMinutes: 0 })
    await prefer({ quietWindows: always })
    await notified.find(speeding(), speeding({ vehicleId: company.otherVehicleId }))
    await due()
    await deliver()
    expect(sent).toEqual([])
    expect((await reachOf())[1]?.slice(0, 2)).toEqual(['email', 'pending'])
    await prefer({ quietWindows: [] })
    advance(24 * hourMs)
    await due()
    await due()
    await deliver()
    expect(sent.map(({ subject }) => subject)).toEqual(['2 notificaciones de Rumbo'])
  })

  it('of the company are for those who chose none, and never for what is pressing', async () => {
    await onlyRule({ priority: 'critical' })
    const lead = await notified.test.as(company.people.lead)
    const path = `/companies/${company.companyId}/quiet-hours`
    expect((await lead('PUT', path, { body: { windows: always } })).status).toBe(200)
    expect((await (await dispatcher())('PUT', path, { body: { windows: nights } })).status).toBe(403)
    await notified.find(speeding())
    await deliver()
    expect(sent).toHaveLength(1)
  })

  it('that are over for what was read meanwhile send nothing', async () => {
    await onlyRule()
    await prefer({ quietWindows: always })
    await notified.find(speeding())
    await (await dispatcher())('POST', '/notifications/read', { body: { allUntil: now().toISOString() } })
    advance(24 * hourMs)
    await due()
    await deliver()
    expect(sent).toEqual([])
  })
})

describe('a digest', () => {
  it('is one mail with all of its period, also where two workers send it, and can be ended from it', async () => {
    await onlyRule({ digest: 'hour', repeatMinutes: 0 })
    await notified.find(speeding(), speeding({ vehicleId: company.otherVehicleId }))
    await notified.find(speeding())
    await due()
    await deliver()
    expect(sent).toEqual([])
    advance(hourMs)
    await Promise.all([due(), due()])
    await deliver()
    expect(sent).toHaveLength(1)
    const [mail] = sent
    expect(mail?.subject).toBe('2 notificaciones de Rumbo')
    const token = mail?.unsubscribeUrl?.split('/').at(-1) ?? ''
    const { languageOf, end } = unsubscriptions(notified.test.database, notified.context.secret)
    expect(await languageOf(`${token.slice(0, -1)}x`)).toBeNull()
    expect(await languageOf(token)).toBe('es')
    await end(token)
    await notified.find(speeding({ type: 'harsh_braking', detail: null }))
    advance(hourMs)
    await due()
    await deliver()
    expect(sent).toHaveLength(1)
  })

  it('is ended for guests as well, and for the topics of default rules', async () => {
    const lead = await notified.test.as(company.people.lead)
    const emergency = (await rulesOf(lead, company.companyId)).find((one) => one.defaultKey === 'emergency')
    if (!emergency) throw new Error('There is no default rule for emergencies.')
    const {
      id,
      companyId: _,
      defaultKey,
      hasDefaultName,
      zones,
      lastRaisedAt,
      updatedAt,
      updatedBy,
      ...body
    } = emergency
    const changed = await lead('PUT', `/notification-rules/${id}`, { body: { ...body, digest: 'day' } })
    expect(changed.status).toBe(200)
    await onlyRule({ digest: 'day', audience: [{ kind: 'guests' }] })
    await lead('POST', `/notification-rules/${id}/switch`, { body: { isActive: true } })
    const { guest } = company.people
    const url = unsubscribeUrlOf(
      { publicUrl: '', secret: notified.context.secret },
      { kind: 'user', id: guest.id },
    )
    await unsubscriptions(notified.test.database, notified.context.secret).end(url.split('/').at(-1) ?? '')
    const { body: chosen } = await (await notified.test.as(guest))<NotificationPreferences>(
      'GET',
      '/notification-preferences',
    )
    expect(
      chosen.topics.filter(({ methods }) => !methods.includes('email')).map(({ topic }) => topic),
    ).toEqual(['emergencies', 'other'])
  })
})

describe('an escalation', () => {
  const escalation = [
    {
      afterSeconds: 60,
      audience: [{ kind: 'roles' as const, roles: ['fleet_manager' as const] }],
      methods: ['in_app' as const, 'email' as const],
    },
    {
      afterSeconds: 180,
      audience: [{ kind: 'roles' as const, roles: ['company_manager' as const] }],
      methods: ['in_app' as const],
    },
  ]
  const kinds = async (who: keyof Company['people']) =>
    (await listOf(await notified.test.as(company.people[who]))).items.map(({ kind }) => kind)

  it('goes up step by step while nobody attends to the event', async () => {
    await onlyRule({ escalation })
    await notified.find(speeding())
    await due()
    expect(await kinds('manager')).toEqual([])
    advance(61 * secondMs)
    await Promise.all([due(), due()])
    expect(await kinds('manager')).toEqual(['escalation'])
    expect(await kinds('lead')).toEqual([])
    advance(2 * minuteMs)
    await due()
    expect(await kinds('lead')).toEqual(['escalation'])
    advance(hourMs)
  })

  it('begins again when the event becomes more severe after the last step', async () => {
    await onlyRule({ escalation })
    await notified.find(speeding())
    advance(4 * minuteMs)
    await due()
    await due()
    expect(await kinds('lead')).toEqual(['escalation'])
    await notified.find(speeding({ severity: 'critical' }))
    advance(61 * secondMs)
    await due()
    expect(await kinds('manager')).toEqual(['escalation', 'escalation'])
    expect(await kinds('lead')).toEqual(['escalation'])
    advance(2 * minuteMs)
    await due()
    expect(await kinds('lead')).toEqual(['escalation', 'escalation'])
  })

  it('ends when somebody does, also for a mail that is on its way', async () => {
    await onlyRule({ escalation })
    await notified.find(speeding())
    advance(61 * secondMs)
    await due()
    const call = await dispatcher()
    const [first] = (await listOf(call)).items
    await call('POST', `/notifications/${first?.id}/acknowledge`)
    await deliver()
    expect(sent.filter(({ subject }) => subject.startsWith('Sin atender'))).toEqual([])
    advance(hourMs)
    await due()
    expect((await listOf(await notified.test.as(company.people.lead))).items).toEqual([])
  })
})

describe('duty', () => {
  it('makes somebody the one who is notified, and ends by itself', async () => {
    const call = await dispatcher()
    const { fleetId, otherFleetId } = company
    expect((await call('POST', '/duty', { body: { fleetId: otherFleetId } })).status).toBe(403)
    expect((await call('POST', '/duty', { body: { fleetId, hours: 2 } })).status).toBe(200)
    await notified.find(speeding())
    const of = async (who: keyof Company['people']) =>
      (await listOf(await notified.test.as(company.people[who]))).items.length
    expect(await of('dispatcher')).toBe(1)
    expect(await of('manager')).toBe(0)
    advance(3 * hourMs)
    await notified.find(speeding({ type: 'harsh_braking', detail: null }))
    expect(await of('manager')).toBe(1)
  })
})
