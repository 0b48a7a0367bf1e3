import type { AsideReply } from '@rumbo/contract/communication.aside.contract'
import type { ThreadDetails } from '@rumbo/contract/communication.contract'
import type { Message } from '@rumbo/contract/communication.messages.contract'
import type { StaleHint } from '@rumbo/contract/live.contract'
import { createTestApp, type TestApp, type TestCall, testSecret } from '@rumbo/tools/testing'
import { createTransport } from 'nodemailer'
import { pino } from 'pino'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { buildContact } from '../../directory/directory.factory.ts'
import { buildSession, buildUser } from '../../identity/identity.factory.ts'
import { buildAssignment, buildCompany, buildFleet } from '../../organisation/organisation.factory.ts'
import { wav } from '../../platform/files/media/testing/samples.ts'
import { mountFiles } from '../../platform/http/files.ts'
import { newReplyToken } from '../../platform/inbound/reply-address.ts'
import { storeMail } from '../../platform/inbound/store.ts'
import { attachmentStore, communicationEndpoints, workOffReplies } from '../index.ts'
import { insertRoute } from './communication.inbound.repository.ts'

const replyAddress = 'respuestas@flota.example'
const log = pino({ level: 'silent' })
const roles = {
  owner: 'company_owner',
  north: 'dispatcher',
  viewer: 'fleet_viewer',
  south: 'dispatcher',
  outsider: 'company_owner',
} as const
type Who = keyof typeof roles

let test: TestApp
let companyId: string
let northId: string
let clientId: string
let email: string
let as: Record<Who, TestCall>
let tokens: Record<Who, string>
let users: [Who, { id: string }][]
let number = 0

beforeAll(async () => {
  test = await createTestApp({
    answers: ({ database, clock }) =>
      communicationEndpoints({
        ...{ database, clock, channels: { email: true, sms: true }, linkAddress: null },
        shiftLinks: { driversChanged: async () => undefined },
        predictionOf: async () => null,
      }),
  })
  const { database, files, authenticator, app } = test
  await mountFiles(app, { authenticator, files: attachmentStore({ database, files }) })
})
afterAll(() => test.close())
beforeEach(async () => {
  number += 1
  email = `elena${number}@cliente.example`
  const built = await test.build(async (tx) => {
    await tx.sql('delete from platform.inbound')
    companyId = (await buildCompany(tx, { tier: 'professional' })).id
    northId = (await buildFleet(tx, { companyId })).id
    const southId = (await buildFleet(tx, { companyId })).id
    clientId = (await buildContact(tx, { companyId, email })).id
    const foreignId = (await buildCompany(tx, { tier: 'professional' })).id
    const fleets = { north: northId, viewer: northId, south: southId }
    const people: [Who, { id: string }][] = []
    for (const [name, role] of Object.entries(roles) as [Who, (typeof roles)[Who]][]) {
      const user = await buildUser(tx, { level: role === 'company_owner' ? 'admin' : 'user' })
      const fleetId = fleets[name as keyof typeof fleets]
      const place = name === 'outsider' ? { companyId: foreignId } : { companyId, fleetId }
      await buildAssignment(tx, { userId: user.id, role, ...place })
      people.push([name, user])
    }
    return people
  })
  users = built
  await signIn()
})
/** Sessions end while the clock is advanced. */
async function signIn() {
  const calls = await Promise.all(users.map(async ([name, user]) => [name, await test.as(user)]))
  as = Object.fromEntries(calls) as typeof as
  const sessions = await test.build(async (tx) => {
    const made: [Who, string][] = []
    for (const [name, user] of users)
      made.push([name, (await buildSession(tx, user, testSecret)).accessToken])
    return made
  })
  tokens = Object.fromEntries(sessions) as typeof tokens
}
async function pass(seconds: number) {
  test.clock.advance(seconds)
  await signIn()
}

const composer = createTransport({ streamTransport: true, buffer: true })
const mailOf = async (given: Parameters<typeof composer.sendMail>[0] = {}) =>
  (
    await composer.sendMail({
      ...{ from: `Elena Torres <${email}>`, to: replyAddress, subject: 'Mi paquete', text: '¿A qué hora?' },
      ...given,
    })
  ).message as Buffer
const workOff = () =>
  workOffReplies({
    ...{ database: test.database, files: test.files, log },
    addresses: { reply: replyAddress, sender: 'rumbo@flota.example' },
  })
async function arrive(...mails: Buffer[]) {
  await test.build(async (tx) => {
    for (const raw of mails) await storeMail(tx, { raw })
  })
  await workOff()
}
const list = async (who: Who) =>
  (await as[who]<{ items: AsideReply[]; notKept: number }>('GET', `/replies-aside?companyId=${companyId}`))
    .body
const seenBy = async (who: Who) => (await list(who)).items?.map(({ text }) => text)
const open = async (contactId = clientId) =>
  (
    await as.north<ThreadDetails>('POST', '/threads', {
      body: { kind: 'contact', contactId, fleetId: northId },
    })
  ).body.id
const download = async (id: string, who: Who) =>
  test.app.inject({
    method: 'GET',
    url: `/v1/attachments/${id}`,
    headers: { authorization: `Bearer ${tokens[who]}` },
  })
const note = { filename: 'nota.wav', content: wav(2) }
/** Where a reply to a conversation with the contact goes. */
async function replyTo(threadId: string) {
  const token = newReplyToken()
  await test.build((tx) =>
    insertRoute(tx, {
      ...{ channel: 'email', address: token, threadId, deliveryId: uuid() },
      ...{ recipientId: clientId, recipientAddress: email },
    }),
  )
  return `respuestas+${token}@flota.example`
}

it('what nobody’s contact wrote to is seen by those who read all fleets, until a fleet has a conversation with them', async () => {
  await arrive(await mailOf())
  expect(await seenBy('owner')).toEqual(['¿A qué hora?'])
  expect(await seenBy('north')).toEqual([])
  const [reply] = (await list('owner')).items
  expect((await as.north('DELETE', `/replies-aside/${reply?.id}`)).status).toBe(404)
  const threadId = await open()
  expect([await seenBy('north'), await seenBy('viewer'), await seenBy('south')]).toEqual([
    ['¿A qué hora?'],
    ['¿A qué hora?'],
    [],
  ])
  const place = (who: Who) => as[who]('POST', `/replies-aside/${reply?.id}/place`, { body: { threadId } })
  expect((await place('south')).status).toBe(404)
  expect((await place('outsider')).status).toBe(404)
  expect((await place('viewer')).status).toBe(403)
  // Who reads the fleet and manages another one decides nothing there.
  const [, both] = users.find(([name]) => name === 'south') ?? []
  await test.build((tx) =>
    buildAssignment(tx, {
      ...{ userId: both?.id ?? '', companyId, fleetId: northId },
      ...{ role: 'fleet_viewer', isPrimary: false },
    }),
  )
  await signIn()
  expect(await seenBy('south')).toEqual(['¿A qué hora?'])
  expect((await place('south')).status).toBe(403)
  expect((await as.south('DELETE', `/replies-aside/${reply?.id}`)).status).toBe(403)
  expect((await as.outsider('GET', `/replies-aside?companyId=${companyId}`)).status).toBe(403)
  // Two at once: one places it.
  const answers = await Promise.all([place('north'), place('owner')])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
})

it('of a group is seen by its fleet', async () => {
  const body = { kind: 'group', title: 'Obra', partyIds: [clientId], fleetId: northId }
  expect((await as.north('POST', '/threads', { body })).status).toBe(201)
  await arrive(await mailOf())
  expect([await seenBy('north'), await seenBy('south')]).toEqual([['¿A qué hora?'], []])
})

it('keeps its files, which move into the conversation with it', async () => {
  const threadId = await open()
  await arrive(await mailOf({ attachments: [note, { filename: 'virus.exe', content: 'MZ' }] }))
  const [reply] = (await list('north')).items
  expect(reply?.attachments).toMatchObject([{ name: 'nota.wav', contentType: 'audio/wav', seconds: 2 }])
  expect(reply?.text).toContain('virus.exe')
  const id = reply?.attachments[0]?.id ?? ''
  const file = await download(id, 'viewer')
  expect([file.statusCode, file.rawPayload.equals(wav(2))]).toEqual([200, true])
  for (const who of ['south', 'outsider'] as const) expect((await download(id, who)).statusCode).toBe(404)
  // It is no file of a person yet, so nobody sends it.
  const stolen = { id: uuid(), text: 'Hola', kind: 'note', attachmentIds: [id] }
  expect((await as.north('POST', `/threads/${threadId}/messages`, { body: stolen })).status).toBe(404)
  await pass(2 * 86_400)
  await test.files.purge()
  const place = await as.north('POST', `/replies-aside/${reply?.id}/place`, { body: { threadId } })
  expect(place.status).toBe(200)
  const { items } = (await as.north<{ items: Message[] }>('GET', `/threads/${threadId}/messages`)).body
  expect(items).toMatchObject([{ kind: 'note', attachments: [{ id, name: 'nota.wav' }] }])
  await test.files.purge()
  expect((await download(id, 'viewer')).statusCode).toBe(200)
  expect((await download(id, 'south')).statusCode).toBe(404)
})

it('is discarded with its files', async () => {
  await open()
  await arrive(await mailOf({ text: '', attachments: [note] }))
  const [reply] = (await list('north')).items
  const id = reply?.attachments[0]?.id ?? ''
  expect((await as.north('DELETE', `/replies-aside/${reply?.id}`)).status).toBe(200)
  expect((await download(id, 'north')).statusCode).toBe(404)
  await test.files.purge()
  const { rows } = await test.superuser.query('select from platform.files where id = $1', [id])
  expect(rows).toEqual([])
})

it('of a conversation whose contact is gone, or that gets too many, keeps its files too', async () => {
  const threadId = await open()
  const to = await replyTo(threadId)
  const many = await Promise.all(Array.from({ length: 61 }, (_, at) => mailOf({ to, text: `Eco ${at}` })))
  await arrive(...many.slice(0, 60), await mailOf({ to, text: 'Demasiado', attachments: [note] }))
  await test.superuser.query('update directory.contacts set archived_at = now() where id = $1', [clientId])
  await arrive(await mailOf({ to, text: 'Ya no estoy', attachments: [note] }))
  const { items } = await list('north')
  expect(items.map(({ reason, text, attachments }) => [reason, text, attachments.length])).toEqual([
    ['contact_gone', 'Ya no estoy', 1],
    ['too_many', 'Demasiado', 1],
  ])
  for (const { attachments } of items)
    expect((await download(attachments[0]?.id ?? '', 'north')).statusCode).toBe(200)
  expect(await seenBy('south')).toEqual([])
})

it('beyond 20 of a sender in an hour are counted, also by two processes at once, and their files not stored', async () => {
  await open()
  const mails = await Promise.all(
    Array.from({ length: 26 }, (_, at) => mailOf({ text: `Eco ${at}`, attachments: [note] })),
  )
  await test.build(async (tx) => {
    for (const raw of mails) await storeMail(tx, { raw })
  })
  await Promise.all([workOff(), workOff()])
  const { items, notKept } = await list('north')
  expect([items.length, items.reduce((sum, { more }) => sum + more, 0), notKept]).toEqual([20, 6, 0])
  const { rows } = await test.superuser.query(
    'select count(*)::int as files from communication.attachments where aside_id = any($1)',
    [items.map(({ id }) => id)],
  )
  expect(rows).toEqual([{ files: 20 }])
  await pass(3_601)
  await arrive(await mailOf({ text: 'Más tarde' }))
  expect((await seenBy('north'))?.[0]).toBe('Más tarde')
})

it('beyond 200 of a company in an hour are counted for it', async () => {
  await test.build(async (tx) => {
    await tx.sql(
      `insert into communication.aside (id, company_id, channel, from_address, subject, text, reason, received_at)
       select gen_random_uuid(), $1, 'email', 'x' || n, '', 'Eco', 'no_token', $2::timestamptz
       from generate_series(1, 200) n`,
      [companyId, tx.now],
    )
  })
  await arrive(await mailOf({ text: 'Uno' }), await mailOf({ text: 'Dos' }))
  const { items, notKept } = await list('owner')
  expect([items.length, items.some(({ text }) => text === 'Uno'), notKept]).toEqual([200, false, 2])
  await pass(3_601)
  await arrive(await mailOf({ text: 'Tres' }))
  expect((await seenBy('owner'))?.[0]).toBe('Tres')
})

it('is a hint for open pages when it arrives, whatever the reason, when it is settled, and when a fleet begins to see it', async () => {
  const hints: StaleHint[] = []
  const end = test.bus.listen('rumbo_stale', (payload) => {
    hints.push(
      ...(JSON.parse(payload) as StaleHint[]).filter(({ domain }) => domain === 'communicationAside'),
    )
  })
  const threadId = await open()
  await expect.poll(() => hints).toEqual([{ domain: 'communicationAside', companyId }])
  const to = await replyTo(threadId)
  await test.superuser.query('update directory.contacts set archived_at = now() where id = $1', [clientId])
  await arrive(await mailOf({ to }))
  await expect.poll(() => hints).toHaveLength(2)
  const [reply] = (await list('north')).items
  await as.north('DELETE', `/replies-aside/${reply?.id}`)
  await expect.poll(() => hints).toHaveLength(3)
  end()
})
