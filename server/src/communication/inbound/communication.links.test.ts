import type { Thread } from '@rumbo/contract/communication.contract'
import type { Message } from '@rumbo/contract/communication.messages.contract'
import { createTestApp, type TestApp, type TestCall } from '@rumbo/tools/testing'
import { pino } from 'pino'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { buildContact } from '../../directory/directory.factory.ts'
import { buildUser } from '../../identity/identity.factory.ts'
import { buildAssignment, buildCompany, buildFleet } from '../../organisation/organisation.factory.ts'
import { recordHook } from '../../platform/deliveries/receipts.ts'
import { storeMail } from '../../platform/inbound/store.ts'
import { trackingEndpoints } from '../../services/index.ts'
import { buildService } from '../../services/services.factory.ts'
import { communicationEndpoints, routeRepliesToLink, workOffReplies } from '../index.ts'

const reply = 'respuestas@flota.example'
const log = pino({ level: 'silent' })
let test: TestApp
let dispatcher: TestCall
let place: { companyId: string; fleetId: string }
let service: { id: string; serviceNumber: number }
let clientId: string
let phone: string
let email: string
let number = 0

beforeAll(async () => {
  test = await createTestApp({
    answers: ({ database, clock }) => [
      ...communicationEndpoints({
        database,
        clock,
        channels: { email: true, sms: true },
        linkAddress: null,
        predictionOf: async () => null,
        shiftLinks: { driversChanged: async () => undefined },
      }),
      ...trackingEndpoints({
        ...{ database, clock, predictionOf: async () => null, linkSent: routeRepliesToLink },
        ...{ publicUrl: () => 'https://rumbo.example', channels: { email: true, sms: true } },
        ...{ basemap: async () => ({ world: null, regions: [], service: null }), roads: null as never },
      }),
    ],
  })
})
afterAll(() => test.close())
beforeEach(async () => {
  number += 1
  phone = `+52551299${String(number).padStart(4, '0')}`
  email = `luis${number}@cliente.example`
  const user = await test.build(async (tx) => {
    await tx.sql('delete from platform.inbound')
    const companyId = (await buildCompany(tx, { tier: 'professional' })).id
    place = { companyId, fleetId: (await buildFleet(tx, { companyId })).id }
    clientId = (await buildContact(tx, { companyId, firstName: 'Luis', email, primaryPhone: phone })).id
    service = await buildService(tx, { ...place, requesterContactId: clientId })
    const made = await buildUser(tx, { level: 'user' })
    await buildAssignment(tx, { userId: made.id, ...place, role: 'dispatcher' })
    return made
  })
  dispatcher = await test.as(user)
})

const sendLink = async (body: object) => {
  const given = { language: 'es', email: null, phone: null, ...body }
  expect((await dispatcher('POST', `/services/${service.id}/tracking-links`, { body: given })).status).toBe(
    201,
  )
}
const workOff = () =>
  workOffReplies({
    ...{ database: test.database, files: test.files, log },
    addresses: { reply, sender: 'rumbo@flota.example' },
  })
const threads = async (query: string) =>
  (await dispatcher<{ items: Thread[] }>('GET', `/threads?${query}`)).body.items
/** What the conversation with the client has, and the history of the service. */
const received = async () => {
  const [thread] = await threads('kind=contact')
  const answer = await dispatcher<{ items: Message[] }>('GET', `/threads/${thread?.id}/messages`)
  const history = await test.build((tx) =>
    tx.sql<{ changes: unknown }>(
      `select changes from platform.audit_entries where action = 'service.message_sent' and entity_id = $1`,
      [service.id],
    ),
  )
  return {
    thread,
    messages: answer.body.items.map(({ author, text, refs }) => ({ author, text, refs })),
    history: history.map(({ changes }) => changes),
  }
}
const about = () => [{ kind: 'service', id: service.id, label: String(service.serviceNumber) }]

it('a reply to the SMS with the link lands in the conversation with the client, about the service', async () => {
  await sendLink({ phone })
  expect(await threads('box=all')).toEqual([])
  await test.build(async (tx) => {
    await tx.sql(`update platform.deliveries set status = 'sent' where recipient = $1`, [phone])
    const replies = [
      { providerId: `L${number}`, from: phone, to: '+15550001111', text: 'Estoy en la puerta 2' },
    ]
    await recordHook(tx, 'twilio', { receipts: [], replies })
  })
  await workOff()
  expect(await received()).toMatchObject({
    thread: { contactId: clientId, status: 'open', title: 'Luis Torres' },
    messages: [{ author: 'Luis Torres', text: 'Estoy en la puerta 2', refs: about() }],
    history: [{ message: [null, 'Estoy en la puerta 2'] }],
  })
})

it('so does a reply to the mail with the link', async () => {
  await sendLink({ email })
  const [delivery] = await test.build((tx) =>
    tx.sql<{ token: string }>('select reply_token as token from platform.deliveries where recipient = $1', [
      email,
    ]),
  )
  const raw = [
    `From: Luis <${email}>`,
    `To: ${reply.replace('@', `+${delivery?.token}@`)}`,
    `Message-ID: <${uuid()}@cliente.example>`,
    'Subject: Re: Siga su servicio',
    '',
    'Gracias, ya salgo',
  ].join('\r\n')
  await test.build((tx) => storeMail(tx, { raw: Buffer.from(raw), isCut: false }))
  await workOff()
  expect((await received()).messages).toEqual([
    { author: 'Luis Torres', text: 'Gracias, ya salgo', refs: about() },
  ])
})

it('keeps the conversation that is open with the client as it is', async () => {
  const body = { kind: 'contact', fleetId: place.fleetId, contactId: clientId }
  await dispatcher('POST', '/threads', { body })
  await sendLink({ phone, email })
  expect((await threads('box=all')).map(({ status, contactId }) => [status, contactId])).toEqual([
    ['open', clientId],
  ])
})
