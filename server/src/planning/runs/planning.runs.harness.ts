import type { Plan, PlanContent } from '@rumbo/contract/planning.contract'
import type { PlanRun } from '@rumbo/contract/planning.runs.contract'
import type { PlanTravel } from '@rumbo/contract/planning.workspace.contract'
import type { Service } from '@rumbo/contract/services.contract'
import { createTestApp, type TestApp } from '@rumbo/tools/testing/app'
import { type Logger, pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { createRoads, type Roads } from '../../places/index.ts'
import { regionsOf } from '../../places/roads/places.roads.factory.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { buildService, zocalo } from '../../services/services.factory.ts'
import { createServicesHarness, servicesAnswers } from '../../services/testing/services.harness.ts'
import { buildDriver, buildShift } from '../../shifts/shifts.factory.ts'
import { buildPosition } from '../../telemetry/telemetry.factory.ts'
import { buildVehicle } from '../../vehicles/vehicles.factory.ts'
import { planningEndpoints } from '../planning.endpoints.ts'
import { buildPlan } from '../planning.factory.ts'
import { createTravelWatch } from '../travel/planning.travel.watch.ts'
import { createRunWatch, type RunWatchOptions } from './planning.runs.watch.ts'

/** The API of plans and services; nothing computes until a worker does. */
const createPlanningApp = () =>
  createTestApp({
    log: pino({ level: process.env.LOGS ?? 'silent' }),
    answers: (parts) => [...planningEndpoints, ...servicesAnswers(parts)],
  })

/** Kilometres from the Zócalo. */
export const placeAt = (north: number, east: number) => ({
  latitude: zocalo.latitude + north / 111,
  longitude: zocalo.longitude + east / 104.7,
})

type StopOf = { latitude: number; longitude: number }
type Given = Partial<Parameters<typeof buildService>[1]> & {
  from?: StopOf
  to?: StopOf
  /** Minutes from now, of the pickup. */
  window?: [number, number]
}

/** A fleet with a plan of today, whose orders and vehicles a test adds. */
export async function createRunsHarness(test: TestApp) {
  const at = await createServicesHarness(test)
  const place = { companyId: at.companyId, fleetId: at.fleetId }
  const plan = await test.build((tx) => buildPlan(tx, place))

  async function addShift(tx: Transaction, vehicleId: string, hours: { fromHours?: number; hours?: number }) {
    const driver = await buildDriver(tx, { companyId: at.companyId })
    await buildShift(tx, { ...place, driver, vehicle: { id: vehicleId, vehicleNumber: '' }, ...hours })
  }
  /** A vehicle with a shift from now on, at a place. */
  const vehicle = (
    number: string,
    {
      where = zocalo,
      hours = {},
      ...given
    }: { where?: StopOf; hours?: { fromHours?: number; hours?: number } } & Partial<
      Parameters<typeof buildVehicle>[1]
    > = {},
  ) =>
    test.build(async (tx) => {
      const { id } = await buildVehicle(tx, { ...place, vehicleNumber: number, causes: [], ...given })
      await buildPosition(tx, id, where)
      await addShift(tx, id, hours)
      return id
    })
  const order = ({
    from = placeAt(1, 0),
    to = placeAt(2, 0),
    window,
    ...given
  }: Given = {}): Promise<Service> =>
    test.build((tx) => {
      const stop = (stopType: 'pickup' | 'drop', where: StopOf, minutes?: [number, number]) => ({
        stopType,
        address: stopType,
        ...where,
        timeWindowStart: minutes ? at.minutes(minutes[0]) : null,
        timeWindowEnd: minutes ? at.minutes(minutes[1]) : null,
        reference: null,
        contactName: null,
        contactPhone: null,
        extraCost: null,
        serviceMinutes: null,
      })
      return buildService(tx, {
        ...place,
        requesterContactId: at.contactId,
        plannedStops: [stop('pickup', from, window), stop('drop', to)],
        ...given,
      })
    })
  const run = async (id: string) => (await at.dispatcher<PlanRun>('GET', `/plan-runs/${id}`)).body
  const begin = async (given: object = {}) => {
    const { version } = (await at.dispatcher<Plan>('GET', `/plans/${plan.id}`)).body
    const body = { version, mode: 'replan', seconds: 5, ...given }
    return at.dispatcher<PlanRun & { code?: string }>('POST', `/plans/${plan.id}/runs`, { body })
  }
  const finished = async (given?: object) => {
    const started = await begin(given)
    expect(started.status).toBe(202)
    await workOnce(test)
    return run(started.body.id)
  }
  return {
    ...at,
    ...place,
    planId: plan.id,
    vehicle,
    order,
    /** Two vehicles far apart, each with an order near it. @param window of the pickups */
    async farApart(window: [number, number]) {
      return {
        north: await vehicle('N', { where: placeAt(20, 0) }),
        south: await vehicle('S', { where: placeAt(-20, 0) }),
        upper: await order({ from: placeAt(20, 1), to: placeAt(20, 2), window }),
        lower: await order({ from: placeAt(-20, 1), to: placeAt(-20, 2), window }),
      }
    },
    plan: async () => (await at.dispatcher<Plan>('GET', `/plans/${plan.id}`)).body,
    travel: async () => (await at.dispatcher<PlanTravel>('GET', `/plans/${plan.id}/travel`)).body,
    run,
    async save(content: PlanContent, more: object = {}) {
      const { name, startTime, endTime, settings, version } = (
        await at.dispatcher<Plan>('GET', `/plans/${plan.id}`)
      ).body
      const body = { name, startTime, endTime, settings, version, content, ...more }
      return at.dispatcher<Plan>('PUT', `/plans/${plan.id}`, { body })
    },
    /** Starts a run of the present plan. */
    begin,
    /** A run of the present plan that a worker ended. */
    finished,
    /** A finished run of the present plan, with its proposal. */
    async proposal(given?: object) {
      const ended = await finished(given)
      expect(ended.status).toBe('finished')
      if (!ended.content) throw new Error('The run has no proposal.')
      return { ...ended, content: ended.content }
    },
  }
}
type RunsHarness = Awaited<ReturnType<typeof createRunsHarness>> & { test: TestApp }

/** Hooks that give a file a test app, by default one of plans and services, and each of its tests a harness of its own. */
export function useRunsHarness(createApp: () => Promise<TestApp> = createPlanningApp): RunsHarness {
  const at = {} as RunsHarness
  beforeAll(async () => {
    at.test = await createApp()
  })
  afterAll(() => at.test.close())
  beforeEach(async () => {
    Object.assign(at, await createRunsHarness(at.test))
  })
  return at
}

/** The services of a vehicle's route, in the order of their first stops. */
export const servicesIn = ({ routes }: PlanContent, vehicleId: string): string[] => [
  ...new Set(
    routes
      .filter((route) => route.vehicleId === vehicleId)
      .flatMap(({ visits }) => visits.flatMap(({ serviceId }) => serviceId ?? [])),
  ),
]

/** Roads without an installed region: every time is an estimate. */
export const roadsByFormula = ({ clock }: Pick<TestApp, 'clock'>): Roads =>
  createRoads({ clock, routingUrl: null, regions: regionsOf() })

const outOfOrder = async () => {
  throw new Error('out of order')
}
export const roadsThatFail: Pick<Roads, 'table' | 'route'> = { table: outOfOrder, route: outOfOrder }

/** A worker of plans that does everything that waits, then ends; searches are the same each time. */
export async function workOnce(
  test: TestApp,
  {
    roads = roadsByFormula(test),
    ...options
  }: Partial<RunWatchOptions> & { roads?: Pick<Roads, 'table' | 'route'> } = {},
): Promise<void> {
  const log: Logger = pino({ level: 'silent' })
  const deps = { database: test.database, roads, log }
  await createTravelWatch(deps).pass()
  await createRunWatch({ ...deps, search: { seed: 1, iterations: 400 }, ...options }).pass()
}
