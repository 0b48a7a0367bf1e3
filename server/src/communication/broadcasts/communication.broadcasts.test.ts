import type { Broadcast } from '@rumbo/contract/communication.broadcasts.contract'
import type { Thread } from '@rumbo/contract/communication.contract'
import type { TestApp } from '@rumbo/tools/testing'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { buildService } from '../../services/services.factory.ts'
import { buildDriver, buildShift } from '../../shifts/shifts.factory.ts'
import { buildVehicle } from '../../vehicles/vehicles.factory.ts'
import { workOffMessages } from '../held/communication.held.watch.ts'
import {
  type CommunicationHarness,
  createCommunicationApp,
  createCommunicationHarness,
  type Refusal,
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

const create = (given: object) =>
  at.as.dispatcher<Broadcast & Refusal>('POST', '/broadcasts', {
    body: { id: uuid(), fleetId: at.place.fleetId, filter: { kind: 'onDuty' }, ...given },
  })
const templateOf = async (texts: { es: string; en: string }, companyId = at.place.companyId) =>
  (
    await at.as.dispatcher<{ id: string }>('POST', '/message-templates', {
      body: { companyId, name: 'Regreso', texts },
    })
  ).body.id
const texts = {
  es: '{conductor}, unidad {unidad}: servicio {servicio} a {parada}',
  en: '{driver}, vehicle {vehicle}: service {service} to {stop}',
}
/** Iván carries out a taxi service; Rosa, who drives another vehicle and reads English, none. */
const twoDrivers = () =>
  test.build(async (tx) => {
    const service = await buildService(tx, { ...at.place, requesterContactId: at.clientId })
    await tx.sql(
      `update services.services set status = 'in_progress', started_at = $4, assigned_driver_id = $2, assigned_vehicle_id = $3
       where id = $1`,
      [service.id, at.driverId, at.vehicle.id, tx.now],
    )
    await tx.sql(`update identity.users set language = 'en' where id = $1`, [at.people.driver.id])
    const rosa = await buildDriver(tx, { companyId: at.place.companyId, firstName: 'Rosa' })
    const vehicle = await buildVehicle(tx, { ...at.place, causes: [] })
    await buildShift(tx, { ...at.place, driver: rosa, vehicle, isRunning: true })
    return { service, rosa, vehicle }
  })
const lastTexts = async () =>
  (await at.as.dispatcher<{ items: Thread[] }>('GET', '/threads?kind=driver')).body.items
    .map(({ lastText }) => lastText)
    .sort()

it('by a template says to each, in their language, what they drive and carry out', async () => {
  const { service, vehicle } = await twoDrivers()
  const templateId = await templateOf(texts)
  const sent = await create({ templateId })
  expect(sent.body).toMatchObject({ text: texts.es, texts, recipients: 2 })
  const [stop] = service.plannedStops
  expect(await lastTexts()).toEqual(
    [
      `Iván Mora, vehicle ${at.vehicle.vehicleNumber}: service ${service.serviceNumber} to ${stop?.address}`,
      `Rosa Mora, unidad ${vehicle.vehicleNumber}: servicio — a —`,
    ].sort(),
  )
})

it('that is scheduled says what the template said when it was written', async () => {
  await twoDrivers()
  const templateId = await templateOf({ es: 'Antes {unidad}', en: 'Before {vehicle}' })
  const scheduledAt = new Date(test.clock.now().getTime() + 60_000).toISOString()
  expect((await create({ templateId, scheduledAt })).status).toBe(201)
  await at.as.dispatcher('DELETE', `/message-templates/${templateId}`)
  test.clock.advance(61)
  await workOffMessages({ database: test.database })
  expect((await lastTexts())[1]).toBe(`Before ${at.vehicle.vehicleNumber}`)
})

it('has either a text or a template of its company', async () => {
  const templateId = await templateOf(texts)
  expect((await create({})).status).toBe(422)
  expect((await create({ text: 'Hola', templateId })).status).toBe(422)
  expect((await create({ templateId: uuid() })).body.code).toBe('not_found')
})

it('reaches those who carry out services of a type', async () => {
  const { service } = await twoDrivers()
  const preview = async (types: string[]) =>
    (
      await at.as.dispatcher<{ names: { id: string }[] }>('POST', '/broadcasts/preview', {
        body: { fleetId: at.place.fleetId, filter: { kind: 'serviceType', types } },
      })
    ).body.names.map(({ id }) => id)
  expect(await preview([service.serviceType])).toEqual([at.driverId])
  expect(await preview(service.serviceType === 'taxi' ? ['delivery'] : ['taxi'])).toEqual([])
})
