import type { AddressInfo } from 'node:net'
import type { GpsCommand } from '@rumbo/contract/commands.contract'
import type { Event } from '@rumbo/contract/events.contract'
import type { LiveVehicle } from '@rumbo/contract/live.contract'
import type { Service } from '@rumbo/contract/services.contract'
import type { Vehicle } from '@rumbo/contract/vehicles.contract'
import { createTestApp, type TestApp, type TestCall, testSecret } from '@rumbo/tools/testing/app'
import { createTestWorkRunner } from '@rumbo/tools/testing/work-runner'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { commandEndpoints } from '../commands/index.ts'
import { buildContact } from '../directory/directory.factory.ts'
import { directoryEndpoints } from '../directory/index.ts'
import { buildEvent } from '../events/events.factory.ts'
import { eventEndpoints } from '../events/index.ts'
import { buildSession, buildUser } from '../identity/identity.factory.ts'
import { buildAssignment, buildCompany, buildFleet } from '../organisation/organisation.factory.ts'
import { workEndpoints } from '../platform/jobs/work.endpoints.ts'
import { mountLive } from '../platform/live/endpoint.ts'
import { createLiveHub, type LiveHub } from '../platform/live/hub.ts'
import { buildService } from '../services/services.factory.ts'
import { servicesAnswers } from '../services/testing/services.harness.ts'
import { openDays, telemetryEndpoints } from '../telemetry/index.ts'
import { saveVehicleContact } from '../vehicles/contacts/vehicles.contacts.repository.ts'
import { liveVehicles, vehicleEndpoints } from '../vehicles/index.ts'
import { buildVehicle } from '../vehicles/vehicles.factory.ts'
import { workKinds } from './work-kinds.ts'

type List<Item> = { items: Item[]; total: number }

let test: TestApp
let hub: LiveHub
let works: ReturnType<typeof createTestWorkRunner>
beforeAll(async () => {
  test = await createTestApp({
    answers: ({ database, clock, directory }) => [
      ...directoryEndpoints(directory),
      ...vehicleEndpoints,
      ...eventEndpoints,
      ...commandEndpoints,
      ...servicesAnswers({ clock, database }),
      ...telemetryEndpoints({ database, trackerHost: '127.0.0.1' }),
      ...workEndpoints,
    ],
  })
  hub = createLiveHub({
    authenticator: test.authenticator,
    bus: test.bus,
    clock: test.clock,
    log: pino({ level: 'silent' }),
    source: {
      snapshot: (fleetId) => test.build((tx) => liveVehicles(tx, fleetId)),
      domains: ['vehicles'],
    },
  })
  mountLive(test.app, { hub, allowedOrigins: [] })
  await test.app.listen({ port: 0, host: '127.0.0.1' })
  works = createTestWorkRunner(test, workKinds)
  await openDays(test.database, test.clock.now())
}, 60_000)
afterAll(async () => {
  hub.close()
  await test.close()
})

/** A fleet with the driver's vehicle and a colleague's, each with an event, a service and a tracker. */
async function arrange() {
  const made = await test.build(async (tx) => {
    const companyId = (await buildCompany(tx, { tier: 'enterprise' })).id
    const fleetId = (await buildFleet(tx, { companyId })).id
    const here = { companyId, fleetId }
    const person = async (
      level: 'user' | 'manager',
      role: 'dispatcher' | 'fleet_manager' | 'primary_driver',
    ) => {
      const user = await buildUser(tx, { level })
      await buildAssignment(tx, { userId: user.id, ...here, role })
      return user
    }
    const users = {
      driver: await person('user', 'primary_driver'),
      dispatcher: await person('user', 'dispatcher'),
      manager: await person('manager', 'fleet_manager'),
    }
    const contactId = (await buildContact(tx, { companyId, userId: users.driver.id })).id
    const unit = async () => {
      const vehicle = await buildVehicle(tx, { ...here, causes: [] })
      await tx.sql('update vehicles.vehicles set imei = $2 where id = $1', [
        vehicle.id,
        vehicle.id.slice(-12),
      ])
      const event = await buildEvent(tx, { ...here, vehicleId: vehicle.id, kind: 'power_restored' })
      const client = await buildContact(tx, { companyId })
      const service = await buildService(tx, { ...here, requesterContactId: client.id })
      return { vehicleId: vehicle.id, eventId: event.id, serviceId: service.id }
    }
    const [own, colleagues] = [await unit(), await unit()]
    await saveVehicleContact(
      tx,
      { id: own.vehicleId, ...here },
      { contactId, role: 'primary_driver', isPrimary: true },
    )
    return { ids: { ...here, contactId }, users, own, colleagues }
  })
  const { users } = made
  const calls = {
    driver: await test.as(users.driver),
    dispatcher: await test.as(users.dispatcher),
    manager: await test.as(users.manager),
  }
  return { ...made.ids, ...calls, own: made.own, colleagues: made.colleagues, driverId: users.driver.id }
}
let at: Awaited<ReturnType<typeof arrange>>
beforeEach(async () => {
  at = await arrange()
})

const idsOf = async (call: TestCall, path: string) =>
  (await call<List<{ id: string }>>('GET', path)).body.items.map(({ id }) => id)
const statusOf = async (call: TestCall, path: string) => (await call('GET', path)).status
const vehiclesOf = (call: TestCall) => idsOf(call, '/vehicles')
/** The dispatcher gives a service to a vehicle. */
async function assign(serviceId: string, vehicleId: string): Promise<Service> {
  const step = async (verb: string, body: object) =>
    (await at.dispatcher<Service>('POST', `/services/${serviceId}/${verb}`, { body })).body
  const { version } = await step('dispatch', { version: 1 })
  return step('assign', { version, vehicleId })
}

describe('a user who only drives', () => {
  it('reads the own vehicle with its events, history and tracker, and no colleague’s', async () => {
    const { own, colleagues, driver } = at
    expect(await vehiclesOf(driver)).toEqual([own.vehicleId])
    expect(await idsOf(driver, '/events')).toEqual([own.eventId])
    expect((await driver<List<Event>>('GET', '/events')).body.total).toBe(1)
    for (const path of ['', '/history/dates', '/history/route?date=2026-03-01', '/command-options']) {
      expect(await statusOf(driver, `/vehicles/${own.vehicleId}${path}`), path).toBe(200)
      expect(await statusOf(driver, `/vehicles/${colleagues.vehicleId}${path}`), path).toBe(404)
    }
    expect(await statusOf(driver, `/events/${colleagues.eventId}`)).toBe(404)
    expect(await statusOf(driver, `/history/statistics?vehicleId=${colleagues.vehicleId}`)).toBe(404)
    const body = { date: '2026-03-01', format: 'csv' }
    const exported = (id: string) => driver('POST', `/vehicles/${id}/history/export`, { body })
    expect((await exported(own.vehicleId)).status).toBe(202)
    expect((await exported(colleagues.vehicleId)).status).toBe(404)
  })

  it('sends commands only to the own tracker, and sees no others', async () => {
    const { own, colleagues, driver, dispatcher } = at
    const ask = (call: TestCall, vehicleId: string, type = 'status_query') =>
      call<GpsCommand & { code?: string }>('POST', '/commands', { body: { vehicleId, type } })
    expect((await ask(driver, colleagues.vehicleId)).status).toBe(404)
    expect((await ask(driver, own.vehicleId, 'resume_engine')).status).toBe(403)
    const sent = await ask(driver, own.vehicleId)
    expect(sent.status).toBe(201)
    const others = (await ask(dispatcher, colleagues.vehicleId)).body
    const listed = (await driver<List<GpsCommand>>('GET', '/commands')).body
    expect(listed).toMatchObject({ total: 1, items: [{ id: sent.body.id }] })
    expect(await statusOf(driver, `/commands/${others.id}`)).toBe(404)
    expect((await driver('POST', `/commands/${others.id}/cancel`, { body: {} })).status).toBe(404)
  })

  it('reads a service that runs on the own vehicle, until it ends', async () => {
    const { own, colleagues, driver, dispatcher } = at
    expect(await idsOf(driver, '/services')).toEqual([])
    await assign(colleagues.serviceId, colleagues.vehicleId)
    const { version } = await assign(own.serviceId, own.vehicleId)
    const read = await driver<Service>('GET', `/services/${own.serviceId}`)
    expect(read.body).toMatchObject({ plannedStops: [{}, {}], statusHistory: [{}, {}, {}] })
    expect(await idsOf(driver, '/services')).toEqual([own.serviceId])
    expect((await driver('GET', '/services-counts')).body).toMatchObject({
      counts: { vehicle_assigned: 1, created: 0 },
    })
    expect(
      (await driver('POST', `/services/${own.serviceId}/cancel`, { body: { version, by: 'driver' } })).status,
    ).toBe(403)
    await dispatcher('POST', `/services/${own.serviceId}/cancel`, { body: { version, by: 'central' } })
    expect(await statusOf(driver, `/services/${own.serviceId}`)).toBe(404)
  })

  it('reads a service that names them, ended ones too, and its vehicle until it ends', async () => {
    const { colleagues, driver, contactId, dispatcher, own } = at
    await test.build(async (tx) => {
      await tx.sql('update services.services set assigned_driver_id = $2 where id = $1', [
        colleagues.serviceId,
        contactId,
      ])
      tx.forgetUsers([at.driverId])
    })
    expect(await vehiclesOf(driver)).toEqual([own.vehicleId])
    const { version } = await assign(colleagues.serviceId, colleagues.vehicleId)
    expect((await vehiclesOf(driver)).sort()).toEqual([own.vehicleId, colleagues.vehicleId].sort())
    await dispatcher('POST', `/services/${colleagues.serviceId}/cancel`, {
      body: { version, by: 'central' },
    })
    expect(await vehiclesOf(driver)).toEqual([own.vehicleId])
    expect(await idsOf(driver, '/services')).toEqual([colleagues.serviceId])
  })

  it('does not read the service of another driver on the same vehicle', async () => {
    const { own, driver, companyId } = at
    await test.build(async (tx) => {
      const other = await buildContact(tx, { companyId })
      await tx.sql('update services.services set assigned_driver_id = $2 where id = $1', [
        own.serviceId,
        other.id,
      ])
    })
    await assign(own.serviceId, own.vehicleId)
    expect(await statusOf(driver, `/services/${own.serviceId}`)).toBe(404)
  })

  it('gains and loses a vehicle with the next call after its contacts or the link changed', async () => {
    const { own, colleagues, driver, manager, contactId } = at
    const contacts = (id: string) => `/vehicles/${id}/contacts`
    const role = { contactId, role: 'backup_driver' }
    expect((await manager('POST', contacts(colleagues.vehicleId), { body: role })).status).toBe(201)
    expect((await vehiclesOf(driver)).sort()).toEqual([own.vehicleId, colleagues.vehicleId].sort())
    const mechanic = { role: 'primary_mechanic', isPrimary: false }
    const path = `${contacts(colleagues.vehicleId)}/${contactId}/backup_driver`
    expect((await manager('PUT', path, { body: mechanic })).status).toBe(200)
    expect(await vehiclesOf(driver)).toEqual([own.vehicleId])
    expect((await manager('DELETE', `/users/${at.driverId}/contact`)).status).toBe(200)
    expect(await vehiclesOf(driver)).toEqual([])
    expect((await manager('PUT', `/users/${at.driverId}/contact`, { body: { contactId } })).status).toBe(200)
    expect(await vehiclesOf(driver)).toEqual([own.vehicleId])
    expect((await manager('DELETE', `${contacts(own.vehicleId)}/${contactId}/primary_driver`)).status).toBe(
      200,
    )
    expect(await statusOf(driver, `/vehicles/${own.vehicleId}`)).toBe(404)
  })

  it('is shown the own vehicle alone in an open live stream, which ends when that changes', async () => {
    const { own, manager, contactId, fleetId } = at
    const { accessToken } = await test.build((tx) => buildSession(tx, { id: at.driverId }, testSecret))
    const { port } = test.app.server.address() as AddressInfo
    const socket = new WebSocket(`ws://127.0.0.1:${port}/v1/live`)
    const received = (type: string) =>
      new Promise<{ vehicles: LiveVehicle[]; code: string }>((resolve) => {
        socket.on('message', (data) => {
          const message = JSON.parse(String(data))
          if (message.type === type) resolve(message)
        })
      })
    const [snapshot, refused] = [received('snapshot'), received('refused')]
    await new Promise((resolve) => socket.once('open', resolve))
    socket.send(JSON.stringify({ type: 'hello', token: accessToken, fleets: [fleetId] }))
    expect((await snapshot).vehicles.map(({ id }) => id)).toEqual([own.vehicleId])
    await manager('DELETE', `/vehicles/${own.vehicleId}/contacts/${contactId}/primary_driver`)
    expect((await refused).code).toBe('scope_changed')
    socket.terminate()
  })

  it('exports the own vehicle only, and cannot download the file once the vehicle is another’s', async () => {
    const { own, driver, manager, contactId } = at
    const made = await works.ended(driver, '/vehicles/exports', { format: 'csv' })
    const fileId = made.result?.fileId ?? ''
    const text = (await works.download(driver, fileId)).toString()
    const { vehicleNumber } = (await driver<Vehicle>('GET', `/vehicles/${own.vehicleId}`)).body
    expect(text.trim().split('\n')).toHaveLength(2)
    expect(text).toContain(vehicleNumber)
    await manager('DELETE', `/vehicles/${own.vehicleId}/contacts/${contactId}/primary_driver`)
    expect(await statusOf(driver, `/files/${fileId}`)).toBe(404)
  })

  it('exports what is the own when the worker starts, not when it was requested', async () => {
    const { own, driver, manager, contactId } = at
    const asked = await driver<{ workId: string }>('POST', '/vehicles/exports', { body: { format: 'csv' } })
    await manager('DELETE', `/vehicles/${own.vehicleId}/contacts/${contactId}/primary_driver`)
    await works.run(asked.body.workId)
    const { result } = await works.read(driver, asked.body.workId)
    const text = (await works.download(driver, result?.fileId ?? '')).toString()
    expect(text.trim().split('\n')).toHaveLength(1)
  })
})

describe('a user who drives in one fleet and dispatches in another', () => {
  it('reads the own vehicles there and the whole fleet here', async () => {
    const spare = await test.build(async (tx) => {
      const fleet = await buildFleet(tx, { companyId: at.companyId })
      const place = { companyId: at.companyId, fleetId: fleet.id }
      await buildAssignment(tx, { userId: at.driverId, ...place, role: 'dispatcher', isPrimary: false })
      const { id } = await buildVehicle(tx, { ...place, causes: [] })
      tx.forgetUsers([at.driverId])
      return { ...place, vehicleId: id }
    })
    expect((await vehiclesOf(at.driver)).sort()).toEqual([at.own.vehicleId, spare.vehicleId].sort())
    const notes = (id: string) =>
      at.driver('PUT', `/vehicles/${id}/notes`, { body: { notesGeneral: 'Llanta nueva', version: 1 } })
    expect((await notes(spare.vehicleId)).status).toBe(200)
    expect((await notes(at.own.vehicleId)).status).toBe(403)
    expect((await notes(at.colleagues.vehicleId)).status).toBe(404)
  })
})
