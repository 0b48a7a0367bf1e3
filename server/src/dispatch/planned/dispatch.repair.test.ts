import type { OutputOf } from '@rumbo/contract/endpoint'
import type { Plan } from '@rumbo/contract/planning.contract'
import type { publishPlan, readLivePlan } from '@rumbo/contract/planning.publish.contract'
import type { PlanRun } from '@rumbo/contract/planning.runs.contract'
import type { Service } from '@rumbo/contract/services.contract'
import { createTestApp } from '@rumbo/tools/testing/app'
import pino from 'pino'
import { expect, it } from 'vitest'
import { createRoads } from '../../places/index.ts'
import { regionsOf } from '../../places/roads/places.roads.factory.ts'
import { planningEndpoints, planPublishingEndpoints } from '../../planning/index.ts'
import { placeAt, servicesIn, useRunsHarness, workOnce } from '../../planning/runs/planning.runs.harness.ts'
import { routeOf } from '../../planning/testing/planning.routes.ts'
import { servicesAnswers } from '../../services/testing/services.harness.ts'
import { setCause } from '../../vehicles/index.ts'
import { planReservations } from '../index.ts'
import { predictLateness } from '../lateness/dispatch.lateness.actions.ts'

const at = useRunsHarness(() =>
  createTestApp({
    answers: (parts) => [
      ...planningEndpoints,
      ...planPublishingEndpoints(planReservations),
      ...servicesAnswers(parts),
    ],
  }),
)

const publish = async () => {
  const { version } = await at.plan()
  return at.dispatcher<OutputOf<typeof publishPlan>>('POST', `/plans/${at.planId}/publish`, {
    body: { version },
  })
}
const reservedFor = async (service: Service) => {
  const [row] = await at.test.build((tx) =>
    tx.sql<{ vehicleId: string }>(
      'select vehicle_id as "vehicleId" from dispatch.reservations where service_id = $1',
      [service.id],
    ),
  )
  return row?.vehicleId ?? null
}
const live = async () =>
  (await at.viewer<OutputOf<typeof readLivePlan>>('GET', `/plans/${at.planId}/live`)).body.visits

it('a vehicle breaks down: repair gives what it has not begun to others, and publishing changes the reservations', async () => {
  const [broken, other] = [await at.vehicle('201'), await at.vehicle('202')]
  const begun = await at.order({ from: placeAt(0.2, 0), to: placeAt(3, 0) })
  const waiting = await at.order({ from: placeAt(4, 0), to: placeAt(5, 0) })
  const others = await at.order({ from: placeAt(0, 1), to: placeAt(0, 2) })
  await at.save({ routes: [routeOf(broken, begun, waiting), routeOf(other, others)] })
  await workOnce(at.test)
  const first = await publish()
  expect(first.body).toMatchObject({ reserved: 3, unpublished: [] })
  expect(await reservedFor(waiting)).toBe(broken)

  // The first order is under way when the vehicle breaks down.
  const sent = await at.move(at.dispatcher, begun, 'dispatch')
  const assigned = await at.move(at.dispatcher, sent.body, 'assign', { vehicleId: broken })
  expect(assigned.status).toBe(200)
  await at.test.build((tx) => setCause(tx, broken, 'out_of_service'))
  const roads = createRoads({ clock: at.test.clock, routingUrl: null, regions: regionsOf() })
  await predictLateness({ database: at.test.database, roads }, pino({ level: 'silent' }))
  expect((await live()).filter(({ serviceId }) => serviceId === waiting.id)).toMatchObject([
    { vehicleId: broken, obstacle: 'out_of_service', predictedArrival: null },
    { vehicleId: broken, obstacle: 'out_of_service', predictedArrival: null },
  ])

  const started = await at.begin({ mode: 'repair' })
  expect(started.status).toBe(202)
  await workOnce(at.test)
  const run: PlanRun = await at.run(started.body.id)
  expect(run).toMatchObject({ status: 'finished', leftOut: [] })
  const proposal = run.content ?? { routes: [] }
  expect(servicesIn(proposal, broken)).toEqual([begun.id])
  expect(new Set(servicesIn(proposal, other))).toEqual(new Set([others.id, waiting.id]))
  expect(servicesIn(proposal, other)[0]).toBe(others.id)

  const { version } = await at.plan()
  const accepted = await at.dispatcher<Plan>('POST', `/plan-runs/${run.id}/accept`, {
    body: { version, vehicleIds: null },
  })
  expect(accepted.body.status).toBe('changed')
  expect(await reservedFor(waiting)).toBe(broken)
  const second = await publish()
  expect(second.body.plan.status).toBe('published')
  expect(await reservedFor(waiting)).toBe(other)
  expect(await reservedFor(others)).toBe(other)
  const byService = new Map((await live()).map(({ serviceId, vehicleId }) => [serviceId, vehicleId]))
  expect(byService.get(waiting.id)).toBe(other)
  const service = await at.dispatcher<Service>('GET', `/services/${begun.id}`)
  expect(service.body.assignedVehicleId).toBe(broken)
})
