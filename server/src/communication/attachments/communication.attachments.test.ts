import { attachmentBytes, type MessageAttachment } from '@rumbo/contract/communication.attachments.contract'
import type { Message } from '@rumbo/contract/communication.messages.contract'
import type { Problem } from '@rumbo/contract/problems.contract'
import { createTestApp, type TestApp, type TestCall, testSecret } from '@rumbo/tools/testing'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildSession, buildUser } from '../../identity/identity.factory.ts'
import { buildAssignment, buildCompany, buildFleet } from '../../organisation/organisation.factory.ts'
import { jpegPicture, jpegWith, pngPicture, wav } from '../../platform/files/media/testing/samples.ts'
import { mountFiles } from '../../platform/http/files.ts'
import { buildDriver } from '../../shifts/shifts.factory.ts'
import { attachmentStore, communicationEndpoints } from '../index.ts'

let test: TestApp
let threadId: string
let dispatcher: TestCall
const tokens: Record<string, string> = {}

beforeAll(async () => {
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
  const { database, files, authenticator } = test
  await mountFiles(test.app, { authenticator, files: attachmentStore({ database, files }) })
  const built = await test.build(async (tx) => {
    const companyId = (await buildCompany(tx, { tier: 'professional' })).id
    const fleetId = (await buildFleet(tx, { companyId })).id
    const otherFleetId = (await buildFleet(tx, { companyId })).id
    for (const [name, given] of [
      ['dispatcher', { fleetId, role: 'dispatcher' }],
      ['viewer', { fleetId, role: 'fleet_viewer' }],
      ['elsewhere', { fleetId: otherFleetId, role: 'dispatcher' }],
    ] as const) {
      const user = await buildUser(tx, { level: 'user' })
      await buildAssignment(tx, { userId: user.id, companyId, ...given })
      tokens[name] = (await buildSession(tx, user, testSecret)).accessToken
      tokens[`${name}Id`] = user.id
    }
    const driver = await buildUser(tx, { level: 'user' })
    await buildAssignment(tx, { userId: driver.id, companyId, fleetId, role: 'primary_driver' })
    return { fleetId, driverId: (await buildDriver(tx, { companyId, userId: driver.id })).id }
  })
  dispatcher = await test.as({ id: tokens.dispatcherId ?? '' })
  const opened = await dispatcher<{ id: string }>('POST', '/threads', { body: { kind: 'driver', ...built } })
  threadId = opened.body.id
})
afterAll(() => test.close())

const headers = (who: string) => ({ authorization: `Bearer ${tokens[who]}` })
async function upload(content: Buffer, name = 'foto.jpg', who = 'dispatcher') {
  const answer = await test.app.inject({
    method: 'POST',
    url: `/v1/attachments?name=${encodeURIComponent(name)}`,
    payload: content,
    headers: { ...headers(who), 'content-type': 'application/octet-stream' },
  })
  return { status: answer.statusCode, body: answer.json<MessageAttachment & Problem>() }
}
const download = (id: string, who: string) =>
  test.app.inject({ method: 'GET', url: `/v1/attachments/${id}`, headers: headers(who) })
const send = (attachmentIds: string[]) =>
  dispatcher<Message & Problem>('POST', `/threads/${threadId}/messages`, {
    body: { id: uuid(), text: 'La foto', attachmentIds },
  })

it('is stored without what the camera wrote, sent once, and read by those who read the conversation', async () => {
  const { status, body } = await upload(jpegWith('GPS 19.4326'), 'golpe <1>.jpg')
  expect([status, body.contentType, body.width, body.height]).toEqual([201, 'image/jpeg', 8, 6])
  expect((await download(body.id, 'viewer')).statusCode).toBe(404)
  const sent = await send([body.id])
  expect(sent.body.attachments).toEqual([body])
  expect((await send([body.id])).body.code).toBe('file_not_found')
  const read = await download(body.id, 'viewer')
  expect([read.statusCode, read.headers['x-content-type-options'], read.headers['content-type']]).toEqual([
    200,
    'nosniff',
    'image/jpeg',
  ])
  expect(read.headers['content-disposition']).toMatch(/^attachment; filename=/)
  expect(read.rawPayload.includes('GPS')).toBe(false)
  expect((await download(body.id, 'elsewhere')).statusCode).toBe(404)
  expect((await download(uuid(), 'dispatcher')).statusCode).toBe(404)
})

it('of somebody else cannot be sent', async () => {
  const { body } = await upload(jpegWith('x'), 'a.jpg', 'viewer')
  expect((await send([body.id])).body.code).toBe('file_not_found')
})

it.each([
  ['that is a picture of another kind than its name says', pngPicture, 415],
  ['that is not what its name says', Buffer.from('<!doctype html><p>Hola, esto no es una foto</p>'), 415],
  ['of more than 10 MB', Buffer.alloc(attachmentBytes + 1), 413],
  ['with 121 seconds of sound', wav(121), 422],
])('%s is refused', async (_name, content, status) => {
  expect((await upload(content)).status).toBe(status)
})

it('with 120 seconds of sound is taken', async () => {
  expect((await upload(wav(120), 'nota.wav')).body.seconds).toBe(120)
})

it('is refused beyond 200 MB that were not sent', async () => {
  await test.build((tx) =>
    tx.sql(
      `insert into communication.attachments (id, owner_id, name, content_type, bytes, created_at)
       values ($1, $2, 'grande.pdf', 'application/pdf', $3, $4)`,
      [uuid(), tokens.viewerId, 20 * attachmentBytes - 100, tx.now],
    ),
  )
  expect((await upload(jpegPicture, 'a.jpg', 'viewer')).body.code).toBe('upload_quota')
  await test.build((tx) =>
    tx.sql(
      `update communication.attachments set created_at = created_at - interval '2 days' where owner_id = $1`,
      [tokens.viewerId],
    ),
  )
  expect((await upload(jpegPicture, 'a.jpg', 'viewer')).status).toBe(201)
})
