import type { OutputOf } from '@rumbo/contract/endpoint'
import type { listPlans, Plan } from '@rumbo/contract/planning.contract'
import type { listPlanSchedules, PlanSchedule } from '@rumbo/contract/planning.schedules.contract'
import type { TestApp, TestCall } from '@rumbo/tools/testing/app'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildSeries } from '../../services/series/services.series.factory.ts'
import { createRecurringServices } from '../../services/series/services.series.jobs.ts'
import { buildService, zocalo } from '../../services/services.factory.ts'
import {
  createServicesApp,
  createServicesHarness,
  type ServicesHarness,
} from '../../services/testing/services.harness.ts'
import { buildDriver, buildShift } from '../../shifts/shifts.factory.ts'
import { buildPosition } from '../../telemetry/telemetry.factory.ts'
import { buildVehicle } from '../../vehicles/vehicles.factory.ts'
import { planningEndpoints } from '../index.ts'
import { buildPlan } from '../planning.factory.ts'
import { workOnce } from '../runs/planning.runs.harness.ts'
import { acceptProposals, makeDuePlans } from './planning.schedules.jobs.ts'

const log = pino({ level: 'silent' })
const hour = 3_600
let test: TestApp
let at: ServicesHarness
beforeAll(async () => {
  test = await createServicesApp(undefined, { more: planningEndpoints })
})
afterAll(() => test.close())
beforeEach(async () => {
  at = await createServicesHarness(test)
})

/** It is Monday, nine o'clock. Made in the evening for the next day, on every day, without a search. */
const fields = (given: object = {}) => ({
  name: 'Escolar',
  weekdays: [1, 2, 3, 4, 5, 6, 7],
  startTime: '06:00',
  endTime: '20:00',
  seconds: 0,
  ...given,
})
const create = (given: object = {}, call = at.dispatcher) =>
  call<PlanSchedule>('POST', '/plan-schedules', { body: { fleetId: at.fleetId, ...fields(given) } })
/** A session begun now: an earlier one ended with the hours that passed. */
const viewer = () => test.as(at.people.vera)
const schedules = async (call?: TestCall) =>
  (
    await (call ?? (await viewer()))<OutputOf<typeof listPlanSchedules>>(
      'GET',
      `/plan-schedules?fleetId=${at.fleetId}`,
    )
  ).body.items
const make = () => makeDuePlans({ database: test.database, log })
const plans = async () =>
  (
    await (
      await viewer()
    )<OutputOf<typeof listPlans>>('GET', `/plans?fleetId=${at.fleetId}&sort=date&order=asc`)
  ).body.items
const planOf = async (id = '') => (await (await viewer())<Plan>('GET', `/plans/${id}`)).body
/** From now to six in the evening by the clock of the company, whatever the time is. */
const untilEvening = () => {
  const day = test.clock.now().toLocaleDateString('en-CA', { timeZone: 'America/Mexico_City' })
  const evening = Date.parse(`${day}T18:00:00-06:00`)
  test.clock.advance(Math.max(0, (evening - test.clock.now().getTime()) / 1_000))
}

/** A service of the day, and a vehicle with a shift for it. */
const workOn = (date: string) =>
  test.build(async (tx) => {
    const { companyId, fleetId, contactId } = at
    const driver = await buildDriver(tx, { companyId })
    await buildPosition(tx, at.vehicleId, zocalo)
    await buildShift(tx, {
      ...{ companyId, fleetId, driver, vehicle: { id: at.vehicleId, vehicleNumber: '118' } },
      ...{ fromHours: 10, hours: 12 },
    })
    await buildService(tx, {
      ...{ companyId, fleetId, requesterContactId: contactId },
      dispatchTime: `${date}T16:00:00.000Z`,
    })
  })
const accept = () => acceptProposals({ database: test.database, log })

describe('a recurring plan', () => {
  it('is created, listed with its next day, changed and deleted, and each is audited', async () => {
    const made = await create()
    expect(made).toMatchObject({ status: 201, body: { name: 'Escolar', lastDate: null, failure: null } })
    const [listed] = await schedules()
    expect(listed).toEqual(made.body)
    expect(listed?.nextDate).not.toBeNull()
    const { id, version } = made.body
    const { fleetId: _, ...body } = { fleetId: '', ...fields({ name: 'Turno', isActive: false }) }
    const changed = await at.dispatcher<PlanSchedule>('PUT', `/plan-schedules/${id}`, {
      body: { ...body, version },
    })
    expect(changed.body).toMatchObject({ name: 'Turno', nextDate: null, version: 2 })
    const stale = await at.second('PUT', `/plan-schedules/${id}`, { body: { ...body, version } })
    expect(stale.body).toMatchObject({ code: 'stale_version' })
    expect((await at.dispatcher('DELETE', `/plan-schedules/${id}`)).status).toBe(200)
    expect(await schedules()).toEqual([])
    const audited = await test.build((tx) =>
      tx.sql<{ action: string }>(
        "select action from platform.audit_entries where entity = 'plan_schedule' and entity_id = $1 order by at, id",
        [id],
      ),
    )
    expect(audited.map(({ action }) => action).toSorted()).toEqual([
      'plan_schedule.changed',
      'plan_schedule.created',
      'plan_schedule.deleted',
    ])
  })

  it('is refused without days, with half a shift, a taken name, or a template of another fleet', async () => {
    expect((await create({ weekdays: [] })).status).toBe(422)
    expect((await create({ madeAt: '25:00' })).status).toBe(422)
    expect((await create({ endTime: null })).status).toBe(422)
    await create()
    expect((await create({ name: 'ESCOLAR' })).body).toMatchObject({ code: 'name_taken' })
    const other = await createServicesHarness(test)
    const foreign = await test.build((tx) => buildPlan(tx, other))
    expect((await create({ name: 'Otro', templatePlanId: foreign.id })).body).toMatchObject({
      code: 'plan_not_found',
    })
  })

  it('is no matter of viewers, drivers or other companies', async () => {
    const { body } = await create()
    expect((await create({ name: 'Otro' }, at.viewer)).status).toBe(403)
    expect((await at.driver('GET', `/plan-schedules?fleetId=${at.fleetId}`)).status).toBe(403)
    expect(await schedules(at.outsider)).toEqual([])
    expect((await at.outsider('DELETE', `/plan-schedules/${body.id}`)).body).toMatchObject({
      code: 'plan_not_found',
    })
    expect((await create({ name: 'Otro' }, at.outsider)).body).toMatchObject({ code: 'fleet_denied' })
  })
})

describe('the plan of a day', () => {
  it('is made once by two workers when its time has come, and never published', async () => {
    await create()
    untilEvening()
    await make()
    const before = (await plans()).length
    test.clock.advance(24 * hour)
    await Promise.all([make(), make()])
    const found = await plans()
    expect(found).toHaveLength(before + 1)
    expect(new Set(found.map(({ date }) => date)).size).toBe(found.length)
    expect(found.at(-1)).toMatchObject({ name: 'Escolar', status: 'draft', startTime: '06:00' })
    expect((await schedules())[0]).toMatchObject({ lastDate: found.at(-1)?.date, failure: null })
  })

  it('keeps the vehicle and the order that the series had, without vehicles that have no shift', async () => {
    const { companyId, fleetId, contactId } = at
    const [other, drivers] = await test.build(async (tx) => {
      const vehicle = await buildVehicle(tx, { companyId, fleetId, vehicleNumber: '204', causes: [] })
      const driver = await buildDriver(tx, { companyId })
      for (const customerName of ['Ana', 'Beto', 'Caro'])
        await buildSeries(
          tx,
          {
            companyId,
            fleetId,
            requesterContactId: contactId,
            customerName,
            dispatchTime: at.minutes(0),
          },
          { weekdays: [1, 2, 3, 4, 5, 6, 7], skipsHolidays: false },
        )
      return [vehicle, driver]
    })
    await createRecurringServices({ database: test.database, log })
    const services = await test.build((tx) =>
      tx.sql<{ id: string; name: string; day: string; stops: string[] }>(
        `select s.id, s.customer_name as name, (s.dispatch_time at time zone 'America/Mexico_City')::date::text as day,
           array(select p.id from services.planned_stops p where p.service_id = s.id order by p.sequence) as stops
         from services.services s where s.fleet_id = $1 order by s.dispatch_time`,
        [fleetId],
      ),
    )
    const days = [...new Set(services.map(({ day }) => day))].toSorted()
    // The series begin tomorrow; the template is the plan of the day after.
    const of = (name: string, day = days[1]) => {
      const service = services.find((one) => one.name === name && one.day === day)
      return (stop: number) => ({
        serviceId: service?.id ?? '',
        stopId: service?.stops[stop] ?? '',
        lock: null,
      })
    }
    const [ana, beto, caro] = [of('Ana'), of('Beto'), of('Caro')]
    const route = (vehicleId: string, visits: object[]) => ({
      vehicleId,
      visits,
      startsAt: null,
      isLocked: false,
    })
    const template = await test.build((tx) =>
      buildPlan(tx, {
        companyId,
        fleetId,
        date: days[1],
        content: {
          routes: [
            route(at.vehicleId, [beto(0), ana(0), ana(1), beto(1)]),
            route(other.id, [caro(0), caro(1)]),
          ] as Plan['content']['routes'],
        },
      }),
    )
    await create({ templatePlanId: template.id })
    untilEvening()
    await test.build(async (tx) => {
      for (const id of [at.vehicleId, other.id]) await buildPosition(tx, id, zocalo)
    })
    // Tomorrow the one has a shift, and the other none.
    await test.build((tx) =>
      buildShift(tx, {
        companyId,
        fleetId,
        driver: { id: drivers.id, name: drivers.name },
        vehicle: { id: at.vehicleId, vehicleNumber: '118' },
        fromHours: 10,
        hours: 12,
      }),
    )
    await make()
    const made = (await plans()).find(({ scheduleId }) => scheduleId !== null)
    const plan = await planOf(made?.id)
    const [ana2, beto2] = [of('Ana', plan.date), of('Beto', plan.date)]
    expect(plan.content.routes).toEqual([route(at.vehicleId, [beto2(0), ana2(0), ana2(1), beto2(1)])])
  })

  it('gets a name of its own, and says where it could not be made', async () => {
    await create()
    untilEvening()
    const [schedule] = await schedules()
    const date = schedule?.nextDate ?? ''
    await test.build((tx) => buildPlan(tx, { ...at, name: 'escolar', date }))
    await make()
    expect((await plans()).map(({ name }) => name)).toContain('Escolar 2')

    test.clock.advance(24 * hour)
    const next = (await schedules())[0]?.nextDate ?? ''
    await test.build(async (tx) => {
      for (let count = 0; count < 50; count += 1) await buildPlan(tx, { ...at, date: next })
    })
    await make()
    expect((await schedules())[0]).toMatchObject({ lastDate: date, failedDate: next, failure: 'plans_full' })
    await test.build((tx) =>
      tx.sql('delete from planning.plans where fleet_id = $1 and date = $2', [at.fleetId, next]),
    )
    await make()
    expect((await schedules())[0]).toMatchObject({ lastDate: next, failedDate: null, failure: null })
  })

  it('is searched, and the proposal accepted unless somebody changed the plan meanwhile; never published', async () => {
    await create({ seconds: 5 })
    untilEvening()
    const date = (await schedules())[0]?.nextDate ?? ''
    await workOn(date)
    await make()
    const find = async () => planOf((await plans()).find((plan) => plan.date === date)?.id)
    expect((await find()).content.routes).toEqual([])
    await accept()
    expect((await find()).content.routes).toEqual([])
    await workOnce(test)
    await Promise.all([accept(), accept()])
    const made = await find()
    expect(made).toMatchObject({ status: 'draft', publishedAt: null, version: 2, updatedBy: null })
    expect(made.content.routes.map(({ vehicleId }) => vehicleId)).toEqual([at.vehicleId])

    // The next one is changed by a planner while the search goes on.
    test.clock.advance(24 * hour)
    const next = (await schedules())[0]?.nextDate ?? ''
    await workOn(next)
    await make()
    const plan = await planOf((await plans()).find((one) => one.date === next)?.id)
    const { id, startTime, endTime, settings, content, version } = plan
    const planner = await test.as(at.people.ana)
    const saved = await planner<Plan>('PUT', `/plans/${id}`, {
      body: { name: 'Con cambios', startTime, endTime, settings, content, version },
    })
    expect(saved.status).toBe(200)
    await workOnce(test)
    await accept()
    expect(await planOf(id)).toMatchObject({ version: saved.body.version, content })
  })

  it('is left as it is once somebody published it, whatever the search found', async () => {
    await create({ seconds: 5 })
    untilEvening()
    const date = (await schedules())[0]?.nextDate ?? ''
    await workOn(date)
    await make()
    await workOnce(test)
    const [made] = await plans()
    await test.build((tx) =>
      tx.sql('update planning.plans set published_at = $2, published_version = version where id = $1', [
        made?.id,
        tx.now,
      ]),
    )
    await accept()
    expect(await planOf(made?.id)).toMatchObject({
      status: 'published',
      version: made?.version,
      content: { routes: [] },
    })
  })
})
