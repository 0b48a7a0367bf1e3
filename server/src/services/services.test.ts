import type { Candidate } from '@rumbo/contract/dispatch.contract'
import type { Problem } from '@rumbo/contract/problems.contract'
import type { Service } from '@rumbo/contract/services.contract'
import { createTestApp, type TestApp, type TestCall } from '@rumbo/tools/testing/app'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildContact } from '../directory/directory.factory.ts'
import { directoryEndpoints } from '../directory/index.ts'
import { dispatchEndpoints } from '../dispatch/index.ts'
import { buildUser } from '../identity/identity.factory.ts'
import { buildAssignment, buildCompany, buildFleet } from '../organisation/organisation.factory.ts'
import { vehicleEndpoints } from '../vehicles/index.ts'
import { buildVehicle } from '../vehicles/vehicles.factory.ts'
import { servicesEndpoints } from './index.ts'
import { angel, zocalo } from './services.factory.ts'

let test: TestApp
let dispatcher: TestCall
let second: TestCall
let viewer: TestCall
let stranger: TestCall
let driver: TestCall
let companyId: string
let fleetId: string
let contactId: string
let vehicleId: string

beforeAll(async () => {
  test = await createTestApp({
    answers: ({ directory }) => [
      ...directoryEndpoints(directory),
      ...vehicleEndpoints,
      ...servicesEndpoints,
      ...dispatchEndpoints,
    ],
  })
})
afterAll(() => test.close())

beforeEach(async () => {
  const people = await test.build(async (tx) => {
    companyId = (await buildCompany(tx)).id
    fleetId = (await buildFleet(tx, { companyId })).id
    contactId = (await buildContact(tx, { companyId })).id
    vehicleId = (await buildVehicle(tx, { companyId, fleetId, vehicleNumber: '118', causes: [] })).id
    const foreign = await buildCompany(tx)
    const person = async (
      firstName: string,
      company: string,
      fleet: string | null,
      role: 'dispatcher' | 'fleet_viewer' | 'company_owner' | 'primary_driver',
    ) => {
      const user = await buildUser(tx, {
        level: role === 'company_owner' ? 'admin' : 'user',
        firstName,
        lastName: 'Guerrero',
      })
      await buildAssignment(tx, { userId: user.id, companyId: company, fleetId: fleet, role })
      return user
    }
    return {
      ana: await person('Ana', companyId, fleetId, 'dispatcher'),
      luis: await person('Luis', companyId, fleetId, 'dispatcher'),
      vera: await person('Vera', companyId, fleetId, 'fleet_viewer'),
      otto: await person('Otto', foreign.id, null, 'company_owner'),
      dino: await person('Dino', companyId, fleetId, 'primary_driver'),
    }
  })
  dispatcher = await test.as(people.ana)
  second = await test.as(people.luis)
  viewer = await test.as(people.vera)
  stranger = await test.as(people.otto)
  driver = await test.as(people.dino)
})

const stop = (
  stopType: string,
  address: string,
  place: { latitude: number; longitude: number },
  more = {},
) => ({ stopType, address, ...place, ...more })
const minutes = (count: number) => new Date(test.clock.now().getTime() + count * 60_000).toISOString()
const form = (given: Record<string, unknown> = {}) => ({
  fleetId,
  serviceType: 'taxi',
  customerName: 'Elena Torres',
  customerPhone: '+52 55 5512 3456',
  requesterContactId: contactId,
  dispatchTime: minutes(0),
  estimatedCost: '120.5',
  plannedStops: [
    stop('pickup', 'Zócalo', zocalo),
    stop('checkpoint', 'Alameda', zocalo),
    stop('drop', 'Ángel', angel),
  ],
  ...given,
})
const created = async (given = {}) =>
  (await dispatcher<Service>('POST', '/services', { body: form(given) })).body
/** A service, or the problem of a refused move. */
type Moved = Service & Omit<Problem, 'status'>
const move = (call: TestCall, service: Service, verb: string, more = {}) =>
  call<Moved>('POST', `/services/${service.id}/${verb}`, {
    body: { version: service.version, ...more },
  })
async function upTo(...verbs: readonly [string, object?][]): Promise<Service> {
  let service = await created()
  for (const [verb, more] of verbs) service = (await move(dispatcher, service, verb, more)).body
  return service
}
const statusOfVehicle = async () =>
  (await dispatcher<{ status: string }>('GET', `/vehicles/${vehicleId}`)).body.status
const errorsOf = (problem: Problem) => problem.errors?.map((error) => `${error.path} ${error.code}`)

describe('what PostgreSQL reads otherwise than JavaScript', () => {
  it.each([
    [{ dispatchTime: '2026-03-05T00:00:00+23:00' }, 'body.dispatchTime wrong_format'],
    [{ currency: 'ßab' }, 'body.currency wrong_format'],
  ])('is refused: %j', async (given, error) => {
    const refused = await dispatcher<Problem>('POST', '/services', { body: form(given) })
    expect([refused.status, errorsOf(refused.body)]).toEqual([422, [error]])
  })
})

describe('the way of a service', () => {
  it('goes from created to completed, and takes its vehicle along', async () => {
    const first = await dispatcher<Service>('POST', '/services', { body: form() })
    expect(first.status).toBe(201)
    expect(first.body).toMatchObject({
      status: 'created',
      estimatedCost: '120.50',
      currency: 'MXN',
      serviceNumber: 20001,
    })

    const waiting = await move(dispatcher, first.body, 'dispatch')
    expect(waiting.body.status).toBe('on_dispatch')

    const assigned = await move(dispatcher, waiting.body, 'assign', { vehicleId })
    expect(assigned.body).toMatchObject({ status: 'vehicle_assigned', assignedVehicleNumber: '118' })
    expect(await statusOfVehicle()).toBe('en_route')

    test.clock.advance(300)
    const running = await move(dispatcher, assigned.body, 'confirm-pickup')
    expect(running.body).toMatchObject({ status: 'in_progress', startedAt: test.clock.now().toISOString() })
    expect(running.body.executedStops.map((done) => done.address)).toEqual(['Zócalo'])
    expect(await statusOfVehicle()).toBe('occupied')

    test.clock.advance(600)
    const done = await move(dispatcher, running.body, 'complete', { finalCost: '131.00' })
    expect(done.body).toMatchObject({ status: 'completed', duration: 600, finalCost: '131.00' })
    expect(done.body.executedStops).toHaveLength(3)
    expect(done.body.statusHistory.map((change) => change.status)).toEqual([
      'created',
      'on_dispatch',
      'vehicle_assigned',
      'in_progress',
      'completed',
    ])
    expect(done.body.statusHistory[0]?.by).toBe('Ana Guerrero')
    expect(await statusOfVehicle()).toBe('active')
  })

  it('takes a vehicle back', async () => {
    const assigned = await upTo(['dispatch'], ['assign', { vehicleId }])
    const back = await move(dispatcher, assigned, 'unassign')
    expect(back.body).toMatchObject({ status: 'on_dispatch', assignedVehicleId: null })
    expect(await statusOfVehicle()).toBe('active')
  })

  it.each(['client', 'driver', 'central'])('is cancelled by the %s, and frees its vehicle', async (by) => {
    const running = await upTo(['dispatch'], ['assign', { vehicleId }], ['confirm-pickup'])
    const cancelled = await move(dispatcher, running, 'cancel', { by, note: 'No llegó' })
    expect(cancelled.body.status).toBe(`cancelled_by_${by}`)
    expect(cancelled.body.statusHistory.at(-1)?.note).toBe('No llegó')
    expect(cancelled.body.executedStops.map((done) => done.status)).toEqual([
      'executed',
      `cancelled_by_${by}`,
      `cancelled_by_${by}`,
    ])
    expect(await statusOfVehicle()).toBe('active')
  })

  it('leaves facts and audit entries of every step', async () => {
    const service = await upTo(['dispatch'], ['assign', { vehicleId }])
    const { facts, audits } = await test.build(async (tx) => ({
      facts: await tx.sql<{ kind: string }>(
        "select kind from platform.outbox where payload->>'serviceId' = $1 order by sequence",
        [service.id],
      ),
      audits: await tx.sql<{ action: string; actor_name: string }>(
        'select action, actor_name from platform.audit_entries where entity_id = $1 order by id',
        [service.id],
      ),
    }))
    expect(facts.map((fact) => fact.kind)).toEqual(['service.created', 'service.moved', 'service.moved'])
    expect(audits.map((entry) => entry.action)).toEqual([
      'service.created',
      'service.dispatched',
      'service.assigned',
    ])
    expect(new Set(audits.map((entry) => entry.actor_name))).toEqual(new Set(['Ana Guerrero']))
  })
})

describe('a move that cannot be', () => {
  it.each(['assign', 'confirm-pickup', 'complete', 'unassign'])(
    '%s from created is refused and changes nothing',
    async (verb) => {
      const service = await created()
      const refused = await move(dispatcher, service, verb, verb === 'assign' ? { vehicleId } : {})
      expect(refused).toMatchObject({ status: 409, body: { code: 'service_wrong_state' } })
      expect((await dispatcher<Service>('GET', `/services/${service.id}`)).body).toEqual(service)
    },
  )

  it('with a stale version names who was faster', async () => {
    const waiting = await upTo(['dispatch'])
    await move(second, waiting, 'cancel')
    const late = await move(dispatcher, waiting, 'assign', { vehicleId })
    expect(late).toMatchObject({
      status: 409,
      body: {
        code: 'stale_version',
        changedBy: 'Luis Guerrero',
        current: { status: 'cancelled_by_central' },
      },
    })
  })

  it('of two dispatchers at once succeeds for one', async () => {
    const [one, other] = [await upTo(['dispatch']), await upTo(['dispatch'])]
    const answers = await Promise.all([
      move(dispatcher, one, 'assign', { vehicleId }),
      move(second, other, 'assign', { vehicleId }),
    ])
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409])
    expect(answers.find((answer) => answer.status === 409)?.body.code).toBe('vehicle_not_assignable')
  })

  it('to a vehicle of another fleet, or in maintenance, is refused', async () => {
    const [elsewhere, broken] = await test.build(async (tx) => [
      await buildVehicle(tx, { companyId, fleetId: (await buildFleet(tx, { companyId })).id }),
      await buildVehicle(tx, { companyId, fleetId, causes: ['maintenance'] }),
    ])
    const waiting = await upTo(['dispatch'])
    // The dispatcher of one fleet does not see the other at all.
    expect((await move(dispatcher, waiting, 'assign', { vehicleId: elsewhere?.id })).body.code).toBe(
      'vehicle_not_found',
    )
    expect((await move(dispatcher, waiting, 'assign', { vehicleId: broken?.id })).body.code).toBe(
      'vehicle_not_assignable',
    )
  })

  it('repeated with its key gives the first answer', async () => {
    const headers = { 'idempotency-key': 'a1' }
    const first = await dispatcher<Service>('POST', '/services', { body: form(), headers })
    const again = await dispatcher<Service>('POST', '/services', { body: form(), headers })
    expect(again).toMatchObject({ status: 201, body: first.body })
    const other = await dispatcher('POST', '/services', { body: form({ notes: 'otro' }), headers })
    expect(other).toMatchObject({ status: 422, body: { code: 'idempotency_mismatch' } })
    const ids = (await dispatcher<{ total: number }>('GET', `/services?fleetId=${fleetId}`)).body
    expect(ids.total).toBe(1)
  })

  it('repeated at the same time with its key happens once', async () => {
    const headers = { 'idempotency-key': 'b2' }
    const body = form()
    const answers = await Promise.all(
      [1, 2, 3].map(() => dispatcher<Service>('POST', '/services', { body, headers })),
    )
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1)
  })
})

describe('another’s service', () => {
  it('is not read by everybody who drives in its fleet', async () => {
    const service = await created()
    expect((await driver('GET', `/services/${service.id}`)).status).toBe(404)
    expect((await driver<{ total: number }>('GET', '/services')).body.total).toBe(0)
    expect((await viewer<{ total: number }>('GET', '/services')).body.total).toBeGreaterThan(0)
    expect((await driver('GET', `/vehicles/${vehicleId}`)).status).toBe(200)
  })

  it('is not found by a stranger, whatever the call', async () => {
    const service = await created()
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['PUT', '', { ...form(), version: 1 }],
      ['DELETE', '', undefined],
      ['POST', '/dispatch', { version: 1 }],
      ['POST', '/cancel', { version: 1 }],
      ['GET', '/candidates', undefined],
    ] as const) {
      const answer = await stranger(method, `/services/${service.id}${path}`, { body })
      expect([method, path, answer.status]).toEqual([method, path, 404])
    }
    expect((await stranger<{ total: number }>('GET', '/services')).body.total).toBe(0)
  })

  it('cannot be made in a foreign fleet, nor for a foreign contact', async () => {
    expect(await stranger('POST', '/services', { body: form() })).toMatchObject({
      status: 403,
      body: { code: 'fleet_denied' },
    })
    const foreignContact = await test.build(
      async (tx) => (await buildContact(tx, { companyId: (await buildCompany(tx)).id })).id,
    )
    const answer = await dispatcher('POST', '/services', {
      body: form({ requesterContactId: foreignContact }),
    })
    expect(answer).toMatchObject({ status: 404, body: { code: 'contact_not_found' } })
  })

  it('is read but not moved with a read scope', async () => {
    const service = await created()
    expect((await viewer('GET', `/services/${service.id}`)).status).toBe(200)
    expect(await move(viewer, service, 'dispatch')).toMatchObject({
      status: 403,
      body: { code: 'forbidden' },
    })
    expect((await viewer('POST', '/services', { body: form() })).status).toBe(403)
  })
})

describe('a form that is wrong', () => {
  it.each([
    ['without stops', { plannedStops: [] }, ['body.plannedStops required']],
    ['with an unknown field', { colour: 'red' }, ['body.colour unknown_field']],
    ['with a wrong type', { customerName: 7 }, ['body.customerName wrong_type']],
    ['with a bad e-mail', { customerEmail: 'nobody' }, ['body.customerEmail email_invalid']],
    ['with an unknown service type', { serviceType: 'rocket' }, ['body.serviceType not_allowed']],
    [
      'with a stop off the globe',
      { plannedStops: [stop('pickup', 'x', { latitude: 91, longitude: 0 })] },
      ['body.plannedStops.0.latitude too_big'],
    ],
    [
      'with a stop without address',
      { plannedStops: [stop('pickup', ' ', zocalo)] },
      ['body.plannedStops.0.address required'],
    ],
    [
      'with a dispatch time in the past',
      { dispatchTime: '2026-03-02T14:58:59Z' },
      ['body.dispatchTime dispatch_past'],
    ],
  ])('%s names the field', async (_what, given, errors) => {
    const answer = await dispatcher<Problem>('POST', '/services', { body: form(given) })
    expect(answer.status).toBe(422)
    expect(errorsOf(answer.body)).toEqual(errors)
  })

  it('with windows out of order names the stop', async () => {
    const plannedStops = [
      stop('pickup', 'A', zocalo, { timeWindowStart: minutes(60), timeWindowEnd: minutes(50) }),
      stop('drop', 'B', angel, { timeWindowStart: minutes(55) }),
    ]
    const answer = await dispatcher<Problem>('POST', '/services', { body: form({ plannedStops }) })
    expect(errorsOf(answer.body)).toEqual([
      'body.plannedStops.0.timeWindowEnd window_end_before_start',
      'body.plannedStops.1.timeWindowStart window_before_previous',
    ])
  })
})

describe('lists and changes', () => {
  it('filters, searches, sorts and counts', async () => {
    await created({ customerName: 'Farmacia del Ángel', priorityLevel: 'high' })
    const waiting = await upTo(['dispatch'])
    const list = async (query: string) =>
      (await dispatcher<{ items: Service[] }>('GET', `/services?${query}`)).body.items.map(
        (item) => item.serviceNumber,
      )
    expect(await list('status=on_dispatch')).toEqual([waiting.serviceNumber])
    expect(await list('status=on_dispatch&status=created&sort=serviceNumber&order=desc')).toEqual([
      20002, 20001,
    ])
    expect(await list('search=farmacia')).toEqual([20001])
    expect(await list('sort=priorityLevel')).toEqual([20001, 20002])
    const { body } = await dispatcher<{ counts: Record<string, number> }>(
      'GET',
      `/services-counts?fleetId=${fleetId}`,
    )
    expect(body.counts).toMatchObject({ created: 1, on_dispatch: 1, completed: 0 })
  })

  it('changes a service before its start, and keeps a dispatch time that has passed', async () => {
    const service = await created()
    test.clock.advance(600)
    const { dispatchTime } = service
    const changed = await dispatcher<Service>('PUT', `/services/${service.id}`, {
      body: { ...form({ dispatchTime, notes: 'Timbre 4' }), version: 1 },
    })
    expect(changed).toMatchObject({ status: 200, body: { notes: 'Timbre 4', version: 2 } })
    const stale = await second<Problem>('PUT', `/services/${service.id}`, {
      body: { ...form({ dispatchTime }), version: 1 },
    })
    expect(stale).toMatchObject({ status: 409, body: { code: 'stale_version' } })
  })

  it('deletes before dispatch and after the end only', async () => {
    const service = await created()
    const waiting = await upTo(['dispatch'])
    expect((await dispatcher('DELETE', `/services/${waiting.id}`)).body).toMatchObject({
      code: 'service_not_deletable',
    })
    expect((await dispatcher('DELETE', `/services/${service.id}`)).status).toBe(200)
    expect((await dispatcher('GET', `/services/${service.id}`)).status).toBe(404)
  })

  it('ranks candidates: eligible first, those busy last with the reason', async () => {
    await test.build((tx) =>
      buildVehicle(tx, { companyId, fleetId, vehicleNumber: '119', causes: ['maintenance'] }),
    )
    const service = await upTo(['dispatch'])
    const { items } = (await dispatcher<{ items: Candidate[] }>('GET', `/services/${service.id}/candidates`))
      .body
    expect(items.map((item) => [item.vehicleNumber, item.isEligible, item.reasons])).toEqual([
      ['118', true, ['no_position']],
      ['119', false, ['status', 'no_position']],
    ])
  })
})
