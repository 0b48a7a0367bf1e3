import type { DriverState } from '@rumbo/contract/drivers.contract'
import type { OutputOf } from '@rumbo/contract/endpoint'
import { type Plan, type PlanContent, planSettings } from '@rumbo/contract/planning.contract'
import type { publishPlan, readOwnRoute, withdrawPlan } from '@rumbo/contract/planning.publish.contract'
import type { Problem } from '@rumbo/contract/problems.contract'
import type { Service } from '@rumbo/contract/services.contract'
import { createTestApp, type TestApp, type TestCall } from '@rumbo/tools/testing/app'
import pino from 'pino'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import {
  createDispatchEngine,
  dispatchEndpoints,
  latenessTasks,
  planReservations,
} from '../../dispatch/index.ts'
import { buildDriverOnDuty } from '../../drivers/drivers.factory.ts'
import { driverEndpoints } from '../../drivers/index.ts'
import { createRoads } from '../../places/index.ts'
import { regionsOf } from '../../places/roads/places.roads.factory.ts'
import { followDrivers } from '../../services/index.ts'
import { zocalo } from '../../services/services.factory.ts'
import { createServicesHarness, servicesAnswers, stop } from '../../services/testing/services.harness.ts'
import { shiftEndpoints } from '../../shifts/index.ts'
import { buildPosition } from '../../telemetry/telemetry.factory.ts'
import { vehicleEndpoints } from '../../vehicles/index.ts'
import { buildVehicle } from '../../vehicles/vehicles.factory.ts'
import { planningEndpoints, planPublishingEndpoints } from '../index.ts'
import { buildPlan } from '../planning.factory.ts'
import { visitsOf } from './planning.routes.ts'

const log = pino({ level: 'silent' })

/** Everything that carries out published plans. */
const createPublishingApp = (): Promise<TestApp> =>
  createTestApp({
    answers: ({ database, clock, files }) => {
      const roads = createRoads({ clock, routingUrl: null, regions: regionsOf() })
      const shiftLinks = { driversChanged: followDrivers }
      return [
        ...vehicleEndpoints,
        ...servicesAnswers({ clock, database }),
        ...dispatchEndpoints({ database, roads }),
        ...shiftEndpoints(shiftLinks),
        ...planningEndpoints,
        ...planPublishingEndpoints(planReservations),
        ...driverEndpoints({
          database,
          trackerHost: '127.0.0.1',
          clock,
          files,
          shiftLinks,
          costChanged: async () => undefined,
        }),
      ]
    },
  })

type Published = OutputOf<typeof publishPlan> & Problem

/** A place so many kilometres north of the centre. */
const north = (kilometres: number) => ({ ...zocalo, latitude: zocalo.latitude + kilometres / 111 })

/** Two drivers on duty, Iván in 118 and Rosa in 204, and an engine. */
async function createPublishingHarness(test: TestApp) {
  const at = await createServicesHarness(test)
  const { companyId, fleetId } = at
  const onDuty = (vehicle: { id: string; vehicleNumber: string }, name = {}) =>
    test.build((tx) => buildDriverOnDuty(tx, { companyId, fleetId }, vehicle, name))
  const rosasVehicleId = (
    await test.build((tx) => buildVehicle(tx, { companyId, fleetId, vehicleNumber: '204', causes: [] }))
  ).id
  const [ivan, rosa] = [
    await onDuty({ id: at.vehicleId, vehicleNumber: '118' }),
    await onDuty({ id: rosasVehicleId, vehicleNumber: '204' }, { firstName: 'Rosa', lastName: 'Lira' }),
  ]
  const roads = createRoads({ clock: test.clock, routingUrl: null, regions: regionsOf() })
  const engine = createDispatchEngine({ database: test.database, roads, clock: test.clock, log })
  const report = (vehicleId: string, kilometres: number) =>
    test.build((tx) => buildPosition(tx, vehicleId, north(kilometres)))
  await report(at.vehicleId, 0)
  await report(rosasVehicleId, 1)

  const now = () => test.clock.now().toISOString()
  const act = async (call: TestCall, ...actions: object[]) => {
    const { body } = await call<{ items: { problem: string | null }[] }>('POST', '/driver/actions', {
      body: { sentAt: now(), actions: actions.map((action) => ({ id: uuid(), at: now(), ...action })) },
    })
    return body.items.map(({ problem }) => problem)
  }
  const routeOf = (
    visits: PlanContent['routes'][number]['visits'],
    vehicleId = at.vehicleId,
  ): PlanContent['routes'][number] => ({ vehicleId, visits, startsAt: null, isLocked: false })

  return {
    ...at,
    rosasVehicleId,
    ivan: await test.as(ivan.user),
    rosa: await test.as(rosa.user),
    ivansContactId: ivan.driver.id,
    report,
    act,
    visitsOf: (service: Service) => visitsOf(service),
    routeOf,
    /** The engine decides after so many seconds. */
    async pass(seconds = 16) {
      test.clock.advance(seconds)
      await engine.pass()
    },
    stopEngine: () => engine.stop(),
    /** Runs the waiting predictions of the fleet. @returns their number */
    async runPredictions(): Promise<number> {
      const { rows } = await test.superuser.query<{ task: string; payload: { fleetId: string } }>(
        `select t.identifier as task, j.payload from graphile_worker._private_jobs j
         join graphile_worker._private_tasks t on t.id = j.task_id where j.payload ->> 'fleetId' = $1`,
        [fleetId],
      )
      const tasks = latenessTasks({ database: test.database, roads, log })
      const job = { id: '1', attempt: 1, signal: new AbortController().signal }
      for (const { task, payload } of rows) await tasks[task]?.(payload, job)
      return rows.length
    },
    /** A delivery between two places, in kilometres north, that is not sent to dispatch. */
    order: (from: number, to: number, given: object = {}) =>
      at.created({
        serviceType: 'delivery',
        dispatchTime: at.minutes(12),
        plannedStops: [stop('pickup', `Bodega ${from}`, north(from)), stop('drop', `Calle ${to}`, north(to))],
        ...given,
      }),
    plan: (routes: PlanContent['routes'], given: object = {}): Promise<Plan> =>
      test.build((tx) =>
        buildPlan(tx, {
          companyId,
          fleetId,
          settings: planSettings.parse({ isReturning: false }),
          content: { routes },
          ...given,
        }),
      ),
    change: async (plan: Plan, routes: PlanContent['routes']) => {
      const { name, startTime, endTime, settings, version } = plan
      const body = { name, startTime, endTime, settings, content: { routes }, version }
      return (await at.dispatcher<Plan>('PUT', `/plans/${plan.id}`, { body })).body
    },
    publish: (plan: Plan, call: TestCall = at.dispatcher) =>
      call<Published>('POST', `/plans/${plan.id}/publish`, { body: { version: plan.version } }),
    withdraw: (plan: Plan, call: TestCall = at.dispatcher) =>
      call<OutputOf<typeof withdrawPlan> & Problem>('POST', `/plans/${plan.id}/withdraw`, {
        body: { version: plan.version },
      }),
    route: async (call: TestCall) =>
      (await call<OutputOf<typeof readOwnRoute>>('GET', '/plans/own-route')).body.items,
    state: async (call: TestCall) => (await call<DriverState>('GET', '/driver')).body,
    read: async ({ id }: Service) => (await at.dispatcher<Service>('GET', `/services/${id}`)).body,
    statusOf: async (vehicleId: string) =>
      (await at.dispatcher<{ status: string }>('GET', `/vehicles/${vehicleId}`)).body.status,
    reservations: () =>
      test.build((tx) =>
        tx.sql<{ serviceId: string; vehicleId: string; planId: string | null; place: number }>(
          `select service_id as "serviceId", vehicle_id as "vehicleId", plan_id as "planId", place
           from dispatch.reservations where fleet_id = $1 order by vehicle_id, place`,
          [fleetId],
        ),
      ),
    publishedStops: () =>
      test.build((tx) =>
        tx.sql<{ stopId: string; serviceId: string; planId: string; sequence: number; arrivesAt: Date }>(
          `select stop_id as "stopId", service_id as "serviceId", plan_id as "planId", sequence, arrives_at as "arrivesAt"
           from planning.published_stops where fleet_id = $1 order by vehicle_id, sequence`,
          [fleetId],
        ),
      ),
  }
}

type PublishingHarness = Awaited<ReturnType<typeof createPublishingHarness>> & { test: TestApp }

/** Hooks that give a file a test app, and each of its tests a harness of its own. */
export function usePublishingHarness(): PublishingHarness {
  const at = {} as PublishingHarness
  beforeAll(async () => {
    at.test = await createPublishingApp()
  })
  afterAll(() => at.test.close())
  beforeEach(async () => {
    Object.assign(at, await createPublishingHarness(at.test))
    return () => at.stopEngine()
  })
  return at
}
