import type { Thread, ThreadDetails } from '@rumbo/contract/communication.contract'
import type { TestApp } from '@rumbo/tools/testing'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { buildService } from '../../services/services.factory.ts'
import { buildDriver, buildShift } from '../../shifts/shifts.factory.ts'
import { buildVehicle } from '../../vehicles/vehicles.factory.ts'
import {
  type CommunicationHarness,
  createCommunicationApp,
  createCommunicationHarness,
} from '../testing/communication.harness.ts'

let test: TestApp
let at: CommunicationHarness
beforeAll(async () => {
  test = await createCommunicationApp()
})
afterAll(() => test.close())
beforeEach(async () => {
  at = await createCommunicationHarness(test)
})

const read = async (id: string) => (await at.as.dispatcher<ThreadDetails>('GET', `/threads/${id}`)).body
const listed = async (search: string) =>
  (await at.as.dispatcher<{ items: Thread[] }>('GET', `/threads?search=${encodeURIComponent(search)}`)).body
    .items

/** The driver leaves the unit for another one. */
const changeUnit = () =>
  test.build(async (tx) => {
    await tx.sql(`update shifts.shifts set status = 'ended', ended_at = $2 where id = $1`, [
      at.shiftId,
      tx.now,
    ])
    const vehicle = await buildVehicle(tx, { ...at.place, causes: [] })
    const driver = { id: at.driverId, name: 'Iván Mora' }
    await buildShift(tx, { ...at.place, driver, vehicle, isRunning: true, fromHours: 9 })
    return vehicle
  })

it('a conversation that the driver begins shows the unit driven now, and none after the shift', async () => {
  expect(await at.act({ kind: 'send', threadId: null, text: 'Hola' })).toEqual([null])
  const [thread] = await listed('')
  expect(thread).toMatchObject({ vehicleId: at.vehicle.id, vehicleNumber: at.vehicle.vehicleNumber })
  const other = await changeUnit()
  expect(await read(thread?.id ?? '')).toMatchObject({
    vehicleId: other.id,
    vehicleNumber: other.vehicleNumber,
  })
  await test.build((tx) =>
    tx.sql(`update shifts.shifts set status = 'ended', ended_at = $2 where vehicle_id = $1`, [
      other.id,
      tx.now,
    ]),
  )
  expect(await read(thread?.id ?? '')).toMatchObject({ vehicleId: null, vehicleNumber: null })
})

it('shows the service that the driver carries out now, though it was assigned later', async () => {
  const { id } = await at.open()
  expect(await read(id)).toMatchObject({ currentServiceId: null })
  const service = await test.build(async (tx) => {
    const made = await buildService(tx, { ...at.place, requesterContactId: at.clientId })
    await tx.sql(
      `update services.services set status = 'vehicle_assigned', assigned_driver_id = $2, assigned_vehicle_id = $3,
         assigned_vehicle_number = $4 where id = $1`,
      [made.id, at.driverId, at.vehicle.id, at.vehicle.vehicleNumber],
    )
    return made
  })
  expect(await read(id)).toMatchObject({ currentServiceId: service.id, serviceId: null })
})

it('is found by the number and by the plate of the unit driven now', async () => {
  const { id } = await at.open()
  const ids = async (search: string) => (await listed(search)).map((one) => one.id)
  const { plateNumber, vehicleNumber } = at.vehicle
  expect(await ids(vehicleNumber)).toContain(id)
  expect(await ids(plateNumber)).toEqual([id])
  expect(await ids(`iván ${plateNumber}`)).toEqual([id])
  expect(await ids(`ana ${plateNumber}`)).toEqual([])
  const other = await changeUnit()
  expect(await ids(plateNumber)).toEqual([])
  expect(await ids(other.plateNumber)).toEqual([id])
})

it('a conversation about a service shows the unit it has now', async () => {
  const service = await test.build((tx) => buildService(tx, { ...at.place, requesterContactId: at.clientId }))
  const { id } = await at.open({ kind: 'service', serviceId: service.id })
  expect(await read(id)).toMatchObject({ vehicleId: null, currentServiceId: service.id })
  await test.build((tx) =>
    tx.sql('update services.services set assigned_vehicle_id = $2 where id = $1', [
      service.id,
      at.vehicle.id,
    ]),
  )
  const { vehicleNumber, plateNumber } = at.vehicle
  expect(await read(id)).toMatchObject({ vehicleId: at.vehicle.id, vehicleNumber })
  expect((await listed(plateNumber)).map((one) => one.id)).toEqual([id])
})

it('with a unit is the conversation with who drives it, else with its primary driver', async () => {
  const driver = await at.open()
  const byUnit = { kind: 'vehicle', vehicleId: at.vehicle.id }
  expect((await at.open(byUnit)).id).toBe(driver.id)
  await test.build((tx) =>
    tx.sql(`update shifts.shifts set status = 'ended', ended_at = $2 where id = $1`, [at.shiftId, tx.now]),
  )
  expect((await at.open(byUnit)).code).toBe('vehicle_without_driver')
  const rosa = await test.build(async (tx) => {
    const contact = await buildDriver(tx, { companyId: at.place.companyId, firstName: 'Rosa' })
    await tx.sql(
      `insert into vehicles.contacts (vehicle_id, company_id, fleet_id, contact_id, role, is_primary, since)
       values ($1, $2, $3, $4, 'primary_driver', true, $5)`,
      [at.vehicle.id, at.place.companyId, at.place.fleetId, contact.id, tx.now],
    )
    return contact
  })
  expect(await at.open(byUnit)).toMatchObject({ kind: 'driver', driverId: rosa.id, title: 'Rosa Mora' })
})
