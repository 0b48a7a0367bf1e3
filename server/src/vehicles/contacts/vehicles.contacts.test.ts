import type { VehicleContact } from '@rumbo/contract/vehicles.contacts.contract'
import type { Vehicle } from '@rumbo/contract/vehicles.contract'
import { createTestApp, type TestApp, type TestCall } from '@rumbo/tools/testing'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildContact } from '../../directory/directory.factory.ts'
import { directoryEndpoints } from '../../directory/index.ts'
import { buildUser } from '../../identity/identity.factory.ts'
import { buildAssignment } from '../../organisation/organisation.factory.ts'
import { findVehicleLinks, vehicleEndpoints } from '../index.ts'
import { arrangeVehiclePeople, type VehiclePeople, vehicleForm } from '../testing/vehicle-people.testing.ts'
import { buildVehicle } from '../vehicles.factory.ts'

let test: TestApp
let at: VehiclePeople
let vehicle: Vehicle
let ana: string
let leo: string

beforeAll(async () => {
  test = await createTestApp({
    answers: ({ directory }) => [...vehicleEndpoints, ...directoryEndpoints(directory)],
    links: { vehiclesOf: findVehicleLinks },
  })
})
afterAll(() => test.close())
beforeEach(async () => {
  at = await arrangeVehiclePeople(test)
  await test.build(async (tx) => {
    const { companyId, fleetId } = at
    vehicle = await buildVehicle(tx, { companyId, fleetId, notesGeneral: 'Falla en frío' })
    ana = (
      await buildContact(tx, { companyId, firstName: 'Ana', lastName: 'Ávila', role: 'primary_mechanic' })
    ).id
    leo = (await buildContact(tx, { companyId, firstName: 'Leo', lastName: 'Zúñiga' })).id
  })
})

interface List {
  items: VehicleContact[]
}
const path = (rest = '') => `/vehicles/${vehicle.id}/contacts${rest}`
const add = (contactId: string, role: string, isPrimary = false, call: TestCall = at.lead) =>
  call<List & { code?: string }>('POST', path(), { body: { contactId, role, isPrimary } })
const said = (items: readonly VehicleContact[]) =>
  items.map((one) => `${one.firstName} ${one.role}${one.isPrimary ? ' primary' : ''}`)
const list = async (call = at.lead) => said((await call<List>('GET', path())).body.items)

describe('contacts of a vehicle', () => {
  it('have roles of the directory and of vehicles, several each, one primary of a role', async () => {
    const first = await add(ana, 'vehicle_owner', true)
    expect(first.status).toBe(201)
    expect(first.body.items).toMatchObject([
      {
        contactId: ana,
        firstName: 'Ana',
        lastName: 'Ávila',
        directoryRole: 'primary_mechanic',
        isPrimary: true,
      },
    ])
    await add(ana, 'emergency_contact')
    await add(ana, 'primary_mechanic', true)
    expect(said((await add(leo, 'vehicle_owner', true)).body.items)).toEqual([
      'Ana primary_mechanic primary',
      'Leo vehicle_owner primary',
      'Ana vehicle_owner',
      'Ana emergency_contact',
    ])
    expect((await add(leo, 'vehicle_owner')).body.code).toBe('contact_role_exists')
    const changed = await at.lead<List>('PUT', path(`/${ana}/vehicle_owner`), {
      body: { role: 'sos_primary', isPrimary: true },
    })
    expect(said(changed.body.items)).toContain('Ana sos_primary primary')
    expect((await at.lead('DELETE', path(`/${leo}/vehicle_owner`))).body).toEqual({ done: true })
    expect((await at.lead('DELETE', path(`/${leo}/vehicle_owner`))).body.code).toBe('contact_not_found')
    expect(await list()).toEqual([
      'Ana primary_mechanic primary',
      'Ana sos_primary primary',
      'Ana emergency_contact',
    ])
  })

  it('of one role stay one primary where two are made so at once', async () => {
    const answers = await Promise.all([add(ana, 'vehicle_owner', true), add(leo, 'vehicle_owner', true)])
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    expect((await list()).filter((one) => one.endsWith('primary'))).toHaveLength(1)
  })

  it('are of the vehicle’s company, and another company finds neither', async () => {
    const foreign = await test.build((tx) => buildContact(tx, { companyId: at.foreignCompanyId }))
    expect((await add(foreign.id, 'client')).body.code).toBe('contact_not_found')
    expect((await add(uuid(), 'client')).body.code).toBe('contact_not_found')
    expect((await add(ana, 'king')).status).toBe(422)
    expect((await add(ana, 'client', false, at.outsider)).body.code).toBe('vehicle_not_found')
    expect((await at.outsider('GET', path())).body.code).toBe('vehicle_not_found')
    expect((await at.outsider('DELETE', path(`/${ana}/client`))).body.code).toBe('vehicle_not_found')
  })

  it('are read by who reads the directory, and changed by who changes vehicles', async () => {
    await add(ana, 'vehicle_owner')
    expect(await list(at.viewer)).toEqual(['Ana vehicle_owner'])
    expect((await at.driver('GET', path())).body.code).toBe('forbidden')
    for (const call of [at.dispatcher, at.viewer, at.driver])
      expect((await add(leo, 'client', false, call)).body.code).toBe('forbidden')
  })

  it('leave with the contact, and stay behind where the vehicle leaves its company', async () => {
    await add(ana, 'vehicle_owner', true)
    await add(leo, 'client')
    expect((await at.lead('DELETE', `/directory/contacts/${ana}`)).status).toBe(200)
    expect(await list()).toEqual(['Leo client'])
    const both = await test.build(async (tx) => {
      const user = await buildUser(tx, { level: 'admin' })
      await buildAssignment(tx, { userId: user.id, companyId: at.companyId })
      await buildAssignment(tx, { userId: user.id, companyId: at.foreignCompanyId, isPrimary: false })
      return user
    })
    const call = await test.as(both)
    const body = { ...vehicleForm(at.foreignFleetId), version: vehicle.version }
    const moved = await call<Vehicle>('PUT', `/vehicles/${vehicle.id}`, { body })
    expect(moved).toMatchObject({ status: 200, body: { companyId: at.foreignCompanyId } })
    expect(await list(call)).toEqual([])
  })

  it('are recorded in the audit', async () => {
    await add(ana, 'vehicle_owner', true)
    await at.lead('DELETE', path(`/${ana}/vehicle_owner`))
    const entries = await test.build((tx) =>
      tx.sql(
        "select action, changes from platform.audit_entries where entity_id = $1 and action like 'vehicle.contact%' order by id",
        [vehicle.id],
      ),
    )
    expect(entries).toEqual([
      {
        action: 'vehicle.contact_added',
        changes: { contact: [null, 'Ana Ávila'], role: [null, 'vehicle_owner'], isPrimary: [null, true] },
      },
      {
        action: 'vehicle.contact_removed',
        changes: { contact: [null, 'Ana Ávila'], role: ['vehicle_owner', null], isPrimary: [true, null] },
      },
    ])
  })
})

describe('a guest viewer', () => {
  const guestOf = (level: 'guest' | 'user' = 'guest') =>
    test.build(async (tx) => {
      const { companyId, fleetId } = at
      const user = await buildUser(tx, { level })
      if (level === 'user')
        await buildAssignment(tx, { userId: user.id, companyId, fleetId, role: 'fleet_viewer' })
      else
        await tx.sql(
          'insert into organisation.guest_vehicles (user_id, company_id, assigned_at) values ($1, $2, now())',
          [user.id, companyId],
        )
      const contact = await buildContact(tx, { companyId, firstName: 'Gael', userId: user.id })
      return { user, contactId: contact.id }
    })

  it('is shown the vehicle, and only that one', async () => {
    const { user, contactId } = await guestOf()
    const guest = await test.as(user)
    expect((await guest('GET', `/vehicles/${vehicle.id}`)).status).toBe(403)
    expect((await add(contactId, 'guest_viewer', true)).status).toBe(422)
    expect(said((await add(contactId, 'guest_viewer')).body.items)).toEqual(['Gael guest_viewer'])
    expect((await add(contactId, 'guest_viewer')).body.code).toBe('contact_role_exists')
    const again = await test.as(user)
    expect((await at.lead<Vehicle>('GET', `/vehicles/${vehicle.id}`)).body.notesGeneral).not.toBeNull()
    expect(await again<Vehicle>('GET', `/vehicles/${vehicle.id}`)).toMatchObject({
      status: 200,
      body: { plateNumber: vehicle.plateNumber, notesGeneral: null },
    })
    expect((await again('GET', path())).status).toBe(403)

    const first = vehicle
    vehicle = await test.build((tx) => buildVehicle(tx, { companyId: at.companyId, fleetId: at.fleetId }))
    await add(contactId, 'guest_viewer')
    expect(await list()).toEqual(['Gael guest_viewer'])
    expect((await at.lead<List>('GET', `/vehicles/${first.id}/contacts`)).body.items).toEqual([])
    expect((await at.lead('DELETE', path(`/${contactId}/guest_viewer`))).body).toEqual({ done: true })
    expect((await (await test.as(user))('GET', `/vehicles/${vehicle.id}`)).status).toBe(403)
    expect(await list()).toEqual([])
  })

  it('is refused without a user behind the contact, and for a user who is no guest', async () => {
    expect(await add(ana, 'guest_viewer')).toMatchObject({ status: 409, body: { code: 'user_not_linked' } })
    const { contactId } = await guestOf('user')
    expect(await add(contactId, 'guest_viewer')).toMatchObject({
      status: 409,
      body: { code: 'user_not_guest' },
    })
  })
})
