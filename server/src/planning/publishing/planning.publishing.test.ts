import type { listDecisions } from '@rumbo/contract/dispatch.engine.contract'
import type { listSearches } from '@rumbo/contract/dispatch.offers.contract'
import type { OutputOf } from '@rumbo/contract/endpoint'
import type { AuditEntry } from '@rumbo/contract/monitoring.audit.contract'
import type { Plan } from '@rumbo/contract/planning.contract'
import type { readLivePlan } from '@rumbo/contract/planning.publish.contract'
import type { PlanWorkspace } from '@rumbo/contract/planning.workspace.contract'
import type { Problem } from '@rumbo/contract/problems.contract'
import type { Service } from '@rumbo/contract/services.contract'
import { expect, it } from 'vitest'
import { buildTravel } from '../live/planning.live.factory.ts'
import { usePublishingHarness } from '../testing/planning.publishing.harness.ts'

const at = usePublishingHarness()

/** A plan in which vehicle 118 serves these services one after the other. */
const planned = (...services: Service[]) =>
  at.plan([at.routeOf(services.flatMap((service) => at.visitsOf(service)))])
const reservedIds = async () => (await at.reservations()).map(({ serviceId }) => serviceId)
const audits = (plan: Plan) =>
  at.test.build((tx) =>
    tx.sql<Pick<AuditEntry, 'action' | 'changes'>>(
      'select action, changes from platform.audit_entries where entity_id = $1 order by at, id',
      [plan.id],
    ),
  )

it('publishing reserves vehicles in the order of the routes, and keeps a version', async () => {
  const [one, two] = [await at.order(1, 2), await at.order(3, 4)]
  const plan = await planned(two, one)
  const { status, body } = await at.publish(plan)
  expect(status).toBe(200)
  expect(body).toMatchObject({ reserved: 2, released: 0, unpublished: [] })
  expect(body.plan).toMatchObject({ status: 'published', publishedBy: 'Ana Guerrero', version: plan.version })
  expect(await at.reservations()).toEqual([
    { serviceId: two.id, vehicleId: at.vehicleId, planId: plan.id, place: 1 },
    { serviceId: one.id, vehicleId: at.vehicleId, planId: plan.id, place: 2 },
  ])
  const stops = await at.publishedStops()
  expect(stops.map(({ stopId }) => stopId)).toEqual(
    [...at.visitsOf(two), ...at.visitsOf(one)].map(({ stopId }) => stopId),
  )
  const times = stops.map(({ arrivesAt }) => arrivesAt.getTime())
  expect(times).toEqual(times.toSorted((a, b) => a - b))
  const { items } = (await at.dispatcher<{ items: { cause: string }[] }>('GET', `/plans/${plan.id}/versions`))
    .body
  expect(items.map(({ cause }) => cause)).toEqual(['published'])
  expect((await audits(plan)).map(({ action }) => action)).toEqual(['plan.published'])
})

it('expects vehicles at their stops as soon as a plan is published', async () => {
  const plan = await planned(await at.order(1, 2))
  await at.publish(plan)
  const expected = async () => {
    const { body } = await at.dispatcher<OutputOf<typeof readLivePlan>>('GET', `/plans/${plan.id}/live`)
    return body.visits.map(({ predictedArrival }) => predictedArrival !== null)
  }
  expect(await expected()).toEqual([false, false])
  expect(await at.runPredictions()).toBe(1)
  expect(await expected()).toEqual([true, true])
})

it('times stops by the travel that is stored, and by the formula where it is not', async () => {
  const one = await at.order(1, 2)
  const plan = await planned(one)
  const minutesBetween = async (of: Plan) => {
    await at.publish(of)
    const [first, second] = await at.publishedStops()
    return ((second?.arrivesAt.getTime() ?? 0) - (first?.arrivesAt.getTime() ?? 0)) / 60_000
  }
  const byFormula = await minutesBetween(plan)
  const { places } = (await at.dispatcher<PlanWorkspace>('GET', `/plans/${plan.id}/workspace`)).body
  await at.test.build((tx) => buildTravel(tx, plan, places, 3_000))
  expect(await minutesBetween(plan)).toBeGreaterThanOrEqual(50)
  expect(byFormula).toBeLessThan(40)
})

it('again after changes, only what changed does', async () => {
  const [one, two, three] = [await at.order(1, 2), await at.order(3, 4), await at.order(5, 6)]
  const plan = await planned(one, two)
  await at.publish(plan)
  const before = await at.test.build((tx) =>
    tx.sql('select service_id, reserved_at from dispatch.reservations where service_id = $1', [one.id]),
  )
  at.test.clock.advance(60)
  const changed = await at.change((await at.publish(plan)).body.plan, [
    at.routeOf([...at.visitsOf(one), ...at.visitsOf(three)]),
  ])
  expect(changed.status).toBe('changed')
  expect((await at.publish(changed)).body).toMatchObject({ reserved: 2, released: 1 })
  expect(await reservedIds()).toEqual([one.id, three.id])
  expect(
    await at.test.build((tx) =>
      tx.sql('select service_id, reserved_at from dispatch.reservations where service_id = $1', [one.id]),
    ),
  ).toEqual(before)
})

it('withdrawing releases what waits, and services under way stay', async () => {
  const [one, two] = [await at.order(1, 2), await at.order(3, 4)]
  const plan = await planned(one, two)
  const published = (await at.publish(plan)).body.plan
  await at.pass(560)
  expect((await at.read(one)).status).toBe('vehicle_assigned')
  expect((await at.withdraw(published)).body).toMatchObject({ released: 1, plan: { status: 'draft' } })
  expect(await at.reservations()).toEqual([])
  expect((await at.read(one)).assignedVehicleId).toBe(at.vehicleId)
  expect(new Set((await at.publishedStops()).map(({ serviceId }) => serviceId))).toEqual(new Set([one.id]))
  expect(await at.withdraw(published)).toMatchObject({ status: 409, body: { code: 'plan_not_published' } })
})

it('dispatch names the plan as what reserved and assigned the vehicle', async () => {
  const [one, two] = [await at.order(1, 2), await at.order(3, 4)]
  const plan = await planned(one, two)
  await at.publish(plan)
  const named = { id: plan.id, name: plan.name, date: plan.date }
  const searches = async () =>
    (await at.viewer<OutputOf<typeof listSearches>>('GET', `/dispatch/searches?fleetId=${at.fleetId}`)).body
      .items
  expect(await searches()).toMatchObject([
    { state: 'reserved', plan: named },
    { state: 'reserved', plan: named },
  ])
  const { version } = await at.read(two)
  const refused = await at.second<Problem>('POST', `/dispatch/services/${two.id}/reservation`, {
    body: { vehicleId: at.rosasVehicleId, version },
  })
  expect([refused.status, refused.body.code, refused.body.message]).toEqual([
    409,
    'service_reserved_by_plan',
    `Plan “${plan.name}” already gave vehicle 118 to this service.`,
  ])
  await at.pass(560)
  const { items } = (
    await at.dispatcher<OutputOf<typeof listDecisions>>('GET', `/services/${one.id}/decisions`)
  ).body
  expect(items).toMatchObject([
    { outcome: 'assigned_as_reserved', reservation: { reservedByName: 'Ana Guerrero', plan: named } },
  ])
})

it('what people reserved, dispatched, cancelled or deleted stays, and is answered', async () => {
  const [kept, reserved, elsewhere, cancelled, gone] = [
    await at.order(1, 2),
    await at.order(2, 3),
    await at.order(3, 4),
    await at.order(4, 5),
    await at.order(5, 6),
  ]
  const plan = await planned(kept, reserved, elsewhere, cancelled, gone)
  await at.dispatcher('POST', `/dispatch/services/${reserved.id}/reservation`, {
    body: { vehicleId: at.rosasVehicleId, version: reserved.version },
  })
  const sent = (await at.move(at.dispatcher, elsewhere, 'dispatch')).body
  await at.move(at.dispatcher, sent, 'assign', { vehicleId: at.rosasVehicleId })
  await at.move(at.dispatcher, cancelled, 'cancel', { by: 'client' })
  await at.dispatcher('DELETE', `/services/${gone.id}?version=${gone.version}`)
  const { body } = await at.publish(plan)
  expect(
    body.unpublished.map(({ serviceId, reason, vehicleNumber }) => [serviceId, reason, vehicleNumber]),
  ).toEqual([
    [reserved.id, 'reserved', '204'],
    [elsewhere.id, 'elsewhere', '204'],
    [cancelled.id, 'cancelled', null],
    [gone.id, 'gone', null],
  ])
  expect(body.reserved).toBe(1)
  expect((await at.read(elsewhere)).assignedVehicleId).toBe(at.rosasVehicleId)
})

it('of two plans with the same service that are published at once, one has it', async () => {
  const one = await at.order(1, 2)
  const other = await at.plan([at.routeOf(at.visitsOf(one), at.rosasVehicleId)])
  const answers = await Promise.all([at.publish(await planned(one)), at.publish(other, at.second)])
  expect(answers.map(({ body }) => body.reserved).toSorted()).toEqual([0, 1])
  expect(answers.flatMap(({ body }) => body.unpublished.map(({ reason }) => reason))).toEqual(['reserved'])
  expect(await reservedIds()).toEqual([one.id])
})

it('of a copy, what the published plan has stays with that one until it is withdrawn', async () => {
  const [one, two] = [await at.order(1, 2), await at.order(3, 4)]
  const first = (await at.publish(await planned(one))).body.plan
  const copy = await at.plan([at.routeOf(at.visitsOf(two)), at.routeOf(at.visitsOf(one), at.rosasVehicleId)])
  const { orders, vehicles } = (await at.dispatcher<PlanWorkspace>('GET', `/plans/${copy.id}/workspace`)).body
  expect(orders.map(({ otherPlanId, onlyVehicleIds }) => [otherPlanId, onlyVehicleIds])).toEqual([
    [null, null],
    [null, null],
  ])
  expect(vehicles.map(({ unfit }) => unfit)).toEqual([null, null])
  const { body } = await at.publish(copy)
  expect(body.reserved).toBe(0)
  expect(new Map(body.unpublished.map(({ serviceId, reason }) => [serviceId, reason]))).toEqual(
    new Map([
      [one.id, 'reserved'],
      [two.id, 'unsuited'],
    ]),
  )
  expect(await reservedIds()).toEqual([one.id])
  await at.withdraw(first)
  expect((await at.publish(body.plan)).body).toMatchObject({ reserved: 2, unpublished: [] })
})

it('of two plans with the same vehicle that are published at once, one has it', async () => {
  const plans = [await planned(await at.order(1, 2)), await planned(await at.order(3, 4))] as const
  const answers = await Promise.all([at.publish(plans[0]), at.publish(plans[1], at.second)])
  expect(answers.map(({ body }) => body.reserved).toSorted()).toEqual([0, 1])
  expect(answers.flatMap(({ body }) => body.unpublished.map(({ reason }) => reason))).toEqual(['unsuited'])
  expect(await reservedIds()).toHaveLength(1)
})

it('is refused with an old version, without stops, and to those who may not', async () => {
  const one = await at.order(1, 2)
  const plan = await planned(one)
  const changed = await at.change(plan, [])
  expect(await at.publish(plan)).toMatchObject({ status: 409, body: { code: 'stale_version' } })
  expect(await at.publish(changed)).toMatchObject({ status: 409, body: { code: 'plan_empty' } })
  expect(await at.publish(changed, at.outsider)).toMatchObject({
    status: 404,
    body: { code: 'plan_not_found' },
  })
  expect((await at.publish(changed, at.viewer)).status).toBe(403)
  expect([403, 404]).toContain((await at.publish(changed, at.ivan)).status)
})

it('drivers see the route of their own vehicle only, and nobody else one', async () => {
  const [one, two] = [await at.order(1, 2), await at.order(3, 4)]
  await at.publish(
    await at.plan([at.routeOf(at.visitsOf(one)), at.routeOf(at.visitsOf(two), at.rosasVehicleId)]),
  )
  expect((await at.route(at.ivan)).map(({ serviceId }) => serviceId)).toEqual([one.id, one.id])
  expect((await at.route(at.rosa)).map(({ serviceId }) => serviceId)).toEqual([two.id, two.id])
  for (const call of [at.dispatcher, at.outsider, at.driver]) expect(await at.route(call)).toEqual([])
})
