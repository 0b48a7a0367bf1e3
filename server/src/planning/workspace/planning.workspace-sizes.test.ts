import type { Plan, PlanContent } from '@rumbo/contract/planning.contract'
import { expect, it } from 'vitest'
import { buildZone } from '../../places/zones/places.zones.factory.ts'
import { buildDriver, buildShift } from '../../shifts/shifts.factory.ts'
import { buildPosition } from '../../telemetry/telemetry.factory.ts'
import { buildVehicle } from '../../vehicles/vehicles.factory.ts'
import { type RoutedService, routeOf } from '../testing/planning.routes.ts'
import { codesOf, useWorkspaceHarness } from './planning.workspace.harness.ts'

const at = useWorkspaceHarness()

it('is read and saved with 2,000 orders and 60 vehicles', async () => {
  const vehicles = await at.test.build(async (tx) => {
    const ids: string[] = []
    for (let count = 0; count < 60; count += 1) {
      const built = await buildVehicle(tx, at.place)
      const driver = await buildDriver(tx, { companyId: at.place.companyId })
      await buildPosition(tx, built.id, { latitude: 19.3 + count / 500, longitude: -99.1 })
      await buildShift(tx, { ...at.place, driver, vehicle: built, fromHours: 21, hours: 10 })
      ids.push(built.id)
    }
    for (let copy = 0; copy < 10; copy += 1) await buildZone(tx, { ...at.place, name: `Zona ${copy}` })
    return ids
  })
  await at.manyServices(2_000)
  const made = await at.plan()
  const workspace = await at.read(made)
  expect(workspace.orders).toHaveLength(2_000)
  expect(codesOf(workspace)).toEqual(['many_orders'])
  expect(workspace.vehicles.filter(({ unfit }) => unfit === null)).toHaveLength(60)
  const content: PlanContent = {
    routes: vehicles.map((vehicleId, at) => ({
      vehicleId,
      startsAt: null,
      isLocked: false,
      visits: workspace.orders
        .filter((_, index) => index % 60 === at)
        .flatMap(({ serviceId, stops }) => stops.map(({ stopId }) => ({ serviceId, stopId, lock: null }))),
    })),
  }
  const { name, settings } = made
  const saved = await at.ana<Plan>('PUT', `/plans/${made.id}`, {
    body: { name, settings, content, version: 1 },
  })
  expect(saved.body.figures).toMatchObject({ orders: 2_000, vehicles: 60, unplanned: 0 })
}, 60_000)

it('leaves out orders beyond 4,500 places, unless they are planned, of which no routes are calculated', async () => {
  const one = await at.vehicle()
  await at.shift(one, '2026-03-03T12:00:00.000Z', 8)
  await at.manyServices(2_300)
  const cut = await at.read(await at.plan())
  expect(cut.isCut).toBe(true)
  expect(cut.places.length).toBeGreaterThan(4_490)
  expect(cut.places.length).toBeLessThanOrEqual(4_500)
  const rides = await at.test.build((tx) =>
    tx.sql<RoutedService>(
      `select s.id, (select json_agg(json_build_object('id', t.id) order by t.sequence) from services.planned_stops t
         where t.service_id = s.id) as "plannedStops" from services.services s where s.fleet_id = $1`,
      [at.place.fleetId],
    ),
  )
  const whole = await at.plan({ content: { routes: [routeOf(one.id, ...rides)] } })
  const workspace = await at.read(whole)
  expect(workspace).toMatchObject({ isCut: false })
  expect(workspace.orders).toHaveLength(2_300)
  expect((await at.ana('POST', `/plans/${whole.id}/travel`)).body).toEqual({ isComplete: true })
  const body = { version: whole.version, mode: 'replan', seconds: 5 }
  expect(await at.ana('POST', `/plans/${whole.id}/runs`, { body })).toMatchObject({
    status: 409,
    body: { code: 'plan_too_large' },
  })
}, 60_000)
