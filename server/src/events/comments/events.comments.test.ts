import {
  commentEditableMs,
  type EventComment,
  type EventPerson,
} from '@rumbo/contract/events.comments.contract'
import type { Event } from '@rumbo/contract/events.contract'
import type { Problem } from '@rumbo/contract/problems.contract'
import { createTestApp, type TestApp, type TestCall } from '@rumbo/tools/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildUser } from '../../identity/identity.factory.ts'
import { buildAssignment, buildCompany, buildFleet } from '../../organisation/organisation.factory.ts'
import { buildVehicle } from '../../vehicles/vehicles.factory.ts'
import { buildEvent } from '../events.factory.ts'
import { eventEndpoints } from '../index.ts'

let test: TestApp
let eventId: string
let companyId: string
let fleetId: string
let vehicleId: string
let people: Record<'lead' | 'dispatcher' | 'viewer' | 'driver' | 'elsewhere' | 'outsider', { id: string }>
let lead: TestCall
let dispatcher: TestCall
let viewer: TestCall

beforeAll(async () => {
  test = await createTestApp({ answers: () => [...eventEndpoints] })
})
afterAll(() => test.close())
beforeEach(async () => {
  people = await test.build(async (tx) => {
    companyId = (await buildCompany(tx, { tier: 'professional' })).id
    const foreignId = (await buildCompany(tx, { tier: 'professional' })).id
    fleetId = (await buildFleet(tx, { companyId })).id
    const otherFleetId = (await buildFleet(tx, { companyId })).id
    vehicleId = (await buildVehicle(tx, { companyId, fleetId, causes: [] })).id
    eventId = (await buildEvent(tx, { companyId, fleetId, vehicleId })).id
    const person = async (firstName: string, level: 'user' | 'manager' | 'admin', given: object) => {
      const user = await buildUser(tx, { level, firstName, lastName: 'Torres' })
      await buildAssignment(tx, { userId: user.id, companyId, ...given })
      return user
    }
    return {
      lead: await person('Ana', 'manager', { role: 'company_manager' }),
      dispatcher: await person('Beto', 'user', { fleetId, role: 'dispatcher' }),
      viewer: await person('Carla', 'user', { fleetId, role: 'fleet_viewer' }),
      driver: await person('Dora', 'user', { fleetId, role: 'primary_driver' }),
      elsewhere: await person('Elías', 'user', { fleetId: otherFleetId, role: 'dispatcher' }),
      outsider: await person('Fe', 'admin', { companyId: foreignId, role: 'company_owner' }),
    }
  })
  lead = await test.as(people.lead)
  dispatcher = await test.as(people.dispatcher)
  viewer = await test.as(people.viewer)
})

const path = (id = '') => `/events/${eventId}/comments${id && `/${id}`}`
const say = (call: TestCall, text: string, mentions: string[] = []) =>
  call<EventComment & Problem>('POST', path(), { body: { text, mentions } })
const said = async (call: TestCall) =>
  (await call<{ items: EventComment[] }>('GET', path())).body.items.map(({ author, text }) => [author, text])
const named = async (query = '') =>
  (await lead<{ items: EventPerson[] }>('GET', `/events/${eventId}/people${query}`)).body.items
const assign = (call: TestCall, assigneeId: string | null, formerId: string | null) =>
  call<Event & { code?: string }>('POST', `/events/${eventId}/assign`, { body: { assigneeId, formerId } })
const concerning = async (call: TestCall, concerns: string) =>
  (
    await call<{ items: Event[] }>('GET', `/events?companyId=${companyId}&concerns=${concerns}`)
  ).body.items.map(({ id }) => id)

describe('comments on an event', () => {
  it('are read by all who may read it, and written by those who may handle it', async () => {
    expect((await say(dispatcher, 'Llamé al conductor')).body).toMatchObject({ text: 'Llamé al conductor' })
    await say(lead, ' Gracias\n ')
    expect(await said(viewer)).toEqual([
      ['Beto Torres', 'Llamé al conductor'],
      ['Ana Torres', 'Gracias'],
    ])
    expect((await say(viewer, 'Yo también')).status).toBe(403)
    for (const person of [people.outsider, people.elsewhere, people.driver]) {
      const call = await test.as(person)
      expect((await call('GET', path())).status).toBeGreaterThanOrEqual(403)
      expect((await say(call, 'Hola')).status).toBeGreaterThanOrEqual(403)
    }
    expect(await said(viewer)).toHaveLength(2)
    for (const wrong of [' ', 'x'.repeat(2001), 'a\u0000b']) expect((await say(lead, wrong)).status).toBe(422)
  })

  it('name only people who may read the event and whose name the text has', async () => {
    const answer = await say(dispatcher, 'Mira, @Carla Torres', [people.viewer.id, people.lead.id])
    expect(answer.body.mentions).toEqual([{ id: people.viewer.id, name: 'Carla Torres' }])
    expect(await concerning(viewer, 'mentioned')).toEqual([eventId])
    expect(await concerning(lead, 'mentioned')).toEqual([])
    for (const id of [people.outsider.id, people.elsewhere.id, people.driver.id, eventId]) {
      const refused = await say(dispatcher, '@Fe Torres', [id])
      expect(refused.status).toBe(422)
      expect(refused.body.errors).toMatchObject([{ path: 'body.mentions.0', code: 'not_allowed' }])
    }
  })

  it('are changed and deleted by their author alone, in their first minutes', async () => {
    const { id } = (await say(dispatcher, '@Carla Torres', [people.viewer.id])).body
    const change = (call: TestCall, text: string) =>
      call<EventComment & Problem>('PUT', path(id), { body: { text } })
    expect((await change(lead, 'Otra cosa')).body.code).toBe('comment_final')
    expect((await change(dispatcher, 'Sin avisar')).body).toMatchObject({ text: 'Sin avisar', mentions: [] })
    expect(await concerning(viewer, 'mentioned')).toEqual([])
    const late = (await say(dispatcher, 'Tarde')).body.id
    test.clock.advance(commentEditableMs / 1000 + 1)
    dispatcher = await test.as(people.dispatcher)
    expect((await dispatcher<Problem>('DELETE', path(late))).body.code).toBe('comment_final')
    const fresh = (await say(dispatcher, 'Nuevo')).body.id
    expect((await dispatcher('DELETE', path(fresh))).status).toBe(200)
    expect((await dispatcher<Problem>('DELETE', path(fresh))).body.code).toBe('comment_not_found')
    expect(await said(dispatcher)).toEqual([
      ['Beto Torres', 'Sin avisar'],
      ['Beto Torres', 'Tarde'],
    ])
  })

  it('are 200 on one event at most, also where two people write the last one at once', async () => {
    await test.build((tx) =>
      tx.sql(
        `insert into events.comments (id, event_id, company_id, fleet_id, vehicle_id, author_id, author, text, created_at)
         select gen_random_uuid(), $1, $2, $3, $4, $5, 'Ana Torres', 'Nota ' || n, $6::timestamptz - make_interval(mins => 200 - n)
         from generate_series(1, 199) as n`,
        [eventId, companyId, fleetId, vehicleId, people.lead.id, test.clock.now()],
      ),
    )
    const answers = await Promise.all([say(lead, 'La última'), say(dispatcher, 'La última')])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'comment_limit',
      title: expect.stringContaining('200'),
    })
    expect(await said(viewer)).toHaveLength(200)
    const [first] = answers
    const [id, author] = first.status === 200 ? [first.body.id, lead] : [answers[1].body.id, dispatcher]
    await author('DELETE', path(id))
    expect((await say(author, 'Otra')).status).toBe(200)
  })

  it('lists the latest of an event that got more before there was a limit', async () => {
    await test.build((tx) =>
      tx.sql(
        `insert into events.comments (id, event_id, company_id, fleet_id, vehicle_id, author_id, author, text, created_at)
         select gen_random_uuid(), $1, $2, $3, $4, $5, 'Ana Torres', 'Nota ' || n, $6::timestamptz - make_interval(mins => 900 - n)
         from generate_series(1, 500) as n`,
        [eventId, companyId, fleetId, vehicleId, people.lead.id, test.clock.now()],
      ),
    )
    const texts = (await said(viewer)).map(([, text]) => text)
    expect([texts.length, texts[0], texts.at(-1)]).toEqual([200, 'Nota 301', 'Nota 500'])
  })

  it('go with the vehicle to another fleet', async () => {
    await say(lead, 'De la otra flotilla')
    const elsewhere = await test.as(people.elsewhere)
    await test.build((tx) =>
      tx.sql(
        `update vehicles.vehicles set fleet_id = (select id from organisation.fleets where company_id = $1 and id <> $2)
         where id = $3`,
        [companyId, fleetId, vehicleId],
      ),
    )
    expect(await said(elsewhere)).toEqual([['Ana Torres', 'De la otra flotilla']])
    expect((await viewer('GET', path())).status).toBe(404)
  })
})

describe('the people of an event', () => {
  it('are those of its company who may read it, found without accents, those who may handle it apart', async () => {
    expect(await named()).toEqual([
      { id: people.lead.id, displayName: 'Ana Torres', mayHandle: true },
      { id: people.dispatcher.id, displayName: 'Beto Torres', mayHandle: true },
      { id: people.viewer.id, displayName: 'Carla Torres', mayHandle: false },
    ])
    expect((await named('?mayHandle=true')).map(({ displayName }) => displayName)).toEqual([
      'Ana Torres',
      'Beto Torres',
    ])
    expect((await named('?search=c%C3%A1rla')).map(({ id }) => id)).toEqual([people.viewer.id])
    expect(await named('?search=%25')).toEqual([])
    expect((await viewer('GET', `/events/${eventId}/people`)).status).toBe(403)
    await test.build((tx) =>
      tx.sql(`update identity.users set status = 'inactive' where id = $1`, [people.viewer.id]),
    )
    expect(await named()).toHaveLength(2)
  })
})

describe('the assignee of an event', () => {
  it('may handle it; the list of an assignee has it', async () => {
    expect((await assign(lead, people.dispatcher.id, null)).body).toMatchObject({
      assigneeId: people.dispatcher.id,
      assignee: 'Beto Torres',
    })
    expect(await concerning(dispatcher, 'assigned')).toEqual([eventId])
    expect(await concerning(lead, 'assigned')).toEqual([])
    expect(await concerning(dispatcher, 'assigned&concerns=mentioned&status=active')).toEqual([eventId])
    expect(await concerning(dispatcher, 'assigned&status=dismissed')).toEqual([])
    for (const id of [people.viewer.id, people.outsider.id, people.elsewhere.id])
      expect((await assign(lead, id, people.dispatcher.id)).status).toBe(422)
    expect((await assign(viewer, null, people.dispatcher.id)).status).toBe(403)
  })

  it('is not replaced unseen by one of two people at once, nor on a closed event', async () => {
    const both = await Promise.all([
      assign(lead, people.lead.id, null),
      assign(dispatcher, people.dispatcher.id, null),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    const refused = both.find(({ status }) => status === 409)?.body
    const [first] = both.filter(({ status }) => status === 200)
    expect(refused).toMatchObject({
      code: 'event_wrong_state',
      current: { assigneeId: first?.body.assigneeId },
    })
    await lead('POST', `/events/${eventId}/dismiss`, { body: { note: null } })
    expect((await assign(lead, null, first?.body.assigneeId ?? null)).body.code).toBe('event_wrong_state')
  })

  it('is the caller, even a super admin of no company', async () => {
    const root = await test.build((tx) => buildUser(tx, { level: 'super_admin' }))
    const call = await test.as(root)
    expect((await assign(call, root.id, null)).body.assigneeId).toBe(root.id)
    expect((await assign(call, null, root.id)).body).toMatchObject({ assigneeId: null, assignee: null })
  })
})
