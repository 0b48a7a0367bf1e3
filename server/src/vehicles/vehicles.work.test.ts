import type { Problem } from '@rumbo/contract/problems.contract'
import type { Vehicle } from '@rumbo/contract/vehicles.contract'
import { createTestApp, type TestApp, type TestCall } from '@rumbo/tools/testing'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildUser } from '../identity/identity.factory.ts'
import {
  buildAssignment,
  buildCompany,
  buildFleet,
  buildGuestVehicle,
} from '../organisation/organisation.factory.ts'
import { clearCause, type StatusCause, setCause, vehicleEndpoints } from './index.ts'
import { buildVehicle } from './vehicles.factory.ts'

let test: TestApp
let companyId: string
let otherFleetId: string
let vehicleId: string
let lead: TestCall
let guest: TestCall

beforeAll(async () => {
  test = await createTestApp({ answers: () => vehicleEndpoints })
})
afterAll(() => test.close())

beforeEach(async () => {
  const people = await test.build(async (tx) => {
    companyId = (await buildCompany(tx)).id
    const fleetId = (await buildFleet(tx, { companyId })).id
    otherFleetId = (await buildFleet(tx, { companyId })).id
    vehicleId = (await buildVehicle(tx, { companyId, fleetId, causes: [] })).id
    const manager = await buildUser(tx, { level: 'manager' })
    await buildAssignment(tx, { userId: manager.id, companyId })
    const watcher = await buildUser(tx, { level: 'guest' })
    await buildGuestVehicle(tx, { userId: watcher.id, companyId, fleetId, vehicleId })
    return { manager, watcher }
  })
  lead = await test.as(people.manager)
  guest = await test.as(people.watcher)
})

async function moveTo(fleetId: string) {
  const { body } = await lead<Vehicle>('GET', `/vehicles/${vehicleId}`)
  const { vehicleNumber, plateNumber, make, model, year, type, color, fuelType } = body
  const { installationDate, version } = body
  return lead<Vehicle & Omit<Problem, 'status'>>('PUT', `/vehicles/${vehicleId}`, {
    body: {
      ...{ vehicleNumber, plateNumber, make, model, year, type, color, fuelType, installationDate, version },
      fleetId,
    },
  })
}

describe('a vehicle on a running service', () => {
  it.each<StatusCause>(['en_route', 'occupied'])(
    'that is %s stays in its fleet and in use',
    async (cause) => {
      const serviceId = uuid()
      await test.build((tx) => setCause(tx, vehicleId, cause, serviceId))
      expect(await moveTo(otherFleetId)).toMatchObject({ status: 409, body: { code: 'vehicle_at_work' } })
      const removed = await lead<Problem>('DELETE', `/vehicles/${vehicleId}`)
      expect(removed).toMatchObject({ status: 409, body: { code: 'vehicle_at_work' } })
      await test.build((tx) => clearCause(tx, vehicleId, cause, serviceId))
      expect((await moveTo(otherFleetId)).body.fleetId).toBe(otherFleetId)
      expect((await lead('DELETE', `/vehicles/${vehicleId}`)).status).toBe(200)
    },
  )
})

describe('a guest', () => {
  it('finds the vehicle by what is shown of it, and not by its tracker', async () => {
    const imei = `8690${vehicleId.slice(-8)}`
    await test.build((tx) =>
      tx.sql("update vehicles.vehicles set imei = $2, search_text = search_text || ' ' || $2 where id = $1", [
        vehicleId,
        imei,
      ]),
    )
    const found = async (call: TestCall, search: string) =>
      (await call<{ total: number }>('GET', `/vehicles?search=${encodeURIComponent(search)}`)).body.total
    expect(await found(lead, imei)).toBe(1)
    for (const search of [imei, imei.slice(0, 5), `versa ${imei}`]) expect(await found(guest, search)).toBe(0)
    expect(await found(guest, 'NISSAN versa')).toBe(1)
    expect(await found(guest, '')).toBe(1)
  })

  it('no longer sees a vehicle that went to another fleet', async () => {
    expect((await guest('GET', `/vehicles/${vehicleId}`)).status).toBe(200)
    expect((await moveTo(otherFleetId)).status).toBe(200)
    expect((await guest('GET', `/vehicles/${vehicleId}`)).status).toBe(404)
    expect((await guest('GET', '/vehicles')).body).toMatchObject({ items: [], total: 0 })
  })
})
