import type { Broadcast, readBroadcast } from '@rumbo/contract/communication.broadcasts.contract'
import type { MessageRecipient } from '@rumbo/contract/communication.messages.contract'
import type { OutputOf } from '@rumbo/contract/endpoint'
import type { TestApp } from '@rumbo/tools/testing'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { buildContact } from '../../directory/directory.factory.ts'
import { optOut } from '../../platform/deliveries/opt-outs.ts'
import { buildDriver, buildShift } from '../../shifts/shifts.factory.ts'
import { buildVehicle } from '../../vehicles/vehicles.factory.ts'
import {
  type CommunicationHarness,
  createCommunicationApp,
  createCommunicationHarness,
  type Refusal,
} from '../testing/communication.harness.ts'

let test: TestApp
let at: CommunicationHarness
beforeAll(async () => {
  test = await createCommunicationApp()
})
afterAll(() => test.close())
beforeEach(async () => {
  at = await createCommunicationHarness(test)
})

const reachOf = async (threadId: string) => (await at.messages(threadId)).at(-1)?.reach
const retry = (message: { threadId: string; id: string }, recipientId: string, method: string) =>
  at.as.dispatcher<MessageRecipient & Refusal>(
    'POST',
    `/threads/${message.threadId}/messages/${message.id}/recipients/${recipientId}/retry`,
    { body: { method } },
  )

it('a driver who does not read is sent an SMS, and is listed once with both methods', async () => {
  const { id } = await at.open()
  const sent = (await at.send(id, { text: 'Llámame' })).body
  expect((await at.recipients(sent))[0]?.otherMethods).toContain('sms')
  const again = await retry(sent, at.driverId, 'sms')
  expect(again.body.tries.map(({ method }) => method).sort()).toEqual(['in_app', 'sms'])
  const listed = await at.recipients(sent)
  expect(listed).toHaveLength(1)
  expect(listed[0]?.otherMethods).not.toContain('sms')
  expect(await reachOf(id)).toEqual({ recipients: 1, read: 0, failed: 0, held: 0 })
  await at.act({ kind: 'read', threadId: id, sequence: 1 })
  expect((await at.recipients(sent))[0]).toMatchObject({ method: 'in_app', status: 'read' })
  expect(await reachOf(id)).toEqual({ recipients: 1, read: 1, failed: 0, held: 0 })
})

it('what failed by one method and was sent by another counts as failed no more', async () => {
  const { id } = await at.open({ kind: 'contact', contactId: at.clientId })
  const sent = (await at.send(id, { text: 'Va en camino', methods: ['sms'] })).body
  const fail = (error: string) =>
    test.build((tx) =>
      tx.sql(
        `update platform.deliveries d set status = 'failed', error = $2 from communication.recipients r
         where r.delivery_id = d.id and r.message_id = $1 and r.method = 'sms'`,
        [sent.id, error],
      ),
    )
  await fail('provider_status: 503')
  expect(await reachOf(id)).toMatchObject({ failed: 1 })
  expect((await at.recipients(sent))[0]).toMatchObject({ status: 'failed', detail: 'provider_status: 503' })
  await retry(sent, at.clientId, 'email')
  expect(await reachOf(id)).toMatchObject({ recipients: 1, failed: 0 })
  expect(await at.recipients(sent)).toMatchObject([
    { method: 'email', status: 'pending', tries: [{ method: 'email' }, { method: 'sms', status: 'failed' }] },
  ])
})

it('keeps why each of a group gets nothing', async () => {
  const { companyId } = at.place
  const [stopped, far] = await test.build(async (tx) => [
    await buildContact(tx, { companyId, firstName: 'Rosa', primaryPhone: '+52 55 1234 0001' }),
    await buildContact(tx, { companyId, firstName: 'Zoe', primaryPhone: '+52 55 1234 0002' }),
  ])
  await test.build((tx) => optOut(tx, 'sms', '+52 55 1234 0001', 'stop'))
  const group = await at.open({
    kind: 'group',
    title: 'Turno',
    partyIds: [stopped?.id, far?.id, at.driverId],
  })
  const plain = (await at.send(group.id, { text: 'Hola' })).body
  const reasons = async (message: typeof plain) =>
    (await at.recipients(message)).filter(({ status }) => status === 'failed').map(({ detail }) => detail)
  expect(await reasons(plain)).toEqual(['opted_out'])
  expect(await reachOf(group.id)).toMatchObject({ recipients: 3, failed: 1 })
})

it('a broadcast is sent by SMS to those who have not read it, once, and to one who has no telephone not', async () => {
  const { companyId } = at.place
  const silent = await test.build(async (tx) => {
    const drivers = []
    for (const [firstName, primaryPhone] of [
      ['Rosa', '+52 55 1234 0003'],
      ['Zoe', ''],
    ]) {
      const driver = await buildDriver(tx, { companyId, firstName, primaryPhone })
      const vehicle = await buildVehicle(tx, { ...at.place, causes: [] })
      await buildShift(tx, { ...at.place, driver, vehicle, isRunning: true })
      drivers.push(driver)
    }
    return drivers
  })
  const id = uuid()
  const body = { id, fleetId: at.place.fleetId, filter: { kind: 'onDuty' }, text: 'Reunión' }
  const broadcast = (await at.as.dispatcher<Broadcast>('POST', '/broadcasts', { body })).body
  expect(broadcast).toMatchObject({ recipients: 3, failed: 2 })
  const [thread] = await at.phone()
  await at.act({ kind: 'read', threadId: thread?.id, sequence: 1 })
  const again = () =>
    at.as.dispatcher<{ sent: number; unreachable: number; left: number }>('POST', `/broadcasts/${id}/retry`, {
      body: { method: 'sms' },
    })
  // Two who press at once send once.
  const both = await Promise.all([again(), again()])
  expect(both.map(({ body: { sent } }) => sent).sort()).toEqual([0, 1])
  expect((await again()).body).toEqual({ sent: 0, unreachable: 1, left: 0 })
  const read = (await at.as.viewer<OutputOf<typeof readBroadcast>>('GET', `/broadcasts/${id}`)).body
  expect(read).toMatchObject({ recipients: 3, read: 1, failed: 1 })
  expect(read.notRead.map(({ recipientId, tries }) => [recipientId, tries.length])).toEqual([
    [silent[0]?.id, 2],
    [silent[1]?.id, 1],
  ])
  const sms = await test.build((tx) =>
    tx.sql(`select from platform.deliveries where channel = 'sms' and recipient = '+52 55 1234 0003'`),
  )
  expect(sms).toHaveLength(1)
  const path = `/broadcasts/${id}/retry`
  expect((await at.as.viewer('POST', path, { body: { method: 'sms' } })).status).toBe(403)
})
