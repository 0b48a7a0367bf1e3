import type { MessageAttachment } from '@rumbo/contract/communication.attachments.contract'
import type { ThreadDetails } from '@rumbo/contract/communication.contract'
import type { Message } from '@rumbo/contract/communication.messages.contract'
import type { Problem } from '@rumbo/contract/problems.contract'
import { createTestApp, type TestApp, type TestCall, testSecret } from '@rumbo/tools/testing'
import { pino } from 'pino'
import PostalMime from 'postal-mime'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildContact } from '../../directory/directory.factory.ts'
import { buildSession, buildUser } from '../../identity/identity.factory.ts'
import { buildAssignment, buildCompany, buildFleet } from '../../organisation/organisation.factory.ts'
import { sendersOf } from '../../platform/deliveries/channels.ts'
import { createDeliveryRunner } from '../../platform/deliveries/runner.ts'
import { startMailServer, startSmsProvider } from '../../platform/deliveries/testing/peers.ts'
import { jpegWith, wav } from '../../platform/files/media/testing/samples.ts'
import { mountFiles } from '../../platform/http/files.ts'
import { mountSharedFiles } from '../../platform/http/shared-files.ts'
import { attachmentStore, communicationEndpoints, sharedFiles } from '../index.ts'

const log = pino({ level: 'silent' })
let server: Awaited<ReturnType<typeof startMailServer>>
let provider: Awaited<ReturnType<typeof startSmsProvider>>
let test: TestApp
let companyId: string
let fleetId: string
let clientId: string
let threadId: string
let dispatcher: TestCall
let token: string
let number = 0

const appWith = async (linkAddress: string | null, rateLimits = false) => {
  const app = await createTestApp({
    rateLimits,
    answers: ({ database, clock }) =>
      communicationEndpoints({
        ...{ database, clock, channels: { email: true, sms: true }, linkAddress },
        shiftLinks: { driversChanged: async () => undefined },
        predictionOf: async () => null,
      }),
  })
  const { database, files, authenticator } = app
  await mountFiles(app.app, { authenticator, files: attachmentStore({ database, files }) })
  await mountSharedFiles(app.app, sharedFiles({ database, files }))
  return app
}
async function setUp() {
  number += 1
  const built = await test.build(async (tx) => {
    companyId = (await buildCompany(tx, { tier: 'professional', name: `Fletes <Norte> ${number}` })).id
    fleetId = (await buildFleet(tx, { companyId })).id
    const email = `elena${number}@cliente.example`
    clientId = (await buildContact(tx, { companyId, email, primaryPhone: `+52551235${1000 + number}` })).id
    const user = await buildUser(tx, { level: 'user' })
    await buildAssignment(tx, { userId: user.id, companyId, fleetId, role: 'dispatcher' })
    token = (await buildSession(tx, user, testSecret)).accessToken
    return user
  })
  dispatcher = await test.as(built)
  const body = { kind: 'contact', contactId: clientId, fleetId }
  threadId = (await dispatcher<ThreadDetails>('POST', '/threads', { body })).body.id
  server.received.length = 0
  provider.received.length = 0
}

beforeAll(async () => {
  server = await startMailServer()
  provider = await startSmsProvider((response) => response.writeHead(200).end())
  test = await appWith('https://rumbo.example')
})
afterAll(async () => {
  await test.close()
  await server.close()
  await provider.close()
})
beforeEach(setUp)

async function upload(content: Buffer, name: string) {
  const answer = await test.app.inject({
    method: 'POST',
    url: `/v1/attachments?name=${encodeURIComponent(name)}`,
    payload: content,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
  })
  return answer.json<MessageAttachment>()
}
const write = (attachmentIds: string[], method: 'email' | 'sms', text = 'El comprobante') =>
  dispatcher<Message & Problem>('POST', `/threads/${threadId}/messages`, {
    body: { id: uuid(), text, attachmentIds, methods: [method] },
  })
async function deliver() {
  const runner = createDeliveryRunner({
    ...{ database: test.database, bus: test.bus, clock: test.clock, log },
    senders: sendersOf(
      { smtpUrl: server.url, smsUrl: provider.url, mailFrom: 'rumbo@flota.example' },
      test.clock,
      { readFile: async (id) => (await test.files.records.read(id)).content },
    ),
  })
  await runner.deliverNow()
  await runner.drain()
}
const linkIn = (text = '') => /https:\/\/rumbo\.example(\/v1\/shared-files\/[\w-]{24})/.exec(text)?.[1] ?? ''
const get = (url: string) => test.app.inject({ method: 'GET', url })
/** A contact who has a telephone only. */
const addContact = () =>
  test.build(
    async (tx) => (await buildContact(tx, { companyId, email: null, primaryPhone: '+525599990000' })).id,
  )
/** Sends a file by SMS. @returns the path of the page, and of the download that it names */
async function share(content = wav(2), name = 'nota.wav') {
  await write([(await upload(content, name)).id], 'sms')
  await deliver()
  const page = linkIn(provider.received.at(-1)?.body.text)
  const download = /href="([^"]*)"/.exec((await get(page)).body)?.[1] ?? ''
  return { page, download }
}
const mailOf = async () =>
  PostalMime.parse(server.received.at(-1)?.text ?? '', { attachmentEncoding: 'arraybuffer' })

describe('files by mail', () => {
  it('are attached with their names and types, and no link is needed', async () => {
    const photo = await upload(jpegWith('GPS'), 'golpe del camión.jpg')
    const note = await upload(wav(2), 'nota.wav')
    expect((await write([photo.id, note.id], 'email')).status).toBe(201)
    await deliver()
    const mail = await mailOf()
    expect(mail.text).toContain('El comprobante')
    expect(mail.text).not.toContain('shared-files')
    expect(
      mail.attachments.map(({ filename, mimeType, content, disposition }) => [
        ...[filename, mimeType, disposition],
        Buffer.from(content as ArrayBuffer).length,
      ]),
    ).toEqual([
      ['golpe del camión.jpg', 'image/jpeg', 'attachment', photo.bytes],
      ['nota.wav', 'audio/wav', 'attachment', note.bytes],
    ])
    expect(Buffer.from(mail.attachments[1]?.content as ArrayBuffer).equals(wav(2))).toBe(true)
  })

  it('without a text are named in it', async () => {
    await write([(await upload(wav(1), 'nota.wav')).id], 'email', '')
    await deliver()
    expect((await mailOf()).text).toContain('Archivos adjuntos: nota.wav')
  })

  it('beyond 3 MB in total are linked', async () => {
    const large = Buffer.concat([
      Buffer.from('%PDF-1.4\n'),
      Buffer.alloc(1_200_000, ' '),
      Buffer.from('\n%%EOF\n'),
    ])
    const ids = [
      (await upload(large, 'uno.pdf')).id,
      (await upload(large, 'dos.pdf')).id,
      (await upload(large, 'tres.pdf')).id,
    ]
    await write(ids, 'email')
    await deliver()
    const mail = await mailOf()
    expect(mail.attachments.map(({ filename }) => filename)).toEqual(['uno.pdf', 'dos.pdf'])
    expect(mail.text).toContain('1 archivo, se descarga durante 7 días en:')
    expect((await get(linkIn(mail.text))).body).toContain('tres.pdf')
  })

  it('that are not stored any more are not sent, and the message says why', async () => {
    const { body } = await write([(await upload(wav(1), 'nota.wav')).id], 'email')
    await test.build((tx) =>
      tx.sql('delete from platform.files where id = any($1::uuid[])', [body.attachments.map(({ id }) => id)]),
    )
    await deliver()
    expect(server.received).toEqual([])
    const { items } = (
      await dispatcher<{ items: object[] }>('GET', `/threads/${threadId}/messages/${body.id}/recipients`)
    ).body
    expect(items).toMatchObject([{ status: 'failed', detail: 'file_gone' }])
  })
})

describe('files by SMS', () => {
  it('are downloaded by a link, without an account', async () => {
    const { page, download } = await share()
    expect(provider.received[0]?.body.text).toMatch(/^1 archivo, .*:\n\nhttps:.*\n\nEl comprobante$/)
    const shown = await get(page)
    expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(shown.body).toContain(`Fletes &lt;Norte&gt; ${number} te comparte`)
    for (const answer of [shown, await get(download)])
      expect(answer.headers).toMatchObject({
        'cache-control': 'private, no-store',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'x-robots-tag': 'noindex, nofollow',
      })
    const file = await get(download)
    expect([file.statusCode, file.headers['content-type'], file.headers['content-disposition']]).toEqual([
      200,
      'audio/wav',
      `attachment; filename="nota.wav"; filename*=UTF-8''nota.wav`,
    ])
    expect(file.rawPayload.equals(wav(2))).toBe(true)
  })

  it.each([
    [
      'a changed token',
      ({ download }: { download: string }) =>
        download.replace(/.(?=\/[^/]*$)/, (end) => (end === 'A' ? 'B' : 'A')),
    ],
    [
      'the id of a file of another message',
      ({ page }: { page: string }, other: string) => `${page}/${other}`,
    ],
    ['an id that is none', ({ page }: { page: string }) => `${page}/..%2f..%2fetc`],
    ['a token that is none', () => "/v1/shared-files/' or true --/x"],
    ['a token that is too long', () => `/v1/shared-files/${'a'.repeat(60)}/x`],
  ])('are not by %s', async (_name, change) => {
    const other = await upload(wav(1), 'otra.wav')
    await write([other.id], 'email')
    const shared = await share()
    expect((await get(change(shared, other.id))).statusCode).toBe(404)
    expect((await get(shared.download)).statusCode).toBe(200)
  })

  it('are not after seven days', async () => {
    const { page, download } = await share()
    test.clock.advance(7 * 86_400 - 60)
    expect((await get(download)).statusCode).toBe(200)
    test.clock.advance(61)
    const gone = await get(page)
    expect([gone.statusCode, (await get(download)).statusCode]).toEqual([404, 404])
    expect(gone.body).toContain('Estos archivos ya no se pueden descargar')
    expect(gone.body).toContain('can no longer be downloaded')
  })

  it('are not once the message or the contact is gone', async () => {
    const first = await share()
    await test.build((tx) =>
      tx.sql('update directory.contacts set archived_at = $2 where id = $1', [clientId, tx.now]),
    )
    expect((await get(first.download)).statusCode).toBe(404)
    await test.build((tx) =>
      tx.sql('update directory.contacts set archived_at = null where id = $1', [clientId]),
    )
    expect((await get(first.download)).statusCode).toBe(200)
    await test.build((tx) => tx.sql('delete from communication.messages where thread_id = $1', [threadId]))
    expect((await get(first.download)).statusCode).toBe(404)
  })

  it('are downloaded 200 times at most, also at once', async () => {
    const { page, download } = await share()
    await test.build((tx) => tx.sql('update communication.file_links set downloads = 198'))
    const answers = await Promise.all([get(download), get(download), get(download), get(download)])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 404, 404])
    expect((await get(page)).statusCode).toBe(404)
  })
})

it('each contact of a group gets a link of its own', async () => {
  const body = { kind: 'group', title: 'Obra', partyIds: [clientId, await addContact()], fleetId }
  threadId = (await dispatcher<ThreadDetails>('POST', '/threads', { body })).body.id
  const sent = await dispatcher<Message>('POST', `/threads/${threadId}/messages`, {
    body: { id: uuid(), attachmentIds: [(await upload(wav(1), 'nota.wav')).id] },
  })
  expect(sent.status).toBe(201)
  await deliver()
  const links = provider.received.map(({ body }) => linkIn(body.text))
  expect(new Set(links).size).toBe(2)
  for (const link of links) expect((await get(link)).statusCode).toBe(200)
})

it('files by SMS need the public address of the server, which the refusal names; a mail does not', async () => {
  const configured = test
  try {
    test = await appWith(null, true)
    await setUp()
    const { id } = await upload(wav(1), 'nota.wav')
    const refused = await write([id], 'sms')
    expect([refused.status, refused.body.code]).toEqual([409, 'files_not_sent'])
    expect(refused.body.message).toContain('RUMBO_PUBLIC_URL')
    expect(refused.body.message).toContain('super admin')
    expect((await write([id], 'email')).status).toBe(201)
    const group = { kind: 'group', title: 'Obra', partyIds: [clientId, await addContact()], fleetId }
    threadId = (await dispatcher<ThreadDetails>('POST', '/threads', { body: group })).body.id
    const sent = await dispatcher<Message>('POST', `/threads/${threadId}/messages`, {
      body: { id: uuid(), attachmentIds: [(await upload(wav(1), 'otra.wav')).id] },
    })
    const path = `/threads/${threadId}/messages/${sent.body.id}/recipients`
    expect((await dispatcher<{ items: object[] }>('GET', path)).body.items).toMatchObject([
      { status: 'failed', detail: 'files_not_sent' },
      { status: 'failed', detail: 'files_not_sent' },
    ])
    const statuses: number[] = []
    for (let call = 0; call < 61; call += 1)
      statuses.push((await get(`/v1/shared-files/${'a'.repeat(24)}`)).statusCode)
    expect([statuses[59], statuses[60]]).toEqual([404, 429])
  } finally {
    await test.close()
    test = configured
  }
})
