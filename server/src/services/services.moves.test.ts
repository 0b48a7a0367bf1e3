import type { Service } from '@rumbo/contract/services.contract'
import type { TestApp } from '@rumbo/tools/testing/app'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildFleet } from '../organisation/organisation.factory.ts'
import { buildVehicle } from '../vehicles/vehicles.factory.ts'
import { createServicesApp, createServicesHarness, type ServicesHarness } from './testing/services.harness.ts'

let test: TestApp
let at: ServicesHarness

beforeAll(async () => {
  test = await createServicesApp()
})
afterAll(() => test.close())
beforeEach(async () => {
  at = await createServicesHarness(test)
})

describe('the lifecycle of a service', () => {
  it('goes from created to completed, and updates its vehicle', async () => {
    const first = await at.dispatcher<Service>('POST', '/services', { body: at.form() })
    expect(first.status).toBe(201)
    expect(first.body).toMatchObject({
      status: 'created',
      estimatedCost: '120.50',
      currency: 'MXN',
      serviceNumber: 20001,
    })

    const waiting = await at.move(at.dispatcher, first.body, 'dispatch')
    expect(waiting.body.status).toBe('on_dispatch')

    const assigned = await at.move(at.dispatcher, waiting.body, 'assign', { vehicleId: at.vehicleId })
    expect(assigned.body).toMatchObject({ status: 'vehicle_assigned', assignedVehicleNumber: '118' })
    expect(await at.statusOfVehicle()).toBe('en_route')

    test.clock.advance(300)
    const running = await at.move(at.dispatcher, assigned.body, 'confirm-pickup')
    expect(running.body).toMatchObject({ status: 'in_progress', startedAt: test.clock.now().toISOString() })
    expect(running.body.executedStops.map((done) => done.address)).toEqual(['Zócalo'])
    expect(await at.statusOfVehicle()).toBe('occupied')

    test.clock.advance(600)
    const done = await at.move(at.dispatcher, running.body, 'complete', {
      finalCost: '131.00',
      reason: 'Caseta de cobro',
    })
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
    expect(await at.statusOfVehicle()).toBe('active')
  })

  it('can be unassigned', async () => {
    const waiting = await at.upTo(['dispatch'])
    test.clock.advance(90)
    const assigned = (await at.move(at.dispatcher, waiting, 'assign', { vehicleId: at.vehicleId })).body
    expect(assigned.waitingSince).toBe(waiting.waitingSince)
    test.clock.advance(5)
    const back = await at.move(at.dispatcher, assigned, 'unassign')
    expect(back.body).toMatchObject({ status: 'on_dispatch', assignedVehicleId: null })
    expect(back.body.waitingSince).toBe(assigned.waitingSince)
    expect(await at.statusOfVehicle()).toBe('active')
  })

  it.each(['client', 'driver', 'central'])('is cancelled by the %s, and frees its vehicle', async (by) => {
    const running = await at.upTo(['dispatch'], ['assign', { vehicleId: at.vehicleId }], ['confirm-pickup'])
    const cancelled = await at.move(at.dispatcher, running, 'cancel', { by, note: 'No llegó' })
    expect(cancelled.body.status).toBe(`cancelled_by_${by}`)
    expect(cancelled.body.statusHistory.at(-1)?.note).toBe('No llegó')
    expect(cancelled.body.executedStops.map((done) => done.status)).toEqual([
      'executed',
      `cancelled_by_${by}`,
      `cancelled_by_${by}`,
    ])
    expect(await at.statusOfVehicle()).toBe('active')
  })

  it('adds an audit entry for every step', async () => {
    const service = await at.upTo(['dispatch'], ['assign', { vehicleId: at.vehicleId }])
    const audits = await test.build((tx) =>
      tx.sql<{ action: string; actor_name: string }>(
        'select action, actor_name from platform.audit_entries where entity_id = $1 order by id',
        [service.id],
      ),
    )
    expect(audits.map((entry) => entry.action)).toEqual([
      'service.created',
      'service.dispatched',
      'service.assigned',
    ])
    expect(new Set(audits.map((entry) => entry.actor_name))).toEqual(new Set(['Ana Guerrero']))
  })
})

describe('the status of the vehicle', () => {
  /** The status now and at the end, and the notifications between with hints about the vehicle. */
  async function listenToVehicle() {
    const before = await at.statusOfVehicle()
    let hints: string[] = []
    const markers: string[] = []
    // Notices of one database arrive in the order of their commits.
    const caughtUp = async () => {
      const received = markers.length
      await test.build(async (tx) => tx.stale({ domain: 'marker' }))
      await expect.poll(() => markers.length).toBe(received + 1)
    }
    const end = test.bus.listen('rumbo_stale', (payload) => {
      for (const hint of JSON.parse(payload) as { domain: string; id?: string }[]) {
        if (hint.domain === 'vehicles' && hint.id === at.vehicleId) hints.push(payload)
        if (hint.domain === 'marker') markers.push(payload)
      }
    })
    await test.bus.ready()
    await caughtUp()
    hints = []
    return async () => {
      await caughtUp()
      end()
      return { change: `${before} to ${await at.statusOfVehicle()}`, hints }
    }
  }

  it.each([
    ['assign', [['dispatch']], 'active to en_route'],
    ['confirm-pickup', [['dispatch'], ['assign']], 'en_route to occupied'],
    ['unassign', [['dispatch'], ['assign']], 'en_route to active'],
    ['complete', [['dispatch'], ['assign'], ['confirm-pickup']], 'occupied to active'],
    ['cancel', [['dispatch'], ['assign'], ['confirm-pickup']], 'occupied to active'],
  ] as const)('changes in one step by %s, with one hint', async (verb, before, change) => {
    const moves = before.map(([one]): [string, object?] => [
      one,
      one === 'assign' ? { vehicleId: at.vehicleId } : {},
    ])
    const service = await at.upTo(...moves)
    const received = await listenToVehicle()
    const more = { assign: { vehicleId: at.vehicleId }, cancel: { by: 'central' } } as Record<string, object>
    expect((await at.move(at.dispatcher, service, verb, more[verb] ?? {})).status).toBe(200)
    expect(await received()).toEqual({ change, hints: [expect.stringContaining(at.vehicleId)] })
  })
})

describe('a status change', () => {
  it.each(['assign', 'confirm-pickup', 'complete', 'unassign'])(
    '%s from created is refused and changes nothing',
    async (verb) => {
      const service = await at.created()
      const refused = await at.move(
        at.dispatcher,
        service,
        verb,
        verb === 'assign' ? { vehicleId: at.vehicleId } : {},
      )
      expect(refused).toMatchObject({ status: 409, body: { code: 'service_wrong_state' } })
      expect((await at.dispatcher<Service>('GET', `/services/${service.id}`)).body).toEqual(service)
    },
  )

  it('with a stale version is refused with who changed it', async () => {
    const waiting = await at.upTo(['dispatch'])
    await at.move(at.second, waiting, 'cancel')
    const late = await at.move(at.dispatcher, waiting, 'assign', { vehicleId: at.vehicleId })
    expect(late).toMatchObject({
      status: 409,
      body: {
        code: 'stale_version',
        changedBy: 'Luis Guerrero',
        current: { status: 'cancelled_by_central' },
      },
    })
  })

  it('with a version from before an edit is refused with who edited it and when', async () => {
    const waiting = await at.upTo(['dispatch'])
    test.clock.advance(60)
    const { version } = waiting
    const edited = await at.second<Service>('PUT', `/services/${waiting.id}`, {
      body: { ...at.form({ customerName: 'Luisa Ortega' }), version },
    })
    expect(edited).toMatchObject({ status: 200, body: { customerName: 'Luisa Ortega' } })
    test.clock.advance(60)
    expect(await at.move(at.dispatcher, waiting, 'cancel')).toMatchObject({
      status: 409,
      body: {
        code: 'stale_version',
        changedBy: 'Luis Guerrero',
        changedAt: edited.body.updatedAt,
        current: { customerName: 'Luisa Ortega' },
      },
    })
  })

  it('of two dispatchers at once succeeds for one', async () => {
    const [one, other] = [await at.upTo(['dispatch']), await at.upTo(['dispatch'])]
    const answers = await Promise.all([
      at.move(at.dispatcher, one, 'assign', { vehicleId: at.vehicleId }),
      at.move(at.second, other, 'assign', { vehicleId: at.vehicleId }),
    ])
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409])
    expect(answers.find((answer) => answer.status === 409)?.body.code).toBe('vehicle_not_assignable')
  })

  it('to a vehicle of another fleet, or in maintenance, is refused', async () => {
    const [elsewhere, broken] = await test.build(async (tx) => [
      await buildVehicle(tx, {
        companyId: at.companyId,
        fleetId: (await buildFleet(tx, { companyId: at.companyId })).id,
      }),
      await buildVehicle(tx, { companyId: at.companyId, fleetId: at.fleetId, causes: ['maintenance'] }),
    ])
    const waiting = await at.upTo(['dispatch'])
    // The dispatcher of one fleet does not see the other at all.
    expect((await at.move(at.dispatcher, waiting, 'assign', { vehicleId: elsewhere?.id })).body.code).toBe(
      'vehicle_not_found',
    )
    expect((await at.move(at.dispatcher, waiting, 'assign', { vehicleId: broken?.id })).body.code).toBe(
      'vehicle_not_assignable',
    )
  })

  it('repeated with its key returns the first answer', async () => {
    const headers = { 'idempotency-key': 'a1' }
    const first = await at.dispatcher<Service>('POST', '/services', { body: at.form(), headers })
    const again = await at.dispatcher<Service>('POST', '/services', { body: at.form(), headers })
    expect(again).toMatchObject({ status: 201, body: first.body })
    const other = await at.dispatcher('POST', '/services', { body: at.form({ notes: 'otro' }), headers })
    expect(other).toMatchObject({ status: 422, body: { code: 'idempotency_mismatch' } })
    const ids = (await at.dispatcher<{ total: number }>('GET', `/services?fleetId=${at.fleetId}`)).body
    expect(ids.total).toBe(1)
  })

  it('repeated concurrently with its key is applied once', async () => {
    const headers = { 'idempotency-key': 'b2' }
    const body = at.form()
    const answers = await Promise.all(
      [1, 2, 3].map(() => at.dispatcher<Service>('POST', '/services', { body, headers })),
    )
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1)
  })
})
