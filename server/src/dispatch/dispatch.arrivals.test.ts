import type { Candidate, listBest } from '@rumbo/contract/dispatch.contract'
import type { OutputOf } from '@rumbo/contract/endpoint'
import type { ArrivalsAnswer } from '@rumbo/contract/places.roads.contract'
import { type TestApp, testClock } from '@rumbo/tools/testing/app'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createRoads } from '../places/index.ts'
import { regionsOf } from '../places/roads/places.roads.factory.ts'
import { zocalo } from '../services/services.factory.ts'
import {
  createServicesApp,
  createServicesHarness,
  type ServicesHarness,
} from '../services/testing/services.harness.ts'
import { buildVehicle } from '../vehicles/vehicles.factory.ts'

const secondsByRoad = 754.3
let areRoadsKnown = true
let test: TestApp
let at: ServicesHarness

beforeAll(async () => {
  const roads = createRoads({ clock: testClock(), routingUrl: null, regions: regionsOf() })
  test = await createServicesApp({
    ...roads,
    table: async (sources, targets, options) =>
      areRoadsKnown
        ? {
            engine: 'portable',
            isEstimate: false,
            isEstimated: sources.map(() => false),
            seconds: Float32Array.from(sources, (_, index) => secondsByRoad + index),
            metres: Float32Array.from(sources, () => 9_000),
          }
        : roads.table(sources, targets, options),
  })
  at = await createServicesHarness(test)
  await test.build((tx) =>
    tx.sql(
      `insert into telemetry.vehicle_state (vehicle_no, vehicle_id, company_id, fleet_id, as_of, last_report_at,
         latitude, longitude)
       select vehicle_no, id, company_id, fleet_id, $2, $2, round($3::numeric * 10000000), round($4::numeric * 10000000) from vehicles.vehicles where id = $1`,
      [at.vehicleId, tx.now, zocalo.latitude + 0.02, zocalo.longitude],
    ),
  )
  await test.build((tx) => buildVehicle(tx, { companyId: at.companyId, fleetId: at.fleetId }))
})
afterAll(() => test.close())

it.each([
  ['by road', true],
  ['estimated', false],
])('dispatch and the radar show the same arrival, %s', async (_how, isByRoad) => {
  areRoadsKnown = isByRoad
  // The radar's answers are kept for two seconds.
  test.clock.advance(3)
  const service = await at.upTo(['dispatch'])
  const { items } = (await at.dispatcher<{ items: Candidate[] }>('GET', `/services/${service.id}/candidates`))
    .body
  const radar = await at.dispatcher<ArrivalsAnswer>('POST', '/roads/arrivals', {
    body: {
      target: zocalo,
      sources: [{ id: at.vehicleId, latitude: zocalo.latitude + 0.02, longitude: zocalo.longitude }],
    },
  })
  const [arrival] = radar.body.arrivals
  expect(arrival?.isEstimate).toBe(!isByRoad)
  expect(
    items.map(({ vehicleId, arrivalSeconds, isEstimate }) => [vehicleId, arrivalSeconds, isEstimate]),
  ).toEqual([
    [at.vehicleId, Math.round(arrival?.durationSeconds ?? Number.NaN), !isByRoad],
    [expect.any(String), null, true],
  ])
  const best = await at.dispatcher<OutputOf<typeof listBest>>('GET', `/dispatch/best?serviceId=${service.id}`)
  expect(best.body.items[0]?.best).toEqual({
    vehicleId: at.vehicleId,
    vehicleNumber: '118',
    arrivalSeconds: items[0]?.arrivalSeconds,
    isEstimate: !isByRoad,
  })
})
