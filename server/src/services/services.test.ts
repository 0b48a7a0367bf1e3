import type { Candidate } from '@rumbo/contract/dispatch.contract'
import type { ParsedOf } from '@rumbo/contract/endpoint'
import type { Problem } from '@rumbo/contract/problems.contract'
import { listServices, type Service } from '@rumbo/contract/services.contract'
import type { TestApp } from '@rumbo/tools/testing/app'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildContact } from '../directory/directory.factory.ts'
import { buildCompany } from '../organisation/organisation.factory.ts'
import { buildVehicle } from '../vehicles/vehicles.factory.ts'
import { angel, zocalo } from './services.factory.ts'
import { findServices } from './services.lists.repository.ts'
import {
  createServicesApp,
  createServicesHarness,
  errorsOf,
  type ServicesHarness,
  stop,
} from './testing/services.harness.ts'

let test: TestApp
let at: ServicesHarness

beforeAll(async () => {
  test = await createServicesApp()
})
afterAll(() => test.close())
beforeEach(async () => {
  at = await createServicesHarness(test)
})

describe('values that PostgreSQL parses differently from JavaScript', () => {
  it.each([
    [{ dispatchTime: '2026-03-05T00:00:00+23:00' }, 'body.dispatchTime wrong_format'],
    [{ currency: 'ßab' }, 'body.currency wrong_format'],
  ])('is refused: %j', async (given, error) => {
    const refused = await at.dispatcher<Problem>('POST', '/services', { body: at.form(given) })
    expect([refused.status, errorsOf(refused.body)]).toEqual([422, [error]])
  })
})

describe('a fleet that is being archived', () => {
  /** @returns what lets the archiving commit */
  const archiving = async (fleetId: string) => {
    let release: () => void = () => undefined
    const released = new Promise<void>((done) => {
      release = done
    })
    let ended: Promise<void> = Promise.resolve()
    await new Promise<void>((isLocked, failed) => {
      ended = test.build(async (tx) => {
        await tx.sql('update organisation.fleets set archived_at = now() where id = $1', [fleetId])
        isLocked()
        await released
      })
      ended.catch(failed)
    })
    return async () => {
      release()
      await ended
    }
  }
  const waiting = () =>
    test.build((tx) =>
      tx.sql(
        `select distinct a.pid from pg_locks l join pg_stat_activity a using (pid)
         where a.datname = current_database() and not l.granted`,
      ),
    )

  it.each(['made', 'changed'])('takes no service that is %s meanwhile', async (how) => {
    const { id } = await at.created()
    const commit = await archiving(at.fleetId)
    const putting =
      how === 'made'
        ? at.dispatcher('POST', '/services', { body: at.form() })
        : at.dispatcher('PUT', `/services/${id}`, { body: { ...at.form(), version: 1 } })
    await expect.poll(waiting, { timeout: 15_000 }).toHaveLength(1)
    // Who waits for a fleet holds no service.
    await test.build((tx) => tx.sql('select from services.services where id = $1 for update nowait', [id]))
    await commit()
    expect(await putting).toMatchObject({ status: 403, body: { code: 'fleet_denied' } })
  })
})

describe('a service of somebody else', () => {
  it('is not readable for every driver of its fleet', async () => {
    const service = await at.created()
    expect((await at.driver('GET', `/services/${service.id}`)).status).toBe(404)
    expect((await at.driver<{ total: number }>('GET', '/services')).body.total).toBe(0)
    expect((await at.viewer<{ total: number }>('GET', '/services')).body.total).toBeGreaterThan(0)
    expect((await at.driver('GET', `/vehicles/${at.vehicleId}`)).status).toBe(404)
  })

  it('is not found by a user of another company, in any call', async () => {
    const service = await at.created()
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['PUT', '', { ...at.form(), version: 1 }],
      ['DELETE', '', undefined],
      ['POST', '/dispatch', { version: 1 }],
      ['POST', '/cancel', { version: 1 }],
      ['GET', '/candidates', undefined],
    ] as const) {
      const answer = await at.outsider(method, `/services/${service.id}${path}`, { body })
      expect([method, path, answer.status]).toEqual([method, path, 404])
    }
    expect((await at.outsider<{ total: number }>('GET', '/services')).body.total).toBe(0)
  })

  it('cannot be made in a foreign fleet, nor for a foreign contact', async () => {
    expect(await at.outsider('POST', '/services', { body: at.form() })).toMatchObject({
      status: 403,
      body: { code: 'fleet_denied' },
    })
    const foreignContact = await test.build(
      async (tx) => (await buildContact(tx, { companyId: (await buildCompany(tx)).id })).id,
    )
    const answer = await at.dispatcher('POST', '/services', {
      body: at.form({ requesterContactId: foreignContact }),
    })
    expect(answer).toMatchObject({ status: 404, body: { code: 'contact_not_found' } })
  })

  it('is read but not moved with a read scope', async () => {
    const service = await at.created()
    expect((await at.viewer('GET', `/services/${service.id}`)).status).toBe(200)
    expect(await at.move(at.viewer, service, 'dispatch')).toMatchObject({
      status: 403,
      body: { code: 'forbidden' },
    })
    expect((await at.viewer('POST', '/services', { body: at.form() })).status).toBe(403)
  })
})

describe('invalid input', () => {
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
    const answer = await at.dispatcher<Problem>('POST', '/services', { body: at.form(given) })
    expect(answer.status).toBe(422)
    expect(errorsOf(answer.body)).toEqual(errors)
  })

  it.each([
    [{ requiredLoadKg: 0 }, ['body.requiredLoadKg too_small']],
    [{ requiredLoadKg: 100_000.5 }, ['body.requiredLoadKg too_big']],
    [{ requiredLoadM3: -1 }, ['body.requiredLoadM3 too_small']],
    [{ requiredLoadM3: '2' }, ['body.requiredLoadM3 wrong_type']],
    [
      {
        plannedStops: [
          stop('pickup', 'A', zocalo, { serviceMinutes: 481 }),
          stop('drop', 'B', angel, { serviceMinutes: -1 }),
        ],
      },
      ['body.plannedStops.0.serviceMinutes too_big', 'body.plannedStops.1.serviceMinutes too_small'],
    ],
  ])('with loads or times at stops out of range names the field: %j', async (given, errors) => {
    const answer = await at.dispatcher<Problem>('POST', '/services', { body: at.form(given) })
    expect(errorsOf(answer.body)).toEqual(errors)
  })

  it('with windows out of order names the stop', async () => {
    const plannedStops = [
      stop('pickup', 'A', zocalo, { timeWindowStart: at.minutes(60), timeWindowEnd: at.minutes(50) }),
      stop('drop', 'B', angel, { timeWindowStart: at.minutes(55) }),
    ]
    const answer = await at.dispatcher<Problem>('POST', '/services', { body: at.form({ plannedStops }) })
    expect(errorsOf(answer.body)).toEqual([
      'body.plannedStops.0.timeWindowEnd window_end_before_start',
      'body.plannedStops.1.timeWindowStart window_before_previous',
    ])
  })
})

describe('lists and changes', () => {
  it('keeps the load and the planned minutes at stops, which a change may take away', async () => {
    const loaded = {
      requiredLoadKg: 120.5,
      requiredLoadM3: 0.75,
      plannedStops: [
        stop('pickup', 'A', zocalo, { serviceMinutes: 0 }),
        stop('drop', 'B', angel, { serviceMinutes: 480 }),
      ],
    }
    const created = await at.created(loaded)
    const read = async () => (await at.dispatcher<Service>('GET', `/services/${created.id}`)).body
    expect(await read()).toMatchObject(loaded)
    const body = { ...at.form({ plannedStops: [stop('drop', 'B', angel)] }), version: 1 }
    await at.dispatcher('PUT', `/services/${created.id}`, { body })
    expect(await read()).toMatchObject({
      requiredLoadKg: null,
      requiredLoadM3: null,
      plannedStops: [{ id: created.plannedStops[1]?.id, serviceMinutes: null }],
    })
  })

  it('filters, searches, sorts and counts', async () => {
    await at.created({ customerName: 'Farmacia del Ángel', priorityLevel: 'high' })
    const waiting = await at.upTo(['dispatch'])
    const list = async (query: string) =>
      (await at.dispatcher<{ items: Service[] }>('GET', `/services?${query}`)).body.items.map(
        (item) => item.serviceNumber,
      )
    expect(await list('status=on_dispatch')).toEqual([waiting.serviceNumber])
    expect(await list('status=on_dispatch&status=created&sort=serviceNumber&order=desc')).toEqual([
      20002, 20001,
    ])
    expect(await list('search=farmacia')).toEqual([20001])
    expect(await list('sort=priorityLevel')).toEqual([20001, 20002])
    const { body } = await at.dispatcher<{ counts: Record<string, number> }>(
      'GET',
      `/services-counts?fleetId=${at.fleetId}`,
    )
    expect(body.counts).toMatchObject({ created: 1, on_dispatch: 1, completed: 0 })
  })

  it('narrows by dispatch time, and counts what ended only since a time', async () => {
    await at.created({ dispatchTime: at.minutes(0) })
    await at.created({ dispatchTime: at.minutes(60) })
    const cancelled = await at.created({ dispatchTime: at.minutes(30) })
    await at.move(at.dispatcher, cancelled, 'cancel')
    const list = async (query: string) =>
      (await at.dispatcher<{ total: number }>('GET', `/services?${query}`)).body.total
    const between = (from: number, to: number) => list(`from=${at.minutes(from)}&to=${at.minutes(to)}`)
    expect(await Promise.all([between(0, 60), between(0, 61), between(1, 30), between(61, 90)])).toEqual([
      2, 3, 0, 0,
    ])
    const counts = async (query: string) =>
      (await at.dispatcher<{ counts: object }>('GET', `/services-counts?fleetId=${at.fleetId}${query}`)).body
        .counts
    const none = { created: 2, cancelled_by_central: 0, completed: 0 }
    expect(await counts('')).toMatchObject(none)
    expect(await counts(`&endedSince=${at.minutes(0)}`)).toMatchObject({
      created: 2,
      cancelled_by_central: 1,
    })
    expect(await counts(`&endedSince=${at.minutes(1)}`)).toMatchObject(none)
    expect(
      await Promise.all([list(`endedSince=${at.minutes(0)}`), list(`endedSince=${at.minutes(1)}`)]),
    ).toEqual([1, 0])
    expect((await at.dispatcher('GET', '/services?from=yesterday')).status).toBe(422)
  })

  it('changes a service before its start, and keeps a dispatch time that has passed', async () => {
    const service = await at.created()
    test.clock.advance(600)
    const { dispatchTime } = service
    const changed = await at.dispatcher<Service>('PUT', `/services/${service.id}`, {
      body: { ...at.form({ dispatchTime, notes: 'Timbre 4' }), version: 1 },
    })
    expect(changed).toMatchObject({ status: 200, body: { notes: 'Timbre 4', version: 2 } })
    const stale = await at.second<Problem>('PUT', `/services/${service.id}`, {
      body: { ...at.form({ dispatchTime }), version: 1 },
    })
    expect(stale).toMatchObject({ status: 409, body: { code: 'stale_version' } })
  })

  it('deletes before dispatch and after the end only', async () => {
    const service = await at.created()
    const waiting = await at.upTo(['dispatch'])
    expect((await at.dispatcher('DELETE', `/services/${waiting.id}`)).body).toMatchObject({
      code: 'service_not_deletable',
    })
    expect((await at.dispatcher('DELETE', `/services/${service.id}`)).status).toBe(200)
    expect((await at.dispatcher('GET', `/services/${service.id}`)).status).toBe(404)
  })

  it('ranks candidates: eligible first, those busy last with the reason', async () => {
    await test.build((tx) =>
      buildVehicle(tx, {
        companyId: at.companyId,
        fleetId: at.fleetId,
        vehicleNumber: '119',
        causes: ['maintenance'],
      }),
    )
    const service = await at.upTo(['dispatch'])
    const { items } = (
      await at.dispatcher<{ items: Candidate[] }>('GET', `/services/${service.id}/candidates`)
    ).body
    expect(items.map((item) => [item.vehicleNumber, item.isEligible, item.reasons])).toEqual([
      ['118', true, ['no_position']],
      ['119', false, ['status', 'no_position']],
    ])
  })

  it('are filtered by priority and payment, and counted up to a limit', async () => {
    await at.created({ priorityLevel: 'critical', paymentMethod: 'card' })
    await at.created({ paymentStatus: 'paid' })
    await at.created()
    const numbers = async (query: string) =>
      (await at.dispatcher<{ items: Service[] }>('GET', `/services?${query}`)).body.items.length
    expect(await numbers('priorityLevel=critical')).toBe(1)
    expect(await numbers('priorityLevel=critical&priorityLevel=medium')).toBe(3)
    expect(await numbers('paymentMethod=card')).toBe(1)
    expect(await numbers('paymentStatus=paid&paymentMethod=cash')).toBe(1)
    expect(await numbers('paymentStatus=refunded')).toBe(0)
    const filter = listServices.query?.parse({ fleetId: at.fleetId }) as ParsedOf<
      typeof listServices
    >['query']
    const bounded = (limit: number, search = '') =>
      test.build(async (tx) => {
        const { total, isTotalBound } = await findServices(tx, { ...filter, search }, [at.fleetId], limit)
        return [total, isTotalBound]
      })
    expect(await bounded(2)).toEqual([2, true])
    expect(await bounded(3)).toEqual([3, false])
    expect(await bounded(2, 'torres')).toEqual([2, true])
  })
})
