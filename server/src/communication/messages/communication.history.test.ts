import type { MessageAttachment } from '@rumbo/contract/communication.attachments.contract'
import { type TestApp, testSecret } from '@rumbo/tools/testing'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { buildSession } from '../../identity/identity.factory.ts'
import { jpegWith, wav } from '../../platform/files/media/testing/samples.ts'
import { mountFiles } from '../../platform/http/files.ts'
import { buildService } from '../../services/services.factory.ts'
import { attachmentStore } from '../index.ts'
import {
  type CommunicationHarness,
  createCommunicationApp,
  createCommunicationHarness,
} from '../testing/communication.harness.ts'

let test: TestApp
let at: CommunicationHarness
let service: { id: string; serviceNumber: number }
beforeAll(async () => {
  test = await createCommunicationApp()
  const { database, files, authenticator } = test
  await mountFiles(test.app, { authenticator, files: attachmentStore({ database, files }) })
})
afterAll(() => test.close())
beforeEach(async () => {
  at = await createCommunicationHarness(test)
  service = await test.build(async (tx) => {
    const made = await buildService(tx, { ...at.place, requesterContactId: at.clientId })
    await tx.sql(
      `update services.services set status = 'in_progress', started_at = $4, assigned_driver_id = $2, assigned_vehicle_id = $3
       where id = $1`,
      [made.id, at.driverId, at.vehicle.id, tx.now],
    )
    return made
  })
})

const upload = async (who: 'dispatcher' | 'driver', content: Buffer, name: string) => {
  const { accessToken } = await test.build((tx) => buildSession(tx, at.people[who], testSecret))
  const answer = await test.app.inject({
    method: 'POST',
    url: `/v1/attachments?name=${name}`,
    payload: content,
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/octet-stream' },
  })
  return answer.json<MessageAttachment>().id
}
/** What the history of the service says of messages, the oldest first. */
const history = () =>
  test.build(async (tx) => {
    const rows = await tx.sql<{ changes: Record<string, [null, unknown]> }>(
      `select changes from platform.audit_entries where action = 'service.message_sent' and entity_id = $1 order by id`,
      [service.id],
    )
    return rows.map(({ changes }) =>
      Object.fromEntries(Object.entries(changes).map(([name, [, after]]) => [name, after])),
    )
  })

it('has what a no-show was answered with, and the answer points at the service', async () => {
  const ask = async () => {
    const id = uuid()
    expect(await at.act({ id, kind: 'request', type: 'no_show', serviceId: service.id })).toEqual([null])
    const { id: threadId } = await at.open()
    return `/threads/${threadId}/messages/${id}/answer`
  }
  const deny = { approve: false, note: 'Espera cinco minutos' }
  expect((await at.as.dispatcher('POST', await ask(), { body: deny })).status).toBe(200)
  expect((await at.as.dispatcher('POST', await ask(), { body: { approve: true } })).status).toBe(200)
  const words = (await history()).map(({ message }) => message)
  expect(words).toHaveLength(4)
  expect(words[1]).toBe('Espera cinco minutos')
  const [shown] = await at.phone()
  expect(shown?.messages.filter(({ kind }) => kind === 'answer').map(({ refs }) => refs)).toEqual([
    [{ kind: 'service', id: service.id, label: String(service.serviceNumber) }],
    [{ kind: 'service', id: service.id, label: String(service.serviceNumber) }],
  ])
})

it('names what a message without words carries', async () => {
  const { id: threadId } = await at.open({ kind: 'service', serviceId: service.id })
  const photo = await upload('dispatcher', jpegWith('GPS'), 'golpe.jpg')
  expect((await at.send(threadId, { attachmentIds: [photo] })).status).toBe(201)
  const recording = await upload('driver', wav(3), 'voz.wav')
  expect(await at.act({ kind: 'send', threadId, text: '', attachmentIds: [recording] })).toEqual([null])
  const refs = [{ kind: 'place', latitude: 19.4, longitude: -99.1, label: 'Puerta 4' }]
  await at.send(threadId, { refs })
  expect(await history()).toEqual([
    { attachments: ['photo'] },
    { attachments: ['voice_note'] },
    { message: 'Puerta 4' },
  ])
})

it('an SMS names what the message points at, in the language of who gets it', async () => {
  const { id } = await at.open({ kind: 'contact', contactId: at.clientId })
  const refs = [
    { kind: 'vehicle', id: at.vehicle.id, label: '118' },
    { kind: 'place', latitude: 19.4, longitude: -99.1, label: 'Puerta 4' },
  ]
  await at.send(id, { text: '', refs, methods: ['sms'] })
  const bodies = await test.build((tx) =>
    tx.sql<{ body: string }>(
      `select d.body from platform.deliveries d join communication.recipients r on r.delivery_id = d.id
       where r.thread_id = $1`,
      [id],
    ),
  )
  expect(bodies).toEqual([{ body: 'Unidad 118\nPuerta 4 (19.40000, -99.10000)' }])
})
