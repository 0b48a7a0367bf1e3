import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import {
  type Company,
  createNotifiedCompany,
  findingOf,
  listOf,
  type NotifiedCompany,
  ruleBody,
} from '../testing/notified.ts'

let notified: NotifiedCompany
let company: Company
beforeAll(async () => {
  notified = await createNotifiedCompany(new Set(['in_app']))
})
afterAll(() => notified.close())
beforeEach(async () => {
  company = await notified.build()
})

const escalating = async (of: Company) => {
  const lead = await notified.test.as(of.people.lead)
  const created = await lead<{ id: string }>('POST', '/notification-rules', {
    body: {
      companyId: of.companyId,
      ...ruleBody({
        escalation: [
          { afterSeconds: 60, audience: [{ kind: 'roles', roles: ['fleet_manager'] }], methods: ['in_app'] },
        ],
      }),
    },
  })
  expect(created.status).toBe(201)
  await notified.find(findingOf(of, { at: notified.test.clock.now() }))
  return created.body.id
}
const escalationsOf = async (of: Company) => {
  const { items } = await listOf(await notified.test.as(of.people.manager))
  return items.filter(({ kind }) => kind === 'escalation')
}
const broken = { kind: 'nobody' }

it('an escalation that fails is put off for longer each time, and does not hold up the others', async () => {
  const other = await notified.build()
  const ruleId = await escalating(company)
  await escalating(other)
  const write = (audience: object) =>
    notified.test.build((tx) =>
      tx.sql(
        `update notifications.rules set escalation = jsonb_set(escalation, '{0,audience}', $2::jsonb) where id = $1`,
        [ruleId, JSON.stringify(audience)],
      ),
    )
  // Not a list: the step throws.
  await write(broken)
  notified.test.clock.advance(61)
  await notified.workOffDue()
  expect(await escalationsOf(other)).toHaveLength(1)
  const state = () =>
    notified.test.build(async (tx) => {
      const [row] = await tx.sql<{ failures: number; seconds: number }>(
        `select failures, extract(epoch from due_at - $2::timestamptz)::int as seconds
         from notifications.escalations where rule_id = $1`,
        [ruleId, tx.now],
      )
      return row
    })
  expect(await state()).toEqual({ failures: 1, seconds: 10 })
  notified.test.clock.advance(10)
  await notified.workOffDue()
  expect(await state()).toEqual({ failures: 2, seconds: 20 })
  await write([{ kind: 'roles', roles: ['fleet_manager'] }])
  notified.test.clock.advance(20)
  await notified.workOffDue()
  expect(await escalationsOf(company)).toHaveLength(1)
  expect((await state())?.failures).toBe(0)
})

it('a digest that fails does not hold up those of others', async () => {
  const other = await notified.build()
  const wait = async (of: Company) => {
    const lead = await notified.test.as(of.people.lead)
    await lead('POST', '/notification-rules', { body: { companyId: of.companyId, ...ruleBody() } })
    await notified.find(findingOf(of, { at: notified.test.clock.now() }))
    const rows = await notified.test.build((tx) =>
      tx.sql(
        `insert into notifications.waiting (notification_id, method, until, why, recipient_id)
         select id, 'email', $2, 'digest', user_id from notifications.notifications where user_id = $1
         returning notification_id`,
        [of.people.dispatcher.id, tx.now],
      ),
    )
    expect(rows).toHaveLength(1)
  }
  await wait(company)
  await wait(other)
  // Times cannot be written in a zone that does not exist.
  await notified.test.build((tx) =>
    tx.sql(`update organisation.companies set time_zone = 'Nowhere/Land' where id = $1`, [company.companyId]),
  )
  await notified.workOffDue()
  const ids = [company.people.dispatcher.id, other.people.dispatcher.id]
  const left = await notified.test.build((tx) =>
    tx.sql(
      'select recipient_id as id, failures from notifications.waiting where recipient_id = any($1::uuid[])',
      [ids],
    ),
  )
  expect(left).toEqual([{ id: ids[0], failures: 1 }])
})
