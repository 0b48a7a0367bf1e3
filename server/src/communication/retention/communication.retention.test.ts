import { createTestApp, type TestApp } from '@rumbo/tools/testing'
import { v7 as uuid, v5 as uuidOfName } from 'uuid'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildContact } from '../../directory/directory.factory.ts'
import { buildUser } from '../../identity/identity.factory.ts'
import { buildCompany, buildFleet } from '../../organisation/organisation.factory.ts'
import { wav } from '../../platform/files/media/testing/samples.ts'
import { claimFile } from '../../platform/files/record-files.ts'
import { insertFileLink } from '../files/communication.files.repository.ts'
import { insertAside } from '../inbound/communication.aside.repository.ts'
import { insertReplyFiles, insertRoute } from '../inbound/communication.inbound.repository.ts'
import { insertMessage } from '../messages/communication.messages.repository.ts'
import { insertThread } from '../threads/communication.threads.repository.ts'
import { asideDays, forgetCommunication, keptDays } from './communication.retention.jobs.ts'

let test: TestApp
let companyId: string
let threadId: string
let messageId: string
let contactId: string
let userId: string
beforeAll(async () => {
  test = await createTestApp()
  await test.build(async (tx) => {
    companyId = (await buildCompany(tx)).id
    const fleetId = (await buildFleet(tx, { companyId })).id
    contactId = (await buildContact(tx, { companyId })).id
    userId = (await buildUser(tx)).id
    const given = { id: uuid(), companyId, fleetId, kind: 'contact', title: 'Elena', contactId } as const
    threadId = (await insertThread(tx, given)).id
    messageId = uuid()
    await insertMessage(tx, threadId, {
      ...{ id: messageId, authorKind: 'staff', authorId: userId, author: 'Ana', priority: 'normal' },
      ...{ kind: 'text', text: 'Hola' },
    })
  })
})
afterAll(() => test.close())

/** One of each that is removed by its age. @returns the name of the kind and the days for which it is kept */
const made = {
  reply_routes: () =>
    test.build((tx) =>
      insertRoute(tx, {
        ...{ channel: 'email', address: uuid(), threadId, recipientId: contactId, deliveryId: uuid() },
        recipientAddress: 'elena@cliente.example',
      }),
    ),
  driver_actions: () =>
    test.build((tx) =>
      tx.sql(
        `insert into communication.driver_actions (id, user_id, kind, received_at) values ($1, $2, 'read', $3)`,
        [uuid(), userId, tx.now],
      ),
    ),
  attachments: () => addFile(null),
  file_links: () =>
    test.build((tx) =>
      insertFileLink(tx, {
        ...{ id: uuid(), tokenHash: uuid(), companyId, messageId, recipientId: contactId, attachmentIds: [] },
        ...{ language: 'es', expiresAt: tx.now },
      }),
    ),
  aside_floods: () =>
    test.build((tx) =>
      tx.sql(`insert into communication.aside_floods (company_id, hour, replies) values ($1, $2, 3)`, [
        companyId,
        tx.now,
      ]),
    ),
}
const addFile = (of: string | null) =>
  test.build((tx) =>
    tx.sql(
      `insert into communication.attachments (id, owner_id, message_id, name, content_type, bytes, created_at)
       values ($1, $2, $3, 'a.pdf', 'application/pdf', 5, $4)`,
      [uuid(), userId, of, tx.now],
    ),
  )
const count = async (kind: string) =>
  Number((await test.superuser.query(`select count(*) from communication.${kind}`)).rows[0]?.count)

it.each(Object.entries(keptDays) as [keyof typeof made, number][])(
  '%s are kept for %i days, and removed in batches then',
  async (kind, days) => {
    for (let one = 0; one < 3; one += 1) {
      test.clock.advance(1)
      await made[kind]()
    }
    test.clock.advance(days * 86_400 - 1)
    await forgetCommunication(test.database, { limit: 1 })
    expect(await count(kind)).toBe(2)
    await made[kind]()
    test.clock.advance(2)
    await forgetCommunication(test.database, { limit: 1 })
    expect(await count(kind)).toBe(days === 0 ? 0 : 1)
    test.clock.advance(days * 86_400)
    await forgetCommunication(test.database)
    expect(await count(kind)).toBe(0)
  },
)

it('files of messages stay', async () => {
  await addFile(messageId)
  test.clock.advance(1_000 * 86_400)
  await forgetCommunication(test.database)
  expect(await count('attachments')).toBe(1)
})

it('what is kept aside goes after 90 days with its files, and nobody decides about it meanwhile', async () => {
  const files: string[] = []
  for (const name of ['uno', 'dos']) {
    const id = uuid()
    const fileId = uuidOfName(name, id)
    files.push(fileId)
    await test.files.records.putFor(id, { id: fileId, contentType: 'audio/wav', content: wav(1) })
    await test.build(async (tx) => {
      await insertAside(tx, {
        ...{ id, companyId, channel: 'email', from: 'elena@cliente.example', contactName: 'Elena' },
        ...{ contactIds: [contactId], fleetId: null, subject: '', text: name, reason: 'no_token' },
        receivedAt: tx.now,
      })
      const file = { id: fileId, name: 'a.wav', contentType: 'audio/wav', bytes: 5, seconds: 1 } as const
      await insertReplyFiles(tx, { asideId: id, ownerId: id }, [{ ...file, width: null, height: null }])
      await claimFile(tx, fileId, id)
    })
    test.clock.advance(86_400)
  }
  test.clock.advance((asideDays - 2) * 86_400 + 1)
  await Promise.all([forgetCommunication(test.database), forgetCommunication(test.database)])
  await test.files.purge()
  await expect(test.files.records.read(files[0] ?? '')).rejects.toMatchObject({ code: 'file_not_found' })
  expect((await test.files.records.read(files[1] ?? '')).content.equals(wav(1))).toBe(true)
  expect(await count('aside')).toBe(1)
})
