import type { AsideReply } from '@rumbo/contract/communication.aside.contract'
import type { ThreadDetails } from '@rumbo/contract/communication.contract'
import type { Message } from '@rumbo/contract/communication.messages.contract'
import type { DriverThread } from '@rumbo/contract/drivers.threads.contract'
import { createTestApp, type TestApp, type TestCall, testSecret } from '@rumbo/tools/testing'
import { createTransport } from 'nodemailer'
import { pino } from 'pino'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildContact } from '../../directory/directory.factory.ts'
import { buildSession, buildUser } from '../../identity/identity.factory.ts'
import { buildAssignment, buildCompany, buildFleet } from '../../organisation/organisation.factory.ts'
import { asSystem } from '../../platform/access/access.ts'
import { sendersOf } from '../../platform/deliveries/channels.ts'
import { recordHook } from '../../platform/deliveries/receipts.ts'
import { createDeliveryRunner } from '../../platform/deliveries/runner.ts'
import { smsHooks } from '../../platform/deliveries/sms-hooks.ts'
import { startMailServer, startSmsProvider } from '../../platform/deliveries/testing/peers.ts'
import { jpegWith, wav } from '../../platform/files/media/testing/samples.ts'
import { mountFiles } from '../../platform/http/files.ts'
import { mountMailHook } from '../../platform/http/mail-hook.ts'
import { mountSmsHook } from '../../platform/http/sms-hook.ts'
import { mailBytes } from '../../platform/inbound/mail.ts'
import { storeHookMail } from '../../platform/inbound/mail-hook.ts'
import { storeMail } from '../../platform/inbound/store.ts'
import { buildDriver } from '../../shifts/shifts.factory.ts'
import { attachmentStore, communicationEndpoints, workOffReplies } from '../index.ts'

const reply = 'respuestas@flota.example'
const mailFrom = 'rumbo@flota.example'
const hookToken = 'a-token-of-the-hook-of-mails'
const log = pino({ level: 'silent' })
let test: TestApp
let server: Awaited<ReturnType<typeof startMailServer>>
let provider: Awaited<ReturnType<typeof startSmsProvider>>
let fleetId: string
let companyId: string
let clientId: string
let email: string
let phone: string
let as: Record<'dispatcher' | 'viewer' | 'outsider', TestCall>
let token: string
let number = 0

beforeAll(async () => {
  server = await startMailServer()
  provider = await startSmsProvider((response) => response.writeHead(200).end())
  test = await createTestApp({
    answers: ({ database, clock }) =>
      communicationEndpoints({
        database,
        clock,
        channels: { email: true, sms: true },
        linkAddress: 'https://rumbo.example',
        shiftLinks: { driversChanged: async () => undefined },
        predictionOf: async () => null,
      }),
  })
  const { database, files, authenticator, app } = test
  await mountFiles(app, { authenticator, files: attachmentStore({ database, files }) })
  await mountSmsHook(app, {
    token: hookToken,
    receive: (given) =>
      database.transaction(asSystem('test'), (tx) => recordHook(tx, 'twilio', smsHooks.twilio(given))),
  })
  await mountMailHook(app, {
    token: hookToken,
    longestBody: 2 * mailBytes,
    receive: (given) => storeHookMail(database, given),
  })
})
afterAll(async () => {
  await test.close()
  await server.close()
  await provider.close()
})

beforeEach(async () => {
  number += 1
  email = `elena${number}@cliente.example`
  phone = `+52551234${String(number).padStart(4, '0')}`
  server.received.length = 0
  const people = await test.build(async (tx) => {
    await tx.sql('delete from platform.inbound')
    companyId = (await buildCompany(tx, { tier: 'professional' })).id
    fleetId = (await buildFleet(tx, { companyId })).id
    clientId = (await buildContact(tx, { companyId, email, primaryPhone: phone })).id
    const foreignId = (await buildCompany(tx, { tier: 'professional' })).id
    const person = async (given: {
      companyId: string
      fleetId?: string
      role: 'dispatcher' | 'fleet_viewer' | 'company_owner'
    }) => {
      const user = await buildUser(tx, { level: given.role === 'company_owner' ? 'admin' : 'user' })
      await buildAssignment(tx, { userId: user.id, ...given })
      return user
    }
    const dispatcher = await person({ companyId, fleetId, role: 'dispatcher' })
    token = (await buildSession(tx, dispatcher, testSecret)).accessToken
    return {
      dispatcher,
      viewer: await person({ companyId, fleetId, role: 'fleet_viewer' }),
      outsider: await person({ companyId: foreignId, role: 'company_owner' }),
    }
  })
  as = {
    dispatcher: await test.as(people.dispatcher),
    viewer: await test.as(people.viewer),
    outsider: await test.as(people.outsider),
  }
})

const open = async (body: object = { kind: 'contact', contactId: clientId }) =>
  (await as.dispatcher<ThreadDetails>('POST', '/threads', { body: { fleetId, ...body } })).body.id
/** Writes to the contact, and sends it for real. @returns the mail as its server received it */
async function write(threadId: string, method: 'email' | 'sms', text = '¿A qué hora llega?') {
  const body = { id: uuid(), text, methods: [method] }
  expect((await as.dispatcher('POST', `/threads/${threadId}/messages`, { body })).status).toBe(201)
  const runner = createDeliveryRunner({
    ...{ database: test.database, bus: test.bus, clock: test.clock, log },
    senders: sendersOf(
      {
        ...{ smtpUrl: server.url, smsUrl: provider.url, mailFrom },
        replies: { address: reply, mailboxUrl: null, hookToken },
      },
      test.clock,
    ),
  })
  await runner.deliverNow()
  await runner.drain()
  const mail = server.received.at(-1)?.text ?? ''
  return {
    mail,
    replyTo: /^Reply-To: (.*)$/m.exec(mail)?.[1]?.trim() ?? '',
    messageId: /^Message-ID: (.*)$/m.exec(mail)?.[1]?.trim() ?? '',
  }
}
const messages = async (threadId: string) =>
  (await as.dispatcher<{ items: Message[] }>('GET', `/threads/${threadId}/messages`)).body.items
const texts = async (threadId: string) => (await messages(threadId)).map(({ author, text }) => [author, text])
const thread = async (id: string) => (await as.dispatcher<ThreadDetails>('GET', `/threads/${id}`)).body
const aside = async (call = as.dispatcher) =>
  (await call<{ items: AsideReply[] }>('GET', `/replies-aside?companyId=${companyId}`)).body
const workOff = () =>
  workOffReplies({ database: test.database, files: test.files, addresses: { reply, sender: mailFrom }, log })
const stored = async () =>
  (
    await test.superuser.query(
      'select error, handled_at is not null as done, raw is not null as raw from platform.inbound order by id',
    )
  ).rows as { error: string | null; done: boolean; raw: boolean }[]

const composer = createTransport({ streamTransport: true, buffer: true })
/** A mail as a mail program writes it. */
async function mailOf(given: Parameters<typeof composer.sendMail>[0]): Promise<Buffer> {
  return (await composer.sendMail({ from: `Elena Torres <${email}>`, text: 'Ya voy', ...given }))
    .message as Buffer
}
const arrive = async (raw: Buffer, isCut = false) => {
  await test.build((tx) => storeMail(tx, { raw, isCut }))
  await workOff()
}
const sms = (id: string, Body: string, From = phone) =>
  test.app.inject({
    method: 'POST',
    url: `/v1/hooks/sms/${hookToken}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ MessageSid: id, From, To: '+15550001111', Body }).toString(),
  })
const hook = (payload: object | Buffer, type = 'application/json', given = hookToken) =>
  test.app.inject({
    method: 'POST',
    url: `/v1/hooks/mail/${given}`,
    payload,
    headers: { 'content-type': type },
  })

describe('a reply by SMS', () => {
  it('of 100 kB is cut with a sign, once', async () => {
    const id = await open()
    await write(id, 'sms')
    const long = `Voy ${'x'.repeat(100_000)}`
    for (const _ of [1, 2]) expect((await sms('SM-long', long)).statusCode).toBeLessThan(300)
    await workOff()
    const texts = (await messages(id)).map(({ text }) => text)
    expect(texts).toHaveLength(2)
    expect(texts[1]).toHaveLength(4_000)
    expect([texts[1]?.slice(0, 5), texts[1]?.slice(-2)]).toEqual(['Voy x', 'x…'])
  })

  it('lands once in the conversation that last wrote to the telephone, and opens it again', async () => {
    const first = await open()
    const second = await open({ kind: 'group', title: 'Obra', partyIds: [clientId] })
    await write(first, 'sms')
    test.clock.advance(60)
    await write(second, 'sms', 'La unidad espera en la puerta 4')
    await as.dispatcher('POST', `/threads/${second}/status`, { body: { status: 'done' } })
    await Promise.all([sms(`S${number}`, 'Ya bajo'), sms(`S${number}`, 'Ya bajo')])
    await workOff()
    await workOff()
    expect((await texts(second)).slice(1)).toEqual([['Elena Torres', 'Ya bajo']])
    expect(await texts(first)).toHaveLength(1)
    expect(await thread(second)).toMatchObject({
      status: 'open',
      waitingSince: expect.any(String),
      unread: 1,
    })
  })

  it('answers what was sent to the telephone, not what was only queued for it', async () => {
    const first = await open()
    const second = await open({ kind: 'group', title: 'Obra', partyIds: [clientId] })
    await write(first, 'sms')
    test.clock.advance(60)
    const body = { id: uuid(), text: 'Hola', methods: ['sms'] }
    await as.dispatcher('POST', `/threads/${second}/messages`, { body })
    await sms(`Q${number}`, 'Ya bajo')
    await workOff()
    expect((await texts(first)).slice(1)).toEqual([['Elena Torres', 'Ya bajo']])
    expect(await texts(second)).toHaveLength(1)
  })

  it('keeps its order behind one that fails', async () => {
    const id = await open()
    await write(id, 'sms')
    for (const [at, text] of ['uno', 'dos', 'tres'].entries()) await sms(`O${number}-${at}`, text)
    const failing = { ...test.database, transaction: test.database.transaction }
    let fails = true
    failing.transaction = (identity, work, options) =>
      fails && 'system' in identity && identity.system === 'handle reply'
        ? Promise.reject(new Error('The database is away.'))
        : test.database.transaction(identity, work, options)
    await workOffReplies({
      database: failing,
      files: test.files,
      addresses: { reply, sender: mailFrom },
      log,
    })
    expect((await stored()).map(({ error, done }) => [error, done])).toEqual([
      ['The database is away.', false],
      [null, false],
      [null, false],
    ])
    fails = false
    await workOff()
    expect(await texts(id)).toHaveLength(1)
    test.clock.advance(61)
    await workOff()
    expect((await texts(id)).slice(1).map(([, text]) => text)).toEqual(['uno', 'dos', 'tres'])
  })

  it('of a driver is the driver’s own message, on the phone too', async () => {
    const { user, driverId } = await test.build(async (tx) => {
      const user = await buildUser(tx, { level: 'user', language: 'en' })
      await buildAssignment(tx, { userId: user.id, companyId, fleetId, role: 'primary_driver' })
      const contact = await buildDriver(tx, { companyId, userId: user.id, primaryPhone: phone })
      return { user, driverId: contact.id }
    })
    const driver = await test.as(user)
    const id = await open({ kind: 'driver', driverId })
    await write(id, 'sms')
    await sms(`D${number}`, 'On my way')
    await workOff()
    expect((await messages(id)).at(-1)).toMatchObject({ authorKind: 'driver', text: 'On my way' })
    const { items } = (await driver<{ items: DriverThread[] }>('GET', '/driver/threads')).body
    expect(items[0]?.messages).toMatchObject([{ isOwn: true, text: 'On my way' }])
  })

  it('without text, such as a photo, says in the conversation that something arrived', async () => {
    const id = await open()
    await write(id, 'sms')
    await sms(`W${number}`, ' ')
    await workOff()
    expect((await messages(id)).at(-1)).toMatchObject({
      authorKind: 'contact',
      text: expect.stringContaining('Llegó algo sin texto'),
    })
  })

  it('that says STOP is no message, and ends SMS to the contact', async () => {
    const id = await open()
    await write(id, 'sms')
    await sms(`P${number}`, 'Alto')
    await workOff()
    expect(await texts(id)).toHaveLength(1)
    const body = { id: uuid(), text: 'Hola', methods: ['sms'] }
    expect((await as.dispatcher('POST', `/threads/${id}/messages`, { body })).body).toMatchObject({
      code: 'recipient_opted_out',
    })
  })

  it('of a contact nobody wrote to is kept aside for the staff of the company alone', async () => {
    await sms(`A${number}`, '¿Tienen servicio mañana?')
    await workOff()
    const { items } = await aside(as.viewer)
    expect(items).toMatchObject([
      {
        from: phone,
        contactName: 'Elena Torres',
        text: '¿Tienen servicio mañana?',
        reason: 'no_conversation',
        channel: 'sms',
      },
    ])
    expect((await as.outsider('GET', `/replies-aside?companyId=${companyId}`)).status).toBe(403)
  })

  it('of a telephone that no company has, or several have, is dropped with the reason', async () => {
    await sms(`N${number}`, 'Hola', '+525500000000')
    await test.build(async (tx) => {
      const other = (await buildCompany(tx, { tier: 'professional' })).id
      await buildContact(tx, { companyId: other, secondaryPhone: phone })
    })
    await sms(`M${number}`, 'Hola')
    await workOff()
    expect((await aside()).items).toEqual([])
    expect(await stored()).toMatchObject([
      { error: 'no company has a contact with this address', done: true },
      { error: 'several companies have a contact with this address', done: true },
    ])
  })
})

describe('a reply by mail', () => {
  it('lands once in its conversation, without the original, however often it arrives', async () => {
    const id = await open()
    const { mail, replyTo, messageId } = await write(id, 'email')
    expect(replyTo).toMatch(/^respuestas\+[a-z2-7]{26}@flota\.example$/)
    expect(mail).toContain('responde a este correo')
    const text = `A las 5.\n\nEl vie, 27 nov 2026, Rumbo <${replyTo}> escribió:\n\n> ¿A qué hora llega?\n`
    const raw = await mailOf({ to: replyTo, subject: 'Re: Mensaje', inReplyTo: messageId, text })
    await arrive(raw)
    await arrive(raw)
    expect((await hook(raw, 'message/rfc822')).statusCode).toBe(204)
    await workOff()
    expect((await texts(id)).slice(1)).toEqual([['Elena Torres', 'A las 5.']])
    expect(await stored()).toEqual([{ error: null, done: true, raw: false }])
  })

  it('without a server that receives replies has no address for them', async () => {
    const id = await open()
    const body = { id: uuid(), text: 'Hola', methods: ['email'] }
    await as.dispatcher('POST', `/threads/${id}/messages`, { body })
    const runner = createDeliveryRunner({
      ...{ database: test.database, bus: test.bus, clock: test.clock, log },
      senders: sendersOf({ smtpUrl: server.url, smsUrl: provider.url, mailFrom }, test.clock),
    })
    await runner.deliverNow()
    await runner.drain()
    const mail = server.received.at(-1)?.text ?? ''
    expect(mail).toContain('Subject:')
    expect(mail).not.toContain('Reply-To:')
  })

  it('of somebody else to whom it was passed on says so', async () => {
    const id = await open()
    const { replyTo } = await write(id, 'email')
    await arrive(await mailOf({ from: 'socio@otra.example', to: replyTo }))
    expect((await texts(id)).at(-1)).toEqual(['Elena Torres (socio@otra.example)', 'Ya voy'])
  })

  it('with a forged sender but no token gets into no conversation', async () => {
    const id = await open()
    const { replyTo } = await write(id, 'email')
    await arrive(await mailOf({ to: reply, text: 'Cambien la entrega' }))
    await arrive(await mailOf({ to: replyTo.replace(/\+./, '+b').replace(/.@/, 'c@'), text: 'Otra' }))
    await arrive(await mailOf({ from: 'nadie@otra.example', to: reply }))
    expect(await texts(id)).toHaveLength(1)
    expect((await aside()).items.map(({ text, reason }) => [text, reason])).toEqual([
      ['Otra', 'no_token'],
      ['Cambien la entrega', 'no_token'],
    ])
    expect((await stored())[2]?.error).toBe('no company has a contact with this address')
  })

  it('of a program, or of Rumbo itself, is ignored', async () => {
    const id = await open()
    const { replyTo } = await write(id, 'email')
    await arrive(
      await mailOf({
        to: replyTo,
        text: 'Estoy de vacaciones',
        headers: { 'Auto-Submitted': 'auto-replied' },
      }),
    )
    await arrive(await mailOf({ to: replyTo, headers: { Precedence: 'bulk' } }))
    await arrive(await mailOf({ from: mailFrom, to: replyTo }))
    expect(await texts(id)).toHaveLength(1)
    expect((await stored()).map(({ error }) => error)).toEqual(Array(3).fill('A program sent it.'))
  })

  it('that loops without saying so ends in the list of what is kept aside', async () => {
    const id = await open()
    const { replyTo } = await write(id, 'email')
    await test.build(async (tx) => {
      for (let at = 0; at < 62; at += 1)
        await storeMail(tx, { raw: await mailOf({ to: replyTo, text: `Eco ${at}` }) })
    })
    await workOff()
    expect((await thread(id)).lastSequence).toBe(61)
    expect((await aside()).items.map(({ reason }) => reason)).toEqual(['too_many', 'too_many'])
  })

  it('that says BAJA ends mails to the address, until ALTA', async () => {
    const id = await open()
    const { replyTo } = await write(id, 'email')
    await arrive(await mailOf({ to: replyTo, text: 'Baja\n\n> ¿A qué hora llega?' }))
    expect(await texts(id)).toHaveLength(1)
    const send = async () => {
      const body = { id: uuid(), text: 'Hola', methods: ['email'] }
      return (await as.dispatcher('POST', `/threads/${id}/messages`, { body })).status
    }
    expect(await send()).toBe(409)
    await arrive(await mailOf({ to: replyTo, text: 'ALTA' }))
    expect(await send()).toBe(201)
  })

  it('brings its files, checked by their bytes, and names those that are not taken', async () => {
    const id = await open()
    const { replyTo } = await write(id, 'email')
    await arrive(
      await mailOf({
        ...{ to: replyTo, text: 'Van las fotos' },
        attachments: [
          { filename: 'puerta.jpg', content: jpegWith('GPS 19.43,-99.13') },
          { filename: 'nota.wav', content: wav(2) },
          { filename: 'factura.pdf', content: Buffer.from('MZ no es un PDF') },
          { filename: 'largo.wav', content: wav(121) },
        ],
      }),
    )
    const last = (await messages(id)).at(-1)
    expect(last?.attachments.map(({ name, contentType }) => [name, contentType])).toEqual([
      ['puerta.jpg', 'image/jpeg'],
      ['nota.wav', 'audio/wav'],
    ])
    expect(last?.text).toMatch(/^Van las fotos\n\nNo se guardaron factura\.pdf, largo\.wav\./)
    const file = await test.app.inject({
      url: `/v1/attachments/${last?.attachments[0]?.id}`,
      headers: { authorization: `Bearer ${token}` },
    })
    expect(file.statusCode).toBe(200)
    expect(file.rawPayload.includes('GPS 19.43')).toBe(false)
  })

  it('that is too large says so, without its files', async () => {
    const id = await open()
    const { replyTo } = await write(id, 'email')
    const raw = await mailOf({ to: replyTo, subject: 'Planos', text: 'x'.repeat(100) })
    await arrive(raw.subarray(0, raw.indexOf('\r\n\r\n') + 4), true)
    expect((await texts(id)).at(-1)?.[1]).toBe('El correo “Planos” pesa más de 30 MB y no se guardó.')
  })

  it('that cannot be read is kept as received, and does not stop the next', async () => {
    const id = await open()
    const { replyTo } = await write(id, 'email')
    const deep = Array.from(
      { length: 200 },
      (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}\r\n`,
    )
    await test.build(async (tx) => {
      await storeMail(tx, { raw: Buffer.from(`From: a@b.example\r\n${deep.join('')}hola`) })
      await storeMail(tx, { raw: await mailOf({ to: replyTo, text: 'Sigo aquí' }) })
    })
    await workOff()
    expect((await texts(id)).at(-1)?.[1]).toBe('Sigo aquí')
    expect(await stored()).toEqual([
      { error: expect.stringContaining('It cannot be read'), done: true, raw: true },
      { error: null, done: true, raw: false },
    ])
  })

  it('to a conversation whose contact is gone is kept aside', async () => {
    const id = await open()
    const { replyTo } = await write(id, 'email')
    await test.superuser.query('update directory.contacts set archived_at = now() where id = $1', [clientId])
    await arrive(await mailOf({ to: replyTo }))
    expect((await aside()).items).toMatchObject([{ reason: 'contact_gone', text: 'Ya voy' }])
  })

  it('that ends the process each time is given up after twelve attempts', async () => {
    const id = await open()
    const { replyTo } = await write(id, 'email')
    await test.build(async (tx) => {
      await storeMail(tx, { raw: await mailOf({ to: replyTo }) })
      await tx.sql('update platform.inbound set attempts = 12, next_attempt_at = $1', [tx.now])
    })
    await workOff()
    expect(await stored()).toEqual([
      { error: expect.stringContaining('after 12 attempts'), done: true, raw: true },
    ])
  })
})

describe('a mail that came back', () => {
  it('fails its message, and ends mails to an address that is wrong', async () => {
    const id = await open()
    const { messageId } = await write(id, 'email')
    const report = [
      'From: MAILER-DAEMON@mx.example',
      'Content-Type: multipart/report; report-type=delivery-status; boundary=x',
      '',
      '--x',
      'Content-Type: message/delivery-status',
      '',
      `Final-Recipient: rfc822; ${email}`,
      'Action: failed',
      'Status: 5.1.1',
      '',
      '--x',
      'Content-Type: text/rfc822-headers',
      '',
      `Message-ID: ${messageId}`,
      '',
      '--x--',
    ]
    await arrive(Buffer.from(report.join('\r\n')))
    const [sent] = await messages(id)
    expect(sent?.reach.failed).toBe(1)
    const body = { id: uuid(), text: 'Hola', methods: ['email'] }
    expect((await as.dispatcher('POST', `/threads/${id}/messages`, { body })).body).toMatchObject({
      code: 'recipient_opted_out',
    })
  })
})

describe('the hook of mails', () => {
  it('takes a mail, a mail in JSON, and its parts', async () => {
    const id = await open()
    const { replyTo } = await write(id, 'email')
    const raw = await mailOf({ to: replyTo, text: 'uno' })
    expect((await hook({ raw: raw.toString('base64'), encoding: 'base64' })).statusCode).toBe(204)
    expect(
      (await hook({ raw: (await mailOf({ to: replyTo, text: 'dos' })).toString('latin1') })).statusCode,
    ).toBe(204)
    const parts = {
      from: `Elena <${email}>`,
      to: replyTo,
      subject: 'Re',
      text: 'tres',
      messageId: `<x${number}@a.example>`,
    }
    const attachments = [{ name: 'nota.wav', content: wav(1).toString('base64') }]
    for (const _ of [1, 2]) expect((await hook({ ...parts, attachments })).statusCode).toBe(204)
    await hook({ ...parts, messageId: 'y@a.example', headers: { 'Auto-Submitted': 'auto-replied' } })
    await workOff()
    expect((await messages(id)).slice(1).map(({ text, attachments: files }) => [text, files.length])).toEqual(
      [
        ['uno', 0],
        ['dos', 0],
        ['tres', 1],
      ],
    )
  })

  it('takes two files of the largest size, and of a larger mail the head', async () => {
    const id = await open()
    const { replyTo } = await write(id, 'email')
    const content = Buffer.concat([
      Buffer.from('%PDF-1.4\n'),
      Buffer.alloc(10 * 1024 * 1024 - 15),
      Buffer.from('%%EOF\n'),
    ])
    const file = (filename: string) => ({ filename, content })
    const attachments = [file('a.pdf'), file('b.pdf')]
    await hook(await mailOf({ to: replyTo, text: 'Dos', attachments }), 'message/rfc822')
    const larger = await mailOf({
      to: replyTo,
      subject: 'Tres',
      attachments: [...attachments, file('c.pdf')],
    })
    expect((await hook(larger, 'message/rfc822')).statusCode).toBe(204)
    await workOff()
    expect((await messages(id)).slice(1).map(({ text, attachments: files }) => [text, files.length])).toEqual(
      [
        ['Dos', 2],
        ['El correo “Tres” pesa más de 30 MB y no se guardó.', 0],
      ],
    )
  })

  it('needs its token, and a mail', async () => {
    expect(
      (await hook({ raw: 'From: a@b.example' }, 'application/json', 'another-token-of-the-same-len'))
        .statusCode,
    ).toBe(404)
    expect((await hook({ anything: 'else' })).statusCode).toBe(400)
    expect((await hook(Buffer.from('{'), 'application/json')).statusCode).toBe(400)
    expect(await stored()).toEqual([])
  })

  it('opens no file and calls no address that a call names', async () => {
    await hook({
      from: 'a@b.example',
      to: reply,
      text: 'x',
      attachments: [{ name: 'p', path: '/etc/passwd', content: '' }],
    })
    const { rows } = await test.superuser.query(
      "select convert_from(raw, 'UTF8') as raw from platform.inbound",
    )
    expect(rows).toHaveLength(1)
    expect(rows[0].raw).not.toContain('root:')
  })
})

describe('what is kept aside', () => {
  it('is put into a conversation as a note, or discarded, by those who write there', async () => {
    const id = await open()
    await sms(`Q${number}`, 'Uno')
    await sms(`R${number}`, 'Dos')
    await workOff()
    const [two, one] = (await aside()).items
    const place = (call: TestCall) =>
      call('POST', `/replies-aside/${one?.id}/place`, { body: { threadId: id } })
    expect((await place(as.viewer)).status).toBe(403)
    expect((await place(as.outsider)).status).toBe(404)
    expect((await place(as.dispatcher)).status).toBe(200)
    expect((await place(as.dispatcher)).status).toBe(404)
    expect((await messages(id)).map(({ kind, text }) => [kind, text])).toEqual([
      ['note', `Elena Torres · ${phone}\n\nUno`],
    ])
    expect((await as.dispatcher('DELETE', `/replies-aside/${two?.id}`)).status).toBe(200)
    expect((await aside()).items).toEqual([])
  })
})
