import type {
  NotificationRule,
  RuleActivity,
  RulePreview,
} from '@rumbo/contract/notifications.rules.contract'
import type { Problem } from '@rumbo/contract/problems.contract'
import { dayMs } from '@rumbo/contract/time-units'
import { type TestCall, testSecret } from '@rumbo/tools/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildContact } from '../../directory/directory.factory.ts'
import {
  type Company,
  createNotifiedCompany,
  findingOf,
  listOf,
  type NotifiedCompany,
  ruleBody,
  rulesOf,
} from '../testing/notified.ts'
import { buildWebhook } from '../webhooks/notifications.webhooks.factory.ts'

let notified: NotifiedCompany
let company: Company
let lead: TestCall
let manager: TestCall
let dispatcher: TestCall
const now = () => notified.test.clock.now()
const speeding = (given: object = {}) => findingOf(company, { at: now(), ...given })

beforeAll(async () => {
  notified = await createNotifiedCompany(new Set(['in_app', 'sms']))
})
afterAll(() => notified.close())
beforeEach(async () => {
  company = await notified.build()
  const { people } = company
  lead = await notified.test.as(people.lead)
  manager = await notified.test.as(people.manager)
  dispatcher = await notified.test.as(people.dispatcher)
})

const create = (call: TestCall, given: object = {}) =>
  call<NotificationRule & Problem>('POST', '/notification-rules', {
    body: { companyId: company.companyId, ...ruleBody(), ...given },
  })
const switchOff = async () => {
  for (const { id } of await rulesOf(lead, company.companyId))
    await lead('POST', `/notification-rules/${id}/switch`, { body: { isActive: false } })
}
const preview = (given: object = {}) =>
  lead<RulePreview & Problem>('POST', '/notification-rules/preview', {
    body: { companyId: company.companyId, ...ruleBody(), ...given },
  })

describe('the rules of a company', () => {
  it('begin with seven default ones, once, also where two ask at the same time', async () => {
    const [first, second] = await Promise.all([
      rulesOf(lead, company.companyId),
      rulesOf(dispatcher, company.companyId),
    ])
    expect(first?.length ?? 0).toBe(7)
    expect(second?.map(({ id }) => id).sort()).toEqual(first?.map(({ id }) => id).sort())
    const [one] = first ?? []
    expect((await lead('DELETE', `/notification-rules/${one?.id}`)).status).toBe(200)
    expect(await rulesOf(lead, company.companyId)).toHaveLength(6)
    const restored = await lead('POST', '/notification-rules/defaults', {
      body: { companyId: company.companyId },
    })
    expect(restored.body).toEqual({ created: 1 })
  })

  it('are named in the language of the reader until somebody renames them', async () => {
    await notified.test.build((tx) =>
      tx.sql("update identity.users set language = 'en' where id = $1", [company.people.dispatcher.id]),
    )
    await notified.find(speeding())
    const rules = async () => (await listOf(dispatcher)).items.map(({ why }) => why.rule)
    expect(await rules()).toEqual(['Vehicle alarms'])
    expect((await listOf(lead)).items.map(({ why }) => why.rule)).toEqual(['Alarmas de las unidades'])
    const alarms = (await rulesOf(lead, company.companyId)).find((one) => one.defaultKey === 'warnings')
    expect(alarms).toMatchObject({ name: 'Alarmas de las unidades', hasDefaultName: true })
    const { body: renamed } = await lead<NotificationRule>('PUT', `/notification-rules/${alarms?.id}`, {
      body: { ...ruleBody({ name: 'Avisos', audience: [{ kind: 'onDuty' }] }), version: alarms?.version },
    })
    expect(renamed).toMatchObject({ defaultKey: 'warnings', hasDefaultName: false })
    await notified.find(speeding({ vehicleId: company.otherVehicleId }))
    expect((await rules()).toSorted()).toEqual(['Avisos', 'Vehicle alarms'])
  })

  it('are changed by those who manage what they concern, in the version they saw', async () => {
    const { companyId, fleetId, otherFleetId } = company
    expect((await create(manager)).body.code).toBe('forbidden')
    expect((await create(manager, { fleetIds: [otherFleetId] })).body.code).toBe('forbidden')
    expect((await create(dispatcher, { fleetIds: [fleetId] })).body.code).toBe('forbidden')
    const { body: rule } = await create(manager, { fleetIds: [fleetId] })
    expect((await create(lead)).body.code).toBe('name_taken')
    const change = (call: TestCall, more: object) =>
      call<NotificationRule & Problem>('PUT', `/notification-rules/${rule.id}`, {
        body: { ...ruleBody(), fleetIds: [fleetId], version: rule.version, ...more },
      })
    expect((await change(manager, { name: 'Otra' })).body).toMatchObject({ name: 'Otra', version: 2 })
    expect((await change(manager, { name: 'Tarde' })).body.code).toBe('stale_version')
    expect((await change(manager, { version: 2, fleetIds: [] })).body.code).toBe('forbidden')
    const outsider = await notified.test.as(company.people.outsider)
    expect((await outsider('DELETE', `/notification-rules/${rule.id}`)).status).toBe(404)
    expect((await outsider('GET', `/notification-rules?companyId=${companyId}`)).status).toBe(403)
    const elsewhere = await notified.test.as(company.people.elsewhere)
    expect((await rulesOf(elsewhere, companyId)).map(({ id }) => id)).not.toContain(rule.id)
    for (const who of ['driver', 'guest'] as const) {
      const call = await notified.test.as(company.people[who])
      expect((await call('GET', `/notification-rules?companyId=${companyId}`)).status).toBe(403)
    }
  })

  it('refuse a variable that does not exist, with its position', async () => {
    const wrong = (title: string) =>
      create(lead, { templates: { es: { title, message: '' }, en: { title: '', message: '' } } })
    const { body } = await wrong('Unidad {unidad} en {lugr}')
    expect(body).toMatchObject({ code: 'template_invalid', status: 422 })
    expect(body.message).toContain('20')
    expect(body.message).toContain('lugr')
    expect((await wrong('{unidad')).body.code).toBe('template_invalid')
    expect((await wrong('{{unidad} {vehicle}')).status).toBe(201)
  })

  it('decide who is notified, in their words', async () => {
    await switchOff()
    const templates = {
      es: { title: '{unidad} a {velocidad}', message: 'Límite {limite}, conductor {conductor}' },
      en: { title: '', message: '' },
    }
    await create(lead, { conditions: { types: ['speeding'] }, templates })
    await notified.find(speeding(), speeding({ type: 'harsh_braking', detail: null }))
    const { items } = await listOf(dispatcher)
    expect(items.map(({ title, message }) => [title.split(' a ')[1], message])).toEqual([
      ['104 km/h', 'Límite 80 km/h, conductor —'],
    ])
    expect((await listOf(manager)).items).toEqual([])
    const [rule] = (await rulesOf(lead, company.companyId)).filter(({ name }) => name === 'Mi regla')
    expect(rule?.lastRaisedAt).not.toBeNull()
    const activity = await lead<{ items: RuleActivity[] }>('GET', `/notification-rules/${rule?.id}/activity`)
    expect(activity.body.items).toMatchObject([
      {
        recipient: 'Carla Torres',
        audience: 'roles',
        status: 'sent',
        reach: [{ method: 'in_app', status: 'sent' }],
      },
    ])
  })

  it('notify in the app only where they say so', async () => {
    await switchOff()
    const { body: rule } = await create(lead, { methods: ['email'] })
    await notified.find(speeding())
    expect((await listOf(dispatcher)).items).toEqual([])
    expect((await dispatcher('GET', '/notifications/counts')).body).toEqual({ unread: 0, pressing: 0 })
    const activity = () => lead<{ items: RuleActivity[] }>('GET', `/notification-rules/${rule.id}/activity`)
    expect((await activity()).body.items.map(({ recipient }) => recipient)).toEqual(['Carla Torres'])
    // The same trouble reaches the app as soon as a rule for it does.
    await lead('PUT', `/notification-rules/${rule.id}`, {
      body: { ...ruleBody({ methods: ['in_app', 'email'] }), version: rule.version },
    })
    await notified.find(speeding({ severity: 'critical' }))
    expect((await listOf(dispatcher)).items.map(({ count }) => count)).toEqual([2])
  })

  it('call their webhooks with each event and step, and show what became of the calls', async () => {
    await switchOff()
    const { companyId, fleetId, otherFleetId } = company
    const [webhook, elsewhere] = await notified.test.build((tx) =>
      Promise.all([
        buildWebhook(tx, { companyId, fleetIds: [fleetId], name: 'Mi sistema' }, testSecret),
        buildWebhook(tx, { companyId, fleetIds: [otherFleetId], name: 'Otro' }, testSecret),
      ]),
    )
    const given = {
      ...{ methods: ['webhook'], webhookIds: [webhook.id, elsewhere.id] },
      escalation: [{ afterSeconds: 60, audience: [{ kind: 'onDuty' }], methods: ['webhook'] }],
    }
    const { body: refused } = await create(lead, { ...given, webhookIds: [] })
    expect(refused).toMatchObject({ code: 'validation_failed', errors: [{ path: 'body.webhookIds' }] })
    const { body: rule } = await create(lead, given)
    await notified.find(speeding())
    const previewed = (await preview(given)).body
    expect(previewed.notifications).toBe(1)
    expect(previewed.items.map(({ recipients }) => recipients)).toEqual([
      [null, 60].map((afterSeconds) => ({
        ...{ name: 'Mi sistema', audience: 'webhook', methods: ['webhook'] },
        ...{ unreached: [], afterSeconds },
      })),
    ])
    notified.test.clock.advance(60)
    await notified.workOffDue()
    lead = await notified.test.as(company.people.lead)
    const activity = await lead<{ items: RuleActivity[] }>('GET', `/notification-rules/${rule.id}/activity`)
    expect(activity.body.items.map(({ recipient, reach }) => [recipient, reach])).toEqual([
      ['Mi sistema', [{ method: 'webhook', status: 'pending', detail: null }]],
      ['Mi sistema', [{ method: 'webhook', status: 'pending', detail: null }]],
    ])
    const called = () =>
      notified.test.build((tx) =>
        tx.sql<{ subject: string }>(
          'select subject from platform.deliveries where target_id = $1 order by created_at, id',
          [webhook.id],
        ),
      )
    expect((await called()).map(({ subject }) => subject)).toEqual(['event.raised', 'event.escalated'])
    await notified.test.build((tx) =>
      tx.sql("update platform.deliveries set status = 'failed', error = 'HTTP 500' where target_id = $1", [
        webhook.id,
      ]),
    )
    const after = await lead<{ items: RuleActivity[] }>('GET', `/notification-rules/${rule.id}/activity`)
    expect(after.body.items[0]?.reach).toEqual([{ method: 'webhook', status: 'failed', detail: 'HTTP 500' }])
    await lead('POST', `/notification-rules/${rule.id}/test`)
    expect((await called()).map(({ subject }) => subject)).toContain('webhook.test')
    expect((await listOf(lead)).items).toEqual([])
  })

  it('count only in their hours', async () => {
    await switchOff()
    await create(lead, { schedule: { windows: [], holidays: 'only' } })
    await notified.find(speeding())
    expect((await listOf(dispatcher)).items).toEqual([])
  })

  it('are tried on the caller alone', async () => {
    const [rule] = await rulesOf(lead, company.companyId)
    const answer = await lead('POST', `/notification-rules/${rule?.id}/test`)
    expect(answer.status).toBe(200)
    expect((await listOf(lead)).items.map(({ kind, status }) => [kind, status])).toEqual([['test', 'sent']])
    expect((await listOf(dispatcher)).items).toEqual([])
  })

  it('reach contacts of the directory and named users who see the vehicle', async () => {
    await switchOff()
    const contact = await notified.test.build((tx) =>
      buildContact(tx, { companyId: company.companyId, role: 'sos_primary' }),
    )
    const { viewer, elsewhere, outsider } = company.people
    await create(lead, {
      audience: [
        { kind: 'users', ids: [viewer.id, elsewhere.id, outsider.id] },
        { kind: 'sos', roles: ['sos_primary'] },
      ],
      methods: ['in_app', 'sms'],
    })
    await notified.find(speeding())
    const rows = await notified.test.build((tx) =>
      tx.sql<{ userId: string | null; contactId: string | null }>(
        `select user_id as "userId", contact_id as "contactId" from notifications.notifications
         where company_id = $1 order by user_id nulls last`,
        [company.companyId],
      ),
    )
    expect(rows).toEqual([
      { userId: viewer.id, contactId: null },
      { userId: null, contactId: contact.id },
    ])
    const { body } = await preview({
      audience: [{ kind: 'sos', roles: ['sos_primary'] }],
      methods: ['in_app', 'sms', 'email'],
    })
    expect(body.items[0]?.recipients.map(({ methods }) => methods)).toEqual([
      contact.email === null ? ['sms'] : ['sms', 'email'],
    ])
  })
})

describe('a preview', () => {
  it('lists whom a rule would have reached in seven days and why not, as it then happens', async () => {
    await notified.find(speeding({ at: new Date(now().getTime() - 8 * dayMs) }))
    await notified.find(
      speeding({ vehicleId: company.otherVehicleId }),
      speeding({ type: 'harsh_braking', detail: null }),
      speeding({ type: 'low_fuel', severity: 'info', isAlarm: false, category: 'vehicle', detail: null }),
    )
    const { body } = await preview({ conditions: { types: ['speeding', 'harsh_braking'], isAlarm: true } })
    expect(body).toMatchObject({
      ...{ events: 3, matched: 2, notifications: 2, isCut: false },
      unmatched: [{ reason: 'type', events: 1 }],
    })
    const carla = { name: 'Carla Torres', audience: 'roles', afterSeconds: null }
    expect(body.items.map(({ recipients }) => recipients)).toEqual([
      [{ ...carla, methods: ['in_app'], unreached: [] }],
      [{ ...carla, methods: ['in_app'], unreached: [] }],
    ])
    expect(
      (await preview({ templates: { es: { title: '{x}', message: '' }, en: { title: '', message: '' } } }))
        .body.code,
    ).toBe('template_invalid')
    expect((await preview({ companyId: company.foreignId })).body.code).toBe('company_denied')
  })

  it('says by which methods it would not have reached them, why, and whom its escalation would', async () => {
    const { dispatcher: carla } = company.people
    await notified.test.build((tx) =>
      tx.sql(
        `insert into notifications.preferences (user_id, topic, methods, least_priority, digest)
         values ($1, 'other', '{email,sms}', 0, null)`,
        [carla.id],
      ),
    )
    await notified.find(speeding())
    const { body } = await preview({
      methods: ['in_app', 'email', 'sms', 'push'],
      escalation: [
        {
          afterSeconds: 90,
          audience: [{ kind: 'roles', roles: ['fleet_manager'] }],
          methods: ['in_app', 'sms'],
        },
      ],
    })
    expect(body.items[0]?.recipients).toEqual([
      {
        ...{ name: 'Carla Torres', audience: 'roles', afterSeconds: null, methods: ['in_app'] },
        unreached: [
          { method: 'email', reason: 'not_configured' },
          { method: 'sms', reason: 'no_address' },
          { method: 'push', reason: 'switched_off' },
        ],
      },
      {
        ...{ name: 'Bruno Torres', audience: 'roles', afterSeconds: 90, methods: ['in_app'] },
        unreached: [{ method: 'sms', reason: 'no_address' }],
      },
    ])
  })
})
