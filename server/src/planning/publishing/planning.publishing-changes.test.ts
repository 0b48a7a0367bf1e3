import type { OutputOf } from '@rumbo/contract/endpoint'
import type { Plan } from '@rumbo/contract/planning.contract'
import type { readLivePlan } from '@rumbo/contract/planning.publish.contract'
import type { Service } from '@rumbo/contract/services.contract'
import { describe, expect, it } from 'vitest'
import { changeCauses } from '../../vehicles/index.ts'
import { usePublishingHarness } from '../testing/planning.publishing.harness.ts'

const at = usePublishingHarness()

const routeOf = (vehicleId: string, ...services: Service[]) =>
  at.routeOf(
    services.flatMap((service) => at.visitsOf(service)),
    vehicleId,
  )
const stopsOf = async ({ id }: Service) =>
  (await at.publishedStops()).filter(({ serviceId }) => serviceId === id)

const takeOff = {
  'was taken off the road': () =>
    at.test.build((tx) =>
      changeCauses(tx, [{ vehicleId: at.vehicleId, cause: 'maintenance', sourceId: null, holds: true }]),
    ),
  'lost its shift': () =>
    at.test.build((tx) =>
      tx.sql("update shifts.shifts set status = 'cancelled', started_at = null where vehicle_id = $1", [
        at.vehicleId,
      ]),
    ),
}

describe('of a vehicle that is under way', () => {
  /** Vehicle 118 is on its way to the first service, 204 waits for its own. */
  async function begun() {
    const [one, two] = [await at.order(1, 2), await at.order(3, 4, { dispatchTime: at.minutes(90) })]
    const plan = await at.plan([routeOf(at.vehicleId, one), routeOf(at.rosasVehicleId, two)])
    const published = (await at.publish(plan)).body.plan
    await at.pass(560)
    expect((await at.read(one)).status).toBe('vehicle_assigned')
    return { one, two, published }
  }

  it.each(Object.entries(takeOff))('and %s, what it carries out stays in its route', async (_, take) => {
    const { one, two, published } = await begun()
    const before = await stopsOf(one)
    await take()
    const three = await at.order(5, 6, { dispatchTime: at.minutes(90) })
    const changed = await at.change(published, [
      routeOf(at.vehicleId, one),
      routeOf(at.rosasVehicleId, three, two),
    ])
    expect((await at.publish(changed)).body.unpublished).toEqual([])
    expect(before).toHaveLength(2)
    expect(await stopsOf(one)).toEqual(before)
  })

  it('the order outlives the withdrawn plan, which can be deleted once it is over', async () => {
    const { one, published } = await begun()
    const { plan } = (await at.withdraw(published)).body
    const remove = ({ id, version }: Plan) => at.dispatcher('DELETE', `/plans/${id}?version=${version}`)
    expect(await remove(plan)).toMatchObject({ status: 409, body: { code: 'plan_under_way' } })
    expect(await stopsOf(one)).toHaveLength(2)
    await at.move(at.dispatcher, await at.read(one), 'cancel', { by: 'client' })
    expect((await remove(plan)).status).toBe(200)
  })

  it('that gets its service while the plan is withdrawn, the order stays', async () => {
    const two = await at.order(1, 2)
    const { plan } = (await at.publish(await at.plan([routeOf(at.vehicleId, two)]))).body
    const withdrawing = await at.test.build(async (tx) => {
      await tx.sql('select from services.services where id = $1 for update', [two.id])
      const answer = at.withdraw(plan)
      const isWaiting = async () => {
        const { rows } = await at.test.superuser.query(
          "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        )
        return rows.length > 0
      }
      let isDone = false
      void answer.then(() => {
        isDone = true
      })
      await expect.poll(async () => isDone || (await isWaiting()), { interval: 20 }).toBe(true)
      await tx.sql(
        `update services.services set status = 'vehicle_assigned', assigned_vehicle_id = $2, route_plan_id = $3
         where id = $1`,
        [two.id, at.vehicleId, plan.id],
      )
      return { answer }
    })
    expect((await withdrawing.answer).status).toBe(200)
    expect(await stopsOf(two)).toHaveLength(2)
  })
})

it('forgets when the former vehicle was expected at a stop that another one makes now', async () => {
  const [one, two] = [await at.order(1, 2), await at.order(3, 4)]
  const plan = await at.plan([routeOf(at.vehicleId, one), routeOf(at.rosasVehicleId, two)])
  const published = (await at.publish(plan)).body.plan
  await at.runPredictions()
  const predicted = async () => {
    const { body } = await at.dispatcher<OutputOf<typeof readLivePlan>>('GET', `/plans/${plan.id}/live`)
    return body.visits
      .filter(({ predictedArrival }) => predictedArrival !== null)
      .map(({ serviceId }) => serviceId)
  }
  expect(await predicted()).toHaveLength(4)
  await at.publish(await at.change(published, [routeOf(at.rosasVehicleId, two, one)]))
  expect(await predicted()).toEqual([two.id, two.id])
})

it('a released reservation does not come back once its plan is withdrawn or deleted', async () => {
  const one = await at.order(1, 2, { dispatchTime: at.minutes(90) })
  const { plan } = (await at.publish(await at.plan([routeOf(at.vehicleId, one)]))).body
  const path = `/dispatch/services/${one.id}/reservation`
  const reservedAt = at.test.clock.now().toISOString()
  const release = () => at.dispatcher('DELETE', `${path}?vehicleId=${at.vehicleId}&reservedAt=${reservedAt}`)
  const restore = () => at.dispatcher('POST', `${path}/restore`, { body: { replaces: null } })
  expect((await release()).status).toBe(200)
  expect((await restore()).status).toBe(200)
  expect((await release()).status).toBe(200)
  const { version } = (await at.withdraw(plan)).body.plan
  expect(await restore()).toMatchObject({ status: 404, body: { code: 'reservation_not_found' } })
  expect((await at.dispatcher('DELETE', `/plans/${plan.id}?version=${version}`)).status).toBe(200)
  expect(await restore()).toMatchObject({ status: 404, body: { code: 'reservation_not_found' } })
  expect(await at.reservations()).toEqual([])
})
