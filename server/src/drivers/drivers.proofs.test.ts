import type { DriverState } from '@rumbo/contract/drivers.contract'
import type { Service } from '@rumbo/contract/services.contract'
import type { Proof } from '@rumbo/contract/services.proofs.contract'
import { createTestApp, type TestApp, type TestCall } from '@rumbo/tools/testing/app'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildUser } from '../identity/identity.factory.ts'
import { buildAssignment } from '../organisation/organisation.factory.ts'
import { followDrivers, proofEndpoints, proofTasks } from '../services/index.ts'
import {
  createServicesHarness,
  type ServicesHarness,
  servicesAnswers,
} from '../services/testing/services.harness.ts'
import { buildDriver, buildShift } from '../shifts/shifts.factory.ts'
import { driverEndpoints } from './index.ts'

let test: TestApp
let at: ServicesHarness
let ivan: TestCall
let rosa: TestCall

beforeAll(async () => {
  test = await createTestApp({
    answers: ({ database, clock, files }) => [
      ...servicesAnswers({ clock, database }),
      ...proofEndpoints({ database, files }),
      ...driverEndpoints({
        database,
        trackerHost: '127.0.0.1',
        clock,
        files,
        shiftLinks: { driversChanged: followDrivers },
        costChanged: async () => undefined,
      }),
    ],
  })
})
afterAll(() => test.close())
beforeEach(async () => {
  at = await createServicesHarness(test)
  const { companyId, fleetId } = at
  const users = await test.build(async (tx) => {
    const person = async () => {
      const user = await buildUser(tx, { level: 'user', firstName: 'Iván', lastName: 'Mora' })
      await buildAssignment(tx, { userId: user.id, companyId, fleetId, role: 'primary_driver' })
      return { user, driver: await buildDriver(tx, { companyId, userId: user.id }) }
    }
    const [first, second] = [await person(), await person()]
    const vehicle = { id: at.vehicleId, vehicleNumber: '118' }
    await buildShift(tx, { companyId, fleetId, driver: first.driver, vehicle, isRunning: true })
    return [first.user, second.user] as const
  })
  ivan = await test.as(users[0])
  rosa = await test.as(users[1])
})

const now = () => test.clock.now().toISOString()
const act = async (call: TestCall, action: object) =>
  (
    await call<{ items: { problem: string | null }[] }>('POST', '/driver/actions', {
      body: { sentAt: now(), actions: [{ id: uuid(), at: now(), ...action }] },
    })
  ).body.items[0]?.problem
const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(2000, 7)])
const send = (call: TestCall, service: Service, more: object = {}) =>
  call<{ code?: string }>('POST', '/driver/proofs', {
    body: { id: uuid(), serviceId: service.id, content: jpeg.toString('base64'), ...more },
  })
const proofsOf = async (call: TestCall, { id }: Service) =>
  (await call<{ items: Proof[]; pin: string | null }>('GET', `/services/${id}/proofs`)).body

/** A service under way with Iván that requires these proofs. */
async function underWay(requiredProofs: readonly string[]): Promise<Service> {
  let service = await at.created({ requiredProofs })
  service = (await at.move(at.dispatcher, service, 'dispatch')).body
  service = (await at.move(at.dispatcher, service, 'assign', { vehicleId: at.vehicleId })).body
  return (await at.move(at.dispatcher, service, 'confirm-pickup')).body
}

describe('a service that requires proofs', () => {
  it('is completed with a photo and the PIN that only the customer and dispatch know', async () => {
    const service = await underWay(['photo', 'pin'])
    const { pin } = await proofsOf(at.dispatcher, service)
    expect(pin).toMatch(/^\d{4}$/)
    expect((await proofsOf(at.viewer, service)).pin).toBeNull()
    expect((await proofsOf(ivan, service)).pin).toBeNull()
    const state = (await ivan<DriverState>('GET', '/driver')).body
    expect(JSON.stringify(state)).not.toContain(`"${pin}"`)
    expect(state.services).toMatchObject([{ requiredProofs: ['photo', 'pin'] }])

    const complete = (proofs?: object[]) => act(ivan, { kind: 'complete', serviceId: service.id, proofs })
    const fileId = uuid()
    expect(await complete()).toBe('proof_required')
    expect(
      await complete([
        { kind: 'photo', fileId },
        { kind: 'pin', pin },
      ]),
    ).toBe('proof_required')
    for (let attempt = 0; attempt < 2; attempt += 1)
      expect((await send(ivan, service, { id: fileId })).status).toBe(200)
    const wrong = pin === '0000' ? '0001' : '0000'
    expect(
      await complete([
        { kind: 'photo', fileId },
        { kind: 'pin', pin: wrong },
      ]),
    ).toBe('pin_wrong')
    expect((await proofsOf(at.dispatcher, service)).items).toEqual([])
    expect(
      await complete([
        { kind: 'photo', fileId },
        { kind: 'pin', pin },
      ]),
    ).toBeNull()

    const { items } = await proofsOf(at.viewer, service)
    const last = service.plannedStops.at(-1)?.id
    expect(items).toMatchObject([
      { kind: 'photo', stopId: last, by: 'Iván Mora' },
      { kind: 'pin', stopId: last },
    ])
    const photo = await at.viewer(`GET`, `/services/${service.id}/proofs/${items[0]?.id}`)
    expect(photo.body).toEqual({ contentType: 'image/jpeg', content: jpeg.toString('base64') })
    // Neither another company, nor another driver, nor another service opens it.
    expect((await at.outsider('GET', `/services/${service.id}/proofs/${items[0]?.id}`)).status).toBe(404)
    expect((await rosa('GET', `/services/${service.id}/proofs/${items[0]?.id}`)).status).toBe(404)
    const other = await at.created()
    expect((await at.viewer('GET', `/services/${other.id}/proofs/${items[0]?.id}`)).status).toBe(404)
  })

  it('asks for them at every drop, and not at other stops', async () => {
    const service = await underWay(['signature'])
    const [, checkpoint] = service.plannedStops
    const deliver = (stopId: string | undefined, proofs?: object[]) =>
      act(ivan, { kind: 'deliver', serviceId: service.id, stopId, proofs })
    expect(await deliver(checkpoint?.id)).toBeNull()
    expect(await deliver(service.plannedStops.at(-1)?.id)).toBe('proof_required')
  })

  it('is left to dispatch after five wrong PINs', async () => {
    const service = await underWay(['pin'])
    const { pin } = await proofsOf(at.dispatcher, service)
    const complete = (given: string | null) =>
      act(ivan, { kind: 'complete', serviceId: service.id, proofs: [{ kind: 'pin', pin: given }] })
    const wrong = pin === '0000' ? '0001' : '0000'
    for (let attempt = 0; attempt < 5; attempt += 1) expect(await complete(wrong)).toBe('pin_wrong')
    expect(await complete(pin)).toBe('pin_blocked')
    const { status } = (await at.move(at.dispatcher, service, 'complete')).body
    expect(status).toBe('completed')
  })
})

describe('an image', () => {
  it('is refused unless it is a JPEG or PNG of the driver’s own service', async () => {
    const service = await underWay(['photo'])
    const html = Buffer.from('<script>alert(1)</script>').toString('base64')
    expect((await send(ivan, service, { content: html })).body.code).toBe('proof_unreadable')
    expect((await send(rosa, service)).status).toBe(404)
    expect((await send(at.dispatcher, service)).status).toBe(404)
    expect((await send(ivan, service, { content: 'A'.repeat(800_000) })).status).toBe(422)
  })

  it('cannot be claimed twice, by another driver, or through its owner’s files', async () => {
    const service = await underWay(['photo'])
    const fileId = uuid()
    await send(ivan, service, { id: fileId })
    expect((await ivan('GET', `/files/${fileId}`)).status).toBe(404)
    const proofs = [{ kind: 'photo', fileId }]
    expect(await act(ivan, { kind: 'complete', serviceId: service.id, proofs })).toBeNull()
    const next = await underWay(['photo'])
    expect(await act(ivan, { kind: 'complete', serviceId: next.id, proofs })).toBe('proof_required')
  })

  it('is kept as long as its service, and at most as long as the company keeps its history', async () => {
    const service = await underWay(['photo'])
    const fileId = uuid()
    await send(ivan, service, { id: fileId })
    await act(ivan, { kind: 'complete', serviceId: service.id, proofs: [{ kind: 'photo', fileId }] })
    const [proof] = (await proofsOf(at.dispatcher, service)).items
    const purge = async () => {
      await proofTasks({ database: test.database })['services:purge-proofs']?.({} as never, {} as never)
      await test.files.purge()
    }
    // Sessions end meanwhile.
    const read = async () =>
      (await test.as(at.people.ana))('GET', `/services/${service.id}/proofs/${proof?.id}`)
    test.clock.advance(30 * 86_400)
    await purge()
    expect((await read()).status).toBe(200)
    test.clock.advance(151 * 86_400)
    await purge()
    expect((await read()).status).toBe(404)
    expect((await proofsOf(await test.as(at.people.ana), service)).items).toEqual([])
    const left = await test.superuser.query('select 1 from platform.files where id = $1', [fileId])
    expect(left.rowCount).toBe(0)
  })
})
