import type { Problem } from '@rumbo/contract/problems.contract'
import type { Service } from '@rumbo/contract/services.contract'
import type { ServiceChange } from '@rumbo/contract/services.stops.contract'
import type { TestApp, TestCall } from '@rumbo/tools/testing/app'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  createServicesApp,
  createServicesHarness,
  errorsOf,
  type ServicesHarness,
} from '../testing/services.harness.ts'

let test: TestApp
let at: ServicesHarness

beforeAll(async () => {
  test = await createServicesApp()
})
afterAll(() => test.close())
beforeEach(async () => {
  at = await createServicesHarness(test)
})

type Answered = Service & Omit<Problem, 'status'>
const act = (call: TestCall, service: Service, index: number, verb: 'cancel' | 'correct', more = {}) =>
  call<Answered>('POST', `/services/${service.id}/stops/${service.plannedStops[index]?.id}/${verb}`, {
    body: { version: service.version, ...more },
  })
const running = () => at.upTo(['dispatch'], ['assign', { vehicleId: at.vehicleId }], ['confirm-pickup'])
const changesOf = async (call: TestCall, { id }: Service) =>
  (await call<{ items: ServiceChange[] }>('GET', `/services/${id}/changes`)).body.items
const statuses = ({ executedStops }: Service) =>
  executedStops.map(({ address, status, operator }) => `${address} ${status} ${operator}`)

describe('cancelling one stop', () => {
  it.each(['client', 'driver', 'central'] as const)('by the %s leaves the others as they are', async (by) => {
    const cancelled = await act(at.dispatcher, await running(), 1, 'cancel', { by, note: 'Ya no hace falta' })
    expect(statuses(cancelled.body)).toEqual([`Zócalo executed central`, `Alameda cancelled_by_${by} ${by}`])
    expect(cancelled.body.executedStops[1]).toMatchObject({ notes: 'Ya no hace falta', arrived: null })
    expect(cancelled.body.status).toBe('in_progress')
    const done = await at.move(at.dispatcher, cancelled.body, 'complete')
    expect(statuses(done.body)).toEqual([
      'Zócalo executed central',
      `Alameda cancelled_by_${by} ${by}`,
      'Ángel executed central',
    ])
  })
  it('is possible before there is a vehicle, and survives a change of the plan', async () => {
    const cancelled = await act(at.dispatcher, await at.created(), 1, 'cancel', { by: 'client' })
    const { body } = await at.dispatcher<Service>('PUT', `/services/${cancelled.body.id}`, {
      body: at.form({ version: cancelled.body.version, notes: 'Timbre 4' }),
    })
    expect(statuses(body)).toEqual(['Alameda cancelled_by_client client'])
    const [pickup, , drop] = at.form().plannedStops
    const shorter = await at.dispatcher<Service>('PUT', `/services/${body.id}`, {
      body: at.form({ version: body.version, plannedStops: [pickup, drop] }),
    })
    expect(shorter.body.executedStops).toEqual([])
    expect(shorter.body.plannedStops[1]?.id).toBe(body.plannedStops[2]?.id)
  })
  it('makes the stop after it the next one', async () => {
    const { id } = (await act(at.dispatcher, await running(), 1, 'cancel')).body
    const current = await at.dispatcher<{ items: { serviceId: string; nextStop: { address: string } }[] }>(
      'GET',
      `/services-current?fleetId=${at.fleetId}`,
    )
    expect(current.body.items.find(({ serviceId }) => serviceId === id)?.nextStop.address).toBe('Ángel')
    const [next] = await test.build((tx) =>
      tx.sql<{ found: boolean }>(
        `select s.next_latitude = p.latitude as found from services.services s
         join services.planned_stops p on p.service_id = s.id and p.stop_type = 'drop' where s.id = $1`,
        [id],
      ),
    )
    expect(next?.found).toBe(true)
  })
  it('is refused for a stop on record, for the last one, and in a final state, which it names', async () => {
    const service = await running()
    const recorded = await act(at.dispatcher, service, 0, 'cancel')
    expect([recorded.status, recorded.body.code]).toEqual([409, 'stop_recorded'])
    expect(recorded.body.detail).toContain('Zócalo')
    const done = await at.move(at.dispatcher, service, 'complete')
    const final = await act(at.dispatcher, done.body, 1, 'cancel')
    expect([final.status, final.body.code]).toEqual([409, 'service_wrong_state'])
    expect(final.body.current).toMatchObject({ status: 'completed' })
    let waiting = await at.created()
    for (const index of [0, 1]) waiting = (await act(at.dispatcher, waiting, index, 'cancel')).body
    const last = await act(at.dispatcher, waiting, 2, 'cancel')
    expect([last.status, last.body.code]).toEqual([409, 'last_stop'])
  })
})

describe('correcting an executed stop', () => {
  const correction = (more = {}) => ({
    arrived: at.minutes(-4),
    departed: at.minutes(-2),
    distance: 3_400,
    notes: 'Entrada trasera',
    reason: 'El GPS marcó la calle de atrás',
    ...more,
  })
  const old = async () => {
    const service = await running()
    test.clock.advance(600)
    return service
  }
  it('replaces what was recorded, with the person and the reason, also once it is completed', async () => {
    const done = await at.move(at.dispatcher, await old(), 'complete')
    const { body } = await act(at.dispatcher, done.body, 2, 'correct', correction())
    expect(body.executedStops[2]).toMatchObject({
      address: 'Ángel',
      arrived: at.minutes(-4),
      departed: at.minutes(-2),
      distanceAtStop: 3_400,
      notes: 'Entrada trasera',
      operator: 'central',
      correctedBy: 'Ana Guerrero',
      correctionReason: 'El GPS marcó la calle de atrás',
    })
    expect(body.finalCost).toBe(done.body.finalCost)
    const [change] = await changesOf(at.dispatcher, body)
    expect(change).toMatchObject({
      action: 'service.stop_corrected',
      by: 'Ana Guerrero',
      changes: {
        stop: [null, '3. Ángel'],
        distanceMetres: [null, 3_400],
        reason: [null, correction().reason],
      },
    })
  })
  it('records a stop that nobody recorded, or one that was cancelled by mistake', async () => {
    const cancelled = await act(at.dispatcher, await old(), 1, 'cancel')
    const { body } = await act(at.dispatcher, cancelled.body, 1, 'correct', correction({ departed: null }))
    expect(body.executedStops[1]).toMatchObject({ status: 'executed', departed: null })
  })
  it('names the fields that cannot be right, and needs a reason', async () => {
    const service = await old()
    const refused = async (more: object) =>
      errorsOf((await act(at.dispatcher, service, 1, 'correct', correction(more))).body as unknown as Problem)
    expect(await refused({ arrived: at.minutes(5), departed: null })).toEqual(['body.arrived time_future'])
    expect(await refused({ arrived: at.minutes(-900) })).toEqual(['body.arrived time_past'])
    expect(await refused({ departed: at.minutes(-5) })).toEqual(['body.departed end_before_start'])
    expect(await refused({ reason: ' ' })).toHaveLength(1)
    expect(await refused({ distance: -1 })).toEqual(['body.distance too_small'])
  })
  it('is refused before there is a vehicle, and when somebody else changed the service', async () => {
    const early = await act(at.dispatcher, await at.created(), 1, 'correct', correction())
    expect([early.status, early.body.code]).toEqual([409, 'service_wrong_state'])
    const service = await old()
    const both = await Promise.all(
      [at.dispatcher, at.second].map((call) => act(call, service, 1, 'correct', correction())),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    const stale = both.find(({ status }) => status === 409)?.body
    expect(stale?.code).toBe('stale_version')
  })
})

describe('stops of services that one may not change', () => {
  it('are hidden from other companies, and refused to viewers and drivers', async () => {
    const service = await running()
    for (const [call, status] of [
      [at.outsider, 404],
      [at.viewer, 403],
      [at.driver, 403],
    ] as const) {
      expect((await act(call, service, 1, 'cancel')).status).toBe(status)
      const corrected = await act(call, service, 1, 'correct', { arrived: at.minutes(0), reason: 'x' })
      expect(corrected.status).toBe(status)
    }
    const other = await at.created()
    const foreign = { ...service, plannedStops: other.plannedStops }
    expect((await act(at.dispatcher, foreign, 1, 'cancel')).body.code).toBe('stop_not_found')
  })
})

describe('the history of a service', () => {
  it('says what changed, who changed it, when and from where, newest first', async () => {
    const service = await at.upTo(['dispatch'])
    test.clock.advance(60)
    const assigned = await at.move(at.second, service, 'assign', { vehicleId: at.vehicleId })
    const changes = await changesOf(at.dispatcher, assigned.body)
    expect(changes.map(({ action, by }) => `${action} ${by}`)).toEqual([
      'service.assigned Luis Guerrero',
      'service.dispatched Ana Guerrero',
      'service.created Ana Guerrero',
    ])
    expect(changes[0]).toMatchObject({
      at: test.clock.now().toISOString(),
      address: '127.0.0.1',
      changes: { status: ['on_dispatch', 'vehicle_assigned'], assignedVehicleNumber: [null, '118'] },
    })
  })
  it('names the stops that changed in place of two plans', async () => {
    const service = await at.created()
    const [pickup, checkpoint, drop] = at.form().plannedStops
    await at.dispatcher('PUT', `/services/${service.id}`, {
      body: at.form({
        version: service.version,
        plannedStops: [pickup, { ...checkpoint, address: 'Alameda Central' }, drop],
      }),
    })
    const [change] = await changesOf(at.dispatcher, service)
    expect(change?.changes).toEqual({ stops: [['2. Alameda'], ['2. Alameda Central']] })
  })
  it('shows no addresses to viewers, and nothing to other companies and drivers of other services', async () => {
    const service = await at.created()
    expect((await changesOf(at.viewer, service)).map(({ address }) => address)).toEqual([null])
    for (const call of [at.outsider, at.driver])
      expect((await call('GET', `/services/${service.id}/changes`)).status).toBe(404)
  })
})
