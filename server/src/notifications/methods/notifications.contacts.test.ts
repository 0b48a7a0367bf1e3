import type { RuleBody } from '@rumbo/contract/notifications.rules.contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildContact } from '../../directory/directory.factory.ts'
import { optOut } from '../../platform/deliveries/opt-outs.ts'
import { postMail } from '../../platform/deliveries/post.ts'
import { saveVehicleContact } from '../../vehicles/contacts/vehicles.contacts.repository.ts'
import { buildVehicle } from '../../vehicles/vehicles.factory.ts'
import { unsubscriptions } from '../preferences/notifications.unsubscribe.ts'
import {
  type Company,
  createNotifiedCompany,
  findingOf,
  type NotifiedCompany,
  ruleBody,
  rulesOf,
} from '../testing/notified.ts'
import { createOutbox } from '../testing/outbox.ts'

let notified: NotifiedCompany
let company: Company
let outbox: ReturnType<typeof createOutbox>
beforeAll(async () => {
  notified = await createNotifiedCompany(new Set(['in_app', 'email', 'sms']))
  outbox = createOutbox(notified)
})
afterAll(() => notified.close())
beforeEach(async () => {
  company = await notified.build()
  await notified.test.build(async (tx) => {
    await tx.sql('delete from platform.deliveries')
    await tx.sql('delete from platform.opt_outs')
  })
})

const now = () => notified.test.clock.now()
const build: NotifiedCompany['test']['build'] = (work) => notified.test.build(work)
const contact = (name: string, given: object = {}) =>
  build((tx) =>
    buildContact(tx, {
      companyId: company.companyId,
      role: 'sos_primary',
      email: `${name}@${company.companyId}.example`,
      ...given,
    }),
  )
/** Only this rule is active. */
async function onlyRule(given: Partial<RuleBody>): Promise<void> {
  const lead = await notified.test.as(company.people.lead)
  for (const { id } of await rulesOf(lead, company.companyId))
    await lead('POST', `/notification-rules/${id}/switch`, { body: { isActive: false } })
  const body = { companyId: company.companyId, ...ruleBody({ methods: ['email'], ...given }) }
  expect((await lead('POST', '/notification-rules', { body })).status).toBe(201)
}
const sos: RuleBody['audience'] = [{ kind: 'sos', roles: ['sos_primary'] }]
const find = (given: object = {}) => notified.find(findingOf(company, { at: now(), ...given }))
const delivered = async () => (await outbox.deliver()).map(({ to }) => to.split('@')[0]).toSorted()

describe('emergency contacts', () => {
  it('are those of the vehicles of the fleet and of the whole company', async () => {
    const elsewhere = await build((tx) =>
      buildVehicle(tx, { companyId: company.companyId, fleetId: company.otherFleetId, causes: [] }),
    )
    const link = async (name: string, vehicleId: string, fleetId: string) => {
      const { id: contactId } = await contact(name)
      const owner = { contactId, role: 'vehicle_owner', isPrimary: false } as const
      await build((tx) =>
        saveVehicleContact(tx, { id: vehicleId, companyId: company.companyId, fleetId }, owner),
      )
    }
    await contact('everywhere')
    await link('here', company.vehicleId, company.fleetId)
    await link('elsewhere', elsewhere.id, company.otherFleetId)
    await onlyRule({ audience: sos })
    await find()
    expect(await delivered()).toEqual(['everywhere', 'here'])
  })

  it('who are archived, inactive or of another fleet before the mail is sent get none', async () => {
    const archived = await contact('archived')
    const inactive = await contact('inactive')
    const moved = await contact('moved')
    await contact('present')
    await onlyRule({ audience: sos })
    await find()
    await build(async (tx) => {
      await tx.sql('update directory.contacts set archived_at = $2 where id = $1', [archived.id, tx.now])
      await tx.sql(`update directory.contacts set status = 'inactive' where id = $1`, [inactive.id])
      const { id } = await buildVehicle(tx, {
        companyId: company.companyId,
        fleetId: company.otherFleetId,
        causes: [],
      })
      const owner = { contactId: moved.id, role: 'vehicle_owner', isPrimary: false } as const
      await saveVehicleContact(tx, { id, companyId: company.companyId, fleetId: company.otherFleetId }, owner)
    })
    expect(await delivered()).toEqual(['present'])
    const reach = await build((tx) =>
      tx.sql<{ recipient: string; detail: string }>(
        `select split_part(d.recipient, '@', 1) as recipient, d.error as detail from platform.deliveries d
         where d.status = 'dropped' order by 1`,
      ),
    )
    expect(reach).toEqual(
      ['archived', 'inactive', 'moved'].map((recipient) => ({ recipient, detail: 'no_access' })),
    )
  })
})

describe('a contact', () => {
  it('is written to in the language of the account with the same address, others in that of most staff', async () => {
    const { lead, dispatcher, manager } = company.people
    await build((tx) =>
      tx.sql(`update identity.users set language = 'en' where id = any($1::uuid[])`, [
        [lead.id, dispatcher.id, manager.id, company.people.viewer.id],
      ]),
    )
    const address = `rosa@${company.companyId}.example`
    await build((tx) =>
      tx.sql(`update identity.users set language = 'es', email = $2 where id = $1`, [
        company.people.guest.id,
        address,
      ]),
    )
    await contact('rosa')
    await contact('john')
    await onlyRule({
      audience: sos,
      templates: { es: { title: 'Cuidado', message: '' }, en: { title: 'Careful', message: '' } },
    })
    await find()
    const sent = await outbox.deliver()
    const subjects = new Map(sent.map(({ to, subject }) => [to.split('@')[0], subject]))
    expect(subjects.get('rosa')).toBe('Cuidado')
    expect(subjects.get('john')).toBe('Careful')
  })

  it('can end digests with one click, and still gets what is pressing', async () => {
    await contact('rosa')
    await onlyRule({ audience: sos, digest: 'hour', repeatMinutes: 0 })
    await find()
    notified.test.clock.advance(3600)
    await notified.workOffDue()
    const [digest] = await outbox.deliver()
    expect(digest?.unsubscribeUrl).toMatch(/^https:\/\/rumbo\.example\/v1\/unsubscribe\/c-/)
    expect(digest?.body).toContain(digest?.unsubscribeUrl)
    expect(digest?.body).not.toContain('/notification-list')
    const token = digest?.unsubscribeUrl?.split('/').at(-1) ?? ''
    const { languageOf, end } = unsubscriptions(notified.test.database, notified.context.secret)
    expect(await languageOf(token)).toBe('es')
    // The token of a contact is none of a user with the same id.
    expect(await languageOf(token.slice(2))).toBeNull()
    await end(token)
    await find({ type: 'harsh_braking', detail: null })
    notified.test.clock.advance(3600)
    await notified.workOffDue()
    expect(await delivered()).toEqual([])
    await onlyRule({ audience: sos, digest: 'hour', priority: 'critical', name: 'Crítica' })
    await find({ type: 'harsh_cornering', detail: null })
    expect(await delivered()).toEqual(['rosa'])
  })
})

it('an address that wants no more mail, or does not exist, gets only what its owner asked for', async () => {
  const rosa = await contact('rosa')
  const { dispatcher } = company.people
  await onlyRule({ audience: [...sos, { kind: 'users', ids: [dispatcher.id] }] })
  await build(async (tx) => {
    const [user] = await tx.sql<{ email: string }>('select email from identity.users where id = $1', [
      dispatcher.id,
    ])
    await optOut(tx, 'email', rosa.email ?? '', 'stop')
    await optOut(tx, 'email', user?.email.toUpperCase() ?? '', 'bounce')
    for (const kind of ['tracking', 'message', 'notice', 'reset', 'verification', 'security'] as const)
      await postMail(tx, { kind, recipient: rosa.email ?? '', language: 'es', subject: kind, body: 'x' })
  })
  await find()
  const sent = await outbox.deliver()
  expect(sent.map(({ subject }) => subject).toSorted()).toEqual(['reset', 'security', 'verification'])
})

it('an SMS that is too long is cut with a sign', async () => {
  await contact('rosa')
  await onlyRule({
    audience: sos,
    methods: ['sms'],
    templates: { es: { title: 'Cuidado', message: 'ñ'.repeat(300) }, en: { title: '', message: '' } },
  })
  await find()
  const [sms] = await outbox.deliver()
  expect(sms?.body).toBe(`Cuidado. ${'ñ'.repeat(190)}…`)
  expect(sms?.body).toHaveLength(200)
})
