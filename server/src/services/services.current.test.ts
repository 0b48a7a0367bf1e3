import type { CurrentService } from '@rumbo/contract/services.current.contract'
import type { TestApp, TestCall } from '@rumbo/tools/testing/app'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { buildContact } from '../directory/directory.factory.ts'
import { createServicesApp, createServicesHarness, type ServicesHarness } from './testing/services.harness.ts'

let test: TestApp
let at: ServicesHarness

beforeAll(async () => {
  test = await createServicesApp()
})
afterAll(() => test.close())
beforeEach(async () => {
  at = await createServicesHarness(test)
})

const current = (call: TestCall) =>
  call<{ items: CurrentService[] }>('GET', `/services-current?fleetId=${at.fleetId}`)

it('is the started service of a vehicle, with the stop it drives to', async () => {
  const service = await at.upTo(['dispatch'])
  expect((await current(at.dispatcher)).body.items).toEqual([])
  const assigned = await at.move(at.dispatcher, service, 'assign', { vehicleId: at.vehicleId })
  const { body } = await current(at.viewer)
  expect(body.items).toMatchObject([
    {
      vehicleId: at.vehicleId,
      serviceId: service.id,
      customerName: 'Elena Torres',
      status: 'vehicle_assigned',
      driverName: null,
      nextStop: { number: 1, count: 3, stopType: 'pickup', address: 'Zócalo' },
    },
  ])
  const running = await at.move(at.dispatcher, assigned.body, 'confirm-pickup')
  expect((await current(at.viewer)).body.items).toMatchObject([
    { status: 'in_progress', nextStop: { number: 2, count: 3, address: 'Alameda' } },
  ])
  await at.move(at.dispatcher, running.body, 'complete')
  expect((await current(at.viewer)).body.items).toEqual([])
})

it('names the primary driver of the vehicle where the service has no driver', async () => {
  await test.build(async (tx) => {
    const contact = await buildContact(tx, {
      companyId: at.companyId,
      firstName: 'Rosa',
      lastName: 'Ibarra',
    })
    await tx.sql(
      `insert into vehicles.contacts (vehicle_id, company_id, fleet_id, contact_id, role, is_primary, since)
       values ($1, $2, $3, $4, 'primary_driver', true, $5)`,
      [at.vehicleId, at.companyId, at.fleetId, contact.id, tx.now],
    )
  })
  await at.upTo(['dispatch'], ['assign', { vehicleId: at.vehicleId }])
  expect((await current(at.viewer)).body.items[0]?.driverName).toBe('Rosa Ibarra')
})

it('is hidden from another company and from drivers of other vehicles', async () => {
  await at.upTo(['dispatch'], ['assign', { vehicleId: at.vehicleId }])
  for (const call of [at.outsider, at.driver])
    expect(JSON.stringify((await current(call)).body)).not.toContain('Elena')
})
