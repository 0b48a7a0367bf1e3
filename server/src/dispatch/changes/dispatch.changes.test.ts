import type { AssignmentCost, Reservation } from '@rumbo/contract/dispatch.changes.contract'
import type { Candidate } from '@rumbo/contract/dispatch.contract'
import type { Problem } from '@rumbo/contract/problems.contract'
import type { Service } from '@rumbo/contract/services.contract'
import type { TestApp, TestCall } from '@rumbo/tools/testing/app'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { zocalo } from '../../services/services.factory.ts'
import {
  createServicesApp,
  createServicesHarness,
  type ServicesHarness,
  stop,
} from '../../services/testing/services.harness.ts'
import { buildPosition } from '../../telemetry/telemetry.factory.ts'
import { changeCauses } from '../../vehicles/index.ts'
import { buildVehicle } from '../../vehicles/vehicles.factory.ts'
import { buildReservation } from '../dispatch.factory.ts'

let test: TestApp
let at: ServicesHarness

beforeAll(async () => {
  test = await createServicesApp()
})
afterAll(() => test.close())
beforeEach(async () => {
  at = await createServicesHarness(test)
})

const north = (kilometres: number) => ({ ...zocalo, latitude: zocalo.latitude + kilometres / 111 })
const put = (vehicleId: string, kilometres: number) =>
  test.build((tx) => buildPosition(tx, vehicleId, north(kilometres)))
const newVehicle = async (vehicleNumber: string, kilometres: number): Promise<string> => {
  const { id } = await test.build((tx) =>
    buildVehicle(tx, { companyId: at.companyId, fleetId: at.fleetId, vehicleNumber, causes: [] }),
  )
  await put(id, kilometres)
  return id
}
const waitingAt = async (...kilometres: number[]): Promise<Service> => {
  const created = await at.created({
    plannedStops: kilometres.map((one, place) =>
      stop(place === 0 ? 'pickup' : 'drop', `Km ${one}`, north(one)),
    ),
  })
  return (await at.move(at.dispatcher, created, 'dispatch')).body
}
const assigned = async (service: Service, vehicleId: string) =>
  (await at.move(at.dispatcher, service, 'assign', { vehicleId })).body
const cost = (service: Service, vehicleId: string, call: TestCall = at.dispatcher) =>
  call<AssignmentCost & Problem>('GET', `/services/${service.id}/assignment-cost/${vehicleId}`)
const reassign = (service: Service, body: object, call = at.dispatcher) =>
  call<Service & Omit<Problem, 'status'>>('POST', `/services/${service.id}/reassign`, {
    body: { version: service.version, ...body },
  })
const read = async ({ id }: Service) => (await at.dispatcher<Service>('GET', `/services/${id}`)).body

describe('what a reassignment costs', () => {
  it('is found for the service, and for the one that loses the vehicle by the next best vehicle', async () => {
    await put(at.vehicleId, 0)
    const far = await newVehicle('204', 8)
    const [first, second] = [await waitingAt(1), await waitingAt(2)]
    const arrival = async ({ id }: Service, vehicleId: string) =>
      (await at.dispatcher<{ items: Candidate[] }>('GET', `/services/${id}/candidates`)).body.items.find(
        (one) => one.vehicleId === vehicleId,
      )?.arrivalSeconds
    const arrivals = {
      beforeSeconds: await arrival(second, far),
      afterSeconds: await arrival(second, at.vehicleId),
    }
    const ofLoser = {
      beforeSeconds: await arrival(first, at.vehicleId),
      afterSeconds: await arrival(first, far),
    }
    const loser = await assigned(first, at.vehicleId)
    const service = await assigned(second, far)
    const { version, serviceNumber } = loser
    expect((await cost(service, at.vehicleId)).body).toMatchObject({
      vehicleNumber: '118',
      isEstimate: true,
      ...arrivals,
      others: [{ serviceId: loser.id, effect: 'loses', version, serviceNumber, ...ofLoser }],
    })
  })

  it('compares the vehicle that is freed with others by what each leaves uncovered', async () => {
    await put(at.vehicleId, 0)
    const far = await newVehicle('204', 8)
    const near = await newVehicle('305', 6)
    const [first, second] = [await waitingAt(1), await waitingAt(2)]
    const { body } = await at.dispatcher<{ items: Candidate[] }>('GET', `/services/${first.id}/candidates`)
    const arrival = body.items.find(({ vehicleId }) => vehicleId === near)?.arrivalSeconds
    await assigned(first, at.vehicleId)
    const service = await assigned(second, far)
    expect((await cost(service, at.vehicleId)).body.others).toMatchObject([
      { effect: 'loses', afterSeconds: arrival },
    ])
  })

  it('counts no vehicle as the next best that only a person may choose', async () => {
    await put(at.vehicleId, 0)
    const far = await newVehicle('204', 8)
    await test.build((tx) =>
      changeCauses(tx, [{ vehicleId: far, cause: 'inactive_by_hand', sourceId: null, holds: true }]),
    )
    await assigned(await waitingAt(1), at.vehicleId)
    expect((await cost(await waitingAt(2), at.vehicleId)).body.others).toMatchObject([
      { effect: 'loses', afterSeconds: null },
    ])
  })

  it('has no figure where no other vehicle is left for the one that loses it', async () => {
    await put(at.vehicleId, 0)
    await assigned(await waitingAt(1), at.vehicleId)
    const { body } = await cost(await waitingAt(2), at.vehicleId)
    expect(body.beforeSeconds).toBeNull()
    expect(body.others).toMatchObject([{ effect: 'loses', afterSeconds: null }])
  })

  it('is the longer wait of the services that the vehicle is reserved for', async () => {
    await put(at.vehicleId, 0)
    const reserved = await waitingAt(1)
    await test.build((tx) =>
      buildReservation(tx, {
        companyId: at.companyId,
        fleetId: at.fleetId,
        serviceId: reserved.id,
        vehicleId: at.vehicleId,
        minutes: 2,
      }),
    )
    const { body } = await cost(await waitingAt(3, 6), at.vehicleId)
    const [other] = body.others
    expect(other).toMatchObject({ serviceId: reserved.id, effect: 'waits', beforeSeconds: 120 })
    // 3 km to the pickup, 3 km to its drop and 5 km back.
    expect((other?.afterSeconds ?? 0) / ((body.afterSeconds ?? 0) / 3)).toBeGreaterThan(10)
    const listed = await at.viewer<{ items: Reservation[] }>(
      'GET',
      `/dispatch/reservations?fleetId=${at.fleetId}`,
    )
    expect(listed.body.items).toMatchObject([
      { vehicleId: at.vehicleId, serviceNumber: reserved.serviceNumber, place: 1 },
    ])
  })

  it('is refused where somebody is on board, and to others', async () => {
    await put(at.vehicleId, 0)
    const running = await assigned(await waitingAt(1), at.vehicleId)
    await at.move(at.dispatcher, running, 'confirm-pickup')
    const service = await waitingAt(2)
    expect((await cost(service, at.vehicleId)).body.code).toBe('vehicle_not_assignable')
    expect((await cost(service, at.vehicleId, at.outsider)).status).toBe(404)
    expect((await cost(service, at.vehicleId, at.viewer)).status).toBe(403)
  })
})

it('candidates count a vehicle that is free soon as near where it will be free', async () => {
  await put(at.vehicleId, 0)
  await newVehicle('204', 1)
  const service = await waitingAt(0)
  const coverOf204 = async () =>
    (
      await at.dispatcher<{ items: Candidate[] }>('GET', `/services/${service.id}/candidates`)
    ).body.items.find(({ vehicleNumber }) => vehicleNumber === '204')?.parts.cover ?? Number.NaN
  await assigned(await waitingAt(0, 90), at.vehicleId)
  // Nobody else is near within ten minutes.
  expect(await coverOf204()).toBe(2 * 600)
  const third = await newVehicle('305', 0)
  const free = await coverOf204()
  await assigned(await waitingAt(0, 1), third)
  const soon = await coverOf204()
  expect(free).toBeLessThan(soon)
  expect(soon).toBeLessThan(2 * 600)
})

describe('a reassignment', () => {
  it('gives the vehicle of one service to another, which keeps its place in the queue', async () => {
    await put(at.vehicleId, 0)
    const far = await newVehicle('204', 8)
    const loser = await assigned(await waitingAt(1), at.vehicleId)
    test.clock.advance(120)
    const service = await assigned(await waitingAt(2), far)
    const { body } = await reassign(service, {
      vehicleId: at.vehicleId,
      from: { serviceId: loser.id, version: loser.version },
    })
    expect(body).toMatchObject({ status: 'vehicle_assigned', assignedVehicleNumber: '118' })
    expect(await read(loser)).toMatchObject({
      status: 'on_dispatch',
      assignedVehicleId: null,
      waitingSince: loser.waitingSince,
    })
    expect(await at.statusOfVehicle()).toBe('en_route')
    expect((await at.dispatcher<{ status: string }>('GET', `/vehicles/${far}`)).body.status).toBe('active')
  })

  it('changes nothing where the other service changed meanwhile, or has another vehicle', async () => {
    await put(at.vehicleId, 0)
    const far = await newVehicle('204', 8)
    const loser = await assigned(await waitingAt(1), at.vehicleId)
    const service = await waitingAt(2)
    const from = { serviceId: loser.id, version: loser.version }
    const stale = await reassign(service, { vehicleId: at.vehicleId, from: { ...from, version: 1 } })
    expect([stale.status, stale.body.code]).toEqual([409, 'stale_version'])
    expect((await reassign(service, { vehicleId: far, from })).body.code).toBe('stale_version')
    expect((await reassign(service, { vehicleId: at.vehicleId })).body.code).toBe('vehicle_not_assignable')
    expect(await read(loser)).toMatchObject({ assignedVehicleNumber: '118', version: loser.version })
    expect((await read(service)).version).toBe(service.version)
  })

  it('in both directions at the same time is done once', async () => {
    await put(at.vehicleId, 0)
    const far = await newVehicle('204', 8)
    const one = await assigned(await waitingAt(1), at.vehicleId)
    const two = await assigned(await waitingAt(2), far)
    const answers = await Promise.all([
      reassign(one, { vehicleId: far, from: { serviceId: two.id, version: two.version } }),
      reassign(
        two,
        { vehicleId: at.vehicleId, from: { serviceId: one.id, version: one.version } },
        at.second,
      ),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const after = await Promise.all([read(one), read(two)])
    expect(after.map(({ status }) => status).sort()).toEqual(['on_dispatch', 'vehicle_assigned'])
  })
})
