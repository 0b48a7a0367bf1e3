import type { Rates } from '@rumbo/contract/billing.contract'
import type { OutputOf } from '@rumbo/contract/endpoint'
import type { Problem } from '@rumbo/contract/problems.contract'
import type { readCharges } from '@rumbo/contract/services.charges.contract'
import type { Service } from '@rumbo/contract/services.contract'
import type { TestApp } from '@rumbo/tools/testing/app'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildTariff, someRates } from '../../billing/billing.factory.ts'
import { buildUser } from '../../identity/identity.factory.ts'
import { buildAssignment, buildFleet } from '../../organisation/organisation.factory.ts'
import type { Roads } from '../../places/index.ts'
import { problem } from '../../platform/problem.ts'
import { angel, zocalo } from '../services.factory.ts'
import {
  createServicesApp,
  createServicesHarness,
  errorsOf,
  type ServicesHarness,
  stop,
} from '../testing/services.harness.ts'
import { refreshCurrentCosts } from './services.charges.jobs.ts'

type Charges = OutputOf<typeof readCharges>

/** How the road engine answers in a test. */
let engine: 'answers' | 'is silent' | 'fails' | 'finds no road' = 'answers'
const route = async () => {
  if (engine === 'is silent') return new Promise<never>(() => undefined)
  if (engine === 'fails') throw new Error('The engine crashed')
  if (engine === 'finds no road') throw problem('route_not_found')
  return {
    engine: 'portable',
    isEstimate: false,
    distanceMetres: 6_000,
    durationSeconds: 900,
    legs: [],
    shape: [],
  }
}

let test: TestApp
let at: ServicesHarness
beforeAll(async () => {
  test = await createServicesApp({ route } as unknown as Roads, { routePatienceMs: 1 })
})
afterAll(() => test.close())
beforeEach(async () => {
  engine = 'answers'
  at = await createServicesHarness(test)
})

const extras = [{ key: 'equipaje', name: 'Equipaje', amount: '15' }]
const tariff = (given: Partial<Rates> = {}, more: object = {}) =>
  test.build((tx) =>
    buildTariff(tx, {
      companyId: at.companyId,
      fleetId: at.fleetId,
      rates: someRates({ minimum: '0', extras, ...given }),
      ...more,
    }),
  )
const stops = [stop('pickup', 'Zócalo', zocalo), stop('drop', 'Ángel', angel)]
const ordered = (given: object = {}) => ({ estimatedCost: null, plannedStops: stops, ...given })
const chargesOf = async ({ id }: { id: string }, call = at.dispatcher) =>
  (await call<Charges>('GET', `/services/${id}/charges`)).body
const linesOf = (charge: Charges['final']) => charge?.lines.map(({ kind, amount }) => `${kind} ${amount}`)
const update = (service: Service, given: object = {}) =>
  at.dispatcher<Service & Problem>('PUT', `/services/${service.id}`, {
    body: { ...at.form(ordered(given)), version: service.version },
  })
async function running(given: object = {}): Promise<Service> {
  let service = await at.created(ordered(given))
  for (const [verb, more] of [
    ['dispatch'],
    ['assign', { vehicleId: at.vehicleId }],
    ['confirm-pickup'],
  ] as const)
    service = (await at.move(at.dispatcher, service, verb, more)).body
  return service
}
/** Reports the odometer of the vehicle. */
const reportOdometer = (metres: number) =>
  test.build((tx) =>
    tx.sql(
      `insert into telemetry.vehicle_state (vehicle_no, vehicle_id, company_id, fleet_id, odometer_metres, as_of)
       select vehicle_no, id, company_id, fleet_id, $2, $3 from vehicles.vehicles where id = $1
       on conflict (vehicle_no) do update set odometer_metres = excluded.odometer_metres, as_of = excluded.as_of`,
      [at.vehicleId, metres, test.clock.now()],
    ),
  )
const complete = (service: Service, more: object = {}) => at.move(at.dispatcher, service, 'complete', more)

describe('the estimated cost', () => {
  it('is that of the tariff for the way by road, with its lines', async () => {
    await tariff()
    const service = await at.created(ordered({ extras: ['equipaje'] }))
    expect(service).toMatchObject({
      estimatedCost: '132.00',
      isPriceAgreed: false,
      plannedDistance: 6_000,
      plannedDuration: 900,
      isRouteEstimated: false,
      extras: [{ key: 'equipaje', name: 'Equipaje' }],
    })
    const { estimate, current, final } = await chargesOf(service)
    expect(linesOf(estimate)).toEqual(['base 30.00', 'distance 57.00', 'time 30.00', 'extra 15.00'])
    expect(estimate).toMatchObject({ tariffName: 'Taxi', isSet: false, distanceSource: 'planned' })
    expect([current, final]).toEqual([null, null])
  })
  it('is agreed where it was typed, and then does not follow the tariff', async () => {
    await tariff()
    const service = await at.created(ordered({ estimatedCost: '99' }))
    expect(service).toMatchObject({ estimatedCost: '99.00', isPriceAgreed: true })
    expect((await chargesOf(service)).estimate).toMatchObject({
      lines: [{ kind: 'agreed', amount: '99.00' }],
      isSet: true,
      tariffId: null,
    })
  })
  it('is none without a tariff on the day the ride begins', async () => {
    await tariff({}, { validUntil: test.clock.now().toISOString().slice(0, 10) })
    expect((await at.created(ordered())).estimatedCost).toBe('117.00')
    const later = at.minutes(3 * 24 * 60)
    const window = [{ ...stops[0], timeWindowStart: later }, stops[1]]
    const service = await at.created(ordered({ plannedStops: window }))
    expect(service).toMatchObject({ estimatedCost: null, plannedDistance: 6_000 })
    expect((await chargesOf(service)).estimate).toBeNull()
  })
  it.each(['is silent', 'fails'] as const)(
    'follows the straight line where the road engine %s',
    async (how) => {
      await tariff()
      engine = how
      const service = await at.created(ordered())
      expect(service).toMatchObject({ isRouteEstimated: true, isPriceAgreed: false })
      expect(service.plannedDistance).toBeGreaterThan(3_000)
      const { estimate } = await chargesOf(service)
      expect(estimate).toMatchObject({ distanceSource: 'straight_line', total: service.estimatedCost })
    },
  )
  it('is none where no road connects the stops', async () => {
    await tariff()
    engine = 'finds no road'
    expect(await at.created({ ...ordered(), areStopsConfirmed: true })).toMatchObject({
      estimatedCost: null,
      plannedDistance: null,
    })
  })
  it('is none in another currency than the tariff’s', async () => {
    await tariff({}, { currency: 'USD' })
    expect(await at.created(ordered())).toMatchObject({ estimatedCost: null, currency: 'MXN' })
  })
  it('is computed again when the service changes, and keeps the way by road if the engine fails', async () => {
    await tariff()
    const service = await at.created(ordered())
    engine = 'fails'
    const renamed = (await update(service, { customerName: 'Otra' })).body
    expect(renamed).toMatchObject({ estimatedCost: '117.00', isRouteEstimated: false })
    const agreed = (await update(renamed, { estimatedCost: '80' })).body
    expect(agreed).toMatchObject({ estimatedCost: '80.00', isPriceAgreed: true })
    const moved = (await update(agreed, { plannedStops: [...stops].reverse() })).body
    expect(moved).toMatchObject({ isRouteEstimated: true, isPriceAgreed: false })
  })
  it('goes with the service to another fleet, where its tariff decides', async () => {
    await tariff()
    const otherId = await test.build(async (tx) => {
      const { id } = await buildFleet(tx, { companyId: at.companyId })
      return id
    })
    const owner = await test.as(
      await test.build(async (tx) => {
        const user = await buildUser(tx, { level: 'admin' })
        await buildAssignment(tx, {
          userId: user.id,
          companyId: at.companyId,
          fleetId: null,
          role: 'company_owner',
        })
        return user
      }),
    )
    const fleetsOf = (id: string) =>
      test.build((tx) => tx.sql('select fleet_id from services.charges where service_id = $1', [id]))
    const put = (service: Service, given: object) =>
      owner<Service>('PUT', `/services/${service.id}`, {
        body: { ...at.form(ordered({ fleetId: otherId, ...given })), version: service.version },
      })
    const agreed = (await put(await at.created(ordered()), { estimatedCost: '70' })).body
    expect(await fleetsOf(agreed.id)).toEqual([{ fleet_id: otherId }])
    const without = (await put(await at.created(ordered()), {})).body
    expect(without.estimatedCost).toBeNull()
    expect(await fleetsOf(without.id)).toEqual([])
  })
  it('refuses extras that the tariff does not offer, and keeps those chosen before', async () => {
    await tariff({}, { validUntil: test.clock.now().toISOString().slice(0, 10) })
    const refused = await at.dispatcher<Problem>('POST', '/services', {
      body: at.form(ordered({ extras: ['silla'] })),
    })
    expect([refused.status, errorsOf(refused.body)]).toEqual([422, ['body.extras.0 not_allowed']])
    const service = await at.created(ordered({ extras: ['equipaje'] }))
    const later = await update(service, { extras: ['equipaje'], dispatchTime: at.minutes(3 * 24 * 60) })
    expect(later.body).toMatchObject({ extras: [{ key: 'equipaje', name: 'Equipaje' }], estimatedCost: null })
  })
})

describe('the current cost', () => {
  it('follows what the vehicle drove, every minute', async () => {
    await tariff()
    await reportOdometer(50_000)
    const service = await running()
    expect(service.currentCost).toBe('30.00')
    test.clock.advance(300)
    await reportOdometer(52_000)
    await refreshCurrentCosts(test.database)
    const now = (await at.viewer<Service>('GET', `/services/${service.id}`)).body
    expect(now).toMatchObject({ currentCost: '59.00', version: service.version })
    expect(linesOf((await chargesOf(service)).current)).toEqual([
      'base 30.00',
      'distance 19.00',
      'time 10.00',
    ])
  })
  it('is a share of the plan where the device is silent, and is read as of now', async () => {
    await tariff()
    const service = await running()
    test.clock.advance(450)
    const { current } = await chargesOf(service)
    expect(current).toMatchObject({
      distanceSource: 'planned',
      usage: { distanceMetres: 3_000 },
      total: '73.50',
    })
    expect((await at.dispatcher<Service>('GET', `/services/${service.id}`)).body.currentCost).toBe('30.00')
  })
  it('ends with the service', async () => {
    await tariff()
    const service = await running()
    const done = (await complete(service)).body
    expect(done.currentCost).toBeNull()
    await refreshCurrentCosts(test.database)
    expect((await chargesOf(done)).current).toBeNull()
  })
})

describe('the final cost', () => {
  it('is shown before the service ends, as it would be if it ended now', async () => {
    await tariff()
    const service = await running()
    test.clock.advance(600)
    const { ifEnded, final } = await chargesOf(service)
    expect(final).toBeNull()
    const done = (await complete(service)).body
    expect(ifEnded).toEqual((await chargesOf(done)).final)
    expect((await chargesOf(done)).ifEnded).toBeNull()
  })
  it('is that of the way and time executed', async () => {
    await tariff()
    const service = await running()
    test.clock.advance(1_200)
    await test.build((tx) =>
      tx.sql(
        `insert into services.executed_stops (id, service_id, planned_stop_id, fleet_id, arrived, departed, cost_at_stop_minor,
           distance_at_stop_metres, status, operator)
         select gen_random_uuid(), service_id, id, fleet_id, $2, $3, 2500, 7000, 'executed', 'system'
         from services.planned_stops where service_id = $1 and stop_type = 'drop'`,
        [service.id, at.minutes(-10), test.clock.now()],
      ),
    )
    const done = await complete(service)
    // 7 km; 10 minutes driven; 10 waited, 5 of them free; a toll at the drop.
    expect(done.body).toMatchObject({ finalCost: '156.50', estimatedCost: '117.00' })
    const { final, estimate } = await chargesOf(done.body)
    expect(linesOf(final)).toEqual([
      'base 30.00',
      'distance 66.50',
      'time 20.00',
      'waiting 15.00',
      'stop_extra 25.00',
    ])
    expect(final).toMatchObject({ distanceSource: 'measured', timeSource: 'measured', isSet: false })
    expect(estimate?.total).toBe('117.00')
  })
  it('is that of the planned way where nothing was measured, and says so', async () => {
    await tariff()
    const service = await running()
    test.clock.advance(600)
    const done = (await complete(service)).body
    expect(done.finalCost).toBe('107.00')
    expect((await chargesOf(done)).final).toMatchObject({ distanceSource: 'planned', timeSource: 'measured' })
  })
  it('is the same whether a stop is corrected before or after the end', async () => {
    await tariff()
    const correct = async (service: Service) => {
      const stopId = service.plannedStops.at(-1)?.id
      const { status, body } = await at.dispatcher<Service>(
        'POST',
        `/services/${service.id}/stops/${stopId}/correct`,
        {
          body: {
            version: service.version,
            arrived: at.minutes(-4),
            departed: at.minutes(-2),
            distance: 9_300,
            notes: null,
            reason: 'Sin señal',
          },
        },
      )
      expect(status).toBe(200)
      return body
    }
    const ride = async () => {
      const service = await running()
      test.clock.advance(600)
      return service
    }
    const early = (await complete(await correct(await ride()))).body
    const late = await correct((await complete(await ride())).body)
    expect(late.finalCost).toBe(early.finalCost)
    const [one, other] = [await chargesOf(early), await chargesOf(late)]
    expect(linesOf(other.final)).toEqual(linesOf(one.final))
    expect(other.final?.usage).toEqual(one.final?.usage)
    const set = (await complete(await ride(), { finalCost: '100', reason: 'Acuerdo' })).body
    expect((await correct(set)).finalCost).toBe('100.00')
  })
  it('is the agreed price, whatever was driven', async () => {
    await tariff()
    await reportOdometer(10_000)
    const service = await running({ estimatedCost: '90' })
    test.clock.advance(600)
    await reportOdometer(30_000)
    const done = (await complete(service)).body
    expect(done.finalCost).toBe('90.00')
    expect((await chargesOf(done)).final).toMatchObject({
      isSet: true,
      lines: [{ kind: 'agreed', amount: '90.00' }],
    })
  })
  it('that a person sets needs a reason where it differs, and gets a line of its own', async () => {
    await tariff()
    const service = await running()
    const refused = await complete(service, { finalCost: '100' })
    expect([refused.status, refused.body]).toMatchObject([422, { code: 'final_cost_reason' }])
    expect(refused.body.detail).toContain('87.00 MXN')
    expect((await at.dispatcher<Service>('GET', `/services/${service.id}`)).body.status).toBe('in_progress')
    const done = (await complete(service, { finalCost: '100', reason: 'Caseta de cobro' })).body
    expect(done.finalCost).toBe('100.00')
    const { final } = await chargesOf(done)
    expect(final?.lines.at(-1)).toMatchObject({
      kind: 'adjustment',
      label: 'Caseta de cobro',
      amount: '13.00',
    })
    expect(final).toMatchObject({ isSet: true, total: '100.00' })
  })
  it('needs no reason where it is the computed one, or where nothing could be computed', async () => {
    const priced = await running()
    expect((await complete(priced, { finalCost: '55' })).body.finalCost).toBe('55.00')
    await tariff()
    const same = await running()
    expect((await complete(same, { finalCost: '87' })).body.finalCost).toBe('87.00')
  })
  it('is computed once when two people complete at once', async () => {
    await tariff()
    const service = await running()
    const answers = await Promise.all([
      complete(service),
      at.move(at.second, service, 'complete', { finalCost: '10', reason: 'x' }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const winner = answers.find(({ status }) => status === 200)?.body
    expect((await chargesOf(service)).final?.total).toBe(winner?.finalCost)
  })
})

describe('the charges of a service', () => {
  it('are read by viewers of its fleet, and by its driver without the tariff', async () => {
    await tariff()
    const service = await running()
    expect((await chargesOf(service, at.viewer)).estimate?.total).toBe('117.00')
    expect((await at.driver('GET', `/services/${service.id}/charges`)).status).toBe(404)
    expect((await at.outsider('GET', `/services/${service.id}/charges`)).status).toBe(404)
    const dana = await test.build(async (tx) => {
      const user = await buildUser(tx, { level: 'user' })
      await buildAssignment(tx, {
        userId: user.id,
        companyId: at.companyId,
        fleetId: at.fleetId,
        role: 'primary_driver',
      })
      await tx.sql('update directory.contacts set user_id = $2 where id = $1', [at.contactId, user.id])
      await tx.sql('update services.services set assigned_driver_id = $2 where id = $1', [
        service.id,
        at.contactId,
      ])
      return user
    })
    const own = await chargesOf(service, await test.as(dana))
    expect([own.estimate?.total, own.current?.total]).toEqual(['117.00', '30.00'])
    const guest = await test.as(await test.build((tx) => buildUser(tx, { level: 'guest' })))
    expect((await guest('GET', `/services/${service.id}/charges`)).status).toBe(403)
  })
})
