import type { Contact } from '@rumbo/contract/directory.contract'
import type { User } from '@rumbo/contract/identity.users.contract'
import { createTestApp, type TestApp, type TestCall } from '@rumbo/tools/testing/app'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildUser } from '../identity/identity.factory.ts'
import {
  buildAssignment,
  buildCompany,
  buildFleet,
  buildGuestVehicle,
} from '../organisation/organisation.factory.ts'
import { buildContact } from './directory.factory.ts'
import { directoryEndpoints } from './index.ts'

let test: TestApp
let companyId: string
let fleetId: string
let foreignId: string
let admin: TestCall
let manager: TestCall
let dispatcher: TestCall
let root: TestCall

beforeAll(async () => {
  test = await createTestApp({ answers: ({ directory }) => directoryEndpoints(directory) })
  const people = await test.build(async (tx) => {
    companyId = (await buildCompany(tx)).id
    fleetId = (await buildFleet(tx, { companyId })).id
    foreignId = (await buildCompany(tx)).id
    const [ada, max, dan, sol] = [
      await buildUser(tx, { level: 'admin' }),
      await buildUser(tx, { level: 'manager' }),
      await buildUser(tx),
      await buildUser(tx, { level: 'super_admin' }),
    ]
    await buildAssignment(tx, { userId: ada.id, companyId })
    await buildAssignment(tx, { userId: max.id, companyId, fleetId, role: 'fleet_manager' })
    await buildAssignment(tx, { userId: dan.id, companyId, fleetId })
    return { ada, max, dan, sol }
  })
  admin = await test.as(people.ada)
  manager = await test.as(people.max)
  dispatcher = await test.as(people.dan)
  root = await test.as(people.sol)
})
afterAll(() => test.close())

let contact: Contact
let foreign: Contact
let memberId: string
beforeEach(async () => {
  await test.build(async (tx) => {
    contact = await buildContact(tx, { companyId, email: `${uuid()}@example.com` })
    foreign = await buildContact(tx, { companyId: foreignId })
    const member = await buildUser(tx)
    memberId = member.id
    await buildAssignment(tx, { userId: member.id, companyId, fleetId, role: 'fleet_member' })
  })
})

const link = (call: TestCall, userId: string, contactId: string) =>
  call<User>('PUT', `/users/${userId}/contact`, { body: { contactId } })
const unlink = (call: TestCall, userId: string) => call<User>('DELETE', `/users/${userId}/contact`)
const read = async (call: TestCall, id: string) =>
  (await call<Contact>('GET', `/directory/contacts/${id}`)).body
const audited = (entityId: string) =>
  test.build((tx) =>
    tx.sql<{ action: string }>(
      'select action from platform.audit_entries where entity_id = $1 order by at, id',
      [entityId],
    ),
  )

async function guestWithVehicle(contactId: string): Promise<string> {
  return test.build(async (tx) => {
    const guest = await buildUser(tx, { level: 'guest' })
    await buildGuestVehicle(tx, { userId: guest.id, companyId, fleetId, vehicleId: uuid() })
    await tx.sql('update directory.contacts set user_id = $1 where id = $2', [guest.id, contactId])
    return guest.id
  })
}
const vehicleOf = async (userId: string) =>
  (
    await test.build((tx) =>
      tx.sql<{ vehicle_id: string | null }>(
        'select vehicle_id from organisation.guest_vehicles where user_id = $1',
        [userId],
      ),
    )
  )[0]?.vehicle_id

describe('linking a user to a contact', () => {
  it('shows user and contact with each other to readers of the directory', async () => {
    const linked = await link(manager, memberId, contact.id)
    expect(linked).toMatchObject({ status: 200, body: { contact: { id: contact.id, name: 'Elena Torres' } } })
    expect((await read(dispatcher, contact.id)).user).toMatchObject({ id: memberId, level: 'user' })
    const shown = await dispatcher<{ items: Contact[] }>(
      'GET',
      '/directory/contacts?view=system-users&size=100',
    )
    expect(shown.body.items.map(({ id }) => id)).toContain(contact.id)
    expect((await audited(memberId)).map(({ action }) => action)).toContain('user.contact_linked')
    expect((await audited(contact.id)).map(({ action }) => action)).toContain('contact.linked')
    const freed = await unlink(manager, memberId)
    expect(freed.body.contact).toBeNull()
    expect((await read(dispatcher, contact.id)).user).toBeNull()
  })

  it('moves to another contact of the company, but not to a contact that is linked to another user', async () => {
    await link(admin, memberId, contact.id)
    const other = await test.build((tx) => buildContact(tx, { companyId }))
    expect((await link(admin, memberId, other.id)).body.contact?.id).toBe(other.id)
    expect((await read(admin, contact.id)).user).toBeNull()
    const rival = await test.build(async (tx) => {
      const user = await buildUser(tx)
      await buildAssignment(tx, { userId: user.id, companyId, fleetId })
      return user
    })
    expect(await link(admin, rival.id, other.id)).toMatchObject({
      status: 409,
      body: { code: 'contact_linked' },
    })
  })

  it('links a contact to only one of two concurrent callers', async () => {
    const rival = await test.build(async (tx) => {
      const user = await buildUser(tx)
      await buildAssignment(tx, { userId: user.id, companyId, fleetId })
      return user
    })
    const both = await Promise.all([link(admin, memberId, contact.id), link(manager, rival.id, contact.id)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('refuses foreign contacts, foreign users, oneself, and those without user management', async () => {
    expect(await link(admin, memberId, foreign.id)).toMatchObject({
      status: 404,
      body: { code: 'contact_not_found' },
    })
    expect((await link(root, memberId, foreign.id)).status).toBe(404)
    const outsider = await test.build(async (tx) => {
      const user = await buildUser(tx)
      await buildAssignment(tx, { userId: user.id, companyId: foreignId })
      return user
    })
    expect(await link(admin, outsider.id, contact.id)).toMatchObject({
      status: 404,
      body: { code: 'user_not_found' },
    })
    expect((await link(dispatcher, memberId, contact.id)).status).toBe(403)
    await test.build((tx) =>
      buildAssignment(tx, { userId: memberId, companyId: foreignId, isPrimary: false }),
    )
    expect((await link(admin, memberId, contact.id)).status).toBe(403)
    expect((await link(root, memberId, foreign.id)).status).toBe(200)
  })

  it('lets only a super admin link a guest without a company, who joins the company of the contact', async () => {
    const guest = await test.build((tx) => buildUser(tx, { level: 'guest' }))
    expect((await link(admin, guest.id, contact.id)).status).not.toBe(200)
    expect(await link(root, guest.id, contact.id)).toMatchObject({
      status: 200,
      body: { companyId, contact: { id: contact.id }, vehicle: null },
    })
    expect((await link(root, guest.id, foreign.id)).status).toBe(404)
  })

  it('removes the vehicle of a guest who is unlinked, or whose contact is archived', async () => {
    const first = await guestWithVehicle(contact.id)
    expect((await unlink(admin, first)).body).toMatchObject({ contact: null, vehicle: null })
    expect(await vehicleOf(first)).toBeNull()
    const second = await guestWithVehicle(contact.id)
    expect(await dispatcher('DELETE', `/directory/contacts/${contact.id}`)).toMatchObject({
      status: 403,
      body: { code: 'forbidden' },
    })
    expect((await manager('DELETE', `/directory/contacts/${contact.id}`)).status).toBe(200)
    expect(await vehicleOf(second)).toBeNull()
  })

  it('ends with the user', async () => {
    await link(admin, memberId, contact.id)
    expect((await admin('DELETE', `/users/${memberId}`)).status).toBe(200)
    expect(await read(admin, contact.id)).toMatchObject({ user: null })
  })
})

describe('a system user made of a contact', () => {
  const account = (given: object = {}) => ({
    username: `u${uuid().replaceAll('-', '').slice(-20)}`,
    password: 'Rumbo-2026!',
    level: 'user',
    fleetId,
    role: 'dispatcher',
    ...given,
  })
  const make = (call: TestCall, id: string, body: object) =>
    call<Contact>('POST', `/directory/contacts/${id}/system-user`, { body })

  it('has the contact’s name and e-mail, and the place given', async () => {
    const body = account()
    const made = await make(manager, contact.id, body)
    expect(made).toMatchObject({ status: 201, body: { user: { username: body.username, status: 'active' } } })
    const user = (await admin<User>('GET', `/users/${made.body.user?.id}`)).body
    expect(user).toMatchObject({
      email: contact.email,
      firstName: 'Elena',
      fleetId,
      fleetRole: 'dispatcher',
      contact: { id: contact.id },
      forcePasswordChange: true,
    })
    expect(await make(manager, contact.id, account())).toMatchObject({
      status: 409,
      body: { code: 'contact_linked' },
    })
  })

  it('may be a guest of the company, who gets no fleet', async () => {
    expect(await make(admin, contact.id, account({ level: 'guest' }))).toMatchObject({
      status: 409,
      body: { code: 'guest_no_fleets' },
    })
    const made = await make(admin, contact.id, account({ level: 'guest', fleetId: null, role: null }))
    expect(made).toMatchObject({ status: 201, body: { user: { level: 'guest' } } })
  })

  it.each([
    [{ role: null }, 422, 'validation_failed'],
    [{ fleetId: null }, 422, 'validation_failed'],
    [{ username: 'ab' }, 422, 'validation_failed'],
    [{ password: 'short' }, 422, 'password_weak'],
    [{ level: 'manager' }, 403, 'level_not_allowed'],
    [{ level: 'super_admin', fleetId: null, role: null }, 403, 'level_not_allowed'],
  ])('is refused with %j', async (given, status, code) => {
    expect(await make(manager, contact.id, account(given))).toMatchObject({ status, body: { code } })
    expect((await read(manager, contact.id)).user).toBeNull()
  })

  it('needs an e-mail, a free name, and a contact in sight', async () => {
    const bare = await test.build((tx) => buildContact(tx, { companyId }))
    expect(await make(admin, bare.id, account())).toMatchObject({
      status: 409,
      body: { code: 'contact_email_missing' },
    })
    const taken = account()
    await make(admin, contact.id, taken)
    const next = await test.build((tx) => buildContact(tx, { companyId, email: contact.email }))
    expect(await make(admin, next.id, account({ username: taken.username.toUpperCase() }))).toMatchObject({
      status: 409,
      body: { code: 'username_taken' },
    })
    expect(await make(admin, next.id, account())).toMatchObject({
      status: 409,
      body: { code: 'email_taken' },
    })
    expect((await make(admin, foreign.id, account())).status).toBe(404)
    expect((await make(dispatcher, next.id, account())).status).toBe(403)
  })
})
