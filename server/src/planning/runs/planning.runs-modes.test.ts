import { describe, expect, it } from 'vitest'
import { routeOf, visitsOf } from '../testing/planning.routes.ts'
import { placeAt, servicesIn, useRunsHarness } from './planning.runs.harness.ts'

const at = useRunsHarness()

describe('the modes', () => {
  /** Two vehicles far apart, each with the order that the other one is nearer to. */
  async function crossed() {
    const { north, south, upper, lower } = await at.farApart([0, 400])
    const { settings } = await at.plan()
    await at.save(
      { routes: [routeOf(north, lower), routeOf(south, upper)] },
      {
        settings: { ...settings, objective: 'distance' },
      },
    )
    return { north, south, upper, lower }
  }

  it('replan moves what is not locked', async () => {
    const { north, south, upper, lower } = await crossed()
    const { content } = await at.proposal()
    expect(servicesIn(content, north)).toEqual([upper.id])
    expect(servicesIn(content, south)).toEqual([lower.id])
  })

  it('insert keeps the vehicle of planned orders, and fits new ones in anywhere', async () => {
    const { north, south, upper, lower } = await crossed()
    const fresh = await at.order({ from: placeAt(19, 1), to: placeAt(19, 2) })
    const { content } = await at.proposal({ mode: 'insert' })
    expect(servicesIn(content, north)).toContain(lower.id)
    expect(servicesIn(content, south)).toContain(upper.id)
    expect([...servicesIn(content, north), ...servicesIn(content, south)]).toContain(fresh.id)
  })

  it('fill_idle leaves routes as they are and gives orders to vehicles without any', async () => {
    const { north, south, upper, lower } = await crossed()
    const idle = await at.vehicle('I')
    const fresh = await at.order({ from: placeAt(20, 1), to: placeAt(20, 3) })
    const before = await at.plan()
    const { content } = await at.proposal({ mode: 'fill_idle' })
    for (const vehicleId of [north, south])
      expect(content.routes.find((route) => route.vehicleId === vehicleId)).toEqual(
        before.content.routes.find((route) => route.vehicleId === vehicleId),
      )
    expect([servicesIn(content, north), servicesIn(content, south)]).toEqual([[lower.id], [upper.id]])
    expect(servicesIn(content, idle)).toEqual([fresh.id])
  })

  it('repair keeps the next stop of each vehicle, and what is under way on its vehicle', async () => {
    const { north, south, upper, lower } = await crossed()
    const later = await at.order({ from: placeAt(-20, 3), to: placeAt(-20, 4), window: [0, 400] })
    await at.save({ routes: [routeOf(north, lower), routeOf(south, upper, later)] })
    const { content } = await at.proposal({ mode: 'repair' })
    expect(servicesIn(content, north)).toEqual([lower.id, later.id])
    expect(servicesIn(content, south)).toEqual([upper.id])
    const waiting = await at.move(at.dispatcher, later, 'dispatch')
    const assigned = await at.move(at.dispatcher, waiting.body, 'assign', { vehicleId: south })
    expect(assigned.status).toBe(200)
    const again = await at.proposal({ mode: 'repair' })
    expect(servicesIn(again.content, south)).toContain(later.id)
  })

  it('locks hold: a route, the vehicle of an order, its place', async () => {
    const { north, south, upper, lower } = await crossed()
    const { content } = await at.plan()
    const [first, second] = content.routes
    if (!first || !second) throw new Error('Two routes are expected.')
    await at.save({ routes: [{ ...first, isLocked: true }, second] })
    const closed = await at.proposal()
    expect(closed.content.routes.find(({ vehicleId }) => vehicleId === north)).toEqual({
      ...first,
      isLocked: true,
    })
    expect(servicesIn(closed.content, south)).toEqual([upper.id])
    await at.save({
      routes: [
        { ...first, isLocked: false, visits: visitsOf(lower, 'vehicle') },
        { ...second, visits: visitsOf(upper, 'order') },
      ],
    })
    const bound = await at.proposal()
    expect(servicesIn(bound.content, north)).toEqual([lower.id])
    expect(servicesIn(bound.content, south)).toEqual([upper.id])
    expect(bound.content.routes.flatMap(({ visits }) => visits.map(({ lock }) => lock))).toEqual([
      'vehicle',
      'vehicle',
      'order',
      'order',
    ])
  })

  it('a locked order that is late stays, one that cannot be driven is lifted and reported', async () => {
    const vehicleId = await at.vehicle('201', { hours: { hours: 2 } })
    const late = await at.order({ from: placeAt(30, 0), to: placeAt(31, 0), window: [0, 5] })
    await at.save({ routes: [{ ...routeOf(vehicleId), visits: visitsOf(late, 'order') }] })
    const kept = await at.proposal()
    expect(servicesIn(kept.content, vehicleId)).toEqual([late.id])
    expect(kept).toMatchObject({ relaxedVehicleIds: [], figures: { lateStops: 1 } })
    const far = await at.order({ from: placeAt(400, 0), to: placeAt(401, 0) })
    await at.save({
      routes: [{ ...routeOf(vehicleId), visits: [...visitsOf(late), ...visitsOf(far, 'order')] }],
    })
    const lifted = await at.proposal()
    expect(lifted.relaxedVehicleIds).toEqual([vehicleId])
    expect(servicesIn(lifted.content, vehicleId)).toEqual([])
    expect(lifted.leftOut.map(({ serviceId }) => serviceId).sort()).toEqual([late.id, far.id].sort())
  })

  it('a locked route that cannot be driven stays as it is, and other vehicles are planned', async () => {
    const [vehicleId, other] = [await at.vehicle('201', { hours: { hours: 2 } }), await at.vehicle('202')]
    const [far, near] = [await at.order({ from: placeAt(400, 0), to: placeAt(401, 0) }), await at.order()]
    await at.save({ routes: [{ ...routeOf(vehicleId, far), isLocked: true }] })
    const run = await at.proposal()
    expect(servicesIn(run.content, vehicleId)).toEqual([far.id])
    expect(servicesIn(run.content, other)).toEqual([near.id])
    expect(run.figures?.violations).toBeGreaterThan(0)
  })

  it('a vehicle does not leave before its fixed time', async () => {
    const vehicleId = await at.vehicle('201')
    const order = await at.order()
    await at.save({ routes: [{ ...routeOf(vehicleId, order), startsAt: at.minutes(90) }] })
    const early = await at.order({ window: [0, 30] })
    const { content, leftOut } = await at.proposal()
    expect(content.routes).toMatchObject([{ startsAt: at.minutes(90) }])
    expect(servicesIn(content, vehicleId)).not.toContain(early.id)
    expect(leftOut.map(({ serviceId }) => serviceId)).toContain(early.id)
  })
})
