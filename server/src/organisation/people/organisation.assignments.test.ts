import type { User } from '@rumbo/contract/identity.users.contract'
import type { Assignment } from '@rumbo/contract/organisation.assignments.contract'
import { outcomeOf, type TestCall, useFixtures } from '@rumbo/tools/testing'
import { v7 as uuid } from 'uuid'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildFleet } from '../organisation.factory.ts'
import type { LinkedVehicle } from './organisation.people.actions.ts'

const vehicles = new Map<string, LinkedVehicle>()
const linked = new Map<string, { id: string; name: string }>()
const at = useFixtures({ links: { contactsOf: async () => linked, vehiclesOf: async () => vehicles } })

type Refusal = { code?: string; errors?: { path: string; code: string }[] }
const unknownId = '018f0000-0000-7000-8000-000000000000'
let secondId: string
let path: string
beforeEach(async () => {
  path = `/users/${at.fixtures.people.user.id}`
  secondId = (await at.world.build((tx) => buildFleet(tx, { companyId: at.fixtures.companyId }))).id
})

const assign = (caller: TestCall, given: Partial<Assignment>, to = path) =>
  caller<Assignment & Refusal>('POST', `${to}/assignments`, {
    body: { companyId: at.fixtures.companyId, fleetId: secondId, role: 'fleet_viewer', ...given },
  })
const held = async () =>
  (await at.fixtures.root<{ items: Assignment[] }>('GET', `${path}/assignments`)).body.items
const user = async () => (await at.fixtures.root<User>('GET', path)).body

describe('assigning', () => {
  it('gives access at once, and names who did it', async () => {
    const open = await at.world.as(at.fixtures.people.user)
    expect((await open('GET', `/fleets/${secondId}`)).status).toBe(403)
    expect(await assign(at.fixtures.admin, {})).toMatchObject({
      status: 201,
      body: {
        companyId: at.fixtures.companyId,
        fleetId: secondId,
        role: 'fleet_viewer',
        isPrimary: false,
        isActive: true,
        status: 'active',
        assignedBy: 'Elena Torres',
        assignedAt: at.world.clock.now().toISOString(),
      },
    })
    await expect.poll(async () => (await open('GET', `/fleets/${secondId}`)).status).toBe(200)
    expect(await user()).toMatchObject({ fleetId: at.fixtures.fleetId, assignmentCount: 2 })
  })

  it('moves the primary flag; of two at once one keeps it', async () => {
    await assign(at.fixtures.admin, { isPrimary: true })
    expect(await user()).toMatchObject({ fleetId: secondId, isPrimaryFleet: true })
    expect((await held()).map(({ isPrimary }) => isPrimary)).toEqual([true, false])
    const answers = await Promise.all(
      (['fleet_manager', 'fleet_member'] as const).map((role) =>
        assign(at.fixtures.admin, { role, isPrimary: true }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    expect((await held()).filter(({ isPrimary }) => isPrimary)).toHaveLength(1)
  })

  it('refuses what is there, and one of two at once', async () => {
    const answers = await Promise.all([
      outcomeOf(assign(at.fixtures.admin, {})),
      outcomeOf(assign(at.fixtures.admin, {})),
    ])
    expect(answers.map(String).sort()).toEqual(['201', 'assignment_exists'])
  })

  it('stays within the scopes of the actor', async () => {
    const outcome = (caller: TestCall, given: Partial<Assignment>, to?: string) =>
      outcomeOf(assign(caller, given, to))
    const { foreign, people, fleetId, companyId } = at.fixtures
    expect(await outcome(at.fixtures.manager, {})).toBe('fleet_denied')
    expect(await outcome(at.fixtures.manager, { fleetId, role: 'fleet_manager' })).toBe(201)
    expect(await outcome(at.fixtures.manager, { fleetId, role: 'fleet_owner' })).toBe('forbidden')
    expect(await outcome(at.fixtures.manager, { fleetId: null, role: 'company_owner' })).toBe(
      'company_denied',
    )
    expect(await outcome(at.fixtures.admin, { fleetId: null, role: 'company_manager' })).toBe(201)
    expect(await outcome(at.fixtures.admin, { ...foreign })).toBe('fleet_denied')
    expect(await outcome(at.fixtures.root, { companyId, fleetId: foreign.fleetId })).toBe('fleet_denied')
    expect(await outcome(at.fixtures.root, { companyId: unknownId })).toBe('company_denied')
    expect(await outcome(at.fixtures.admin, {}, `/users/${people.outsider.id}`)).toBe('user_not_found')
    expect(await outcome(at.fixtures.admin, {}, `/users/${people.both.id}`)).toBe('forbidden')
    expect(await outcome(at.fixtures.admin, {}, `/users/${people.admin.id}`)).toBe('own_account')
    expect(await outcome(at.fixtures.admin, {}, `/users/${people.guest.id}`)).toBe('guest_no_fleets')
    expect(await outcome(at.fixtures.root, {}, `/users/${people.unassigned.id}`)).toBe(201)
  })

  it.each([
    ['body.fleetId', 'role_needs_fleet', { fleetId: null, role: 'dispatcher' }],
    ['body.fleetId', 'role_needs_no_fleet', { role: 'company_owner' }],
    ['body.role', 'not_allowed', { role: 'boss' }],
  ])('refuses %s: %s', async (field, code, given) => {
    const { status, body } = await assign(at.fixtures.admin, given as Partial<Assignment>)
    expect(status).toBe(422)
    expect(body.errors).toEqual([expect.objectContaining({ path: field, code })])
  })
})

describe('changing and ending an assignment', () => {
  it('changes role, flag and activity', async () => {
    const { id } = (await assign(at.fixtures.admin, {})).body
    const change = (caller: TestCall, body: object, assignmentId = id) =>
      caller<Assignment & Refusal>('PUT', `${path}/assignments/${assignmentId}`, { body })
    const body = { role: 'dispatcher', isPrimary: true, isActive: false }
    expect((await change(at.fixtures.admin, body)).body).toMatchObject({ ...body, status: 'inactive' })
    expect((await held()).filter(({ isPrimary }) => isPrimary)).toHaveLength(1)
    expect(await outcomeOf(change(at.fixtures.admin, { ...body, role: 'company_owner' }))).toBe(
      'validation_failed',
    )
    expect(await outcomeOf(change(at.fixtures.admin, body, unknownId))).toBe('assignment_not_found')
    const others = `/users/${at.fixtures.people.manager.id}/assignments/${id}`
    expect(await outcomeOf(at.fixtures.admin('PUT', others, { body }))).toBe('assignment_not_found')
    expect(await outcomeOf(change(at.fixtures.manager, body))).toBe('forbidden')
  })

  it('switches on again only what one may give', async () => {
    const fleetId = at.fixtures.fleetId
    const { id } = (await assign(at.fixtures.admin, { fleetId, role: 'fleet_owner', isActive: false })).body
    const body = { role: 'fleet_owner', isPrimary: false, isActive: true }
    const change = (caller: TestCall) => outcomeOf(caller('PUT', `${path}/assignments/${id}`, { body }))
    expect(await change(at.fixtures.manager)).toBe('forbidden')
    expect(await change(at.fixtures.admin)).toBe(200)
  })

  it('ends access at once; the last leaves the person in the company, to be assigned again', async () => {
    const open = await at.world.as(at.fixtures.people.user)
    expect((await open('GET', `/fleets/${at.fixtures.fleetId}`)).status).toBe(200)
    const second = (await assign(at.fixtures.admin, {})).body
    const [first] = await held()
    expect(await outcomeOf(at.fixtures.admin('DELETE', `${path}/assignments/${first?.id}`))).toBe(200)
    await expect.poll(async () => (await open('GET', `/fleets/${at.fixtures.fleetId}`)).status).toBe(403)
    expect(await held()).toMatchObject([{ id: second.id, isPrimary: true }])
    expect(await outcomeOf(at.fixtures.admin('DELETE', `${path}/assignments/${first?.id}`))).toBe(
      'assignment_not_found',
    )
    expect(await outcomeOf(at.fixtures.admin('DELETE', `${path}/assignments/${second.id}`))).toBe(200)
    expect((await at.fixtures.admin<User>('GET', path)).body).toMatchObject({
      companyId: at.fixtures.companyId,
      fleetId: null,
      fleetRole: null,
      assignmentCount: 0,
      mayChange: true,
    })
    expect((await open('GET', '/auth/profile/companies')).body).toEqual({ items: [] })
    expect(await outcomeOf(assign(at.fixtures.admin, {}))).toBe(201)
    expect(await user()).toMatchObject({ fleetId: secondId, isPrimaryFleet: true, assignmentCount: 1 })
  })
})

describe('a guest’s vehicle', () => {
  const give = (caller: TestCall, userId: string, vehicleId: string) =>
    caller<User & Refusal>('PUT', `/users/${userId}/vehicle`, { body: { vehicleId } })
  const park = (companyId: string, fleetId: string) => {
    const vehicle = { id: uuid(), companyId, fleetId, vehicleNumber: 'ECO-118', plateNumber: 'ABC-123-D' }
    vehicles.set(vehicle.id, vehicle)
    return vehicle
  }

  it('needs a guest who is linked to a contact, and a vehicle one manages', async () => {
    const { guest, user: staff } = at.fixtures.people
    const vehicle = park(at.fixtures.companyId, at.fixtures.fleetId)
    linked.delete(guest.id)
    expect((await give(at.fixtures.manager, guest.id, vehicle.id)).body).toMatchObject({
      code: 'user_not_linked',
      message: 'User must be linked to a directory profile before assigning a vehicle',
    })
    linked.set(guest.id, { id: uuid(), name: 'Elena Torres' })
    linked.set(staff.id, { id: uuid(), name: 'Elena Torres' })
    expect(await outcomeOf(give(at.fixtures.manager, staff.id, vehicle.id))).toBe('user_not_guest')
    expect(await outcomeOf(give(at.fixtures.manager, guest.id, unknownId))).toBe('vehicle_not_found')
    const elsewhere = park(at.fixtures.foreign.companyId, at.fixtures.foreign.fleetId)
    expect(await outcomeOf(give(at.fixtures.admin, guest.id, elsewhere.id))).toBe('vehicle_not_found')
    expect(
      await outcomeOf(give(at.fixtures.manager, guest.id, park(at.fixtures.companyId, secondId).id)),
    ).toBe('vehicle_not_found')
    expect((await give(at.fixtures.manager, guest.id, vehicle.id)).body).toMatchObject({
      level: 'guest',
      fleetId: at.fixtures.fleetId,
      vehicle: { id: vehicle.id, vehicleNumber: 'ECO-118', plateNumber: 'ABC-123-D' },
      contact: { name: 'Elena Torres' },
    })
    const scope = `${at.fixtures.companyId},${at.fixtures.fleetId},${vehicle.id}`
    expect((await at.fixtures.manager('GET', `/users/${guest.id}`)).body.accessScopes).toEqual([
      { scope, type: 'read' },
    ])
  })

  it('is one, can be taken, and goes with the level', async () => {
    const { guest } = at.fixtures.people
    linked.set(guest.id, { id: uuid(), name: 'Elena Torres' })
    const scopes = async () => (await at.fixtures.root('GET', `/users/${guest.id}`)).body.accessScopes
    await give(at.fixtures.admin, guest.id, park(at.fixtures.companyId, at.fixtures.fleetId).id)
    const second = park(at.fixtures.companyId, secondId)
    await give(at.fixtures.admin, guest.id, second.id)
    expect(await scopes()).toEqual([
      { scope: `${at.fixtures.companyId},${secondId},${second.id}`, type: 'read' },
    ])
    expect((await at.fixtures.admin<User>('DELETE', `/users/${guest.id}/vehicle`)).body.vehicle).toBeNull()
    expect(await scopes()).toEqual([])
    await give(at.fixtures.admin, guest.id, second.id)
    const promoted = await at.fixtures.admin<User>('PUT', `/users/${guest.id}/level`, {
      body: { level: 'user' },
    })
    expect(promoted.body).toMatchObject({ level: 'user', vehicle: null, companyId: at.fixtures.companyId })
    await at.fixtures.admin('PUT', `/users/${guest.id}/level`, { body: { level: 'guest' } })
    expect(await scopes()).toEqual([])
  })
})
