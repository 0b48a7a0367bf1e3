import { type TestDatabase, testDatabase } from '@rumbo/tools/testing'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { insertRoute } from '../communication/inbound/communication.inbound.repository.ts'
import { insertThread } from '../communication/threads/communication.threads.repository.ts'
import { buildContact } from '../directory/directory.factory.ts'
import { buildCompany, buildFleet } from '../organisation/organisation.factory.ts'
import { asSystem } from '../platform/access/access.ts'
import { systemClock } from '../platform/clock.ts'
import { createDatabase, type Database } from '../platform/database/database.ts'
import type { Transaction } from '../platform/database/transaction.ts'
import { postText } from '../platform/deliveries/post.ts'
import { recordHook } from '../platform/deliveries/receipts.ts'
import { wav } from '../platform/files/media/testing/samples.ts'
import { newReplyToken, replyAddressOf } from '../platform/inbound/reply-address.ts'
import { storeMail } from '../platform/inbound/store.ts'
import { hasDovecot, startDovecot } from '../platform/inbound/testing/dovecot.ts'
import { createServerProcesses, type ServerProcess } from './testing/server-process.ts'

const reply = 'respuestas@flota.example'
const phone = '+525512345678'
let postgres: TestDatabase
let database: Database
let processes: ReturnType<typeof createServerProcesses>
let company: { companyId: string; fleetId: string }

const build = <Built>(work: (tx: Transaction) => Promise<Built>) =>
  database.transaction(asSystem('test'), work)
const rows = <Row extends object>(text: string, values: unknown[] = []) =>
  build((tx) => tx.sql<Row>(text, values))

beforeAll(async () => {
  postgres = await testDatabase()
  processes = createServerProcesses(postgres)
  database = createDatabase({ url: postgres.url, clock: systemClock, connections: 2 })
  company = await build(async (tx) => {
    const companyId = (await buildCompany(tx, { tier: 'professional' })).id
    return { companyId, fleetId: (await buildFleet(tx, { companyId })).id }
  })
}, 60_000)
afterAll(async () => {
  await processes.end()
  await database.close()
  await postgres.close()
})

/** A conversation with a contact who was written to by both channels. */
const conversation = () =>
  build(async (tx) => {
    const contactId = (await buildContact(tx, company)).id
    const { id: threadId } = await insertThread(tx, {
      ...{ id: uuid(), ...company, kind: 'contact', title: 'Elena Torres', contactId },
    })
    const token = newReplyToken()
    const deliveryId = await postText(tx, { recipient: phone, language: 'es', body: '¿A qué hora llega?' })
    await tx.sql(`update platform.deliveries set status = 'sent' where id = $1`, [deliveryId])
    const route = { threadId, recipientId: contactId, deliveryId }
    await insertRoute(tx, { channel: 'email', address: token, ...route, recipientAddress: 'a@b.example' })
    await insertRoute(tx, { channel: 'sms', address: phone, ...route, recipientAddress: phone })
    return { threadId, address: replyAddressOf(reply, token) }
  })
const mailTo = (address: string, text: string) =>
  Buffer.from(
    [
      'From: a@b.example',
      `To: ${address}`,
      `Message-ID: <${uuid()}@b.example>`,
      'Content-Type: multipart/mixed; boundary=x',
      '',
      '--x',
      '',
      text,
      '--x',
      'Content-Type: audio/wav; name=nota.wav',
      'Content-Disposition: attachment; filename=nota.wav',
      'Content-Transfer-Encoding: base64',
      '',
      wav(1).toString('base64').replace(/.{76}/g, '$&\r\n'),
      '--x--',
      '',
    ].join('\r\n'),
  )
const written = async (threadId: string) =>
  (
    await rows<{ text: string; files: number }>(
      `select text, (select count(*)::int from communication.attachments a join platform.files f on f.id = a.id
         where a.message_id = m.id and f.expires_at = 'infinity') as files
       from communication.messages m where thread_id = $1 order by sequence`,
      [threadId],
    )
  ).map(({ text, files }) => `${text} ${files}`)

async function kill({ child }: ServerProcess) {
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await ended
  // What it held is free when its leases end.
  await rows(`update platform.inbound set next_attempt_at = now() where handled_at is null`)
  await rows(`update platform.mailbox_states set leased_until = now()`)
}
const until = (threadId: string, done: (texts: string[]) => boolean) =>
  vi.waitFor(async () => expect(done(await written(threadId))).toBe(true), { timeout: 60_000, interval: 20 })

describe('workers killed while they take replies', () => {
  it('lose none that is stored, and write each once, with its files', async () => {
    const { threadId, address } = await conversation()
    const expected = Array.from({ length: 25 }, (_, at) => [`mail ${at} 1`, `sms ${at} 0`]).flat()
    const environment = { RUMBO_REPLY_ADDRESS: reply }
    let [one, two] = await Promise.all([
      processes.start('worker', environment),
      processes.start('worker', environment),
    ])
    await build(async (tx) => {
      for (let at = 0; at < 25; at += 1) {
        await storeMail(tx, { raw: mailTo(address, `mail ${at}`) })
        const sms = { providerId: `S${at}`, from: phone, to: '', text: `sms ${at}` }
        await recordHook(tx, 'twilio', { receipts: [], replies: [sms] })
      }
    })
    for (const count of [3, 12, 25]) {
      await until(threadId, (texts) => texts.length >= count)
      await kill(one)
      ;[one, two] = [two, await processes.start('worker', environment)]
    }
    await until(threadId, (texts) => texts.length >= expected.length)
    expect((await written(threadId)).sort()).toEqual(expected.sort())
    await kill(one)
    await kill(two)
  }, 120_000)

  describe.runIf(hasDovecot())(
    'from a mailbox',
    { meta: { needs: 'Dovecot, the package dovecot-imapd' } },
    () => {
      it('lose none that is there, and write each once', async () => {
        const dovecot = await startDovecot()
        try {
          const { threadId, address } = await conversation()
          const texts = Array.from({ length: 40 }, (_, at) => `correo ${at}`)
          const mails = texts.map((text) => mailTo(address, text))
          const environment = { RUMBO_REPLY_ADDRESS: reply, IMAP_URL: dovecot.url('respuestas') }
          let [one, two] = await Promise.all([
            processes.start('worker', environment),
            processes.start('worker', environment),
          ])
          await dovecot.deliver('respuestas', mails.slice(0, 20))
          for (const count of [2, 10]) {
            await until(threadId, (found) => found.length >= count)
            await kill(one)
            ;[one, two] = [two, await processes.start('worker', environment)]
          }
          await dovecot.deliver('respuestas', mails.slice(20))
          await until(threadId, (found) => found.length >= 25)
          await kill(one)
          await until(threadId, (found) => found.length >= texts.length)
          expect((await written(threadId)).sort()).toEqual(texts.map((text) => `${text} 1`).sort())
          await kill(two)
        } finally {
          await dovecot.close()
        }
      }, 150_000)
    },
  )
})
