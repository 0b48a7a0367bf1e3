import type { Suggestion } from '@rumbo/contract/dispatch.repositioning.contract'
import { minuteMs } from '@rumbo/contract/time-units'
import type { TestApp } from '@rumbo/tools/testing/app'
import pino from 'pino'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createRoads, type Roads } from '../../places/index.ts'
import { regionsOf } from '../../places/roads/places.roads.factory.ts'
import { buildZone } from '../../places/zones/places.zones.factory.ts'
import { buildService, zocalo } from '../../services/services.factory.ts'
import {
  createServicesApp,
  createServicesHarness,
  type ServicesHarness,
} from '../../services/testing/services.harness.ts'
import { buildDriver, buildShift } from '../../shifts/shifts.factory.ts'
import { buildPosition } from '../../telemetry/telemetry.factory.ts'
import { buildVehicle } from '../../vehicles/vehicles.factory.ts'
import { buildDispatchSettings } from '../dispatch.factory.ts'
import { engineIdentity } from '../engine/dispatch.engine-identity.ts'
import { acquireLease, releaseLeases } from '../engine/dispatch.leases.repository.ts'
import { suggestMoves } from './dispatch.repositioning.actions.ts'
import { endSuggestions } from './dispatch.suggestions.actions.ts'

const log = pino({ level: 'silent' })
/** Five kilometres north of the Zócalo, where requests come. */
const lindavista = { latitude: zocalo.latitude + 5 / 111, longitude: zocalo.longitude }
let test: TestApp
let at: ServicesHarness
let place: { companyId: string; fleetId: string }

beforeAll(async () => {
  test = await createServicesApp()
})
afterAll(() => test.close())
beforeEach(async () => {
  at = await createServicesHarness(test)
  place = { companyId: at.companyId, fleetId: at.fleetId }
  await test.build(async (tx) => {
    await buildPosition(tx, at.vehicleId, zocalo)
    await buildPastRequests(tx)
  })
})

type Tx = Parameters<Parameters<TestApp['build']>[0]>[0]

/** On each of the last eight days, six requests in the north at this hour and none before. */
async function buildPastRequests(tx: Tx) {
  for (let day = 1; day <= 8; day += 1)
    for (let count = 0; count < 6; count += 1) {
      const dispatchTime = new Date(tx.now.getTime() - day * 1_440 * minuteMs + (3 * count + 1) * minuteMs)
      const { id } = await buildService(tx, {
        ...place,
        requesterContactId: at.contactId,
        dispatchTime: dispatchTime.toISOString(),
      })
      await tx.sql('update services.planned_stops set latitude = $2 where service_id = $1', [
        id,
        lindavista.latitude,
      ])
      await tx.sql(
        "update services.services set status = 'cancelled_by_client', ended_at = $2 where id = $1",
        [id, dispatchTime],
      )
    }
}

const turnOn = (limits: object = {}) =>
  test.build((tx) => buildDispatchSettings(tx, { ...place, repositions: true, ...limits }))
const newVehicle = (vehicleNumber: string, where = zocalo) =>
  test.build(async (tx) => {
    const { id } = await buildVehicle(tx, { ...place, vehicleNumber, causes: [] })
    await buildPosition(tx, id, where)
    return id
  })
const geocoding = { reverse: async () => ({ places: [null], isDegraded: false }) }
const suggest = (
  roads: Pick<Roads, 'table'> = createRoads({ clock: test.clock, routingUrl: null, regions: regionsOf() }),
) => suggestMoves({ database: test.database, roads, geocoding }, log)
/** Another process acquires the lease. */
const acquire = () =>
  test.database.transaction(engineIdentity, (tx) => acquireLease(tx, at.fleetId, uuid(), 'repositioning'))
const suggestions = async (call = at.dispatcher) =>
  (await call<{ items: Suggestion[] }>('GET', `/dispatch/suggestions?fleetId=${at.fleetId}`)).body.items
const numbers = async () => (await suggestions()).map(({ vehicleNumber }) => vehicleNumber)
const statuses = () =>
  test.build(async (tx) =>
    (
      await tx.sql<{ status: string }>(
        'select status from dispatch.suggestions where fleet_id = $1 order by id',
        [at.fleetId],
      )
    ).map(({ status }) => status),
  )

describe('moves are suggested', () => {
  it('to idle vehicles, with why; only where the fleet wants them', async () => {
    await suggest()
    expect(await suggestions()).toEqual([])
    await turnOn()
    await suggest()
    const [found, ...others] = await suggestions()
    expect(others).toEqual([])
    expect(found).toMatchObject({
      vehicleNumber: '118',
      toName: '19.4776, -99.1332',
      vehiclesThere: 0,
      isEstimate: true,
    })
    expect(found?.to.latitude).toBeCloseTo(lindavista.latitude)
    // Five kilometres by the formula.
    expect(found?.driveSeconds).toBeGreaterThan(540)
    expect(found?.driveSeconds).toBeLessThan(680)
    expect(found?.expected).toBeGreaterThan(2.5)
    expect(found?.expected).toBeLessThan(8)
    expect(await suggestions(at.viewer)).toHaveLength(1)
    expect(await suggestions(at.outsider)).toEqual([])
  })

  it('with the name of the zone they lead to', async () => {
    await turnOn()
    await test.build((tx) =>
      buildZone(tx, {
        ...place,
        name: 'Lindavista',
        corners: [
          [-99.15, 19.47],
          [-99.12, 19.47],
          [-99.12, 19.49],
          [-99.15, 19.49],
        ],
      }),
    )
    await suggest()
    expect(await suggestions()).toMatchObject([{ toName: 'Lindavista' }])
  })

  it('to as many vehicles as the fleet allows, also after another round', async () => {
    await turnOn({ mostMoving: 2 })
    for (const number of ['201', '202', '203']) await newVehicle(number)
    await suggest()
    expect(await suggestions()).toHaveLength(2)
    await suggest()
    expect(await suggestions()).toHaveLength(2)
  })

  it('not farther than the fleet allows, nor beyond what a vehicle may drive in an hour', async () => {
    await turnOn({ longestMoveMinutes: 5 })
    await suggest()
    expect(await suggestions()).toEqual([])
    await turnOn({ longestMoveMinutes: 15, hourlyMoveMinutes: 15 })
    await suggest()
    expect(await numbers()).toEqual(['118'])
    test.clock.advance(25 * 60)
    await endSuggestions(test.database)
    await suggest()
    expect(await statuses()).toEqual(['expired'])
  })

  it('not to vehicles that are busy, reserved, asked, inactive, or near the end of their shift', async () => {
    await turnOn()
    const ids = new Map<string, string>()
    for (const number of ['301', '302', '303', '304', '305']) ids.set(number, await newVehicle(number))
    const idOf = (number: string) => ids.get(number) ?? ''
    await at.upTo(['dispatch'], ['assign', { vehicleId: at.vehicleId }])
    const waiting = await at.upTo(['dispatch'])
    const asked = await at.upTo(['dispatch'])
    await test.build(async (tx) => {
      await tx.sql(
        `insert into dispatch.reservations (service_id, company_id, fleet_id, vehicle_id, vehicle_number, place, arrives_at,
           is_estimate, reserved_at) values ($1, $2, $3, $4, '301', 1, $5, true, $5)`,
        [waiting.id, at.companyId, at.fleetId, idOf('301'), tx.now],
      )
      await tx.sql(
        `insert into dispatch.offers (id, company_id, fleet_id, service_id, vehicle_id, vehicle_number, driver_id, driver_name,
           kind, status, offered_at, expires_at)
         values (gen_random_uuid(), $2, $3, $1, $4, '302', gen_random_uuid(), '', 'now', 'open', $5::timestamptz,
           $5::timestamptz + interval '45 seconds')`,
        [asked.id, at.companyId, at.fleetId, idOf('302'), tx.now],
      )
      const driver = await buildDriver(tx, { companyId: at.companyId })
      const vehicle = { id: idOf('303'), vehicleNumber: '303' }
      await buildShift(tx, { ...place, driver, vehicle, fromHours: -7.5, isRunning: true })
      await tx.sql("update vehicles.vehicles set status = 'inactive' where id = $1", [idOf('304')])
    })
    await suggest()
    expect(await numbers()).toEqual(['305'])
  })

  it('by one process at a time', async () => {
    await turnOn()
    const lease = await acquire()
    expect(lease).not.toBeNull()
    await suggest()
    expect(await suggestions()).toEqual([])
    await test.database.transaction(engineIdentity, (tx) => releaseLeases(tx, lease?.owner ?? ''))
    await Promise.all([suggest(), suggest(), suggest()])
    expect(await suggestions()).toHaveLength(1)
  })

  it('by nobody who lost the lease while looking for them', async () => {
    await turnOn()
    const roads = createRoads({ clock: test.clock, routingUrl: null, regions: regionsOf() })
    let owner: string | undefined
    await suggest({
      table: async (...given) => {
        await test.build((tx) =>
          tx.sql(
            "update dispatch.leases set expires_at = clock_timestamp() - interval '1 second' where purpose = 'repositioning'",
          ),
        )
        owner ??= (await acquire())?.owner
        return roads.table(...given)
      },
    })
    expect(owner).toBeDefined()
    expect(await statuses()).toEqual([])
  })
})

describe('a suggestion ends', () => {
  beforeEach(async () => {
    await turnOn()
    await suggest()
    expect(await suggestions()).toHaveLength(1)
  })

  it('when the vehicle gets a service, at once', async () => {
    await at.upTo(['dispatch'], ['assign', { vehicleId: at.vehicleId }])
    expect(await suggestions()).toEqual([])
    await endSuggestions(test.database)
    expect(await statuses()).toEqual(['served'])
  })

  it('when the vehicle is there', async () => {
    await test.build((tx) =>
      buildPosition(tx, at.vehicleId, { ...lindavista, latitude: lindavista.latitude - 0.001 }),
    )
    await endSuggestions(test.database)
    expect(await statuses()).toEqual(['followed'])
  })

  it('some minutes after it should be there', async () => {
    test.clock.advance(25 * 60)
    expect(await suggestions()).toEqual([])
    await endSuggestions(test.database)
    expect(await statuses()).toEqual(['expired'])
  })

  it('when a dispatcher withdraws it, and the vehicle gets no other for half an hour', async () => {
    const [found] = await suggestions()
    const dismiss = (call = at.dispatcher) => call('POST', `/dispatch/suggestions/${found?.id}/dismiss`)
    expect((await dismiss(at.viewer)).status).toBe(403)
    expect((await dismiss(at.outsider)).status).toBe(404)
    expect((await dismiss()).status).toBe(200)
    // A second one changes nothing.
    expect((await dismiss()).status).toBe(200)
    expect(await statuses()).toEqual(['dismissed'])
    await suggest()
    expect(await suggestions()).toEqual([])
  })
})
