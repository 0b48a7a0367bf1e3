import { type TestDatabase, testDatabase } from '@rumbo/tools/testing'
import pg from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { migrate } from './migrations.ts'

let database: TestDatabase
let client: pg.Client

beforeEach(async () => {
  database = await testDatabase({ empty: true })
  client = new pg.Client({ connectionString: database.superuserUrl })
  await client.connect()
  await client.query(`grant create on database ${database.name} to rumbo_owner`)
})
afterEach(async () => {
  await client.end()
  await database.close()
})

const id = (number: number) => `00000000-0000-4000-8000-00000000000${number}`
/** As the version before writes a mail. */
const post = (number: number) =>
  client.query(
    `insert into platform.mails (id, channel, kind, recipient, language, subject, body, created_at)
     values ($1, 'email', 'notice', 'ana@example.com', 'es', 'Asunto', 'Texto', now())`,
    [id(number)],
  )
const deliveries = async () =>
  (
    await client.query(
      'select id, subject, status, attempts, priority, retried_after from platform.deliveries order by id',
    )
  ).rows

it('keeps the mails of a database from before deliveries, and processes of that version go on sending', async () => {
  await migrate({ url: database.superuserUrl, upTo: 101 })
  await post(1)
  await client.query(
    `insert into platform.audit_entries (id, at, action, entity, entity_id) values ($1, now(), 'message.retried', 'message', $2)`,
    [id(9), id(1)],
  )
  await migrate({ url: database.superuserUrl })
  const waiting = { subject: 'Asunto', status: 'pending', attempts: 0, priority: 3, retried_after: 0 }
  expect(await deliveries()).toEqual([{ id: id(1), ...waiting }])
  const audit = await client.query('select action, entity from platform.audit_entries')
  expect(audit.rows).toEqual([{ action: 'delivery.retried', entity: 'delivery' }])

  for (const [index, role] of ['rumbo_all', 'rumbo_scoped', 'rumbo_guest', 'rumbo_system'].entries()) {
    await client.query(`set role ${role}`)
    await post(index + 2)
  }
  const claimed = await client.query<{ id: string }>(
    `update platform.mails set attempts = attempts + 1, next_attempt_at = now()
      where id = (
        select id from platform.mails as mail
         where status = 'pending' and (next_attempt_at is null or next_attempt_at <= now())
           and not exists (
             select from platform.mails as earlier
              where earlier.status = 'pending' and earlier.channel = mail.channel
                and earlier.recipient = mail.recipient and earlier.id < mail.id)
         order by id
         limit 1
         for update skip locked)
     returning id`,
  )
  expect(claimed.rows).toEqual([{ id: id(1) }])
  await client.query("update platform.mails set status = 'sent', sent_at = now() where id = $1", [id(1)])
  await client.query('set role rumbo_all')
  expect((await client.query('select id from platform.mails')).rowCount).toBe(5)
  await client.query('set role rumbo_scoped')
  await expect(client.query('select id from platform.mails')).rejects.toThrow('permission denied')
  await client.query('reset role')
  expect((await deliveries()).map(({ status }) => status)).toEqual([
    'sent',
    'pending',
    'pending',
    'pending',
    'pending',
  ])
})

it('removes the codes and links of what was sent before', async () => {
  await migrate({ url: database.superuserUrl, upTo: 102 })
  for (const number of [1, 2, 3]) await post(number)
  await client.query("update platform.deliveries set kind = 'reset', status = 'sent' where id = $1", [id(1)])
  await client.query("update platform.deliveries set kind = 'reset', status = 'kept' where id = $1", [id(2)])
  await client.query("update platform.deliveries set status = 'sent' where id = $1", [id(3)])
  await migrate({ url: database.superuserUrl })
  const { rows } = await client.query('select body from platform.deliveries order by id')
  expect(rows.map(({ body }) => body)).toEqual(['', 'Texto', 'Texto'])
})
