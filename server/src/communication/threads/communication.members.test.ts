import type { ThreadDetails } from '@rumbo/contract/communication.contract'
import type { TestApp, TestCall } from '@rumbo/tools/testing'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { buildContact } from '../../directory/directory.factory.ts'
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

const change = (id: string, body: object, call: TestCall = at.as.dispatcher) =>
  call<Refusal>('POST', `/threads/${id}/members`, { body })
const parties = async (id: string, call: TestCall = at.as.dispatcher) =>
  (await call<ThreadDetails>('GET', `/threads/${id}`)).body.parties.map(({ name }) => name)
const entries = async (id: string) =>
  (await at.messages(id)).filter(({ kind }) => kind === 'log').map(({ author, text }) => [author, text])

it('a driver who is removed from a group sees nothing later, keeps what came before, and writes no more', async () => {
  const rosa = await test.build((tx) =>
    buildContact(tx, { companyId: at.place.companyId, firstName: 'Rosa', primaryPhone: '+52 55 1234 0101' }),
  )
  const { id } = await at.open({ kind: 'group', title: 'Turno', partyIds: [at.driverId] })
  await at.send(id, { text: 'Antes' })
  expect((await change(id, { addIds: [rosa.id] })).status).toBe(200)
  expect(await parties(id)).toEqual(['Iván Mora', 'Rosa Torres'])
  expect((await at.send(id, { text: 'Juntos' })).body.reach.recipients).toBe(2)
  expect((await change(id, { removeIds: [at.driverId] })).status).toBe(200)
  expect((await at.send(id, { text: 'Después' })).body.reach.recipients).toBe(1)
  const [shown] = await at.phone()
  expect(shown?.messages.map(({ text }) => text)).toEqual(['Antes', 'Juntos'])
  expect(await at.act({ kind: 'send', threadId: id, text: 'Sigo aquí' })).toEqual(['thread_not_found'])
  expect(await entries(id)).toEqual([
    ['Beto Torres', '+ Rosa Torres'],
    ['Beto Torres', '− Iván Mora'],
  ])
})

it('a group keeps somebody, and takes nobody of another company', async () => {
  const { id } = await at.open({ kind: 'group', title: 'Turno', partyIds: [at.driverId] })
  expect((await change(id, { removeIds: [at.driverId] })).body.code).toBe('validation_failed')
  expect((await change(id, { addIds: [uuid()] })).body.code).toBe('contact_not_found')
  expect((await change(id, { addIds: [at.clientId] }, at.as.viewer)).status).toBe(403)
  expect(await parties(id)).toEqual(['Iván Mora'])
  expect(await entries(id)).toEqual([])
})

it('a private conversation is left, entered again, and never read in between', async () => {
  const { lead, viewer } = at.people
  const opened = await at.as.dispatcher<ThreadDetails>('POST', '/own-threads', {
    body: { companyId: at.place.companyId, userIds: [lead.id, viewer.id], title: 'Guardia' },
  })
  const { id } = opened.body
  expect((await change(id, { removeIds: [viewer.id] }, at.as.viewer)).status).toBe(200)
  expect((await at.as.viewer('GET', `/threads/${id}/messages`)).status).toBe(404)
  expect((await change(id, { addIds: [viewer.id] }, at.as.viewer)).status).toBe(404)
  expect((await at.send(id, { text: 'Sin Carla' })).body.reach.recipients).toBe(1)
  expect((await change(id, { addIds: [viewer.id] })).status).toBe(200)
  expect(await parties(id, at.as.viewer)).toEqual(['Ana Torres', 'Beto Torres', 'Carla Torres'])
  expect((await at.as.dispatcher('GET', `/threads/${id}`)).status).toBe(200)
  expect(await entries(id)).toEqual([
    ['Carla Torres', '− Carla Torres'],
    ['Beto Torres', '+ Carla Torres'],
  ])
})

it('other conversations keep who they are with', async () => {
  const driver = await at.open()
  expect((await change(driver.id, { addIds: [at.clientId] })).body.code).toBe('thread_members_fixed')
  const two = await at.as.dispatcher<ThreadDetails>('POST', '/own-threads', {
    body: { companyId: at.place.companyId, userIds: [at.people.lead.id] },
  })
  expect((await change(two.body.id, { addIds: [at.people.viewer.id] })).body.code).toBe(
    'thread_members_fixed',
  )
})
