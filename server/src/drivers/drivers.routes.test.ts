import type { Service } from '@rumbo/contract/services.contract'
import { expect, it } from 'vitest'
import { usePublishingHarness } from '../planning/testing/planning.publishing.harness.ts'
import { setCause } from '../vehicles/index.ts'

const at = usePublishingHarness()

const ids = (services: readonly Pick<Service, 'id'>[]) => services.map(({ id }) => id)
const stopOf = ({ plannedStops }: Service, index: number) => plannedStops[index]?.id ?? ''
/** Iván is at a stop and does what is to be done there. */
async function make(service: Service, index: number) {
  const [serviceId, stopId] = [service.id, stopOf(service, index)]
  const isLast = index === service.plannedStops.length - 1
  const served = isLast ? { kind: 'complete', serviceId } : { kind: 'deliver', serviceId, stopId }
  const done = await at.act(
    at.ivan,
    { kind: 'arrive', serviceId, stopId },
    index === 0 ? { kind: 'pick_up', serviceId } : served,
  )
  expect(done).toEqual([null, null])
}

it('a route whose services overlap is carried out in its order, to the end', async () => {
  // Vehicle 204 is nearer to the first pickup.
  await at.report(at.rosasVehicleId, 2)
  const [one, two] = [await at.order(2, 6), await at.order(4, 8)]
  const [a, b] = [at.visitsOf(one), at.visitsOf(two)] as const
  const plan = await at.plan([at.routeOf([a[0], b[0], a[1], b[1]] as typeof a)])
  const { body } = await at.publish(plan)
  expect(body).toMatchObject({ reserved: 2, released: 0, unpublished: [] })
  await at.pass()
  expect((await at.read(one)).status).toBe('created')
  await at.pass(420)
  expect(await at.read(one)).toMatchObject({ status: 'vehicle_assigned', assignedVehicleId: at.vehicleId })
  expect((await at.read(two)).status).toBe('created')
  expect(ids((await at.state(at.ivan)).services)).toEqual([one.id])

  await make(one, 0)
  await at.pass()
  expect(await at.read(two)).toMatchObject({ status: 'vehicle_assigned', assignedVehicleId: at.vehicleId })
  // First the pickup of the second, then the drop of the first.
  expect(ids((await at.state(at.ivan)).services)).toEqual([two.id, one.id])
  expect(await at.statusOf(at.vehicleId)).toBe('occupied')

  await make(two, 0)
  expect(ids((await at.state(at.ivan)).services)).toEqual([one.id, two.id])
  await make(one, 1)
  expect(await at.statusOf(at.vehicleId)).toBe('occupied')
  expect((await at.read(one)).status).toBe('completed')
  await make(two, 1)
  expect(await at.statusOf(at.vehicleId)).toBe('active')
  expect((await at.route(at.ivan)).every(({ departed }) => departed !== null)).toBe(true)
  expect(await at.reservations()).toEqual([])
})

it('a service that is cancelled or dispatched by hand meanwhile leaves the route, which goes on', async () => {
  const [one, two, three] = [await at.order(1, 2), await at.order(2, 3), await at.order(3, 4)]
  await at.publish(await at.plan([at.routeOf([one, two, three].flatMap(at.visitsOf))]))
  await at.move(at.dispatcher, one, 'cancel', { by: 'client' })
  const sent = (await at.move(at.dispatcher, two, 'dispatch')).body
  await at.move(at.dispatcher, sent, 'assign', { vehicleId: at.rosasVehicleId })
  await at.pass()
  expect((await at.reservations()).map(({ serviceId }) => serviceId)).toEqual([three.id])
  const route = await at.route(at.ivan)
  expect(route.map(({ serviceId, isCancelled }) => [serviceId, isCancelled])).toEqual([
    [one.id, true],
    [one.id, true],
    [three.id, false],
    [three.id, false],
  ])
  await at.pass(2_000)
  expect(
    await at.test.build((tx) =>
      tx.sql('select status, assigned_vehicle_id as vehicle from services.services where id = $1', [
        three.id,
      ]),
    ),
  ).toEqual([{ status: 'vehicle_assigned', vehicle: at.vehicleId }])
})

it('a service that is postponed is served later, and does not hold up the rest of the route', async () => {
  const [one, two, three] = [await at.order(1, 2), await at.order(2, 3), await at.order(3, 4)]
  await at.publish(await at.plan([at.routeOf([one, two, three].flatMap(at.visitsOf))]))
  const postponed = await at.dispatcher('PUT', `/services/${one.id}`, {
    body: {
      ...at.form({
        serviceType: 'delivery',
        plannedStops: one.plannedStops.map(({ id: _, sequence: __, ...stop }) => stop),
        dispatchTime: at.minutes(12 + 24 * 60),
      }),
      version: one.version,
    },
  })
  expect(postponed.status).toBe(200)
  expect((await at.publishedStops()).map(({ serviceId }) => serviceId)).toContain(one.id)
  for (const service of [two, three]) {
    await at.pass(1_700)
    expect(await at.read(service)).toMatchObject({
      status: 'vehicle_assigned',
      assignedVehicleId: at.vehicleId,
    })
    await make(service, 0)
    await make(service, 1)
  }
  expect((await at.read(one)).status).toBe('created')
  expect((await at.reservations()).map(({ serviceId }) => serviceId)).toEqual([one.id])
})

it('a planned vehicle that is out of service keeps its services for ten minutes, then others look', async () => {
  const one = await at.order(1, 2)
  await at.publish(await at.plan([at.routeOf(at.visitsOf(one))]))
  await at.test.build((tx) => setCause(tx, at.vehicleId, 'out_of_service'))
  await at.pass(660)
  expect((await at.read(one)).status).toBe('created')
  await at.pass(601)
  await at.pass()
  expect((await at.read(one)).status).toBe('on_dispatch')
  expect(await at.reservations()).toEqual([])
  expect(await at.publishedStops()).toEqual([])
})
